import t from 'tap'
import { sourceFiles } from './source-files.ts'

/** The tables in which test rows and live rows of an account lie beside each other. */
const tablesOfTwoModes = [
  'automatic_returns',
  'captures',
  'card_attempts',
  'checkout_sessions',
  'deliveries',
  'delivery_attempts',
  'disputes',
  'events',
  'idempotency_keys',
  'money_movements',
  'payment_links',
  'processor_notifications',
  'refunds',
  'search_terms',
  'webhook_endpoints',
]

const naming = new RegExp(`\\b(?:from|join|update|into) (?:${tablesOfTwoModes.join('|')})\\b`)

/** The condition on the mode, or on both on purpose. */
const choosing = /livemode = (?:\$\d|\w+\.|any\()|(?:not|and) (?:\w+\.)?livemode\b(?! =)/
const inserting = /insert into \w+ \(merchant_id, livemode,/

t.test('a statement that names the account of payments, events or links names its mode too', async (t) => {
  const statements = sourceFiles('server/store').flatMap(({ path, text }) =>
    [...text.matchAll(/`[^`]*`|'[^'\n]*'/g)].map(([statement]) => ({ path, statement })),
  )
  const ofAccount = statements.filter(
    ({ statement }) => naming.test(statement) && /merchant_id = (?:\$\d|input\.)/.test(statement),
  )
  t.ok(ofAccount.length > 50, `${ofAccount.length} statements`)
  t.same(
    ofAccount
      .filter(({ statement }) => !choosing.test(statement) && !inserting.test(statement))
      .map(({ path, statement }) => `${path}: ${statement.replace(/\s+/g, ' ').slice(0, 120)}`),
    [],
  )
})
