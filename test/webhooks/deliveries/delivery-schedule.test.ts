import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { checkDelivery } from '../../support/contract-hook.ts'
import { createSession, paidSession } from '../../support/pay.ts'
import { until } from '../../support/until.ts'
import { startReceiver, type ReceivedDelivery, type Receiver, type ReceiverScript } from '../../support/receiver.ts'
import { startService, type TestService } from '../../support/service.ts'
import { FrozenClock } from '../../jobs/frozen-clock.ts'

/** The pauses between attempts that the documentation promises. */
const pausesSeconds = [30, 120, 600, 3_600, 21_600, 86_400]

interface Teardown {
  teardown(work: () => unknown): void
}

async function serviceWith(
  t: Teardown,
  reply: ReceiverScript,
): Promise<{ service: TestService; receiver: Receiver; clock: FrozenClock; secret: string }> {
  const clock = new FrozenClock()
  const service = await startService({ clock })
  const receiver = await startReceiver({ reply })
  t.teardown(async () => {
    // Stopped first, so that no delivery waits for a reply while the service stops.
    await receiver.stop()
    await service.stop()
  })
  return { service, receiver, clock, secret: await setEndpoint(service, receiver) }
}

async function setEndpoint(service: TestService, receiver: Receiver): Promise<string> {
  const { status, body } = await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  if (status !== 200) throw new Error(`No endpoint: ${JSON.stringify(body)}`)
  return String((body as { secret?: string }).secret)
}

interface DeliveryRow {
  status: string
  failed_attempts: number
  next_attempt_at: Date | null
  recorded: number
}

async function onlyDelivery(service: TestService): Promise<DeliveryRow> {
  const { rows } = await service.app.context.db.raw<{ rows: DeliveryRow[] }>(`
    select d.status, d.failed_attempts, d.next_attempt_at, count(a.*)::int as recorded from deliveries d
    left join delivery_attempts a on a.delivery_id = d.id group by d.merchant_id, d.livemode, d.id`)
  const [row] = rows
  if (!row || rows.length > 1) throw new Error(`There are ${rows.length} deliveries`)
  return row
}

async function recorded(service: TestService, attempts: number): Promise<DeliveryRow> {
  await until(async () => (await onlyDelivery(service)).recorded === attempts, `attempt ${attempts} is recorded`)
  return onlyDelivery(service)
}

function expectSignature(
  t: { equal(found: unknown, wanted: unknown): unknown },
  delivery: ReceivedDelivery,
  secret: string,
  at: Date,
): void {
  const seconds = Math.floor(at.getTime() / 1000)
  const mac = createHmac('sha256', secret).update(`${seconds}.${delivery.rawBody}`).digest('hex')
  t.equal(delivery.headers['service-signature'], `t=${seconds},v1=${mac}`)
}

t.test(
  'retries to a failing receiver follow the schedule to the millisecond, each newly signed, until the last one',
  async (t) => {
    const { service, receiver, clock, secret } = await serviceWith(t, { status: 500, body: 'out of order' })
    await paidSession(service)
    const bodies = new Set<string>()
    for (const [failed, pause] of [...pausesSeconds, null].entries()) {
      const delivery = await receiver.next()
      checkDelivery(delivery)
      expectSignature(t, delivery, secret, clock.now())
      bodies.add(`${String(delivery.headers['service-event-id'])} ${delivery.rawBody}`)
      const row = await recorded(service, failed + 1)
      const next = pause === null ? null : new Date(clock.now().getTime() + pause * 1000)
      t.match(
        row,
        { status: pause === null ? 'abandoned' : 'pending', failed_attempts: failed + 1, next_attempt_at: next },
        pause === null ? 'given up' : `again after ${pause} s`,
      )
      if (pause === null) break
      clock.advance(pause - 0.001)
      await service.sweep()
      await sleep(50)
      t.equal(receiver.deliveries.length, failed + 1, 'not a millisecond too early')
      clock.advance(0.001)
      await service.sweep()
    }
    t.equal(bodies.size, 1, 'the same event, byte for byte')
    await t.test('the delivery log records every attempt', async (t) => {
      const { rows } = await service.app.context.db.raw<{ rows: Record<string, unknown>[] }>(
        'select * from delivery_attempts order by attempt',
      )
      t.equal(rows.length, 7)
      for (const [index, row] of rows.entries()) {
        const sent = receiver.deliveries[index]
        t.match(row, {
          attempt: index + 1,
          url: receiver.url,
          status: 500,
          error: /500/,
          response_excerpt: 'out of order',
          duration_ms: Number,
          attempted_at: Date,
        })
        t.equal(
          (row['request_headers'] as Record<string, string>)['Service-Signature'],
          sent?.headers['service-signature'],
        )
      }
    })
    clock.advance(30 * 86_400)
    await service.sweep()
    await sleep(100)
    t.equal(receiver.deliveries.length, 7)
  },
)

t.test('a receiver that recovers gets the event once, and no further attempt follows', async (t) => {
  const { service, receiver, clock } = await serviceWith(t, [500, 503, 204])
  await paidSession(service)
  for (const pause of [30, 120]) {
    await receiver.next()
    await recorded(service, receiver.deliveries.length)
    clock.advance(pause)
    await service.sweep()
  }
  await receiver.next()
  t.match(await recorded(service, 3), { status: 'delivered', failed_attempts: 2, next_attempt_at: null })
  clock.advance(86_400)
  await service.sweep()
  await sleep(50)
  t.equal(receiver.deliveries.length, 3)
})

t.test('a new address gets the remaining attempts, signed with its secret', async (t) => {
  const { service, receiver, clock, secret } = await serviceWith(t, 500)
  const newer = await startReceiver()
  t.teardown(() => newer.stop())
  await paidSession(service)
  expectSignature(t, await receiver.next(), secret, clock.now())
  await recorded(service, 1)
  const newSecret = await setEndpoint(service, newer)
  t.not(newSecret, secret)
  clock.advance(30)
  await service.sweep()
  expectSignature(t, await newer.next(), newSecret, clock.now())
  t.match(await recorded(service, 2), { status: 'delivered' })
  t.equal(receiver.deliveries.length, 1, 'the old address gets no further attempt')
})

t.test('a receiver that hangs does not delay another account', async (t) => {
  const { service: slow, receiver: hanging, clock } = await serviceWith(t, 'hang')
  // Created first, so that little work remains while the deliveries hang.
  const signup = await slow.call('POST', '/v1/sandbox/signup', { email: 'other@example.com' })
  const headers = { Authorization: `Bearer ${String((signup.body as { secret_key?: string }).secret_key)}` }
  const other = {
    ...slow,
    call: (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
      slow.call(method, path, body, { ...headers, ...more }),
  }
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  await setEndpoint(other, receiver)
  await Promise.all(Array.from({ length: 70 }, () => createSession(slow, { expires_in: 300 })))
  clock.advance(300)
  await slow.sweep()
  await hanging.next()
  const started = performance.now()
  await paidSession(other)
  await receiver.next()
  t.ok(hanging.deliveries.length <= 50, `${hanging.deliveries.length} deliveries to the hanging receiver are under way`)
  t.comment(`paid and delivered in ${Math.round(performance.now() - started)} ms`)
  hanging.respondWith(200)
})
