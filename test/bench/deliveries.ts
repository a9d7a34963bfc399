import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, fsyncSync, writeSync, closeSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Arrival } from './bench-receiver.ts'
import { startServer, type ServerProcess } from './children.ts'
import { figure, serverSettings, type Figure } from './environment.ts'
import { median, quantile } from './load.ts'
import { setAlarms } from '../support/set-alarms.ts'

const pacedEvents = 1_000
const pacedPerSecond = 100
/** Odd, for a median: one slow moment of the disk decides the p99 of a round. */
const pacedRounds = 3
/** Deliveries that are due at once, shared by these numbers of receivers. */
const backlog = 15_000
const receiversOfBacklog = [1, 3, 300]
const backlogRounds = 3
let inserted = 0
const silentAccounts = 100
const deliveriesEach = 2_000

/**
 * Measures the time from the commit of an event to its arrival, the rate at which a backlog is delivered and recorded,
 * and a healthy receiver beside a hanging and a failing one.
 */
export async function benchDeliveries(databaseUrl: string): Promise<Figure[]> {
  const settings = { ...serverSettings(databaseUrl), SIGNUP_LIMIT_PER_HOUR: '1000' }
  const product = await startServer('product-server.ts', settings)
  const receiver = await startReceiver()
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  try {
    await setEndpoint(product, `http://127.0.0.1:${receiver.port}/ok`, product.ready.secretKey ?? '')
    // The first round warms up.
    await pacedRound(product, receiver)
    const alone = await paced(product, receiver)
    const accounts = [product.ready.merchantId ?? '']
    while (accounts.length < Math.max(...receiversOfBacklog))
      accounts.push(await addAccount(product, db, `http://127.0.0.1:${receiver.port}/ok/${accounts.length}`))
    const drained: Figure[] = []
    // The first backlog warms up.
    await drain(accounts.slice(0, 3), receiver, db)
    for (const receivers of receiversOfBacklog) {
      const rates: number[] = []
      while (rates.length < backlogRounds) rates.push(await drain(accounts.slice(0, receivers), receiver, db))
      const name = `backlog of ${backlog} deliveries, each recorded, receivers: ${receivers}`
      drained.push(figure(name, median(rates), '/s', receivers === 3 ? { atLeast: 3300 } : undefined))
    }
    // Otherwise autovacuum works on the traces of the backlogs during the next rounds.
    await db.query('vacuum (analyze) events, deliveries, delivery_attempts')
    await addBadNeighbours(product, receiver.port)
    const beside = await paced(product, receiver)
    await addSilentAccounts(product, receiver.port, db)
    const besideSilent = await paced(product, receiver)
    const tries = await receiver.unanswered()
    const fsyncs = await fsyncTimes()
    return [
      figure('reply to delivery at 100 events/s: p50', alone.sinceReply.p50, 'ms'),
      figure('reply to delivery at 100 events/s: p99', alone.sinceReply.p99, 'ms', { atMost: 5 }),
      figure('request to delivery at 100 events/s: p50', alone.sinceRequest.p50, 'ms'),
      figure('request to delivery at 100 events/s: p99', alone.sinceRequest.p99, 'ms'),
      ...drained,
      figure('p99 beside a hanging and a failing receiver, times alone', timesAlone(beside, alone), '', {
        atMost: 1.5,
      }),
      figure(
        `p99 beside ${silentAccounts} silent accounts with ${deliveriesEach} deliveries each, times alone`,
        timesAlone(besideSilent, alone),
        '',
        { atMost: 1.5 },
      ),
      figure('silent accounts that got an attempt meanwhile', tries.filter(([path]) => path !== '/hang').length, '', {
        atLeast: silentAccounts,
      }),
      figure('fsync of this disk: p50', quantile(fsyncs, 0.5), 'ms'),
      figure('fsync of this disk: p99', quantile(fsyncs, 0.99), 'ms'),
    ]
  } finally {
    await db.end()
    receiver.child.kill()
    await product.stop()
  }
}

interface Receiver {
  readonly child: ChildProcess
  readonly port: number
  /** Waits until `count` more events have arrived. */
  wait(count: number): Promise<Arrival[]>
  /** How many attempts each silent path has got. */
  unanswered(): Promise<[path: string, attempts: number][]>
}

async function startReceiver(): Promise<Receiver> {
  const child = fork(fileURLToPath(new URL('bench-receiver.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    child,
    port,
    wait: async (count) => {
      child.send({ wait: count })
      const [{ arrivals }] = (await once(child, 'message')) as [{ arrivals: Arrival[] }]
      return arrivals
    },
    unanswered: async () => {
      child.send('unanswered')
      const [message] = (await once(child, 'message')) as [{ unanswered: [string, number][] }]
      return message.unanswered
    },
  }
}

/** How long deliveries took, in milliseconds: medians over the rounds. */
interface Latencies {
  /** Since the reply of the call that caused the event. The reply follows the commit. */
  readonly sinceReply: Quantiles
  readonly sinceRequest: Quantiles
}

interface Quantiles {
  readonly p50: number
  readonly p99: number
}

function timesAlone(beside: Latencies, alone: Latencies): number {
  return beside.sinceRequest.p99 / alone.sinceRequest.p99
}

async function paced(product: ServerProcess, receiver: Receiver): Promise<Latencies> {
  const rounds: Round[] = []
  while (rounds.length < pacedRounds) rounds.push(await pacedRound(product, receiver))
  const over = (name: keyof Round): Quantiles => ({
    p50: median(rounds.map((round) => quantile(round[name], 0.5))),
    p99: median(rounds.map((round) => quantile(round[name], 0.99))),
  })
  return { sinceReply: over('sinceReply'), sinceRequest: over('sinceRequest') }
}

/** The times of one round in ascending order. */
type Round = Readonly<Record<keyof Latencies, readonly number[]>>

/** Makes events at a steady pace. Each is the expiry of an open session by its merchant, a whole transaction. */
async function pacedRound(product: ServerProcess, receiver: Receiver): Promise<Round> {
  const key = product.ready.secretKey ?? ''
  const ids = await createSessions(product, key, pacedEvents)
  const arrived = receiver.wait(pacedEvents)
  const started = performance.now()
  const repliedAt = new Map<string | null, number>()
  const calls: Promise<unknown>[] = []
  for (const [index, id] of ids.entries()) {
    const due = started + (index * 1000) / pacedPerSecond
    const ahead = due - performance.now()
    if (ahead > 1) await new Promise((resolve) => setTimeout(resolve, ahead))
    calls.push(
      post(product, `/v1/checkout/sessions/${id}/expire`, key).then(() =>
        repliedAt.set(id, performance.timeOrigin + performance.now()),
      ),
    )
  }
  await Promise.all(calls)
  const arrivals = await arrived
  const ascending = (times: number[]): number[] => times.sort((a, b) => a - b)
  return {
    sinceReply: ascending(arrivals.map(({ sessionId, arrivedAt }) => arrivedAt - (repliedAt.get(sessionId) ?? NaN))),
    sinceRequest: ascending(arrivals.map(({ createdAt, arrivedAt }) => arrivedAt - createdAt)),
  }
}

/** Inserts a backlog, as if no worker had run, and measures how many events a second the product delivers. */
async function drain(accounts: readonly string[], receiver: Receiver, db: pg.Client): Promise<number> {
  const first = receiver.wait(1)
  await db.query('begin')
  for (const merchantId of accounts) await insertBacklog(db, merchantId, backlog / accounts.length)
  await db.query('commit')
  // The time counts from the first arrival, because the worker does not look at the moment of the commit.
  await first
  const started = performance.now()
  await receiver.wait(backlog - 1)
  const pending = async (): Promise<boolean> =>
    (await db.query(`select from deliveries where status = 'pending' limit 1`)).rowCount === 1
  while (await pending()) await pause(5)
  return backlog / ((performance.now() - started) / 1000)
}

/**
 * Inserts due deliveries, with ids that no earlier backlog has. Their events have their numbers, as in an account whose
 * backlog has grown over hours. The service would otherwise number all of them during the measurement.
 */
async function insertBacklog(db: pg.Client, merchantId: string, count: number): Promise<void> {
  inserted += 1
  await db.query(
    `with counter as (
       insert into event_counters as known (merchant_id, livemode, last_sequence) values ($1, false, $2::int)
       on conflict (merchant_id, livemode) do update set last_sequence = known.last_sequence + $2::int
       returning last_sequence - $2::int as before),
     made as (
       insert into events (merchant_id, livemode, id, type, body, created_at, sequence)
       select $1, false, 'evt_' || $3 || lpad(n::text, 20, '0'), 'test.ping',
         '{"id":"evt_' || $3 || lpad(n::text, 20, '0') || '","type":"test.ping","created":"2026-11-21T10:00:00.000Z",'
           || '"livemode":false,"data":{}}', now(), before + n
       from counter, generate_series(1, $2::int) n returning id)
     insert into deliveries (merchant_id, livemode, id, event_id, status, next_attempt_at, created_at)
     select $1, false, replace(id, 'evt_', 'del_'), id, 'pending', now(), now() from made`,
    [merchantId, count, `backlog${inserted}n`],
  )
  await db.query(setAlarms)
}

/** Adds accounts with a backlog whose receivers never answer. */
async function addSilentAccounts(product: ServerProcess, port: number, db: pg.Client): Promise<void> {
  for (let number = 1; number <= silentAccounts; number += 1) {
    const merchantId = await addAccount(product, db, `http://127.0.0.1:${port}/hang/${number}`)
    await insertBacklog(db, merchantId, deliveriesEach)
  }
}

/** Adds an account with a webhook address. Returns its id. */
async function addAccount(product: ServerProcess, db: pg.Client, url: string): Promise<string> {
  await setEndpoint(product, url, await signUp(product))
  const { rows } = await db.query<{ merchant_id: string }>('select merchant_id from webhook_endpoints where url = $1', [
    url,
  ])
  return rows[0]?.merchant_id ?? ''
}

async function signUp(product: ServerProcess): Promise<string> {
  const signup = await post(product, '/v1/sandbox/signup', '', { email: 'neighbour@example.com' })
  return (signup as { secret_key: string }).secret_key
}

/** Adds two busy accounts: the receiver of one never answers, the receiver of the other fails. */
async function addBadNeighbours(product: ServerProcess, port: number): Promise<void> {
  for (const path of ['hang', 'fail']) {
    const key = await signUp(product)
    await setEndpoint(product, `http://127.0.0.1:${port}/${path}`, key)
    const ids = await createSessions(product, key, 100)
    await Promise.all(ids.map((id) => post(product, `/v1/checkout/sessions/${id}/expire`, key)))
  }
}

async function createSessions(product: ServerProcess, key: string, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const made = await Promise.all(
      Array.from({ length: Math.min(50, count - ids.length) }, () =>
        post(product, '/v1/checkout/sessions', key, { amount: 2500, currency: 'GBP' }),
      ),
    )
    ids.push(...made.map((session) => (session as { id: string }).id))
  }
  return ids
}

async function setEndpoint(product: ServerProcess, url: string, key: string): Promise<void> {
  await post(product, '/v1/webhook_endpoints', key, { url })
}

async function post(product: ServerProcess, path: string, key: string, body?: object): Promise<object> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${product.port}${path}`, {
    method: 'POST',
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as object
}

/** How long the disk takes for a page at the pace of the events, in milliseconds, in ascending order. */
async function fsyncTimes(): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'servicepay-fsync-'))
  const file = openSync(join(folder, 'x'), 'w')
  const times: number[] = []
  while (times.length < pacedEvents) {
    await pause(1000 / pacedPerSecond)
    const started = performance.now()
    writeSync(file, Buffer.alloc(8192))
    fsyncSync(file)
    times.push(performance.now() - started)
  }
  closeSync(file)
  rmSync(folder, { recursive: true })
  return times.sort((a, b) => a - b)
}
