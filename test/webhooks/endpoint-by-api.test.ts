import t from 'tap'
import { webhooks } from '../../sdk/src/index.ts'
import { operator } from '../../server/domain/accounts/caller.ts'
import { revokeKey, rollKey } from '../../server/flows/accounts/change-keys.ts'
import { setWebhookEndpoint } from '../../server/flows/webhooks/set-webhook-endpoint.ts'
import { listSecretKeys } from '../../server/store/accounts/secret-keys.ts'
import { anotherAccount, liveKey, publicDemo } from '../accounts/accounts.ts'
import { expectError } from '../http/expect-error.ts'
import { startReceiver, type ReceivedDelivery, type Receiver } from '../support/receiver.ts'
import { startService, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'
import { bodyOf, expiredSession, type Calls } from './events/read-events.ts'
import { standardSigners } from './events/verify-signature.ts'

let service: TestService
let receiver: Receiver

t.before(async () => {
  service = await startService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
  receiver = await startReceiver()
})
t.teardown(async () => {
  await receiver.stop()
  await service.stop()
})

const path = '/v1/webhook_endpoint'
const next = `${path}/next_secret`

const setAddress = async ({ call }: Calls, url: string) =>
  bodyOf<{ id: string; url: string; secret: string }>(await call('POST', '/v1/webhook_endpoints', { url }))

const createNext = async () => bodyOf<{ secret: string }>(await service.call('POST', next)).secret

/** Which of the secrets signed a delivery. */
async function signerOf({ rawBody, headers }: ReceivedDelivery, secrets: readonly string[]): Promise<string[]> {
  const header = String(headers['service-signature'])
  const now = service.clock.now()
  const signed = await Promise.all(
    secrets.map((secret) => webhooks.constructEvent(rawBody, header, secret, { now }).then(Boolean, () => false)),
  )
  return secrets.filter((_, index) => signed[index])
}

async function nextDelivery(): Promise<ReceivedDelivery> {
  await expiredSession(service)
  return receiver.next()
}

t.test('without an address every call answers not_found and says how to set one', async (t) => {
  const calls: [string, string, object?][] = [
    ['GET', path],
    ['DELETE', path],
    ['POST', next],
    ['POST', `${next}/use`, { secret: 'whsec_1' }],
    ['DELETE', next],
  ]
  for (const [method, address, body] of calls) {
    const answer = await service.call(method, address, body)
    expectError(t, answer, 404, 'not_found', null, `${method} ${address}`)
    t.match(answer.body.error?.fix, 'POST /v1/webhook_endpoints')
    expectError(t, await publicDemo(service).call(method, address, body), 403, 'webhooks_not_available', null)
  }
  t.same(await sql(service, `select action from audit_log where actor like 'key%'`), [], 'nothing was changed')
})

t.test('the address is read without its secret, and only with a key of its account and mode', async (t) => {
  const { id, secret } = await setAddress(service, receiver.url)
  const answer = await service.call('GET', path)
  const body = bodyOf<{ created_at: string }>(answer)
  t.same(body, {
    id,
    object: 'webhook_endpoint',
    url: receiver.url,
    livemode: false,
    created_at: new Date(body.created_at).toISOString(),
    next_secret_created_at: null,
  })
  t.notMatch(answer.text, secret)
  for (const stranger of [await anotherAccount(service), await liveKey(service, { liveAccess: true })]) {
    expectError(t, await stranger.call('GET', path), 404, 'not_found', null)
    expectError(t, await stranger.call('DELETE', path), 404, 'not_found', null)
  }
  expectError(t, await service.call('DELETE', `${path}?mode=test`), 400, 'parameter_invalid', 'mode')
  expectError(t, await service.call('DELETE', path, { id }), 400, 'parameter_invalid', 'id')
  t.equal((await service.call('GET', path)).status, 200)
})

t.test('a program rolls the secret in two steps, and each `Service-Signature` is that of one secret', async (t) => {
  const { secret: first } = await setAddress(service, receiver.url)
  const lost = await createNext()
  const second = await createNext()
  const all = [first, lost, second]
  t.equal(new Set(all).size, 3)
  t.match(bodyOf(await service.call('GET', path)), { next_secret_created_at: /^\d{4}-.*Z$/ })
  const during = await nextDelivery()
  t.same(await signerOf(during, all), [first], 'the current secret still signs')
  t.same(standardSigners(during, all), [first, second], 'for Standard Webhooks both secrets sign')

  for (const wrong of [lost, 'whsec_0', `${second}0`])
    expectError(t, await service.call('POST', `${next}/use`, { secret: wrong }), 400, 'parameter_invalid', 'secret')
  for (const wrong of ['', 'x', 5, null, `whsec_${'a'.repeat(300)}`])
    expectError(t, await service.call('POST', `${next}/use`, { secret: wrong }), 400, 'parameter_invalid', 'secret')
  expectError(t, await service.call('POST', `${next}/use`), 400, 'parameter_missing', 'secret')
  t.same(await signerOf(await nextDelivery(), all), [first], 'a wrong secret changes nothing')

  for (const time of ['first', 'repeated'])
    t.match(
      bodyOf(await service.call('POST', `${next}/use`, { secret: second })),
      { url: receiver.url, next_secret_created_at: null },
      `the ${time} call`,
    )
  const after = await nextDelivery()
  t.same(await signerOf(after, all), [second])
  t.same(standardSigners(after, all), [second])
})

t.test('a next secret can be deleted, and the current one stays in use', async (t) => {
  const { secret } = await setAddress(service, receiver.url)
  const unused = await createNext()
  for (const time of ['first', 'repeated'])
    t.match(bodyOf(await service.call('DELETE', next)), { next_secret_created_at: null }, `the ${time} call`)
  expectError(t, await service.call('POST', `${next}/use`, { secret: unused }), 400, 'parameter_invalid', 'secret')
  const delivery = await nextDelivery()
  t.same(await signerOf(delivery, [secret, unused]), [secret])
  t.same(standardSigners(delivery, [secret, unused]), [secret])
})

t.test('a removed address gets nothing more: waiting deliveries are abandoned, later events are kept', async (t) => {
  await setAddress(service, receiver.url)
  receiver.respondWith(500)
  const waiting = String((await nextDelivery()).headers['service-event-id'])
  const statusOf = async () =>
    (
      await sql<{ status: string; failed_attempts: number }>(service, 'select * from deliveries where event_id = ?', [
        waiting,
      ])
    )[0]
  await until(async () => (await statusOf())?.failed_attempts === 1)
  receiver.respondWith(200)

  t.match(bodyOf(await service.call('DELETE', path)), { object: 'webhook_endpoint', url: receiver.url, deleted: true })
  expectError(t, await service.call('DELETE', path), 404, 'not_found', null, 'a second time')
  const later = await expiredSession(service)
  service.clock.advance(31)
  await service.sweep()
  await until(async () => (await statusOf())?.status === 'abandoned')
  t.match(await statusOf(), { status: 'abandoned', failed_attempts: 1, next_attempt_at: null })
  t.match(bodyOf(await service.call('GET', '/v1/events?limit=1')), { data: [{ data: { id: later } }] })
  t.match(bodyOf(await service.call('POST', `/v1/events/${waiting}/resend`)), { resent: 0 })

  await setAddress(service, receiver.url)
  t.match(bodyOf(await service.call('POST', `/v1/events/${waiting}/resend`)), { resent: 1 })
  t.equal((await receiver.next()).headers['service-event-id'], waiting, 'only the resent event arrives')
})

t.test('the audit log names the key that changed the address or its secret, and no secret', async (t) => {
  const [key] = await sql<{ id: string }>(
    service,
    'select id from secret_keys where merchant_id = ? and not livemode',
    [service.merchantId],
  )
  const lines = await sql<{ action: string; actor: string; address: string; row: string }>(
    service,
    `select action, actor, address, audit_log::text as row from audit_log
     where action like 'signing_secret.%' or action like 'webhook_address.%' order by id`,
  )
  t.same(
    lines.map(({ action }) => action),
    [
      ...['webhook_address.set', 'webhook_address.set'],
      ...['signing_secret.prepared', 'signing_secret.prepared', 'signing_secret.rolled'],
      ...['webhook_address.set', 'signing_secret.prepared', 'signing_secret.roll_cancelled'],
      ...['webhook_address.set', 'webhook_address.removed', 'webhook_address.set'],
    ],
  )
  for (const { actor, address } of lines) t.match({ actor, address }, { actor: key?.id, address: '127.0.0.1' })
  t.notMatch(JSON.stringify(lines) + service.logLines.join(''), /whsec_/)
})

t.test('a key that ends while a request with it is running cannot set an address any more', async (t) => {
  const account = await anotherAccount(service)
  const scope = { merchantId: account.merchantId, livemode: false }
  const { context } = service.app
  const setBy = (actor: string) =>
    setWebhookEndpoint(context, { personId: null, actor, address: null }, scope, receiver.url)
  const [key] = await listSecretKeys(context.db, account.merchantId)
  const first = key?.id ?? ''
  t.match(await setBy(first), { object: 'webhook_endpoint' })
  const rolled = await rollKey(context, operator, scope, { id: first, overlapMs: 0 })
  if (rolled?.kind !== 'made') throw new Error('The key is rolled')
  t.match(await setBy(first), { kind: 'failure', code: 'invalid_api_key' })
  t.match(await setBy(rolled.id), { object: 'webhook_endpoint' })
  await revokeKey(context, operator, scope, rolled.id)
  t.match(await setBy(rolled.id), { kind: 'failure', code: 'invalid_api_key' })
})
