import t from 'tap'
import { createLink, openLink, type Link } from '../links/link-calls.ts'
import { sql } from '../support/sql.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { publicDemo } from '../accounts/accounts.ts'
import { expectError } from './expect-error.ts'
import { StillClock } from './still-clock.ts'

// Limits for what strangers create: sessions with the public demo key, and checkouts of payment links.

let service: TestService

t.before(async () => {
  service = await startService({
    clock: new StillClock(),
    environment: { TRUST_PROXY: '1', RATE_LIMIT_PER_SECOND: '20' },
  })
})
t.teardown(() => service.stop())

const from = (address: string) => ({ 'X-Forwarded-For': address })

function createWithDemoKey(address: string): Promise<Answer> {
  return publicDemo(service).call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' }, from(address))
}

function openFrom(link: Link, address: string): Promise<Answer> {
  return openLink(
    { call: (method, path, body, headers) => service.call(method, path, body, { ...headers, ...from(address) }) },
    link,
  )
}

async function sessionsOf(link: Link): Promise<number> {
  return (await sql(service, 'select id from checkout_sessions where payment_link_id = ?', [link.id])).length
}

function statusesOf(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

t.test('a flood with the demo key from one address does not refuse another address', async (t) => {
  const flood = await Promise.all(Array.from({ length: 30 }, () => createWithDemoKey('203.0.113.1')))
  t.same(statusesOf(flood), { 200: 10, 429: 20 })
  const refused = flood.find(({ status }) => status === 429)
  if (refused) expectError(t, refused, 429, 'rate_limited', null)
  t.equal(refused?.headers.get('retry-after'), '1')
  const others = Array.from({ length: 10 }, (_, host) => createWithDemoKey(`198.51.100.${host + 1}`))
  t.same(statusesOf(await Promise.all(others)), { 200: 10 })
})

t.test('all addresses of an IPv6 /64 count as one', async (t) => {
  service.clock.advance(60)
  const flood = Array.from({ length: 15 }, (_, host) => createWithDemoKey(`2001:db8:0:1::${host + 1}`))
  t.same(statusesOf(await Promise.all(flood)), { 200: 10, 429: 5 })
  t.equal((await createWithDemoKey('2001:db8:0:2::1')).status, 200)
})

t.test('a flood of a link from one address does not refuse the rush of its customers', async (t) => {
  const link = await createLink(service, { kind: 'reusable' })
  const flood: Answer[] = []
  // In parts, because without a key an address may send only 20 requests a second.
  for (let part = 0; part < 3; part++) {
    flood.push(...(await Promise.all(Array.from({ length: 20 }, () => openFrom(link, '203.0.113.9')))))
    service.clock.advance(1)
  }
  t.same(statusesOf(flood), { 200: 40, 429: 20 })
  const refused = flood.find(({ status }) => status === 429)
  if (refused) expectError(t, refused, 429, 'rate_limited', null)
  const rush = Array.from({ length: 100 }, (_, host) => openFrom(link, `198.51.100.${host + 1}`))
  t.same(statusesOf(await Promise.all(rush)), { 200: 100 })
  t.equal(await sessionsOf(link), 140)
})
