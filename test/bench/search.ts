import pg from 'pg'
import type { Scope } from '../../server/domain/scope.ts'
import { searchTermsOf } from '../../server/domain/sessions/search-terms.ts'
import { searchPayments } from '../../server/store/sessions/payment-search.ts'
import { openDatabase, type Database } from '../../server/store/sql/database.ts'
import { startServer } from './children.ts'
import { figure, serverSettings, type BenchDatabase, type Figure } from './environment.ts'

const payments = 1_000_000
const batch = 50_000
const rounds = 20

const firstNames = ['Anna', 'James', 'Łukasz', 'Sinéad', 'Жанна', 'Omar', 'Chloë', 'Søren', 'Yuki', 'Иван']
const lastNames = ['Smith', "O'Connor", 'Петрова', 'Müller', 'García', 'Nguyen', 'Παππάς', 'Kowalski']
const domains = ['gmail.com', 'outlook.com', 'example.org']

/** Each search with its text. The rare names have a number. */
const searches: readonly (readonly [string, string])[] = [
  ['a rare name', 'smith4711'],
  ['two words in the other order', 'petrova77 anna'],
  ['two common words in the other order', 'smith anna'],
  ['a common name with an amount', 'smith 87.92'],
  ['a common name with an amount without cents', 'smith 87'],
  ['a common name with the last four digits', 'smith 0085'],
  ['an amount without cents', '87'],
  ['a domain', 'shop77.example'],
  ['a common domain', 'gmail.com'],
  ['an email address with one typo', 'buyer771@gmial.com'],
  ['nothing', 'smith nobody'],
]

/** The time of each kind of search in an account with a million payments. */
export async function benchSearch(databaseUrl: string, { serviceAdminUrl }: BenchDatabase): Promise<Figure[]> {
  const server = await startServer('product-server.ts', serverSettings(databaseUrl))
  const db = openDatabase(databaseUrl, { kind: 'reading' })
  try {
    const scope: Scope = { merchantId: server.ready.merchantId ?? '', livemode: false }
    await fill(serviceAdminUrl, scope)
    const figures: Figure[] = []
    for (const [name, text] of searches)
      figures.push(figure(`search for ${name}, p95`, await slowOf(db, scope, text), 'ms', { atMost: 50 }))
    return figures
  } finally {
    await db.destroy()
    await server.stop()
  }
}

async function slowOf(db: Database, scope: Scope, text: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const from = performance.now()
    await searchPayments(scope, db, {
      ...{ status: null, dispute: null, partlyRefunded: false, amounts: null, createdFrom: null, createdBefore: null },
      ...{ paymentLinkId: null, text, olderThan: null, limit: 51, now: new Date() },
    })
    // The first one reads from the disk.
    if (round > 0) times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[Math.ceil(rounds * 0.95) - 1] ?? 0
}

/** A superuser can leave out the check of foreign keys, which is most of the time. */
async function fill(url: string, { merchantId, livemode }: Scope): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (let start = 0; start < payments; start += batch) {
      const rows = Array.from({ length: batch }, (_, index) => rowOf(start + index))
      await client.query(
        `insert into checkout_sessions (merchant_id, livemode, id, status, amount, currency, customer, expires_at,
           paid_at, created_at, metadata, reference, card_last4)
         select $1, $2, id, 'paid', amount, 'EUR', customer, now(), now(), now(), '{}', reference, last4
         from jsonb_to_recordset($3) as row (id text, amount int, customer jsonb, reference text, last4 text)`,
        [merchantId, livemode, JSON.stringify(rows)],
      )
      await client.query(
        `insert into search_terms (merchant_id, livemode, term, session_id)
         select $1, $2, term, id from jsonb_to_recordset($3) as row (id text, terms text[]), unnest(terms) as term`,
        [merchantId, livemode, JSON.stringify(rows.map(({ id, terms }) => ({ id, terms })))],
      )
    }
    await client.query('vacuum analyze checkout_sessions, search_terms')
  } finally {
    await client.end()
  }
}

function rowOf(n: number) {
  // One name of three is rare.
  const last = `${lastNames[(n * 7) % 8] ?? ''}${n % 3 === 0 ? String(n % 30_000) : ''}`
  const domain = n % 10 === 0 ? `shop${String(n % 10_000)}.example` : (domains[n % 3] ?? '')
  const customer = { name: `${firstNames[(n >> 3) % 10] ?? ''} ${last}`, email: `buyer${String(n)}@${domain}` }
  const reference = `order-${String(n)}`
  const last4 = String((n * 7919) % 10_000).padStart(4, '0')
  const terms = [...searchTermsOf({ reference, description: null, customer }), `#${last4}`]
  return {
    id: `cs_test_${String(n).padStart(30, '0')}`,
    amount: ((n * 104_729) % 50_000) + 1,
    customer,
    reference,
    last4,
    terms,
  }
}
