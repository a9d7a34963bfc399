import t from 'tap'
import { anotherAccount, type TestAccount } from '../../accounts/accounts.ts'
import { expectError } from '../../http/expect-error.ts'
import { StillClock } from '../../http/still-clock.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService, type Answer } from '../../support/service.ts'
import { bodyOf, expiredSession } from '../events/read-events.ts'
import { startLocalDns } from '../local-dns.ts'

// Names whose servers never answer cannot delay receivers with other names: spec/decisions/webhooks.md#look-ups.

const deadNames = 200
const deliveries = 10

t.test('deliveries by name arrive while 200 names have no answer', async (t) => {
  const dns = await startLocalDns((_query, name) => (name.startsWith('dead') ? null : ['127.0.0.1']))
  const service = await startService({
    environment: { DNS_SERVERS: dns.server, WEBHOOK_ALLOW: '127.0.0.0/8', RATE_LIMIT_PER_SECOND: '100000' },
  })
  const receiver = await startReceiver()
  t.teardown(async () => {
    await receiver.stop()
    await service.stop()
    dns.stop()
  })
  const healthy = await anotherAccount(service)
  const url = `http://shop.example:${receiver.port}/webhooks`
  bodyOf(await healthy.call('POST', '/v1/webhook_endpoints', { url }))
  const accounts: TestAccount[] = []
  // One after the other: together they would wait longer for a connection than the service allows.
  while (accounts.length < deadNames) accounts.push(await anotherAccount(service))
  const dead = accounts.map((account, number) => setAddress(account, `https://dead${number}.example/`))
  while (dns.names.size < deadNames) await new Promise((resolve) => setTimeout(resolve, 5))
  for (let made = 0; made < deliveries; made++) {
    await expiredSession(healthy)
    await receiver.next()
  }
  t.pass('every delivery has arrived')
  t.same(new Set((await Promise.all(dead)).map(({ status }) => status)), new Set([200]), 'their addresses are set')
})

/** Sets a webhook address. Repeats the call when a busy machine could not answer it in time. */
async function setAddress(account: TestAccount, url: string): Promise<Answer> {
  const answer = await account.call('POST', '/v1/webhook_endpoints', { url })
  return answer.status === 503 ? setAddress(account, url) : answer
}

t.test('an account may set 30 new host names at once, and paths of the same host at any time', async (t) => {
  const dns = await startLocalDns(() => ['127.0.0.1'])
  const service = await startService({
    clock: new StillClock(),
    environment: { DNS_SERVERS: dns.server, WEBHOOK_ALLOW: '127.0.0.1' },
  })
  t.teardown(async () => {
    await service.stop()
    dns.stop()
  })
  const set = (number: number, path = '') =>
    service.call('POST', '/v1/webhook_endpoints', { url: `http://shop${number}.example/${path}` })
  for (let number = 1; number <= 30; number++) bodyOf(await set(number))
  const refused = await set(31)
  expectError(t, refused, 429, 'rate_limited')
  t.equal(refused.headers.get('retry-after'), '20')
  bodyOf(await set(30))
  bodyOf(await set(30, 'other-path'))
  service.clock.advance(20)
  bodyOf(await set(31))
  expectError(t, await set(32), 429, 'rate_limited')
})
