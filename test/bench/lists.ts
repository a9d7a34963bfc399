import pg from 'pg'
import { startServer } from './children.ts'
import { figure, serverSettings, type Figure } from './environment.ts'
import { httpRequest, median, runLoad } from './load.ts'

const small = 10_000
const large = 1_000_000
const requests = 1_000
const rounds = 5

/** Compares the cost of a list of 20 in two accounts, one with a hundred times the sessions. The two take turns. */
export async function benchLists(databaseUrl: string): Promise<Figure[]> {
  const settings = serverSettings(databaseUrl)
  const few = await startServer('product-server.ts', settings)
  const many = await startServer('product-server.ts', settings)
  try {
    await fill(databaseUrl, few.ready.merchantId ?? '', small)
    await fill(databaseUrl, many.ready.merchantId ?? '', large)
    const list = (server: typeof few) =>
      runLoad({
        port: server.port,
        connections: 4,
        requests,
        request: () =>
          httpRequest('GET', '/v1/checkout/sessions?limit=20', {
            Authorization: `Bearer ${server.ready.secretKey ?? ''}`,
          }),
      })
    await list(few)
    await list(many)
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) ratios.push((await list(few)).perSecond / (await list(many)).perSecond)
    return [figure('list of 20 at 1,000,000 sessions, times its cost at 10,000', median(ratios), '', { atMost: 1.2 })]
  } finally {
    await Promise.all([few.stop(), many.stop()])
  }
}

async function fill(databaseUrl: string, merchantId: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into checkout_sessions (
       merchant_id, livemode, id, status, amount, currency, customer, expires_at, created_at, metadata, reference
     )
     select $1, false, 'cs_test_' || lpad(n::text, 30, '0'), 'open', 2500, 'GBP', '{}', now() + interval '1 day',
       now(), '{}', 'r' || n
     from generate_series(1, $2::int) n`,
    [merchantId, count],
  )
  await client.query('vacuum analyze checkout_sessions')
  await client.end()
}
