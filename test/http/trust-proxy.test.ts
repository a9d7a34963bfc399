import t from 'tap'
import { countedClient } from '../../server/flows/card-testing/counted-client.ts'
import { clientAddress, parseTrustProxy, type TrustProxy } from '../../server/http/callers/client-address.ts'
import { startService } from '../support/service.ts'
import { expectError } from './expect-error.ts'

function trusting(text: string): TrustProxy {
  const parsed = parseTrustProxy(text)
  if (parsed.kind === 'invalid') throw new Error(parsed.reasons.join('\n'))
  return parsed.trust
}

const socket = '10.0.0.1'

t.test('without trusted proxies the client’s address is the socket’s', async (t) => {
  for (const setting of ['', '0', ' , ']) {
    for (const header of [undefined, '', '1.2.3.4', '1.2.3.4, 5.6.7.8', '127.0.0.1'])
      t.equal(clientAddress(trusting(setting), socket, header), socket)
  }
})

t.test('each trusted proxy accounts for one entry from the right, and no further entry is read', async (t) => {
  const cases = [
    ['1', '203.0.113.7', '203.0.113.7'],
    ['1', 'spoofed, 198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['1', '127.0.0.1,203.0.113.7', '203.0.113.7'],
    ['2', '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['2', '203.0.113.7', '203.0.113.7'],
    ['3', '1.1.1.1, 203.0.113.7, 10.0.0.3, 10.0.0.2', '203.0.113.7'],
  ] as const
  for (const [hops, header, expected] of cases)
    t.equal(clientAddress(trusting(hops), socket, header), expected, `${hops}: ${header}`)
  t.equal(clientAddress(trusting('1'), socket, undefined), socket, 'the call bypassed the proxy')
})

t.test('with named proxies the client is the right-most address that is not a proxy', async (t) => {
  const trust = trusting('10.0.0.0/8, 2001:db8::/32, 192.0.2.5')
  const cases = [
    ['203.0.113.7', '203.0.113.7'],
    ['10.9.9.9, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, 10.0.0.9, 192.0.2.5', '203.0.113.7'],
    ['203.0.113.7, 192.0.2.6', '192.0.2.6'],
    ['203.0.113.7, 2001:db8::9, 10.0.0.9', '203.0.113.7'],
    ['10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ] as const
  for (const [header, expected] of cases) t.equal(clientAddress(trust, socket, header), expected, header)
  t.equal(clientAddress(trust, '203.0.113.9', '1.2.3.4'), '203.0.113.9', 'an untrusted peer’s header is ignored')
  t.equal(clientAddress(trusting('::/64'), '10.0.0.1', '1.2.3.4'), '10.0.0.1', 'an IPv6 range contains no IPv4 address')
  t.equal(clientAddress(trusting('::/64'), '::ffff:10.0.0.1', '1.2.3.4'), '10.0.0.1', 'not even one in IPv6 notation')
  t.equal(
    clientAddress(trust, '::ffff:10.0.0.1', '203.0.113.7'),
    '203.0.113.7',
    'a dual-stack socket reports IPv4 addresses like this',
  )
})

t.test('ports, brackets and different spellings of an address make no difference', async (t) => {
  const same = {
    '203.0.113.7': [
      '203.0.113.7:4711',
      ' 203.0.113.7 ',
      '\t203.0.113.7',
      '::ffff:203.0.113.7',
      '[::ffff:cb00:7107]:80',
      '::FFFF:203.0.113.7',
    ],
    '2001:db8::1': ['[2001:db8::1]', '[2001:db8::1]:443', '2001:DB8:0:0::1', '2001:0db8:0000:0000:0000:0000:0000:0001'],
  }
  for (const [address, spellings] of Object.entries(same)) {
    for (const spelling of [address, ...spellings])
      t.equal(clientAddress(trusting('1'), socket, spelling), address, spelling)
  }
})

t.test('an entry that is not an address ends the search', async (t) => {
  const hostile = [
    '',
    ' ',
    ',',
    ',,,,',
    'unknown',
    '_hidden',
    'localhost',
    'example.com',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '1.2.3.4/8',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '127.1',
    '1.2.3.4:',
    '1.2.3.4:port',
    '1.2.3.4:123456',
    '[::1',
    '::1]',
    '[1.2.3.4]',
    '[]',
    '[]:80',
    '::1%eth0',
    '[fe80::1%eth0]',
    ':::',
    '12345::',
    '1.2.3.4 5.6.7.8',
    '1.2.3.4;5.6.7.8',
    '"1.2.3.4"',
    'for=1.2.3.4',
    '-1.2.3.4',
    '1.2.3.4\0',
    '１.２.３.４',
    '٣.1.1.1',
    "1.2.3.4' or 1=1",
    '../../etc',
    '<script>',
    'a'.repeat(16_000),
    '['.repeat(9_000),
    '1.'.repeat(8_000),
  ]
  for (const entry of hostile) {
    for (const setting of ['1', '2', '10', '10.0.0.0/8'])
      t.equal(
        clientAddress(trusting(setting), socket, `203.0.113.7, ${entry}`),
        socket,
        `${setting}: ${entry.slice(0, 40)}`,
      )
  }
  t.equal(
    clientAddress(trusting('2'), socket, `203.0.113.7, unknown, 10.0.0.2`),
    '10.0.0.2',
    'the last known address is the proxy’s',
  )
  t.equal(
    clientAddress(trusting('10'), socket, '1.1.1.1,'.repeat(2_000) + '203.0.113.7'),
    '1.1.1.1',
    'only ten entries of a long header are read',
  )
})

t.test('a disconnected client is unknown, and a link-local address loses its zone', async (t) => {
  t.equal(clientAddress(trusting('1'), undefined, '1.2.3.4'), 'unknown')
  t.equal(clientAddress(trusting('0'), 'fe80::1%eth0', undefined), 'fe80::1')
})

t.test('limits count clients by address and by network, and an IPv6 /64 counts as one address', async (t) => {
  const cases = [
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:3::9', '2001:db8:1:3::/64', '2001:db8:1::/48'],
    ['::1', '::/64', '::/48'],
    ['unknown', 'unknown', 'unknown'],
  ] as const
  for (const [from, address, network] of cases) t.same(countedClient(from), { address, network })
})

t.test('an invalid setting is refused, and the error names every bad entry', async (t) => {
  const wrong = [
    'true',
    'yes',
    '-1',
    '1.5',
    '11',
    '999999999999',
    'proxy.example',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '/8',
    '0.0.0.0/0',
    '::/0',
    '1,2',
    '10.0.0.1:80',
    'fe80::1%eth0',
    'loopback',
  ]
  for (const text of wrong) t.equal(parseTrustProxy(text).kind, 'invalid', text)
  t.match(parseTrustProxy('10.0.0.1, nonsense, 0.0.0.0/0'), { reasons: [/"nonsense"/, /every client/] })
  for (const text of ['1', '10', '10.0.0.1', '::1', '10.0.0.0/8, fd00::/8', '10.1.2.3/8'])
    t.equal(parseTrustProxy(text).kind, 'ok', text)
})

t.test('each customer behind a trusted proxy has a separate signup limit and rate limit', async (t) => {
  const service = await startService({
    environment: { TRUST_PROXY: '1', SIGNUP_LIMIT_PER_HOUR: '1', RATE_LIMIT_PER_SECOND: '1' },
  })
  t.teardown(() => service.stop())
  const signUp = (forwardedFor: string) =>
    service.call('POST', '/v1/sandbox/signup', { email: 'a@example.com' }, { 'X-Forwarded-For': forwardedFor })
  t.equal((await signUp('203.0.113.1')).status, 200)
  expectError(t, await signUp('203.0.113.1'), 429, 'rate_limited', null)
  expectError(
    t,
    await signUp('198.51.100.9, 203.0.113.1:999'),
    429,
    'rate_limited',
    null,
    'the header that the client sent does not matter',
  )
  t.equal((await signUp('203.0.113.2')).status, 200)
  t.equal((await signUp('2001:db8::1')).status, 200)
  expectError(t, await signUp('2001:db8::2'), 429, 'rate_limited', null, 'the same network')
  const readKey = (forwardedFor: string) =>
    service.call('GET', '/v1/form/encryption_key', undefined, { 'X-Forwarded-For': forwardedFor })
  t.equal((await readKey('203.0.113.3')).status, 200)
  t.equal((await readKey('203.0.113.4')).status, 200)
})

t.test('without a trusted proxy X-Forwarded-For changes nothing', async (t) => {
  const service = await startService({ environment: { SIGNUP_LIMIT_PER_HOUR: '1' } })
  t.teardown(() => service.stop())
  const signUp = (forwardedFor: string) =>
    service.call('POST', '/v1/sandbox/signup', { email: 'a@example.com' }, { 'X-Forwarded-For': forwardedFor })
  t.equal((await signUp('203.0.113.1')).status, 200)
  expectError(t, await signUp('203.0.113.2'), 429, 'rate_limited', null)
})
