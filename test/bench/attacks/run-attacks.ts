import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { addManyPayments } from '../../long/load/many-payments.ts'
import { startServer, type ServerProcess } from '../children.ts'
import { hashSecretKey } from '../../../server/domain/accounts/secret-key.ts'
import { signInToDashboard } from '../dashboard-sign-in.ts'
import { serverSettings, startDatabase, type Figure } from '../environment.ts'
import { quantile } from '../load.ts'
import { attacks, type Attack, type Attacked, type AttackName } from './attacks.ts'
import { HealthyMerchant, type HealthyCall, type Measured } from './healthy-merchant.ts'
import { HttpClient } from './http-client.ts'
import { setAlarms } from '../../support/set-alarms.ts'

const seconds = 15
/** The attack runs so long before the measurement begins. */
const headStartSeconds = 3
/** Wanted: the slowest p99 of the healthy merchant beside an attack, in milliseconds. */
const goalMs = 250
/** The last deliveries may still be on their way when the merchant's work ends. */
const lastDeliveryMs = 15_000
const lastDueMs = 60_000
const healthyAddress = '127.0.0.77'
const deliveriesOfASilentReceiver = 2_000
const dueSessions = 5_000
const dueHealthySessions = 20

/**
 * Measures a healthy merchant beside each attack, each on a fresh instance with the default settings. The merchant's
 * client, the attackers, the service and the database share the processors of this machine.
 */
export async function benchAttacks(words: readonly string[], print: (line: Figure) => void): Promise<void> {
  const all = Object.keys(attacks) as AttackName[]
  const chosen = words.length === 0 ? all : all.filter((name) => words.some((word) => name.includes(word)))
  for (const name of chosen) for (const line of await measureBeside(name)) print(line)
}

async function measureBeside(name: AttackName): Promise<Figure[]> {
  const attack: Attack = attacks[name]
  const database = await startDatabase()
  const { RATE_LIMIT_PER_SECOND: _unlimited, ...settings } = serverSettings(database.url)
  const others = attack.others ?? 1
  const product = await startServer('product-server.ts', { ...settings, BENCH_ACCOUNTS: String(others) })
  const receiver = await startReceiver()
  const key = product.ready.secretKey ?? ''
  const merchantKeys = (product.ready.secretKeys ?? '').split(' ')
  const merchant = new HealthyMerchant(product.port, healthyAddress, merchantKeys)
  const db = new pg.Client({ connectionString: database.url })
  await db.connect()
  try {
    const owner = new HttpClient(product.port, '127.0.0.78')
    for (const each of merchantKeys)
      await owner.json('POST', '/v1/webhook_endpoints', each, { url: `http://127.0.0.1:${String(receiver.port)}/ok` })
    const target = await prepare(attack, product, owner, key, { db, databaseUrl: database.url, receiver })
    await merchant.begin()
    const expirable = await merchant.openSessions(seconds * 5 + 20)
    await merchant.work(2, expirable.splice(0, 15))
    const alone = others > 1 ? await merchant.work(seconds, await merchant.openSessions(seconds * 5 + 5)) : null
    await receiver.settled()
    receiver.forget()
    const attackers = await startAttackers(name, target)
    const held = attack.holdsRows ? holdRows(database.url, target.keys) : null
    await pause(headStartSeconds * 1_000)
    const measured = await merchant.work(seconds, expirable)
    await held?.stop()
    const report = await attackers.stop()
    const delivered = await receiver.wait(measured.expired, lastDeliveryMs)
    const figures = describe(name, measured, delivered, report)
    if (alone) figures.push(...ratios(alone, measured))
    return attack.backlog === 'due sessions' ? [...figures, await latenessOf(receiver.dueLatencies)] : figures
  } finally {
    merchant.close()
    await db.end()
    receiver.stop()
    await product.stop()
    await database.stop()
  }
}

function describe(name: AttackName, measured: Measured, delivered: readonly number[], report: string): Figure[] {
  const calls = Object.entries(measured.p99) as [HealthyCall, number][]
  const deliveryP99 = delivered.length < measured.expired ? Infinity : quantile(delivered, 0.99)
  const slowest = Math.max(deliveryP99, ...calls.map(([, p99]) => p99))
  const refused = Object.entries(measured.refused).map(([reply, count]) => `${String(count)} × ${reply}`)
  const parts = [
    ...calls.map(([call, p99]) => `${call} ${p99.toFixed(0)}`),
    `delivery ${deliveryP99.toFixed(0)}`,
    ...(refused.length > 0 ? [`FAILED: ${refused.join(', ')}`] : []),
    ...(delivered.length < measured.expired
      ? [`${String(measured.expired - delivered.length)} deliveries are missing`]
      : []),
    ...(report === '' ? [] : [`attackers: ${report}`]),
  ]
  return [
    {
      name,
      value: `${slowest.toFixed(0)} ms`,
      target: `≤ ${String(goalMs)} ms`,
      reached: slowest <= goalMs && refused.length === 0,
    },
    { name: `  ${parts.join('; ')}`, value: '', target: '', reached: null },
  ]
}

/** The p99 of each call beside the attack, as a multiple of that without it. */
function ratios(alone: Measured, beside: Measured): Figure[] {
  const calls = Object.keys(beside.p99) as HealthyCall[]
  const times = calls.map((call) => ({ call, times: beside.p99[call] / alone.p99[call] }))
  const name = `  times the p99 without it: ${times.map(({ call, times }) => `${call} ${times.toFixed(2)}`).join('; ')}`
  return [{ name, value: '', target: '', reached: null }]
}

/** Locks the rows of the accounts with these keys for a second each time, on a connection of its own. */
function holdRows(databaseUrl: string, keys: readonly string[]): { stop(): Promise<void> } {
  const state = { isOver: false }
  const holding = (async (): Promise<void> => {
    const holder = new pg.Client({ connectionString: databaseUrl })
    await holder.connect()
    const hashes = keys.map(hashSecretKey)
    const accounts = 'select merchant_id from secret_keys where hash = any($1)'
    try {
      while (!state.isOver) {
        await holder.query('begin')
        for (const table of ['merchants', 'checkout_sessions'])
          await holder.query(`select from ${table} where merchant_id in (${accounts}) for update skip locked`, [hashes])
        await pause(1_000)
        await holder.query('rollback')
      }
    } finally {
      await holder.end()
    }
  })()
  return {
    stop: () => {
      state.isOver = true
      return holding
    },
  }
}

/** The worker looks for due sessions once a second, so the goal is larger than that of the calls. */
async function latenessOf(lateMs: readonly number[]): Promise<Figure> {
  const end = performance.now() + lastDueMs
  while (lateMs.length < dueHealthySessions && performance.now() < end) await pause(100)
  const slowest = lateMs.length < dueHealthySessions ? Infinity : Math.max(...lateMs)
  const name = '  the merchant’s own due sessions: slowest from the due time to the delivery'
  return { name, value: `${slowest.toFixed(0)} ms`, target: '≤ 1500 ms', reached: slowest <= 1_500 }
}

interface Preparation {
  readonly db: pg.Client
  readonly databaseUrl: string
  readonly receiver: Receiver
}

async function prepare(
  attack: Attack,
  product: ServerProcess,
  owner: HttpClient,
  key: string,
  { db, databaseUrl, receiver }: Preparation,
): Promise<Attacked> {
  const keys: string[] = []
  const merchants: string[] = []
  for (let account = 0; account < (attack.accounts ?? 1); account++) {
    // A new address for each ten accounts, because sign-ups are limited by address.
    const visitor = new HttpClient(product.port, `127.0.9.${String(Math.floor(account / 10) + 1)}`)
    const signup = await visitor.json<{ secret_key: string; merchant_id: string }>('POST', '/v1/sandbox/signup', null, {
      email: `attacker${String(account)}@example.com`,
    })
    visitor.close()
    keys.push(signup.secret_key)
    merchants.push(signup.merchant_id)
  }
  const session = await owner.json<{ client_secret: string }>('POST', '/v1/checkout/sessions', key, {
    amount: 1500,
    currency: 'GBP',
  })
  for (const merchantId of merchants) await addOpenSessions(db, merchantId, attack.openSessions ?? 0, '1 hour')
  for (const merchantId of attack.payments === undefined ? [] : merchants) {
    const payments = { merchantId, count: attack.payments ?? 0, until: new Date() }
    await addManyPayments(databaseUrl, payments, { attempts: false })
  }
  if (attack.backlog === 'silent receivers') await addSilentReceivers(product.port, keys, merchants, db, receiver.port)
  if (attack.backlog === 'due sessions') {
    await addOpenSessions(db, merchants[0] ?? '', dueSessions, dueAfter)
    await addOpenSessions(db, product.ready.merchantId ?? '', dueHealthySessions, dueAfter)
  }
  const cookies: string[] = []
  if (attack.signsIn === true)
    for (const [account, attackerKey] of keys.entries())
      cookies.push(await signInToDashboard(product.port, attackerKey, `attacker${String(account)}@example.com`))
  return {
    port: product.port,
    keys,
    linkCode: await createLink(owner, key, 'reusable'),
    oneOffLinkCode: await createLink(owner, key, 'single'),
    clientSecret: session.client_secret,
    cookies,
  }
}

/** Returns the code of a new link of the healthy merchant. */
async function createLink(owner: HttpClient, key: string, kind: 'reusable' | 'single'): Promise<string> {
  const description = 'A link of the healthy merchant'
  const params = { amount: 1500, currency: 'GBP', description, kind }
  const { code } = await owner.json<{ code: string }>('POST', '/v1/payment_links', key, params)
  return code
}

async function addSilentReceivers(
  port: number,
  keys: readonly string[],
  merchants: readonly string[],
  db: pg.Client,
  receiverPort: number,
): Promise<void> {
  const client = new HttpClient(port, '127.0.0.79')
  for (const key of keys)
    await client.json('POST', '/v1/webhook_endpoints', key, { url: `http://127.0.0.1:${String(receiverPort)}/hang` })
  client.close()
  await db.query(
    `with made as (
       insert into events (merchant_id, livemode, id, type, body, created_at)
       select merchant, false, 'evt_' || lpad(n::text, 30, '0'), 'test.ping',
         '{"id":"evt_' || lpad(n::text, 30, '0') || '","type":"test.ping","created":"2026-11-21T10:00:00.000Z",'
           || '"livemode":false,"data":{}}', now()
       from unnest($1::text[]) merchant, generate_series(1, $2::int) n returning merchant_id, id)
     insert into deliveries (merchant_id, livemode, id, event_id, status, next_attempt_at, created_at)
     select merchant_id, false, replace(id, 'evt_', 'del_'), id, 'pending', now(), now() from made`,
    [merchants, deliveriesOfASilentReceiver],
  )
  await db.query(setAlarms)
  await db.query('analyze deliveries')
}

/** In the middle of the measurement. */
const dueAfter = '12 s'

/** Adds sessions whose ids are those of `openSessionId`. `expiresAfter` is an interval of PostgreSQL. */
async function addOpenSessions(db: pg.Client, merchantId: string, count: number, expiresAfter: string): Promise<void> {
  await db.query(
    `insert into checkout_sessions (merchant_id, livemode, id, status, amount, currency, customer, expires_at,
       attempts, created_at, metadata)
     select $1, false, 'cs_test_' || lpad(n::text, 30, '0'), 'open', 1000, 'GBP', '{}', now() + $3::interval, 0,
       now(), '{}' from generate_series(1, $2::int) n`,
    [merchantId, count, expiresAfter],
  )
  await db.query(setAlarms)
}

async function startAttackers(name: AttackName, target: Attacked): Promise<{ stop(): Promise<string> }> {
  const attack: Attack = attacks[name]
  if (attack.connections === 0) return { stop: async () => Promise.resolve('') }
  const child = fork(fileURLToPath(new URL('attacker.ts', import.meta.url)), [name, JSON.stringify(target)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'spawn')
  return {
    stop: async () => {
      child.send('report')
      const [{ statuses, sent }] = (await once(child, 'message')) as [
        { statuses: Record<string, number>; sent: number },
      ]
      child.kill('SIGKILL')
      await once(child, 'exit')
      const replies = Object.entries(statuses).map(([status, count]) => `${String(count)} × ${status}`)
      return [`${String(sent)} sent`, ...replies].join(', ')
    },
  }
}

interface Receiver {
  readonly port: number
  /** How late each session that was due had its event, in milliseconds. */
  readonly dueLatencies: readonly number[]
  /** Resolves when no delivery has arrived for half a second. */
  settled(): Promise<void>
  forget(): void
  /** The times from event to arrival, sorted, once there are so many or the time is over. */
  wait(count: number, timeoutMs: number): Promise<number[]>
  stop(): void
}

async function startReceiver(): Promise<Receiver> {
  const child = fork(fileURLToPath(new URL('attack-receiver.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  let latencies: number[] = []
  const dueLatencies: number[] = []
  child.on('message', ({ isDue, latency }: { isDue: boolean; latency: number }) =>
    (isDue ? dueLatencies : latencies).push(latency),
  )
  return {
    port,
    dueLatencies,
    settled: async () => {
      for (let before = -1; before !== latencies.length; await pause(500)) before = latencies.length
    },
    forget: () => {
      latencies = []
    },
    wait: async (count, timeoutMs) => {
      const end = performance.now() + timeoutMs
      while (latencies.length < count && performance.now() < end) await pause(50)
      return [...latencies].sort((a, b) => a - b)
    },
    stop: () => child.kill(),
  }
}
