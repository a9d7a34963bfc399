import t from 'tap'
import { verifySignature } from './verify-signature.ts'
import { checkDelivery } from '../../support/contract-hook.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'
import { expectError } from '../../http/expect-error.ts'
import { StillClock } from '../../http/still-clock.ts'
import { bodyOf, expiredSession, payBySession, readEvents } from './read-events.ts'

t.test('resend delivers an event again', async (t) => {
  // The limit of resends must not refill while the test spends it.
  const service = await startService({ clock: new StillClock(), environment: { RATE_LIMIT_PER_SECOND: '1000' } })
  const [first, second] = [await startReceiver(), await startReceiver()]
  t.teardown(async () => {
    await service.stop()
    await Promise.all([first.stop(), second.stop()])
  })
  const setAddress = async (url: string): Promise<string> =>
    bodyOf<{ secret: string }>(await service.call('POST', '/v1/webhook_endpoints', { url })).secret
  const resend = (id: string) => service.call('POST', `/v1/events/${id}/resend`)

  await t.test('without an address nothing is queued', async (t) => {
    await payBySession(service)
    const [event] = (await readEvents(service)).data
    t.same(bodyOf(await resend(event?.id ?? '')), { resent: 0 })
  })

  await t.test('resend delivers an event from before the address was set, with the same bytes', async (t) => {
    const secret = await setAddress(first.url)
    const [event] = (await readEvents(service)).data
    t.same(bodyOf(await resend(event?.id ?? '')), { resent: 1 })
    const delivery = await first.next()
    checkDelivery(delivery)
    t.equal(delivery.headers['service-event-id'], event?.id)
    t.ok(verifySignature(delivery, secret))
    t.same(JSON.parse(delivery.rawBody), event, 'a read returns the delivered event')
  })

  await t.test('a resend uses the current address and secret, not the original ones', async (t) => {
    const then = await setAddress(first.url)
    const id = await expiredSession(service)
    const original = await first.next(({ rawBody }) => rawBody.includes(id))
    checkDelivery(original)
    const now = await setAddress(second.url)
    t.not(then, now)
    t.same(bodyOf(await resend(String(original.headers['service-event-id']))), { resent: 1 })
    const again = await second.next()
    checkDelivery(again)
    t.equal(again.rawBody, original.rawBody, 'the same bytes')
    t.equal(again.headers['service-event-id'], original.headers['service-event-id'])
    t.ok(verifySignature(original, then) && verifySignature(again, now))
    t.notOk(verifySignature(again, then), 'the old secret no longer verifies')
  })

  await t.test(
    'each call makes one more delivery, and its body may be missing, empty or an empty object',
    async (t) => {
      const [event] = (await readEvents(service)).data
      const before = second.deliveries.length
      for (const body of [undefined, '', '{}'])
        t.same(bodyOf(await service.call('POST', `/v1/events/${event?.id}/resend`, body)), { resent: 1 })
      for (let count = 0; count < 3; count++) checkDelivery(await second.next())
      t.same(
        second.deliveries.slice(before).map(({ headers }) => headers['service-event-id']),
        [event?.id, event?.id, event?.id],
      )
      expectError(
        t,
        await service.call('POST', `/v1/events/${event?.id}/resend`, { to: 'x' }),
        400,
        'parameter_invalid',
        'to',
      )
    },
  )

  await t.test('an account resends a hundred events a minute', async (t) => {
    const [event] = (await readEvents(service)).data
    const answers = await Promise.all(Array.from({ length: 100 }, () => resend(event?.id ?? '')))
    const refused = answers.filter(({ status }) => status === 429)
    t.equal(refused.length, 6, 'the six resends above count too')
    for (const answer of refused.slice(0, 1)) expectError(t, answer, 429, 'rate_limited')
    t.equal(refused[0]?.headers.get('retry-after'), '1')
    service.clock.advance(60)
    t.same(bodyOf(await resend(event?.id ?? '')), { resent: 1 })
  })

  await t.test('an unknown event cannot be sent', async (t) => {
    for (const id of ['evt_unknown', 'x', '%F0%9F%98%80']) expectError(t, await resend(id), 404, 'not_found', null, id)
    expectError(t, await resend('%00'), 400, 'parameter_invalid', 'id')
  })
})

t.test('a read returns every event of a payment as delivered, without client_secret and url', async (t) => {
  const service = await sharedService()
  const receiver = await startReceiver()
  t.teardown(async () => {
    await service.stop()
    await receiver.stop()
  })
  const { secret } = bodyOf<{ secret: string }>(
    await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url }),
  )
  const id = await payBySession(service, { reference: 'order 7', customer: { email: 'ada@example.com' } })
  bodyOf(await service.call('POST', `/v1/checkout/sessions/${id}/refunds`, { amount: 500, reason: 'late' }))
  bodyOf(await service.call('POST', `/v1/test_helpers/checkout/sessions/${id}/dispute`))
  bodyOf(await service.call('POST', `/v1/test_helpers/checkout/sessions/${id}/close_dispute`, { outcome: 'won' }))
  bodyOf(await service.call('POST', `/v1/test_helpers/checkout/sessions/${id}/second_approval`))
  const unlucky = await payBySession(service, {}, 'refund_failed')
  bodyOf(await service.call('POST', `/v1/checkout/sessions/${unlucky}/refunds`))
  bodyOf(await service.call('POST', `/v1/test_helpers/checkout/sessions/${unlucky}/dispute`))
  bodyOf(await service.call('POST', `/v1/test_helpers/checkout/sessions/${unlucky}/close_dispute`, { outcome: 'lost' }))
  bodyOf(await service.call('POST', `/v1/checkout/sessions/${id}/refunds`))
  await expiredSession(service)
  const declined = bodyOf<{ id: string }>(
    await service.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' }),
  )
  for (let card = 0; card < 5; card++)
    bodyOf(await service.call('POST', `/v1/test_helpers/checkout/sessions/${declined.id}/pay`, { card: 'declined' }))

  const { data: events } = await readEvents(service, { limit: 100 })
  t.same(events.map(({ type }) => type).reverse(), [
    'session.completed',
    'session.refunded',
    'session.disputed',
    'session.dispute_closed',
    'session.duplicate_refunded',
    'session.completed',
    'session.refund_failed',
    'session.disputed',
    'session.dispute_lost',
    'session.refunded',
    'session.expired',
    'session.failed',
  ])
  for (const event of events) {
    const delivery = await receiver.next(({ headers }) => headers['service-event-id'] === event.id)
    checkDelivery(delivery)
    t.ok(verifySignature(delivery, secret), event.type)
    const read = await service.call('GET', `/v1/events/${event.id}`)
    t.equal(read.text, delivery.rawBody, `${event.type}: the same bytes`)
    t.notOk('client_secret' in event.data || 'url' in event.data)
    t.notMatch(delivery.rawBody, /_secret_/)
    t.equal('refund' in event.data, ['session.refunded', 'session.refund_failed'].includes(event.type))
  }
})

t.test('resends are listed for an hour, newest first, also without an address', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  for (let made = 0; made < 2; made++) await expiredSession(service)
  const ids = (await readEvents(service)).data.map(({ id }) => id)
  const resend = (id: string | undefined) => service.call('POST', `/v1/events/${id}/resend`)
  const list = async (query = '') =>
    bodyOf<{ has_more: boolean; data: { id: string; event: string }[] }>(
      await service.call('GET', `/v1/event_resends?${query}`),
    )
  for (const id of [...ids, ids[0]]) t.same(bodyOf(await resend(id)), { resent: 0 })
  const all = (await list()).data
  t.same(
    all.map(({ event }) => event),
    [ids[0], ids[1], ids[0]],
  )
  const second = await list(`limit=1&starting_after=${all[0]?.id}`)
  t.same(second, { object: 'list', has_more: true, data: [all[1]] })
  expectError(
    t,
    await service.call('GET', '/v1/event_resends?starting_after=rsn_none'),
    400,
    'parameter_invalid',
    'starting_after',
  )
  service.clock.advance(3601)
  await resend(ids[1])
  t.equal((await list()).data.length, 1, 'a resend deletes the records that are older than an hour')
})
