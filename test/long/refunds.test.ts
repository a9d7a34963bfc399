import { Client as Sql } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { sql } from '../support/sql.ts'
import type { Scenario } from '../../server/processors/sandbox/scenarios.ts'
import type { TestService } from '../support/service.ts'
import { expectSettled, settleAll } from './load/books.ts'
import { Chance, size } from './load/chance.ts'
import { Client, type Reply } from './load/client.ts'
import { openSite, repeat, ServiceProcess } from './processes/processes.ts'

// Refunds come at once, and the bank does not always answer: spec/promises.md#refunds-never-exceed-the-payment.

const chance = new Chance()
t.comment(`seed ${chance.seed}`)

const cards: readonly Scenario[] = [
  'approved',
  'refund_pending',
  'refund_failed',
  'refund_unavailable',
  'refund_unavailable',
  'refund_unavailable',
]
const sessionsPerCard = 2
const refundsPerSession = size(34, 5)
const amount = 50_000

/** More than the lease of a key lasts, which a late reply can leave behind. */
const mostTries = 200

interface Paid {
  readonly id: string
  readonly card: Scenario
}

t.test('hundreds of concurrent refunds never return more than the payment', async (t) => {
  const site = await openSite(t)
  const processes = await Promise.all([ServiceProcess.start(t, site), ServiceProcess.start(t, site)])
  const client = await Client.signUp(
    processes.map(({ baseUrl }) => baseUrl),
    chance,
  )
  const sessions = await Promise.all(
    cards.flatMap((card) => Array.from({ length: sessionsPerCard }, () => paid(client, card))),
  )
  const database = new Sql({ connectionString: site.databaseUrl })
  await database.connect()
  t.teardown(() => database.end())
  const endSilence = repeat(1, () => silenceBank(database))
  let samples = 0
  const endSampling = repeat(50, async () => {
    samples += 1
    const { rows } = await database.query(
      'select id from checkout_sessions where amount_refunded + amount_refund_pending > amount',
    )
    if (rows.length > 0) throw new Error(`Refunds exceed the payment: ${JSON.stringify(rows)}`)
  })

  const started = performance.now()
  const orders = sessions.flatMap((session) =>
    Array.from({ length: refundsPerSession }, (_, index) => refund(client, session, index)),
  )
  const replies = await Promise.all(orders)
  const seconds = (performance.now() - started) / 1000
  await Promise.all([endSilence(), endSampling()])
  for (const process of processes) t.equal(await process.stop(), 0)

  const outcomes = Object.entries(Object.groupBy(replies, outcomeOf)).map(([outcome, of]): [string, number] => [
    outcome,
    of?.length ?? 0,
  ])
  const expected = [
    'succeeded',
    'pending',
    'failed',
    'refund_exceeds_amount',
    'session_not_refundable',
    'processor_unavailable',
  ]
  t.same(
    outcomes.filter(([outcome]) => !expected.includes(outcome)),
    [],
    'each reply is one of the contract',
  )
  const service = await settleAll(t, site)
  await expectWithinAmounts(t, service, replies)
  await expectConsistentRefunds(t, service)
  t.comment(
    `figure: ${replies.length} refunds at once on ${sessions.length} sessions, ` +
      `${Object.fromEntries(outcomes)['processor_unavailable'] ?? 0} without an answer of the bank: ` +
      `${JSON.stringify(Object.fromEntries(outcomes))}, ${tooLate} repeated after 5 s, ` +
      `${samples} samples never above the amount, ` +
      `${seconds.toFixed(1)} s`,
  )
})

async function paid(client: Client, card: Scenario): Promise<Paid> {
  const { id } = await client.succeed({
    path: '/v1/checkout/sessions',
    body: { amount, currency: 'GBP', expires_in: 86_400 },
  })
  await client.succeed({ path: `/v1/test_helpers/checkout/sessions/${String(id)}/pay`, body: { card } })
  return { id: String(id), card }
}

/** Replies to the calls that the service could not answer within five seconds, because so many came at once. */
let tooLate = 0

/** After these codes a client repeats the call: spec/decisions/database.md#database-away. */
const repeated: readonly string[] = ['internal_error', 'request_in_progress', 'rate_limited']

/** Half of the refunds have a key. Together they ask for about twice the amount. */
async function refund(client: Client, session: Paid, index: number): Promise<Reply> {
  const key = chance.happens(0.5) ? { key: `${session.id} ${index}` } : {}
  const call = {
    path: `/v1/checkout/sessions/${session.id}/refunds`,
    body: { amount: chance.whole(1, (4 * amount) / refundsPerSession) },
    ...key,
  }
  for (let tries = 1; ; tries += 1) {
    const reply = await client.once(call)
    if (!reply) throw new Error('No reply')
    const code = reply.body.error?.code
    if (!repeated.includes(code ?? '') || tries === mostTries) return reply
    tooLate += Number(reply.status === 503)
    await sleep(chance.whole(50, 1_000))
  }
}

/** Lets the bank also leave the next refund of each `refund_unavailable` payment without an answer. */
function silenceBank(database: Sql): Promise<unknown> {
  return database.query(
    `update sandbox_bank.purchases set first_refund_unanswered = false
     where scenario = 'refund_unavailable' and first_refund_unanswered`,
  )
}

function outcomeOf({ status, body }: Reply): string {
  return status === 200 ? String(body['status']) : (body.error?.code ?? String(status))
}

async function expectWithinAmounts(t: Test, service: TestService, replies: readonly Reply[]): Promise<void> {
  const tooMuch = await sql(service, 'select reference from sandbox_bank.purchases where refunded > amount')
  t.same(tooMuch, [], 'the bank returned at most the payment')
  const acknowledged = replies.filter((reply) => outcomeOf(reply) === 'succeeded').map(({ body }) => String(body['id']))
  const kept = await sql<{ id: string }>(service, `select id from refunds where status = 'succeeded'`)
  const ids = new Set(kept.map(({ id }) => id))
  t.same(
    acknowledged.filter((id) => !ids.has(id)),
    [],
    'each acknowledged refund succeeded',
  )
  const nearly = await sql<{ left: number }>(
    service,
    `select max(amount - amount_refunded) as left from checkout_sessions s
    where exists (select from refunds r where r.session_id = s.id and r.status = 'succeeded')`,
  )
  t.ok(Number(nearly[0]?.left) < (4 * amount) / refundsPerSession, 'the rest is smaller than one more refund')
}

async function expectConsistentRefunds(t: Test, service: TestService): Promise<void> {
  const counted = await sql(
    service,
    `select s.id from checkout_sessions s where s.amount_refunded <>
    (select coalesce(sum(amount), 0) from refunds r where r.session_id = s.id and r.status = 'succeeded')`,
  )
  t.same(counted, [], 'each session shows the sum of its refunds')
  for (const [status, type] of [
    ['succeeded', 'session.refunded'],
    ['failed', 'session.refund_failed'],
  ] as const) {
    const events = await sql(
      service,
      `select count(*) as events, (select count(*) from refunds where status = ?) as refunds
       from events where type = ?`,
      [status, type],
    )
    t.equal(events[0]?.['events'], events[0]?.['refunds'], `each refund that ${status} has one event`)
  }
  await expectSettled(t, service)
}
