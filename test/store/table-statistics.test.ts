import t from 'tap'
import { findSession } from '../../server/store/sessions/checkout-sessions.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'

const service = await startService({ environment: { ROLE: 'api' } })
t.teardown(() => service.stop())

const { context } = service.app
const scope = { merchantId: service.merchantId, livemode: false }

async function rowsKnown(table: string): Promise<number> {
  const [found] = await sql<{ rows: number }>(service, 'select reltuples as rows from pg_class where relname = ?', [
    table,
  ])
  return found?.rows ?? NaN
}

t.test('a busy process analyzes a table that has grown since it was made, and leaves small ones', async (t) => {
  await sql(
    service,
    `insert into checkout_sessions (merchant_id, livemode, id, status, amount, currency, customer, expires_at,
       created_at, metadata, shared)
     select ?, false, 'cs_test_' || n, 'open', 100, 'GBP', '{}', now() + interval '1 hour', now(), '{}', false
     from generate_series(1, 1000) n`,
    [scope.merchantId],
  )
  t.equal(await rowsKnown('checkout_sessions'), -1, 'PostgreSQL knows nothing of the table')
  for (let calls = 0; calls < 500; calls += 1) await findSession(scope, context.db, 'cs_test_1')
  await until(async () => (await rowsKnown('checkout_sessions')) === 1000, 'the number of its rows')
  t.equal(await rowsKnown('disputes'), -1)
})
