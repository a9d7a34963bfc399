import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { sql } from '../../support/sql.ts'
import { expectSettled, settleAll } from '../load/books.ts'
import { Chance, size } from '../load/chance.ts'
import { Client } from '../load/client.ts'
import { openSite, ServiceProcess } from './processes.ts'

// SIGTERM under load drains the service within 15 s, and no reply is cut.

const chance = new Chance()
t.comment(`seed ${chance.seed}`)

const stops = size(10, 2)
const lanes = 16
const drainWithinMs = 15_000

/** The outcomes of the calls around each stop. */
interface Calls {
  answered: number
  /** No process took the call, so the client can safely repeat it. */
  refused: number
  readonly broken: string[]
  /**
   * Paths and bodies of calls whose connection ended without a reply, because the process closed a new or idle
   * connection. The database shows later whether the service handled such a call, which would be a broken reply.
   */
  readonly reset: string[]
  readonly paid: string[]
}

t.test('a process that stops answers every request that it received', async (t) => {
  const site = await openSite(t)
  const process = await ServiceProcess.start(t, site)
  const { key, unpaid } = await sessionsToPay(process.baseUrl)
  const calls: Calls = { answered: 0, refused: 0, broken: [], reset: [], paid: [] }
  const took: number[] = []
  for (let stop = 0; stop < stops; stop += 1) {
    let stopped = false
    const lane = async (_: unknown, index: number): Promise<void> => {
      while (!stopped) await callOnce(process.baseUrl, key, nextCall(index, unpaid), calls)
    }
    const load = Promise.all(Array.from({ length: lanes }, lane))
    await sleep(chance.whole(200, 800))
    const started = performance.now()
    t.equal(await process.stop(), 0)
    took.push(performance.now() - started)
    stopped = true
    await load
    if (stop < stops - 1) await process.restart()
  }
  t.same(calls.broken, [], 'no reply was broken')
  t.ok(Math.max(...took) < drainWithinMs, 'each stop was in time')
  const service = await settleAll(t, site)
  const sessions = await sql<{ reference: string | null; id: string; attempts: number }>(
    service,
    'select reference, id, attempts from checkout_sessions',
  )
  const isHandled = ({ reference, id, attempts }: (typeof sessions)[number]) =>
    calls.reset.some((call) => (reference !== null && call.includes(reference)) || (attempts > 0 && call.includes(id)))
  t.same(sessions.filter(isHandled), [], 'the service handled no call whose connection was reset')
  const lost = await sql(service, 'select id from checkout_sessions where id = any(?) and paid_at is null', [
    calls.paid,
  ])
  t.same(lost, [], 'each acknowledged payment is paid')
  await expectSettled(t, service)
  t.comment(
    `figure: ${stops} stops under load: drained in ${took.map((ms) => `${Math.round(ms)} ms`).join(', ')}; ` +
      `${calls.answered} calls answered (${calls.paid.length} payments), ${calls.broken.length} broken, ` +
      `${calls.refused + calls.reset.length} not taken`,
  )
})

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: object
}

async function sessionsToPay(baseUrl: string): Promise<{ key: string; unpaid: string[] }> {
  const anonymous = new Client([baseUrl], chance, '')
  const { secret_key } = await anonymous.succeed({
    path: '/v1/sandbox/signup',
    body: { email: 'merchant@example.com' },
  })
  const client = new Client([baseUrl], chance, String(secret_key))
  const sessions = await Promise.all(
    Array.from(
      { length: size(200) },
      async () =>
        (await client.succeed({ path: '/v1/checkout/sessions', body: { amount: 100, currency: 'GBP' } }))['id'],
    ),
  )
  return { key: String(secret_key), unpaid: sessions.map(String) }
}

/**
 * When the connection of a read ends this soon, it was idle and closing. The service answers or holds a received read.
 */
const idleCloseMs = 50

/** Makes one call and records its outcome. */
async function callOnce(baseUrl: string, key: string, { method, path, body }: Call, calls: Calls): Promise<void> {
  const sentAt = performance.now()
  try {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    const reply = JSON.parse(text) as { id?: string; status?: string }
    if (response.status >= 500) calls.broken.push(`${method} ${path}: ${response.status} ${text}`)
    else calls.answered += 1
    if (path.endsWith('/pay') && reply.status === 'paid') calls.paid.push(String(reply.id))
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : null
    const code = cause && 'code' in cause ? cause.code : null
    if (code === 'ECONNREFUSED') calls.refused += 1
    else if (
      (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') &&
      method === 'GET' &&
      performance.now() - sentAt < idleCloseMs
    )
      calls.refused += 1
    else if ((code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') && method === 'POST')
      calls.reset.push(`${path} ${JSON.stringify(body)}`)
    else calls.broken.push(`${method} ${path}: ${cause?.message ?? String(error)}`)
    await sleep(50)
  }
}

/** One lane follows events, which waits for up to 20 s. The others pay and create sessions. */
function nextCall(lane: number, unpaid: string[]): Call {
  if (lane === 0) return { method: 'GET', path: '/v1/events?wait=20&limit=100&ending_before=evt_none' }
  const id = lane % 3 === 1 ? unpaid.pop() : undefined
  if (id !== undefined) return { method: 'POST', path: `/v1/test_helpers/checkout/sessions/${id}/pay` }
  return {
    method: 'POST',
    path: '/v1/checkout/sessions',
    body: { amount: 100, currency: 'GBP', reference: randomUUID() },
  }
}
