import t from 'tap'
import { operations } from '../../generated/operations.ts'
import { keyKinds } from '../../server/domain/accounts/key-access.ts'
import { readNetworks } from '../../server/engines/networks/networks.ts'
import { callsWith } from '../http/every-call.ts'
import { expectError } from '../http/expect-error.ts'
import { paidSession } from '../support/pay.ts'
import type { TestService } from '../support/service.ts'
import { sharedService } from '../support/shared-service.ts'
import { addKey, caller, rowCounts, type TestAccount } from './accounts.ts'

let service: TestService
t.before(async () => {
  service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

async function restricted(
  permissions: readonly string[] | null,
  networks: string[] | null = null,
): Promise<TestAccount> {
  const secret = await addKey(service, { livemode: false, access: { permissions, networks } })
  return caller(service, service.merchantId, secret)
}

t.test('a key without permissions may make no call, and learns which permission each needs', async (t) => {
  const none = await restricted([])
  const before = await rowCounts(service)
  for (const { method, path, body, id } of callsWith('secret_key')) {
    const answer = await none.call(method, path, body)
    expectError(t, answer, 403, 'webhooks_not_available', null, id)
    t.match(answer.body, { error: { message: `\`${String(operations[id].permission)}\`` } }, id)
  }
  const unread = await none.call('POST', '/v1/checkout/sessions', '[')
  expectError(t, unread, 403, 'webhooks_not_available', null, 'before the body is read')
  t.same(await rowCounts(service), before)
})

t.test('each kind of key may make the calls of its permissions and no others', async (t) => {
  for (const [kind, { permissions }] of Object.entries(keyKinds)) {
    const key = await restricted(permissions)
    for (const { method, path, id } of callsWith('secret_key')) {
      // A query or body that every call refuses shows that the key was accepted.
      const answer = await key.call(method, `${path}?unknown=1`, method === 'POST' ? '[' : undefined)
      const may = permissions === null || permissions.some((each) => each === operations[id].permission)
      t.equal(answer.status === 403, !may, `${kind}: ${id}`)
    }
  }
})

t.test('a key that may do everything but refunds takes payments and returns none', async (t) => {
  const key = await restricted(keyKinds.no_refunds.permissions)
  const session = await paidSession({ ...service, call: key.call })
  const answer = await key.call('POST', `/v1/checkout/sessions/${session.id}/refunds`)
  expectError(t, answer, 403, 'webhooks_not_available', null)
  t.match(answer.body, {
    error: {
      message: 'This secret key may not call `POST /v1/checkout/sessions/{id}/refunds`: it lacks the permission',
    },
  })
  t.match((await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`)).status, 200, 'a full key may')
})

t.test('only a key that may do everything empties test mode or sets up a situation', async (t) => {
  for (const { permissions } of Object.values(keyKinds))
    for (const all of ['test_reset', 'test_situations'])
      t.equal(permissions === null || !permissions.some((each) => each === all), true, all)
})

t.test('a key works only from its networks', async (t) => {
  const path = '/v1/payment_links'
  for (const networks of [['127.0.0.0/8'], ['203.0.113.7', '127.0.0.1']])
    t.equal((await (await restricted(null, networks)).call('GET', path)).status, 200, networks.join())
  for (const networks of [['203.0.113.0/24'], ['::/1'], ['128.0.0.0/1']]) {
    const answer = await (await restricted(null, networks)).call('GET', path)
    expectError(t, answer, 403, 'webhooks_not_available', null, networks.join())
    t.match(answer.body, { error: { message: 'may not be used from the address 127.0.0.1' } })
  }
})

t.test('typed networks are addresses or ranges', (t) => {
  t.same(readNetworks(' 203.0.113.0/24, 2001:db8::/32\n198.51.100.7 '), {
    networks: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'],
  })
  t.same(readNetworks(' '), { networks: null })
  for (const wrong of ['shop.example', '203.0.113.0/33', '0.0.0.0/0', '::/0', '1.2.3', '203.0.113.0/', 'fe80::1%eth0'])
    t.match(readNetworks(`203.0.113.1 ${wrong}`), { error: `${wrong} is not an IP address or a network` })
  t.match(readNetworks('203.0.113.1 '.repeat(21)), { error: 'Use at most 20 networks.' })
  t.end()
})
