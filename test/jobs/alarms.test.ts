import t from 'tap'
import type { DueTask } from '../../server/domain/queues/due-task.ts'
import { Alarms } from '../../server/jobs/alarms.ts'
import { openDatabase, poolOf, type Database } from '../../server/store/sql/database.ts'
import { noteDue } from '../../server/store/work/due-notes.ts'
import { StillClock } from '../http/still-clock.ts'
import { DatabaseProxy } from '../support/database/database-proxy.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'

// When work is due: spec/decisions/work.md#alarms. Without a worker, the alarms that a test sets stay in the queue.

const clock = new StillClock()
const service = await startService({ clock, environment: { ROLE: 'api' } })
t.teardown(() => service.stop())
const { db } = service.app.context

type AlarmLog = ConstructorParameters<typeof Alarms>[0]['log']

const inSeconds = (seconds: number): Date => new Date(clock.now().getTime() + seconds * 1_000)

function newAlarms(
  t: { teardown(end: () => Promise<void>): void },
  at: Database = db,
  log: AlarmLog = { warn: () => {} },
): Alarms {
  const alarms = new Alarms({ db: at, clock, ahead: () => [], log })
  t.teardown(() => alarms.close())
  return alarms
}

interface Alarm {
  readonly id: string
  readonly at: Date
  /** Whether it would have rung by now, if a worker were there. */
  readonly rings: boolean
}

async function alarmOf(task: DueTask): Promise<Alarm | null> {
  const [found] = await sql<Alarm>(
    service,
    'select id, run_at as at, run_at <= now() as rings from graphile_worker.jobs where key = ? and locked_at is null',
    [task],
  )
  return found ?? null
}

async function timeOf(task: DueTask): Promise<number> {
  return (await alarmOf(task))?.at.getTime() ?? Infinity
}

t.test('an alarm moves to an earlier time and never to a later one, whichever process moves it', async (t) => {
  const [one, other] = [newAlarms(t), newAlarms(t)]
  one.note('order_returns', inSeconds(60))
  await until(async () => (await alarmOf('order_returns')) !== null, 'the first alarm')
  const first = await timeOf('order_returns')
  other.note('order_returns', inSeconds(10))
  await until(async () => (await timeOf('order_returns')) < first, 'the earlier alarm')
  const second = await timeOf('order_returns')
  one.note('order_returns', inSeconds(40))
  await one.close()
  t.equal(await timeOf('order_returns'), second)
  t.equal((await sql(service, `select from graphile_worker.jobs where key = 'order_returns'`)).length, 1)
})

t.test('a change moves the alarm once it is committed, and never when it is not', async (t) => {
  const alarms = newAlarms(t)
  const own = openDatabase(service.databaseUrl, { kind: 'command' })
  t.teardown(() => own.destroy())
  alarms.listenTo(own)
  const failing = own.transaction(async (transaction) => {
    noteDue(transaction, 'order_captures', clock.now())
    throw new Error('The flow failed')
  })
  await t.rejects(failing, { message: 'The flow failed' })
  noteDue(own, 'order_captures', null)
  await alarms.close()
  t.equal(await alarmOf('order_captures'), null)
})

t.test('rows that become due at the same time share a move', async (t) => {
  const counted = openDatabase(service.databaseUrl, { kind: 'command' })
  t.teardown(() => counted.destroy())
  let transactions = 0
  poolOf(counted).on('acquire', () => (transactions += 1))
  const alarms = newAlarms(t, counted)
  for (let seconds = 100; seconds > 0; seconds -= 1) alarms.note('send_mail', inSeconds(seconds))
  for (let seconds = 1; seconds < 100; seconds += 1) alarms.note('check_refunds', inSeconds(seconds))
  await alarms.close()
  t.equal(transactions, 2, 'a look and a move')
  t.ok(await alarmOf('send_mail'))
  t.ok(await alarmOf('check_refunds'))
  const later = newAlarms(t, counted)
  later.note('send_mail', inSeconds(50))
  later.note('check_refunds', inSeconds(50))
  await later.close()
  t.equal(transactions, 3, 'a look without a move, when the alarms ring early enough')
})

t.test('the crontab’s task sets the alarms from the tables, also for what no process has announced', async (t) => {
  const alarms = newAlarms(t)
  const set = () => alarms.set(['expire_sessions'], { notBeforeMs: 0 })
  await set()
  t.equal(await alarmOf('expire_sessions'), null, 'nothing waits')
  await createSession(service, { expires_in: 300 })
  alarms.note('expire_sessions', inSeconds(300))
  await alarms.close()
  t.equal(await alarmOf('expire_sessions'), null, 'the crontab’s next look is early enough')
  await set()
  t.match(await alarmOf('expire_sessions'), { rings: false })
  clock.advance(300)
  await set()
  t.match(await alarmOf('expire_sessions'), { rings: true })

  await sql(service, `delete from graphile_worker._private_jobs where key = 'expire_sessions'`)
  await sql(service, `update checkout_sessions set expire_after = ?`, [inSeconds(3_600)])
  await set()
  t.match(await alarmOf('expire_sessions'), { rings: false }, 'a postponed row is due at its new time')
})

t.test('a job that a dead worker has locked does not stop its kind: the next move adds another job', async (t) => {
  const alarms = newAlarms(t)
  alarms.note('apply_notifications', clock.now())
  await until(async () => (await alarmOf('apply_notifications')) !== null, 'the alarm')
  const dead = await alarmOf('apply_notifications')
  await sql(
    service,
    `update graphile_worker._private_jobs set locked_by = 'a worker that was killed', locked_at = now(), attempts = 1
     where key = 'apply_notifications'`,
  )
  t.equal(await alarmOf('apply_notifications'), null)
  alarms.note('apply_notifications', clock.now())
  await until(async () => (await alarmOf('apply_notifications')) !== null, 'the next alarm')
  const next = await alarmOf('apply_notifications')
  t.not(next?.id, dead?.id)
  t.ok(next?.rings)
})

t.test('a move that fails is tried again when the database is back', async (t) => {
  const { proxy, url } = await DatabaseProxy.start(service.databaseUrl)
  const far = openDatabase(url, { kind: 'serving', connections: 1 })
  t.teardown(async () => {
    await far.destroy()
    await proxy.close()
  })
  const warnings: string[] = []
  const alarms = newAlarms(t, far, { warn: (_: object, line: string) => void warnings.push(line) })
  proxy.become('reset')
  alarms.note('expire_payment_links', clock.now())
  await until(() => warnings.length > 0, 'the warning')
  proxy.become('open')
  await until(async () => (await alarmOf('expire_payment_links')) !== null, 'the alarm')
  t.same(warnings, ['could not move the alarms of due work'], 'it warns once')
})

t.test('a process without a worker wakes the workers, and one of them does the work', async (t) => {
  const { databaseUrl, masterKey } = service
  const { proxy, url } = await DatabaseProxy.start(databaseUrl)
  const receiver = await startReceiver()
  const worker = { databaseUrl, masterKey, clock, environment: { ROLE: 'worker' } }
  const workers = [await startService(worker), await startService({ ...worker, databaseUrl: url })]
  t.teardown(async () => {
    await Promise.all([...workers.map((each) => each.stop()), receiver.stop()])
    await proxy.close()
  })
  const delivered = async (count: number): Promise<void> =>
    until(async () => {
      const rows = await sql<{ status: string }>(service, 'select status from deliveries')
      return rows.length === count && rows.every(({ status }) => status === 'delivered')
    }, `${count} deliveries`)
  await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  await paidSession(service)
  await delivered(1)
  const { id } = JSON.parse((await receiver.next()).rawBody) as { id: string }
  await service.call('POST', `/v1/events/${id}/resend`)
  await delivered(2)
  t.equal(receiver.deliveries.length, 2, 'each once')

  await t.test('an idle worker asks its database at most twice a second', async (t) => {
    const rate = async (): Promise<number> => {
      const [begunAt, before] = [performance.now(), proxy.roundTrips]
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      return (1_000 * (proxy.roundTrips - before)) / (performance.now() - begunAt)
    }
    let least = Infinity
    // The crontab asks more in the first second of a minute, and what came before may still have an end.
    await until(
      async () => (least = Math.min(least, await rate())) <= 2,
      () => `the lowest rate was ${least}`,
    )
    t.ok(least > 0, 'the worker asks for jobs')
  })
})

t.test('the crontab looks each minute', async (t) => {
  const rows = await sql(service, `select from graphile_worker._private_known_crontabs where identifier = 'set_alarms'`)
  t.equal(rows.length, 1)
})
