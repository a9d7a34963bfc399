import pg from 'pg'
import { signInToDashboard } from './dashboard-sign-in.ts'
import { addManyPayments } from '../long/load/many-payments.ts'
import { startServer } from './children.ts'
import { figure, serverSettings, type Figure } from './environment.ts'
import { httpRequest, median, runLoad } from './load.ts'

const payments = 1_000_000
const rowsOnAPage = 50
const deepPage = 1_000
const requests = 200
const rounds = 5

/** Compares the cost of page 1,000 of the dashboard's list with page 1. The two take turns. */
export async function benchDashboard(databaseUrl: string): Promise<Figure[]> {
  const server = await startServer('product-server.ts', serverSettings(databaseUrl))
  try {
    const merchantId = server.ready.merchantId ?? ''
    await addManyPayments(databaseUrl, { merchantId, count: payments, until: new Date() }, { attempts: false })
    const cookie = await signInToDashboard(server.port, server.ready.secretKey ?? '')
    const after = await idAt(databaseUrl, merchantId, rowsOnAPage * (deepPage - 1) - 1)
    const page = (query: string) =>
      runLoad({
        port: server.port,
        connections: 4,
        requests,
        request: () => httpRequest('GET', `/dashboard/test/payments${query}`, { Cookie: cookie }),
      })
    await page('')
    await page(`?after=${after}`)
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++)
      ratios.push((await page('')).perSecond / (await page(`?after=${after}`)).perSecond)
    return [figure('page 1,000 of 1,000,000 payments, times the cost of page 1', median(ratios), '', { atMost: 1.2 })]
  } finally {
    await server.stop()
  }
}

async function idAt(databaseUrl: string, merchantId: string, position: number): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    'select id from checkout_sessions where merchant_id = $1 order by id desc offset $2 limit 1',
    [merchantId, position],
  )
  await client.end()
  return rows[0]?.id ?? ''
}
