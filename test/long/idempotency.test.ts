import { Client as Sql } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { sql } from '../support/sql.ts'
import { expectSettled, settleAll } from './load/books.ts'
import { Chance, size } from './load/chance.ts'
import { Client, type Call } from './load/client.ts'
import { openSite, repeat, ServiceProcess, type Site } from './processes/processes.ts'

// Callers use one key at once, and processes die: spec/promises.md#one-effect-for-each-idempotency-key.

const chance = new Chance()
t.comment(`seed ${chance.seed}`)

/** How many callers use one key at the same time. */
const callersPerKey = 20
const lanes = 10
const callersPerKilledKey = 5
const killedLanes = 8
const kills = size(100, 3)

type Kind = 'create' | 'refund' | 'link'

const amount = 99_000

function callOf(kind: Kind, key: string, sessionIds: readonly string[]): Call {
  if (kind === 'create')
    return { path: '/v1/checkout/sessions', body: { amount, currency: 'GBP', metadata: { key } }, key }
  if (kind === 'link')
    return { path: '/v1/payment_links', body: { amount, currency: 'GBP', description: 'Tea', metadata: { key } }, key }
  const sessionId = sessionIds[Number(key.split(' ')[1]) % sessionIds.length]
  return { path: `/v1/checkout/sessions/${sessionId}/refunds`, body: { amount: 100, reason: key }, key }
}

async function paidSessions(client: Client, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { id } = await client.succeed({
        path: '/v1/checkout/sessions',
        body: { amount, currency: 'GBP', reference: 'to refund' },
      })
      await client.succeed({ path: `/v1/test_helpers/checkout/sessions/${String(id)}/pay` })
      return String(id)
    }),
  )
}

/** Makes concurrent calls with one key, and returns the ids of their replies. */
async function callAtOnce(client: Client, call: Call, callers: number): Promise<Set<unknown>> {
  const bodies = await Promise.all(Array.from({ length: callers }, () => client.succeed(call)))
  return new Set(bodies.map(({ id }) => id))
}

/** Makes all calls, a few at a time, and returns the keys that were answered with more than one object. */
async function callAll(client: Client, calls: readonly Call[], callers: number): Promise<string[]> {
  const waiting = [...calls]
  const wrong: string[] = []
  const lane = async (): Promise<void> => {
    for (let call = waiting.shift(); call; call = waiting.shift()) {
      if ((await callAtOnce(client, call, callers)).size !== 1) wrong.push(call.key ?? '')
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return wrong
}

/** Checks in the database that each key made one object. */
async function expectOneObjectPerKey(t: Test, site: Site, counts: Record<Kind, number>): Promise<void> {
  const service = await settleAll(t, site)
  const made: Record<Kind, string> = {
    create: `select metadata->>'key' as key from checkout_sessions where metadata ? 'key' and payment_link_id is null`,
    refund: 'select reason as key from refunds',
    link: `select metadata->>'key' as key from payment_links`,
  }
  for (const kind of ['create', 'refund', 'link'] as const) {
    const text = made[kind].replaceAll(' ? ', ' \\? ')
    const [row] = await sql<{ objects: string; keys: string }>(
      service,
      `select count(*) as objects, count(distinct key) as keys from (${text}) made`,
    )
    t.same(
      row,
      { objects: String(counts[kind]), keys: String(counts[kind]) },
      `${counts[kind]} keys made ${counts[kind]} objects: ${kind}`,
    )
  }
  const refunds = await sql(service, `select id from refunds where status <> 'succeeded'`)
  t.same(refunds, [], 'each refund succeeded')
  await expectSettled(t, service)
}

t.test('twenty concurrent calls with each key make one object', async (t) => {
  const site = await openSite(t)
  const processes = await Promise.all([ServiceProcess.start(t, site), ServiceProcess.start(t, site)])
  const client = await Client.signUp(
    processes.map(({ baseUrl }) => baseUrl),
    chance,
  )
  const sessions = await paidSessions(client, 5)
  const counts: Record<Kind, number> = { create: size(200), refund: size(50), link: size(50) }
  const started = performance.now()
  for (const kind of ['create', 'refund', 'link'] as const) {
    const calls = Array.from({ length: counts[kind] }, (_, index) => callOf(kind, `${kind} ${index}`, sessions))
    t.same(await callAll(client, calls, callersPerKey), [], `all replies of a key have the same object: ${kind}`)
  }
  const seconds = (performance.now() - started) / 1000
  for (const process of processes) t.equal(await process.stop(), 0)
  await expectOneObjectPerKey(t, site, counts)
  const keys = counts.create + counts.refund + counts.link
  t.comment(
    `figure: ${keys} keys × ${callersPerKey} callers = ${keys} objects (${JSON.stringify(counts)}), ` +
      `2 processes, ${seconds.toFixed(1)} s`,
  )
})

t.test('each key makes one object even when processes are killed during requests', async (t) => {
  const site = await openSite(t)
  const processes = await Promise.all([ServiceProcess.start(t, site), ServiceProcess.start(t, site)])
  const client = await Client.signUp(
    processes.map(({ baseUrl }) => baseUrl),
    chance,
  )
  const sessions = await paidSessions(client, 5)
  const endLeases = await shortLeases(t, site)
  const counts: Record<Kind, number> = { create: 0, refund: 0, link: 0 }
  const wrong: string[] = []
  let killing = true
  const lane = async (): Promise<void> => {
    while (killing) {
      const kind = chance.pick(['create', 'refund', 'link'] as const)
      const call = callOf(kind, `${kind} ${counts[kind]++}`, sessions)
      if ((await callAtOnce(client, call, callersPerKilledKey)).size !== 1) wrong.push(call.key ?? '')
    }
  }
  const load = Promise.all(Array.from({ length: killedLanes }, lane))
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(chance.whole(50, 700))
    const victim = chance.pick(processes)
    await victim.kill()
    await victim.restart()
  }
  killing = false
  await load
  await endLeases()
  for (const process of processes) t.equal(await process.stop(), 0)
  t.same(wrong, [], 'all replies of a key have the same object')
  await expectOneObjectPerKey(t, site, counts)
  t.comment(
    `figure: ${kills} kills cut ${client.cut} calls off; ` +
      `${counts.create + counts.refund + counts.link} keys = as many objects (${JSON.stringify(counts)})`,
  )
})

/** A killed request leaves its key under a lease of 60 s. This ends such a lease after 3 s. */
async function shortLeases(t: Test, site: Site): Promise<() => Promise<void>> {
  const database = new Sql({ connectionString: site.databaseUrl })
  await database.connect()
  t.teardown(() => database.end())
  return repeat(500, () =>
    database.query(
      `update idempotency_keys set leased_until = now()
       where reply_status is null and leased_until between now() and now() + interval '57 seconds'`,
    ),
  )
}
