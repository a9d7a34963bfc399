import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { dashboardPages } from '../../server/dashboard/pages.ts'
import { allPages } from '../../server/pages/docs/all-pages.ts'
import { addManyPayments } from '../long/many-payments.ts'
import { startServer } from './children.ts'
import type { ServerProcess } from './children.ts'
import { signInToDashboard } from './dashboard-sign-in.ts'
import { figure, serverSettings } from './environment.ts'
import type { BenchDatabase, Figure } from './environment.ts'
import { quantile } from './load.ts'
import { logPlans, plansSince, sizeOfLog } from './growth/plans.ts'

const payments = 1_000_000
const visits = 60
/** PostgreSQL and the program load what they need at the first visits. */
const warmVisits = 5
const countedVisits = 3

/**
 * Visits each page of the dashboard and of the documentation, one request at a time, in an account with a million
 * payments and as many events and deliveries. The documentation reads no table.
 */
export async function benchPages(databaseUrl: string, database: BenchDatabase): Promise<Figure[]> {
  const admin = new Client({ connectionString: database.serviceAdminUrl })
  await admin.connect()
  // Without a worker, which would delete the oldest of these rows meanwhile.
  const settings = { ...serverSettings(databaseUrl), ROLE: 'api' }
  const server = await startServer('product-server.ts', settings)
  let counted: ServerProcess | undefined
  try {
    const merchantId = server.ready.merchantId ?? ''
    await sendOneEvent(server, admin)
    await addManyPayments(databaseUrl, { merchantId, count: payments, until: new Date() }, { attempts: true })
    await addEvents(admin, merchantId)
    const Cookie = await signInToDashboard(server.port, server.ready.secretKey ?? '')
    const pages = await pagesWith(admin, merchantId)
    const times = new Map<string, number>()
    for (const page of pages) times.set(page, await p95Of(server, page, Cookie))
    await logPlans(admin)
    counted = await startServer('product-server.ts', settings)
    const figures: Figure[] = []
    for (const page of pages) {
      const blocks = await blocksOf(database, () => visit(counted ?? server, page, Cookie))
      figures.push(
        figure(`${page.replace(/_?[0-9a-z]{30}/, '…')}, p95, ${blocks} blocks`, times.get(page) ?? NaN, 'ms', {
          atMost: 50,
        }),
      )
    }
    return figures
  } finally {
    await counted?.stop()
    await server.stop()
    await admin.end()
  }
}

/** Every page with an address that is always there, those of one payment and one event, and the documentation. */
async function pagesWith(admin: Client, merchantId: string): Promise<string[]> {
  const oldest = async (table: string, column = 'id'): Promise<string> => {
    const { rows } = await admin.query<{ id: string }>(
      `select ${column} as id from ${table} where merchant_id = $1 order by id limit 1`,
      [merchantId],
    )
    return rows[0]?.id ?? ''
  }
  const payment = await oldest('checkout_sessions')
  const ids: Readonly<Record<string, string>> = {
    'payments/{id}': payment,
    'payments/{id}/refund': payment,
    'events/{id}': await oldest('events'),
    'deliveries/{id}': await oldest('deliveries'),
    'keys/{id}': await oldest('secret_keys'),
  }
  const own = dashboardPages.flatMap(({ path }) => {
    const id = ids[path]
    if (path.includes('{') && id === undefined) return []
    return [`/dashboard/test/${path.replace('{id}', id ?? '')}`]
  })
  return [
    ...own,
    '/dashboard/test/payments?status=failed',
    '/dashboard/test/payments?q=r77',
    '/dashboard/test/payments?q=c78%40example.com',
    '/dashboard/test/deliveries?state=failing',
    '/dashboard/test/deliveries?type=session.expired',
    '/dashboard/test/events?type=session.expired',
    '/docs',
    ...allPages.map(({ path }) => `/docs/${path}`),
  ]
}

/** Resolves to the milliseconds of a visit. Waits where a limit of the service asks for it. */
async function visit({ port }: ServerProcess, path: string, Cookie: string): Promise<number> {
  for (;;) {
    const started = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Cookie }, redirect: 'manual' })
    await response.arrayBuffer()
    if (response.status === 200) return performance.now() - started
    if (response.status !== 429) throw new Error(`${path}: ${response.status}`)
    await pause(Number(response.headers.get('retry-after')) * 1000)
  }
}

async function p95Of(server: ServerProcess, page: string, cookie: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < warmVisits + visits; round++) times.push(await visit(server, page, cookie))
  return quantile(
    times.slice(warmVisits).sort((one, other) => one - other),
    0.95,
  )
}

/** The blocks that a visit reads, in the cheapest of some visits, because others include work in the background. */
async function blocksOf({ logFile }: BenchDatabase, visitOnce: () => Promise<unknown>): Promise<number> {
  for (let round = 0; round < warmVisits; round++) await visitOnce()
  const counts: number[] = []
  for (let round = 0; round < countedVisits; round++) {
    const start = await sizeOfLog(logFile)
    await visitOnce()
    let blocks = 0
    for await (const ran of plansSince(logFile, { start, end: Infinity })) blocks += ran.blocks
    counts.push(blocks)
  }
  return Math.min(...counts)
}

/** Makes the rows that `addEvents` copies. Nothing listens at the address. */
async function sendOneEvent({ port, ready }: ServerProcess, admin: Client): Promise<void> {
  const call = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ready.secretKey ?? ''}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, unknown>
  }
  await call('webhook_endpoints', { url: 'http://127.0.0.1:9/' })
  const { id } = await call('checkout/sessions', { amount: 2500, currency: 'GBP' })
  await call(`test_helpers/checkout/sessions/${String(id)}/pay`, {})
  const { rowCount } = await admin.query('select from deliveries where merchant_id = $1', [ready.merchantId])
  if (rowCount !== 1) throw new Error(`${String(rowCount)} deliveries instead of one`)
}

/** Gives each payment an event like the first one, with a delivery that has arrived. */
async function addEvents(admin: Client, merchantId: string): Promise<void> {
  await admin.query(`set session_replication_role to replica; set synchronous_commit to off`)
  await admin.query(
    `insert into events select (jsonb_populate_record(event, jsonb_build_object(
       'id', 'evt_test_' || substr(session.id, 9), 'session_id', session.id, 'created_at', session.created_at))).*
     from events event, checkout_sessions session
     where event.merchant_id = $1 and session.merchant_id = $1 and event.session_id <> session.id`,
    [merchantId],
  )
  await admin.query(
    `insert into deliveries select (jsonb_populate_record(delivery, jsonb_build_object(
       'id', 'del_' || substr(event.id, 10), 'event_id', event.id, 'created_at', event.created_at,
       'status', 'delivered', 'next_attempt_at', null))).*
     from deliveries delivery, events event
     where delivery.merchant_id = $1 and event.merchant_id = $1 and delivery.event_id <> event.id`,
    [merchantId],
  )
  for (const table of ['events', 'deliveries']) await admin.query(`vacuum (analyze) ${table}`)
}
