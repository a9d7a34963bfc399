import t from 'tap'
import { createAccount } from '../../server/flows/accounts/create-account.ts'
import type { FlowContext } from '../../server/flows/context.ts'
import { attemptDelivery } from '../../server/flows/webhooks/attempt-delivery.ts'
import { runDueTask, runDueTasks, runDueWork } from '../../server/flows/due-work.ts'
import { ownMail } from '../../server/engines/mail/own-mail.ts'
import { queueMail } from '../../server/flows/mail/queue-mail.ts'
import type { Observation } from '../../server/flows/observation.ts'
import type { EarlierCall, Processor } from '../../server/processors/processor.ts'
import { inTransaction } from '../../server/store/sql/database.ts'
import { findDue, firstDue } from '../../server/store/work/due.ts'
import { eventsOf } from '../sessions/ledgers.ts'
import { StillClock } from '../http/still-clock.ts'
import { isFull } from '../support/combinations.ts'
import { processorWith } from '../support/processor-with.ts'
import { createSession, paidSession, submitCard, type CreatedSession } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'

// One account, or one item, must not delay the due work of others. Without a worker, so that only the test runs it.

let service: TestService

t.beforeEach(async () => {
  service = await startService({
    environment: { ROLE: 'api', RATE_LIMIT_PER_SECOND: '100000' },
    clock: new StillClock(),
  })
})
t.afterEach(() => service.stop())

/** More than a run expires at once. */
const dueSessions = isFull ? 5_000 : 1_200

/** A session of another account. */
async function neighbour(params: object = {}): Promise<CreatedSession> {
  const account = await createAccount(service.app.context, { email: 'other@example.com', businessName: 'Other' })
  const headers = { Authorization: `Bearer ${account.secretKey}` }
  const body = { amount: 100, currency: 'GBP', ...params }
  return (await service.call('POST', '/v1/checkout/sessions', body, headers)).body as unknown as CreatedSession
}

/** Copies a row, with new ids, and returns them. `changes`: SQL expressions by column. */
async function copies(
  table: string,
  id: string,
  count: number,
  changes: Record<string, string> = {},
): Promise<string[]> {
  const columns = await sql<{ name: string }>(
    service,
    `select column_name as name from information_schema.columns
     where table_name = ? and table_schema = current_schema()`,
    [table],
  )
  const values = columns.map(({ name }) => (name === 'id' ? `id || '_' || n` : (changes[name] ?? name)))
  const rows = await sql<{ id: string }>(
    service,
    `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
     select ${values.join(', ')} from ${table} cross join generate_series(1, ?::integer) n where id = ? returning id`,
    [count, id],
  )
  return rows.map((row) => row.id)
}

/** Makes `count` attempts that the bank has not decided, each with its session, from one that it has not decided. */
async function undecided(count: number, processor: string): Promise<string[]> {
  const session = await createSession(service)
  await submitCard(service, session, 'background_check')
  await copies('checkout_sessions', session.id, count)
  const [attempt] = await sql<{ id: string }>(service, 'select id from card_attempts where session_id = ?', [
    session.id,
  ])
  return copies('card_attempts', attempt?.id ?? '', count, {
    session_id: `session_id || '_' || n`,
    processor: `'${processor}'`,
    processor_reference: `processor_reference || '_' || n`,
    next_check_at: `next_check_at - interval '1 minute'`,
  })
}

async function statusOf(id: string): Promise<unknown> {
  return (await sql(service, 'select status from checkout_sessions where id = ?', [id]))[0]?.['status']
}

/** The work context with another bank. It collects observations. */
function contextWith(changes: Partial<Processor>): { context: FlowContext; observed: Observation[] } {
  const observed: Observation[] = []
  const processor = processorWith(service.app.sandbox, changes)
  const context = { ...service.app.workContext, processorFor: async () => processor }
  return { context: { ...context, observe: (seen: Observation) => void observed.push(seen) }, observed }
}

t.test('an expiry that fails stops no other, and is retried after pauses that grow', async (t) => {
  const poisoned = await createSession(service, { expires_in: 300 })
  const others = await Promise.all([1, 2, 3].map(() => createSession(service, { expires_in: 301 })))
  // The database refuses a second end of a session.
  await sql(
    service,
    `insert into session_ends (merchant_id, livemode, session_id, type) values (?, false, ?, 'session.expired')`,
    [service.merchantId, poisoned.id],
  )
  service.clock.advance(302)
  const { context, observed } = contextWith({})
  await runDueTasks(context)
  for (const { id } of others) t.equal(await statusOf(id), 'expired')
  t.equal(await statusOf(poisoned.id), 'open')

  const pauses: number[] = []
  for (let round = 1; round <= 4; round += 1) {
    await runDueTasks(context)
    const failures = observed.filter(({ kind }) => kind === 'background_work_failed')
    t.equal(failures.length, round, 'one failure in each pause is counted')
    const lines = service.logLines.filter((line) => line.includes(poisoned.id) && line.includes('expire_sessions'))
    t.equal(lines.length, round, 'and logged')
    const [row] = await sql<{ expire_after: Date }>(
      service,
      'select expire_after from checkout_sessions where id = ?',
      [poisoned.id],
    )
    const pauseMs = (row?.expire_after.getTime() ?? 0) - service.clock.now().getTime()
    pauses.push(pauseMs)
    service.clock.advance(pauseMs / 1000)
    await runDueTasks(context)
  }
  t.ok(
    pauses.every((pause, index) => index < 2 || pause > (pauses[index - 1] ?? 0)),
    `pauses of ${pauses.join(', ')} ms`,
  )
})

t.test('a row that refuses every change, or is due before all time, stops no other', async (t) => {
  const poisoned = await createSession(service, { expires_in: 300 })
  const other = await createSession(service, { expires_in: 301 })
  await sql(service, `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
  await sql(
    service,
    `create trigger refuse before update on checkout_sessions for each row
     when (old.id = '${poisoned.id}') execute function refuse()`,
  )
  await sql(service, 'alter table checkout_sessions disable trigger refuse')
  await sql(service, `update checkout_sessions set expires_at = '-infinity' where id = ?`, [poisoned.id])
  await sql(service, 'alter table checkout_sessions enable trigger refuse')
  service.clock.advance(302)
  const { context, observed } = contextWith({})
  t.same(
    [...(await firstDue(context.db, ['expire_sessions'], context.clock.now()))],
    [['expire_sessions', -86_400_000]],
  )
  await runDueTasks(context)
  t.equal(await statusOf(other.id), 'expired')
  const failures = (): number => observed.filter(({ kind }) => kind === 'background_work_failed').length
  const first = failures()
  t.ok(first > 0, 'the failure is counted')
  await runDueTasks(context)
  t.equal(failures(), first, 'the row waits, although the database cannot say so')
  service.clock.advance(15 * 60 + 1)
  await runDueTasks(context)
  t.equal(failures(), 2 * first, 'and is tried again later')
})

t.test(
  'what the service itself cannot send or read is retried as what others refuse, and ends with a reason',
  async (t) => {
    const { context } = service.app
    const scope = { merchantId: service.merchantId, livemode: false }
    const broken = async (): Promise<never> => {
      throw new Error('broken')
    }
    const failing = { ...service.app.workContext, mailSender: { send: broken, close: () => {} } }
    const mail = { ...ownMail('dispute_opened', 'Hello', ['Text']), recipient: 'ada@example.com' }
    await inTransaction(context.db, (transaction) =>
      queueMail(context, { ...scope, livemode: true }, transaction, mail),
    )
    await service.call('POST', '/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/hook' })
    await paidSession(service)
    await sql(service, `update webhook_endpoints set sealed_secret = '1.unreadable'`)
    await sql(service, `update deliveries set failed_attempts = -3`)
    await sql(
      service,
      `insert into processor_notifications (merchant_id, livemode, id, processor, item_id, type, occurred_at,
       received_at, content, fact, state, next_attempt_at, attempts)
     values (?, false, 'ntf_poisoned', 'sandbox', 'item', 'TYPE', now(), ?, '{}', '{"kind": ', 'received', ?,
       2147483647)`,
      [service.merchantId, service.clock.now(), service.clock.now()],
    )
    let rounds = 0
    for (; rounds < 60; rounds += 1) {
      await runDueTasks(failing)
      const [delivery] = await sql<{ id: string; at: Date | null }>(
        service,
        `select id, next_attempt_at as at from deliveries where status = 'pending'`,
      )
      if (delivery?.at && delivery.at <= service.clock.now())
        await attemptDelivery(context, { scope, id: delivery.id, dueAt: delivery.at })
      const [next] = await sql<{ at: Date | null }>(
        service,
        `select min(at) as at from (select next_attempt_at as at from deliveries
       union all select next_attempt_at from outgoing_mail union all select next_attempt_at from processor_notifications
       ) waiting`,
      )
      if (!next?.at) break
      service.clock.advance(Math.max(1, (next.at.getTime() - service.clock.now().getTime()) / 1000))
    }
    t.ok(rounds < 60, `${rounds} rounds until nothing is left`)
    t.match(await sql(service, 'select status, failed_attempts from deliveries'), [
      { status: 'abandoned', failed_attempts: 7 },
    ])
    t.match(await sql(service, 'select distinct error from delivery_attempts'), [
      { error: /cannot decrypt the signing secret/ },
    ])
    t.match(await sql(service, 'select last_error from outgoing_mail where livemode'), [
      { last_error: /^Given up\. The service could not send it because of an error/ },
    ])
    t.match(await sql(service, 'select state, problem from processor_notifications'), [
      { state: 'failed', problem: 'error' },
    ])
    t.ok(service.logLines.some((line) => line.includes('send_mail') && line.includes('broken')))
  },
)

t.test('100 attempts whose bank is gone do not keep others from being checked', async (t) => {
  const gone = await undecided(100, 'gone')
  const session = await createSession(service)
  await submitCard(service, session, 'background_check')
  service.clock.advance(10)
  await runDueTasks(service.app.workContext)
  t.equal(await statusOf(session.id), 'paid')
  const moved = await sql(
    service,
    'select id from card_attempts where id = any(?) and next_check_at > ? and checks > 1',
    [gone, service.clock.now()],
  )
  t.equal(moved.length, 100, 'each waits for its next check')
})

t.test('100 checks that hang leave slots for another account', async (t) => {
  await undecided(100, service.app.sandbox.name)
  const session = await neighbour()
  await submitCard(service, session, 'background_check')
  service.clock.advance(10)
  const [attempt] = await sql(service, 'select processor_reference from card_attempts where session_id = ?', [
    session.id,
  ])
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let hanging = 0
  const { context } = contextWith({
    lookup: async (earlier) => {
      if (earlier.reference === attempt?.['processor_reference']) return service.app.sandbox.lookup(earlier)
      hanging += 1
      await released
      return { kind: 'pending' }
    },
  })
  const running = runDueTask(context, 'check_card_attempts')
  await until(async () => (await statusOf(session.id)) === 'paid', 'the other account’s payment is settled')
  t.equal(hanging, 5, 'the checks that hang occupy the slots of one account')
  release()
  await running
  t.equal(hanging, 101, 'all of them are checked once the bank answers')
})

t.test(
  'with more sessions due than a run expires at once, it expires all, and another account’s session in its first turn',
  async (t) => {
    const first = await createSession(service, { expires_in: 300 })
    await service.call('POST', '/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/hook' })
    await copies('checkout_sessions', first.id, dueSessions - 1)
    const other = await neighbour({ expires_in: 301 })
    service.clock.advance(302)
    const now = service.clock.now()
    const due = await findDue(service.app.context.db, 'expire_sessions', now, { busy: [], limit: 10, perTurn: 1 })
    t.equal(
      due.findIndex(({ id }) => id === other.id),
      1,
      'accounts take turns',
    )
    await runDueTasks(service.app.workContext)
    const [counts] = await sql(
      service,
      `select (select count(*)::int from checkout_sessions where status = 'open') as open,
      (select count(*)::int from events where type = 'session.expired') as events,
      (select count(*)::int from deliveries) as deliveries,
      (select count(distinct xmin::text)::int from session_ends where xmin::text::bigint <
        (select xmin::text::bigint from session_ends where session_id = ?)) as before`,
      [other.id],
    )
    t.match(counts, { open: 0, events: dueSessions + 1, deliveries: dueSessions })
    t.ok(Number(counts?.['before']) <= 2, 'the other session is in one of the first batches')
    const [event] = await sql<{ body: string }>(service, 'select body from events where session_id = ?', [first.id])
    t.match(JSON.parse(event?.body ?? ''), { type: 'session.expired', data: { id: first.id, status: 'expired' } })
  },
)

t.test('a batch leaves out sessions that are being paid or were just paid', async (t) => {
  const [open, processing, locked] = await Promise.all([1, 2, 3].map(() => createSession(service, { expires_in: 300 })))
  if (!open || !processing || !locked) throw new Error('Too few sessions')
  await submitCard(service, processing, 'challenge')
  service.clock.advance(301)
  await service.app.context.db.transaction(async (transaction) => {
    await transaction('checkout_sessions').where({ id: locked.id }).forUpdate().select('id')
    await runDueTasks(service.app.workContext)
    t.same(
      [await statusOf(open.id), await statusOf(processing.id), await statusOf(locked.id)],
      ['expired', 'processing', 'open'],
    )
  })
  await runDueTasks(service.app.workContext)
  t.equal(await statusOf(locked.id), 'expired')
  t.same(await eventsOf(service, processing.id), [])
})

t.test('two workers share the checks, and each attempt is checked once', async (t) => {
  await undecided(199, service.app.sandbox.name)
  service.clock.advance(10)
  const lookups = new Map<string, number>()
  const lookup = async ({ reference }: EarlierCall) => {
    lookups.set(reference, (lookups.get(reference) ?? 0) + 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    return { kind: 'pending' } as const
  }
  const [one, two] = [contextWith({ lookup }).context, contextWith({ lookup }).context]
  await Promise.all([runDueTasks(one), runDueTasks(two)])
  t.equal(lookups.size, 200)
  t.same([...new Set(lookups.values())], [1])
})

t.test('a worker that dies with a claim delays the check by its lease', async (t) => {
  const session = await createSession(service)
  await submitCard(service, session, 'background_check')
  service.clock.advance(10)
  const answer = Promise.withResolvers<{ kind: 'pending' }>()
  const { context } = contextWith({ lookup: () => answer.promise })
  const hanging = runDueTask({ ...context, track: () => {} }, 'check_card_attempts')
  await until(async () => {
    const [row] = await sql<{ next_check_at: Date }>(service, 'select next_check_at from card_attempts')
    return (row?.next_check_at ?? new Date(0)) > service.clock.now()
  }, 'the first worker has claimed the attempt')
  await runDueTasks(service.app.workContext)
  t.equal(await statusOf(session.id), 'processing', 'it belongs to the first worker')
  service.clock.advance(30)
  await runDueTasks(service.app.workContext)
  t.equal(await statusOf(session.id), 'paid')
  answer.resolve({ kind: 'pending' })
  await hanging
  t.equal(await statusOf(session.id), 'paid', 'the late answer changes nothing')
})

t.test('reads of a processing session do not postpone its next check', async (t) => {
  const session = await createSession(service)
  await submitCard(service, session, 'background_check')
  const schedule = () => sql(service, 'select checks, next_check_at from card_attempts')
  const before = await schedule()
  const { app } = service
  const lookup = app.sandbox.lookup.bind(app.sandbox)
  Object.assign(app.sandbox, { lookup: () => Promise.resolve({ kind: 'pending' }) })
  for (let read = 0; read < 6; read += 1)
    t.match((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body, { status: 'processing' })
  t.same(await schedule(), before)
  service.clock.advance(2)
  await service.sweep()
  t.match(await schedule(), [{ checks: 2 }], 'the worker’s check is on time, and schedules the next one')
  Object.assign(app.sandbox, { lookup })
})

t.test('one run deletes all old idempotency keys, in batches', async (t) => {
  await sql(
    service,
    `insert into idempotency_keys (merchant_id, livemode, key, fingerprint, created_at)
     select ?, false, 'key ' || n, '', ? from generate_series(1, 2500) n`,
    [service.merchantId, service.clock.now()],
  )
  service.clock.advance(24 * 3600 + 1)
  await runDueWork(service.app.workContext)
  t.same(await sql(service, 'select count(*)::int as left from idempotency_keys'), [{ left: 0 }])
})
