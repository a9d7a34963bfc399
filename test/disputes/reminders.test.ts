import t from 'tap'
import { reminderAt } from '../../server/domain/disputes/dispute-reminder.ts'
import { applyProcessorFact } from '../../server/flows/acquirers/apply-processor-fact.ts'
import { runDueTask } from '../../server/flows/due-work.ts'
import { claimDue, findDue } from '../../server/store/work/due.ts'
import { StillClock } from '../http/still-clock.ts'
import { help } from '../links/link-calls.ts'
import { expectEqualLedgers } from '../sessions/ledgers.ts'
import { paidSession } from '../support/pay.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

// The mail before the deadline of a dispute. Without a worker, so that only the test runs it.

const service = await startService({ environment: { ROLE: 'api' }, clock: new StillClock() })
t.teardown(() => service.stop())

const { workContext } = service.app
const scope = { merchantId: service.merchantId, livemode: false }
const task = 'remind_of_disputes'
const hour = 3600
const day = 24 * hour

/** A disputed payment of an amount of its own, by which the test finds its mails. The simulated bank gives 30 days. */
async function disputed(amount: number): Promise<{ id: string }> {
  const session = await paidSession(service, { amount })
  await help(service, session, 'dispute')
  return session
}

async function remindersOf(amount: number): Promise<number> {
  const subject = `[TEST] Please answer the dispute over ${(amount / 100).toFixed(2)} GBP`
  return (await sql(service, 'select from outgoing_mail where subject = ?', [subject])).length
}

async function after(seconds: number): Promise<void> {
  service.clock.advance(seconds)
  await runDueTask(workContext, task)
}

t.test('an open dispute gets one mail three days before its deadline', async (t) => {
  await disputed(3100)
  await after(27 * day - hour)
  t.equal(await remindersOf(3100), 0)
  await after(hour)
  t.equal(await remindersOf(3100), 1)
  await after(hour)
  await after(5 * day)
  t.equal(await remindersOf(3100), 1)
})

t.test('a dispute that has been decided, or whose deadline has passed, gets none', async (t) => {
  await help(service, await disputed(3200), 'close_dispute', { outcome: 'won' })
  await help(service, await disputed(3300), 'close_dispute', { outcome: 'lost' })
  await disputed(3400)
  const old = await disputed(3500)
  // A process of the release before does not know the reminder.
  await sql(service, `update disputes set status = 'won', closed_at = opened_at where session_id = ?`, [old.id])
  await after(27 * day)
  t.same(await Promise.all([3200, 3300, 3400, 3500].map(remindersOf)), [0, 0, 1, 0])
  await disputed(3600)
  await after(30 * day)
  t.equal(await remindersOf(3600), 0)
  t.same(await sql(service, 'select from disputes where remind_at is not null'), [])
})

t.test('the simulated bank decides for the cardholder when nobody has answered in time', async (t) => {
  const unanswered = await disputed(3910)
  const known = await disputed(3920)
  const disputeOf = async ({ id }: { id: string }): Promise<Record<string, unknown>> => {
    const { body } = await service.call('GET', `/v1/disputes?session=${id}`)
    return (body as unknown as { data: Record<string, unknown>[] }).data[0] ?? {}
  }
  await after(27 * day)
  t.equal(await remindersOf(3910), 1)
  await after(3 * day - 60)
  t.match(await disputeOf(unanswered), { status: 'open' })
  // A process died between the bank's decision and its record.
  t.ok(await service.app.sandbox.closeChargeback(String((await disputeOf(known))['processor_reference']), 'won'))
  await after(60)
  t.match(await disputeOf(unanswered), { status: 'lost', closed_at: service.clock.now().toISOString() })
  t.match(await disputeOf(known), { status: 'won' })
  await after(day)
  const events = await sql<{ type: string }>(
    service,
    `select type from events where session_id in (?, ?) and type like 'session.dispute%' order by type`,
    [unanswered.id, known.id],
  )
  t.same(
    events.map(({ type }) => type),
    ['session.dispute_closed', 'session.dispute_lost', 'session.disputed', 'session.disputed'],
  )
  t.same([await remindersOf(3910), await remindersOf(3920)], [1, 1])
  await expectEqualLedgers(t, service)
})

t.test('several workers, and one that dies after its claim, queue one mail', async (t) => {
  await disputed(3700)
  service.clock.advance(27 * day)
  const now = service.clock.now()
  const [due] = await findDue(workContext.db, task, now, { busy: [], limit: 1, perTurn: 1 })
  const until = new Date(now.getTime() + 60_000)
  t.ok(await claimDue(scope, workContext.db, task, due?.id ?? '', { now, until }))
  await after(59)
  t.equal(await remindersOf(3700), 0)
  service.clock.advance(1)
  // Each copy of the context has a queue of its own, as another process has.
  await Promise.all([1, 2, 3].map(() => runDueTask({ ...workContext }, task)))
  t.equal(await remindersOf(3700), 1)
})

t.test('a deadline that an acquirer reports counts, and another one plans another mail', async (t) => {
  const session = await paidSession(service, { amount: 3800 })
  const [attempt] = await sql<{ id: string }>(service, 'select id from card_attempts where session_id = ?', [
    session.id,
  ])
  const report = async (stage: 'notice' | 'charged', days: number): Promise<void> => {
    const respondBy = new Date(service.clock.now().getTime() + days * day * 1000)
    const about = { reference: attempt?.id ?? '', event: stage, dispute: 'D1', reason: null, respondBy }
    const fact = { kind: 'chargeback', stage, money: { amount: 3800, currency: 'GBP' }, ...about } as const
    t.equal(await applyProcessorFact(workContext, scope, 'sandbox', fact), 'applied')
  }
  await report('notice', 2)
  await after(day - 1)
  t.equal(await remindersOf(3800), 0, 'the report was mailed less than a day ago')
  await after(1)
  t.equal(await remindersOf(3800), 1)
  await report('charged', 10)
  await after(7 * day)
  t.equal(await remindersOf(3800), 2)
})

t.test('a report with less than a day left plans no mail, and a known deadline is not mailed again', (t) => {
  const now = new Date('2026-03-01T12:00:00Z')
  const inHours = (hours: number): Date => new Date(now.getTime() + hours * hour * 1000)
  const open = (hours: number) => ({ status: 'open', respond_by: inHours(hours) }) as const
  t.equal(reminderAt(null, open(24), now), null)
  t.same(reminderAt(null, open(25), now), inHours(24))
  t.same(reminderAt(null, open(200), now), inHours(128))
  t.equal(reminderAt(null, { status: 'open', respond_by: null }, now), null)
  t.equal(reminderAt({ ...open(200), remind_at: null }, open(200), now), null)
  t.same(reminderAt({ ...open(200), remind_at: inHours(128) }, open(200), now), inHours(128))
  t.same(reminderAt({ ...open(200), status: 'won', remind_at: null }, open(200), now), inHours(128), 'it is open again')
  t.end()
})
