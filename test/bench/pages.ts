import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { dashboardPages } from '../../server/dashboard/pages.ts'
import { allPages } from '../../server/pages/docs/all-pages.ts'
import { addManyPayments } from '../long/load/many-payments.ts'
import { startServer, type ServerProcess } from './children.ts'
import { signInToDashboard } from './dashboard-sign-in.ts'
import { figure, serverSettings, type BenchDatabase, type Figure } from './environment.ts'
import { quantile } from './load.ts'
import { logPlans, plansSince, sizeOfLog } from './growth/plans.ts'

const payments = 1_000_000
const visits = 60
/** PostgreSQL and the program load what they need at the first visits. */
const warmVisits = 5
const countedVisits = 3
const countingVisits = 20
const numbers = '/dashboard/live/numbers'

/**
 * Visits each page of the dashboard and of the documentation, one request at a time, in an account with a million
 * payments of live mode and as many events and deliveries. The documentation reads no table.
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
    const many = { merchantId, livemode: true, count: payments, until: new Date() }
    await addManyPayments(databaseUrl, many, { attempts: true })
    await addEvents(admin, merchantId)
    const Cookie = await signInToDashboard(server.port, server.ready.secretKey ?? '')
    await giveLiveAccess(admin, merchantId)
    const pages = await pagesWith(admin, merchantId)
    const times = new Map<string, number>()
    for (const page of pages) times.set(page, await p95Of(server, page, Cookie))
    const counting = await figuresOfDays(server, admin, Cookie)
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
    return [...figures, ...counting]
  } finally {
    await counted?.stop()
    await server.stop()
    await admin.end()
  }
}

/** The account is as old as its payments, and its key is one of live mode. */
async function giveLiveAccess(admin: Client, merchantId: string): Promise<void> {
  await admin.query(
    `update merchants set live_access = true, created_at = created_at - interval '1 year' where merchant_id = $1`,
    [merchantId],
  )
  await admin.query('update secret_keys set livemode = true where merchant_id = $1', [merchantId])
}

/** The visits that count days for the first time: the first one of a day, and the first one of a month. */
async function figuresOfDays(server: ServerProcess, admin: Client, Cookie: string): Promise<Figure[]> {
  const p95After = async (query: string): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < countingVisits; round++) {
      await admin.query(query)
      times.push(await visit(server, numbers, Cookie))
    }
    return quantile(
      times.sort((one, other) => one - other),
      0.95,
    )
  }
  const aDay = 'delete from closed_days where starts_at = (select max(starts_at) from closed_days)'
  return [
    figure(`${numbers}, p95 of the first visit of a day`, await p95After(aDay), 'ms', { atMost: 50 }),
    figure(`${numbers}, p95 without kept days`, await p95After('delete from closed_days'), 'ms'),
  ]
}

/** Every page with an address that is always there, those of one payment and one event, and the documentation. */
async function pagesWith(admin: Client, merchantId: string): Promise<string[]> {
  const oldest = async (table: string, column = 'id'): Promise<string> => {
    const { rows } = await admin.query<{ id: string }>(
      `select ${column} as id from ${table} where merchant_id = $1 and livemode order by id limit 1`,
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
    // A batch of an acquirer needs a settlement report.
    if ((path.includes('{') && id === undefined) || path === 'reconciliation/batch') return []
    return [`/dashboard/live/${path.replace('{id}', id ?? '')}`]
  })
  return [
    ...own,
    '/dashboard/live/payments?status=failed',
    '/dashboard/live/payments?q=r77',
    '/dashboard/live/payments?q=c78%40example.com',
    '/dashboard/live/deliveries?state=failing',
    '/dashboard/live/deliveries?type=session.expired',
    '/dashboard/live/events?type=session.expired',
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
       'id', 'evt_live_' || substr(session.id, 9), 'livemode', true, 'session_id', session.id,
       'created_at', session.created_at))).*
     from events event, checkout_sessions session
     where event.merchant_id = $1 and not event.livemode and session.merchant_id = $1 and session.livemode`,
    [merchantId],
  )
  await admin.query(
    `insert into deliveries select (jsonb_populate_record(delivery, jsonb_build_object(
       'id', 'del_' || substr(event.id, 10), 'livemode', true, 'event_id', event.id, 'created_at', event.created_at,
       'status', 'delivered', 'next_attempt_at', null))).*
     from deliveries delivery, events event
     where delivery.merchant_id = $1 and not delivery.livemode and event.merchant_id = $1 and event.livemode`,
    [merchantId],
  )
  for (const table of ['events', 'deliveries']) await admin.query(`vacuum (analyze) ${table}`)
}
