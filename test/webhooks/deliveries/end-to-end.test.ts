import t from 'tap'
import { bodyOf, expiredSession, readEvents, type Calls } from '../events/read-events.ts'
import { verifySignature } from '../events/verify-signature.ts'
import { liveKey } from '../../accounts/accounts.ts'
import { sql } from '../../support/sql.ts'
import { expectError } from '../../http/expect-error.ts'
import { checkDelivery } from '../../support/contract-hook.ts'
import { paidSession } from '../../support/pay.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { startService, type TestService } from '../../support/service.ts'
import { forbiddenHosts, forbiddenUrls } from '../forbidden-addresses.ts'

interface Endpoint {
  readonly id: string
  readonly object: string
  readonly url: string
  readonly secret: string
  readonly livemode: boolean
}

async function setAddress({ call }: Calls, url: string): Promise<Endpoint> {
  return bodyOf<Endpoint>(await call('POST', '/v1/webhook_endpoints', { url }))
}

/** Starts a service and receivers. Teardown stops the receivers first, since a hanging one would block the service. */
async function start(
  t: { teardown(stop: () => Promise<void>): void },
  receivers: number,
  environment: Record<string, string> = {},
): Promise<{ service: TestService; receivers: Receiver[] }> {
  const service = await startService({ environment })
  const started = await Promise.all(Array.from({ length: receivers }, () => startReceiver()))
  t.teardown(async () => {
    await Promise.all(started.map((receiver) => receiver.stop()))
    await service.stop()
  })
  return { service, receivers: started }
}

/** Waits until the newest delivery of an event satisfies a condition. */
async function delivery(
  service: TestService,
  eventId: string,
  isReached: (row: { status: string; failed_attempts: number }) => boolean,
): Promise<{ status: string; failed_attempts: number; next_attempt_at: Date | null }> {
  for (;;) {
    const [row] = await sql<{ status: string; failed_attempts: number; next_attempt_at: Date | null }>(
      service,
      'select * from deliveries where event_id = ? order by id desc limit 1',
      [eventId],
    )
    if (row && isReached(row)) return row
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

t.test('an address must be complete, https, public and without user info', async (t) => {
  const { service } = await start(t, 0, { WEBHOOK_ALLOW: '', RATE_LIMIT_PER_SECOND: '100000' })
  const hosts = forbiddenHosts.filter((host) => !['postgres', 'metadata', 'ip6-localhost'].includes(host))
  const refused = [
    ...hosts.map((host) => `https://${host}/webhooks`),
    ...forbiddenUrls.map((url) => url.replace('<port>', '8443')),
  ]
  refused.push(
    'http://shop.example/webhooks',
    'https://shop.example:0x50/',
    `https://shop.example/${'x'.repeat(2_048)}`,
  )
  for (const url of refused)
    expectError(
      t,
      await service.call('POST', '/v1/webhook_endpoints', { url }),
      400,
      'parameter_invalid',
      'url',
      JSON.stringify(url),
    )
  for (const url of [5, true, {}, [], null])
    expectError(
      t,
      await service.call('POST', '/v1/webhook_endpoints', { url }),
      400,
      'parameter_invalid',
      'url',
      JSON.stringify(url),
    )
  expectError(t, await service.call('POST', '/v1/webhook_endpoints', {}), 400, 'parameter_missing', 'url')
  expectError(
    t,
    await service.call('POST', '/v1/webhook_endpoints', { url: 'https://shop.example', secret: 'whsec_mine' }),
    400,
    'parameter_invalid',
    'secret',
  )
  t.same(await sql(service, 'select * from webhook_endpoints'), [], 'no address was set')
  for (const url of ['https://hooks.example.com/webhooks', 'https://1.1.1.1:8443/x?y=z', 'HTTPS://Hooks.Example.com']) {
    t.match(await setAddress(service, url), {
      object: 'webhook_endpoint',
      id: /^we_/,
      url,
      secret: /^whsec_/,
      livemode: false,
    })
  }
  t.equal((await sql(service, 'select * from webhook_endpoints')).length, 1, 'a mode has one address')
})

t.test('a new address has a new secret and receives the pending deliveries', async (t) => {
  const {
    service,
    receivers: [first, second],
  } = await start(t, 2)
  if (!first || !second) throw new Error('Bug: there are two receivers')
  first.respondWith(500)
  const then = await setAddress(service, first.url)
  const id = await expiredSession(service)
  const failed = await first.next()
  t.ok(verifySignature(failed, then.secret))
  const eventId = String(failed.headers['service-event-id'])
  await delivery(service, eventId, ({ failed_attempts }) => failed_attempts === 1)

  const now = await setAddress(service, second.url)
  t.not(now.secret, then.secret)
  service.clock.advance(31)
  await service.sweep()
  const repeated = await second.next()
  checkDelivery(repeated)
  t.equal(repeated.rawBody, failed.rawBody)
  t.ok(verifySignature(repeated, now.secret), 'signed again, with the current secret')
  t.not(repeated.headers['service-signature'], failed.headers['service-signature'])
  t.match(JSON.parse(repeated.rawBody), { data: { id } })
  await expiredSession(service)
  checkDelivery(await second.next())
  t.equal(first.deliveries.length, 1, 'nothing more goes to the old address')

  const same = await setAddress(service, second.url)
  t.not(same.secret, now.secret, 'the secret is new even when the address is the same')
  const stored = JSON.stringify(await sql(service, 'select * from webhook_endpoints'))
  t.notOk(
    stored.includes(same.secret) || stored.includes(Buffer.from(same.secret).toString('hex')),
    'the secret is not stored in clear text',
  )
})

t.test('test and live mode have separate addresses, secrets and events', async (t) => {
  const {
    service,
    receivers: [test, live],
  } = await start(t, 2, { LIVE_PROCESSOR: 'sandbox' })
  if (!test || !live) throw new Error('Bug: there are two receivers')
  const liveCaller = await liveKey(service, { liveAccess: true })
  const ofTest = await setAddress(service, test.url)
  const ofLive = await setAddress(liveCaller, live.url)
  t.match([ofTest.livemode, ofLive.livemode], [false, true])
  const inTest = await paidSession(service)
  const inLive = await paidSession({ ...service, call: liveCaller.call })
  for (const [receiver, secret, session, livemode] of [
    [test, ofTest.secret, inTest, false],
    [live, ofLive.secret, inLive, true],
  ] as const) {
    const arrived = await receiver.next()
    checkDelivery(arrived)
    t.ok(verifySignature(arrived, secret))
    t.match(JSON.parse(arrived.rawBody), { type: 'session.completed', livemode, data: { id: session.id, livemode } })
    t.equal(receiver.deliveries.length, 1)
  }
  t.same(
    (await readEvents(service)).data.map(({ data }) => data.id),
    [inTest.id],
  )
  t.same(
    (await readEvents(liveCaller)).data.map(({ data }) => data.id),
    [inLive.id],
  )
})

t.test('a redirect is a failed attempt and is not followed', async (t) => {
  const {
    service,
    receivers: [redirecting, target],
  } = await start(t, 2)
  if (!redirecting || !target) throw new Error('Bug: there are two receivers')
  await setAddress(service, redirecting.url)
  for (const [index, status] of [301, 302, 303, 307, 308].entries()) {
    redirecting.respondWith({ redirect: target.url, status })
    await expiredSession(service)
    const eventId = String((await redirecting.next()).headers['service-event-id'])
    const row = await delivery(service, eventId, ({ failed_attempts }) => failed_attempts === 1)
    t.match(row, { status: 'pending' }, `${status} is retried`)
    const attempts = await sql<{ status: number }>(
      service,
      'select status from delivery_attempts order by attempted_at',
    )
    t.equal(attempts[index]?.status, status)
  }
  t.equal(target.connections, 0)
})

t.test('an abandoned event can be resent', async (t) => {
  const {
    service,
    receivers: [receiver],
  } = await start(t, 1)
  if (!receiver) throw new Error('Bug: there is one receiver')
  receiver.respondWith(503)
  const { secret } = await setAddress(service, receiver.url)
  await expiredSession(service)
  const eventId = String((await receiver.next()).headers['service-event-id'])
  for (const [index, pause] of [30, 120, 600, 3_600, 21_600, 86_400].entries()) {
    await delivery(service, eventId, ({ failed_attempts }) => failed_attempts === index + 1)
    service.clock.advance(pause + 1)
    await service.sweep()
    const repeated = await receiver.next()
    t.ok(verifySignature(repeated, secret))
  }
  const abandoned = await delivery(service, eventId, ({ status }) => status === 'abandoned')
  t.match(abandoned, { failed_attempts: 7, next_attempt_at: null })
  service.clock.advance(7 * 86_400)
  await service.sweep()
  receiver.respondWith(200)
  t.same(bodyOf(await service.call('POST', `/v1/events/${eventId}/resend`)), { resent: 1 })
  const again = await receiver.next()
  checkDelivery(again)
  t.equal(again.headers['service-event-id'], eventId)
  await delivery(service, eventId, ({ status }) => status === 'delivered')
  t.equal(receiver.deliveries.length, 8, 'seven attempts and one resend')
})
