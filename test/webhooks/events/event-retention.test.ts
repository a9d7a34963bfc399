import t, { type Test } from 'tap'
import { attemptDelivery } from '../../../server/flows/webhooks/attempt-delivery.ts'
import { keepPartitions } from '../../../server/flows/keep-partitions.ts'
import { inTransaction } from '../../../server/store/sql/database.ts'
import { eventRanges, partitionsOf } from '../../../server/store/schema/partitions.ts'
import { insertRedelivery, listEvents } from '../../../server/store/webhooks/events.ts'
import { deleteTestSessions, nameDeletedAccount } from '../../../server/store/sandbox/test-data.ts'
import { startReceiver } from '../../support/receiver.ts'
import { createSession, paidSession } from '../../support/pay.ts'
import { startService, type TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { until } from '../../support/until.ts'

const daySeconds = 86_400

async function start(t: Test, environment: Record<string, string>): Promise<TestService> {
  const service = await startService({ environment })
  t.teardown(() => service.stop())
  return service
}

const partitionsWithRows = (service: TestService, table: string): Promise<{ part: string }[]> =>
  sql(service, `select distinct tableoid::regclass::text as part from ${table} order by 1`)

t.test('events and deliveries go with their partitions after EVENT_DAYS, and payments stay', async (t) => {
  const service = await start(t, { ROLE: 'all', EVENT_DAYS: '30' })
  const { context } = service.app
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  const delivered = async (count: number): Promise<void> =>
    until(
      async () => (await sql(service, `select from deliveries where status = 'delivered'`)).length === count,
      `${count} deliveries have arrived`,
    )
  const scope = { merchantId: service.merchantId, livemode: false }
  const old = await paidSession(service)
  await delivered(1)
  t.same(await partitionsWithRows(service, 'events'), [{ part: 'events_first' }])
  // A worker of a running service makes partitions two weeks ahead.
  const [first] = await partitionsOf(context.db, eventRanges)
  const passTo = async (daysAfterFirst: number): Promise<void> => {
    const ms = (first?.end.getTime() ?? 0) + daysAfterFirst * daySeconds * 1000 - service.clock.now().getTime()
    service.clock.advance(ms / 1000)
    await keepPartitions(context)
  }
  await passTo(-5)
  await passTo(1)
  const young = await paidSession(service)
  await delivered(2)
  for (const table of ['events', 'deliveries'])
    t.match(await partitionsWithRows(service, table), [
      { part: new RegExp(`^${table}_\\d{8}$`) },
      { part: `${table}_first` },
    ])
  const events = async (): Promise<string[]> =>
    (await listEvents(scope, context.db, { type: null, olderThan: null, limit: 9 })).map(
      (event) => event.session_id ?? '',
    )
  t.same(await events(), [young.id, old.id], 'newest first over all partitions')

  await sql(
    service,
    `update deliveries set status = 'pending', next_attempt_at = 'infinity' where tableoid = ?::regclass`,
    ['deliveries_first'],
  )
  await passTo(31)
  t.same(await events(), [young.id, old.id], 'events stay while a delivery among them is to be attempted')
  await passTo(62)
  t.same(await events(), [young.id], 'after a month it is abandoned, so that it does not keep the events of all')
  t.ok(service.logLines.some((line) => line.includes('abandoned deliveries') && line.includes('"deliveries":1')))
  t.same((await sql(service, 'select from deliveries')).length, 1)
  t.match((await service.call('GET', `/v1/checkout/sessions/${old.id}`)).body, { status: 'paid' })
  await t.rejects(
    sql(service, `insert into session_ends select * from session_ends where session_id = ?`, [old.id]),
    /one_end_per_session/,
    'the session still cannot end again',
  )
})

t.test('a delivery whose event was deleted is abandoned', async (t) => {
  const service = await start(t, { ROLE: 'api' })
  await service.call('POST', '/v1/webhook_endpoints', { url: 'https://receiver.example/hooks' })
  await paidSession(service)
  await sql(service, 'delete from events')
  const [delivery] = await sql<{ id: string; next_attempt_at: Date }>(service, 'select * from deliveries')
  const scope = { merchantId: service.merchantId, livemode: false }
  const due = { scope, id: delivery?.id ?? '', dueAt: delivery?.next_attempt_at ?? new Date(0) }
  t.equal(await attemptDelivery(service.app.context, due), 'not_sent')
  t.match(await sql(service, 'select status, next_attempt_at from deliveries'), [
    { status: 'abandoned', next_attempt_at: null },
  ])
})

t.test('housekeeping that deletes an event waits for a resend, and deletes its delivery too', async (t) => {
  const service = await start(t, { ROLE: 'api' })
  const { db } = service.app.context
  await service.call('POST', '/v1/webhook_endpoints', { url: 'https://receiver.example/hooks' })
  const session = await createSession(service)
  await service.call('POST', `/v1/test_helpers/checkout/sessions/${session.id}/expire`)
  const [event] = await sql<{ id: string }>(service, 'select id from events')
  const scope = { merchantId: service.merchantId, livemode: false }
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const resend = await db.transaction()
  t.match(await insertRedelivery(scope, resend, event?.id ?? '', { now: service.clock.now() }), /^del_/)
  const deleted = inTransaction(db, async (transaction) => {
    await nameDeletedAccount(transaction, scope.merchantId)
    return deleteTestSessions(transaction, scope.merchantId, [session.id])
  })
  await until(async () => (await db.raw<{ rows: unknown[] }>(waiting)).rows.length > 0, 'housekeeping waits')
  await resend.commit()
  t.equal(await deleted, 1)
  for (const table of ['events', 'deliveries', 'session_ends']) t.same(await sql(service, `select from ${table}`), [])
  const late = await insertRedelivery(scope, db, event?.id ?? '', { now: service.clock.now() })
  t.equal(late, null, 'a resend after it does nothing')
})
