import t from 'tap'
import { Deliverer } from '../../../server/flows/webhooks/deliver-events.ts'
import { makeEvent } from '../../../server/domain/webhooks/event.ts'
import { inTransaction, type Database } from '../../../server/store/sql/database.ts'
import type { DueDelivery } from '../../../server/store/webhooks/due-deliveries.ts'
import { insertEvents, insertingEvent } from '../../../server/store/webhooks/events.ts'
import { execute } from '../../../server/store/sql/writes.ts'
import { onNewDelivery } from '../../../server/store/webhooks/new-deliveries.ts'
import { paidSession } from '../../support/pay.ts'
import { startReceiver } from '../../support/receiver.ts'
import { sharedService } from '../../support/shared-service.ts'
import { sql } from '../../support/sql.ts'
import { until } from '../../support/until.ts'
import { watchStatements } from '../../sessions/watch-statements.ts'

// Without a worker: this test hands the deliveries to a deliverer of its own.
const service = await sharedService({ environment: { ROLE: 'api' } })
const receiver = await startReceiver()
t.teardown(async () => {
  await receiver.stop()
  await service.stop()
})
const { context } = service.app
const { db } = context
const scope = { merchantId: service.merchantId, livemode: false }
await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })

const announced: DueDelivery[] = []
onNewDelivery(db, (delivery) => announced.push(delivery))

const newEvent = () =>
  makeEvent(scope, { type: 'test.ping', data: { object: 'test' }, sessionId: null }, context.clock.now())

/** Also those that the deliverer is sending, because their attempts may not have arrived yet. */
async function pending(): Promise<{ id: string; dueAt: Date }[]> {
  return sql(service, `select id, next_attempt_at as "dueAt" from deliveries where status = 'pending' order by id`)
}

t.test('a committed payment announces the delivery of its event', async (t) => {
  await paidSession(service)
  t.same(
    announced.splice(0),
    (await pending()).map((due) => ({ ...due, scope })),
  )
})

t.test('a transaction announces its deliveries after its commit, and none when it fails', async (t) => {
  const write = async (transaction: Database): Promise<void> => {
    await execute(transaction, insertingEvent(scope, newEvent()))
    await insertEvents(scope, transaction, [newEvent(), newEvent()])
    t.same(announced, [], 'nothing is announced while the transaction is open')
  }
  const failing = inTransaction(db, async (transaction) => {
    await write(transaction)
    throw new Error('The flow failed')
  })
  await t.rejects(failing, { message: 'The flow failed' })
  t.same(announced, [])
  await inTransaction(db, write)
  t.equal(announced.length, 3)
  const ids = (await pending()).map(({ id }) => id)
  t.ok(announced.splice(0).every(({ id }) => ids.includes(id)))
})

t.test('a transaction inside another announces its deliveries with the outer one', async (t) => {
  await inTransaction(db, async (outer) => {
    await inTransaction(outer, (inner) => execute(inner, insertingEvent(scope, newEvent())))
    t.same(announced, [])
    await t.rejects(
      inTransaction(outer, async (inner) => {
        await execute(inner, insertingEvent(scope, newEvent()))
        throw new Error('The inner flow failed')
      }),
      { message: 'The inner flow failed' },
    )
  })
  t.equal(announced.splice(0).length, 1, 'and not those of an inner transaction that failed')
})

t.test('the deliverer sends an announced delivery without a look, once it knows the receiver', async (t) => {
  const deliverer = new Deliverer(context)
  t.teardown(() => deliverer.stop())
  const { texts: firstTexts } = watchStatements(db)
  const isDelivered = async (): Promise<boolean> => (await pending()).length === 0
  await paidSession(service)
  const [first] = announced.splice(0)
  if (!first) throw new Error('Bug: the payment announces a delivery')
  deliverer.offer(first)
  await until(isDelivered, 'the deliverer finds everything that is due')
  t.ok(firstTexts.has('receivers due since'), 'it does not know the receiver, so it looks')
  const { texts: laterTexts } = watchStatements(db)
  await paidSession(service)
  const [second] = announced.splice(0)
  if (!second) throw new Error('Bug: the payment announces a delivery')
  // A second offer of a delivery changes nothing.
  deliverer.offer(second)
  deliverer.offer(second)
  await until(isDelivered, 'the deliverer sends what it was given')
  t.ok(laterTexts.has('claim deliveries'))
  t.notOk(laterTexts.has('receivers due since'))
  const ids = receiver.deliveries.map(({ rawBody }) => (JSON.parse(rawBody) as { id: string }).id)
  t.equal(new Set(ids).size, receiver.deliveries.length, 'each event arrived once')
})

t.test('the deliverer leaves a delivery that is not due yet to its own time', async (t) => {
  const deliverer = new Deliverer(context)
  t.teardown(() => deliverer.stop())
  await paidSession(service)
  const [known] = announced.splice(0)
  if (!known) throw new Error('Bug: the payment announces a delivery')
  deliverer.offer(known)
  await until(async () => (await pending()).length === 0, 'the deliverer knows the receiver')
  const before = receiver.deliveries.length
  const dueAt = new Date(context.clock.now().getTime() + 60_000)
  await execute(db, insertingEvent(scope, newEvent(), { dueAt }))
  const [later] = announced.splice(0)
  if (!later) throw new Error('Bug: the event announces a delivery')
  deliverer.offer(later)
  await paidSession(service)
  const [next] = announced.splice(0)
  if (!next) throw new Error('Bug: the payment announces a delivery')
  deliverer.offer(next)
  await until(async () => (await pending()).length === 1, 'the deliverer sends the delivery that is due')
  t.match(await pending(), [{ id: later.id }])
  t.equal(receiver.deliveries.length, before + 1)
})
