import t from 'tap'
import { checkWebhookUrl, parseWebhookAllow, type WebhookAllow } from '../../server/webhooks/address-guard.ts'
import type { Resolve } from '../../server/webhooks/resolve-host.ts'
import { forbiddenHosts, forbiddenUrls } from './forbidden-addresses.ts'

const unknownName: Resolve = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
const resolvingTo =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses)

function allowing(text: string): WebhookAllow {
  const parsed = parseWebhookAllow(text)
  if (parsed.kind !== 'ok') throw new Error(parsed.reasons.join('; '))
  return parsed.allow
}

async function verdict(url: string, allow = '', resolve = unknownName): Promise<'ok' | 'refused'> {
  return (await checkWebhookUrl(url, allowing(allow), resolve)).kind
}

t.test('every spelling of a private address is refused', async (t) => {
  t.ok(forbiddenHosts.length + forbiddenUrls.length >= 80)
  for (const host of forbiddenHosts) t.equal(await verdict(`https://${host}:8443/hooks`), 'refused', host)
  for (const url of forbiddenUrls) t.equal(await verdict(url.replace('<port>', '8443')), 'refused', JSON.stringify(url))
})

t.test('a public https address is accepted and returned unchanged', async (t) => {
  const urls = [
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]:8443/x',
    'https://hooks.example.com',
    'HTTPS://Hooks.Example.COM/a?b=c#d',
    'https://hooks.example.com./',
    'https://bücher.example/',
    'https://xn--bcher-kva.example/',
    'https://a_b.example.com/',
    'https://hooks.example.com/users/@me',
    'https://100.63.255.255/',
    'https://172.32.0.1/',
    'https://[2001:4860:4860::8888]/',
  ]
  for (const url of urls) t.strictSame(await checkWebhookUrl(url, [], resolvingTo('1.1.1.1')), { kind: 'ok', url }, url)
})

t.test('a number is not a public address, whatever it would lead to', async (t) => {
  for (const host of ['134744072', '0x8080808', '8.8.2056', '010.8.8.8', '8.8.8.8.', '８.8.8.8'])
    t.equal(await verdict(`https://${host}/`), 'refused', host)
})

t.test('a name that does not resolve yet is accepted, and one with a private address is refused', async (t) => {
  const url = 'https://hooks.example.com/'
  t.equal(await verdict(url), 'ok')
  t.equal(await verdict(url, '', resolvingTo()), 'ok')
  for (const address of [
    '10.0.0.1',
    '127.0.0.1',
    '::1',
    '::ffff:1.1.1.1',
    'fe80::1%eth0',
    'fd00::1',
    '2002:101:101::',
    'nonsense',
  ]) {
    t.equal(await verdict(url, '', resolvingTo(address)), 'refused', address)
    t.equal(await verdict(url, '', resolvingTo('1.1.1.1', address)), 'refused', `public and ${address}`)
  }
})

t.test('a name server that never answers does not block the caller', async (t) => {
  t.equal(await verdict('https://hooks.example.com/', '', () => new Promise(() => {})), 'ok')
})

t.test('2,048 characters are accepted, and one more is refused', async (t) => {
  const url = `https://hooks.example.com/${'x'.repeat(2_048 - 26)}`
  t.equal(url.length, 2_048)
  t.equal(await verdict(url), 'ok')
  t.equal(await verdict(`${url}x`), 'refused')
  t.equal(await verdict(`https://hooks.example.com/${'🧾'.repeat(2_048 - 26)}`), 'ok', 'characters, not UTF-16 units')
})

t.test('an exception permits its host and port, also over http, and nothing else', async (t) => {
  const cases: [allow: string, url: string, expected: 'ok' | 'refused'][] = [
    ['127.0.0.1', 'http://127.0.0.1:4000/', 'ok'],
    ['127.0.0.1', 'https://127.0.0.1/', 'ok'],
    ['127.0.0.1', 'http://127.0.0.2/', 'refused'],
    ['127.0.0.1', 'http://[::ffff:127.0.0.1]/', 'refused'],
    ['127.0.0.1:4000', 'http://127.0.0.1:4000/', 'ok'],
    ['127.0.0.1:4000', 'http://127.0.0.1:4001/', 'refused'],
    ['127.0.0.1:80', 'http://127.0.0.1/', 'ok'],
    ['127.0.0.0/8', 'http://127.9.9.9/', 'ok'],
    ['127.0.0.0/8', 'http://128.0.0.1/', 'refused'],
    ['10.0.0.0/8, 127.0.0.1', 'http://10.1.2.3/', 'ok'],
    ['::1', 'http://[::1]:4000/', 'ok'],
    ['[::1]:4000', 'http://[::1]:4000/', 'ok'],
    ['[::1]:4000', 'http://[::1]:4001/', 'refused'],
    ['fd12::/16', 'http://[fd12::1]/', 'ok'],
    ['::/64', 'http://127.0.0.1/', 'refused'],
    ['localhost', 'http://localhost:4000/', 'ok'],
    ['localhost', 'http://LOCALHOST.:4000/', 'ok'],
    ['localhost', 'http://127.0.0.1:4000/', 'refused'],
    ['LocalHost:4000', 'http://localhost:4000/', 'ok'],
    ['localhost:4000', 'http://localhost:4001/', 'refused'],
    ['receiver', 'http://receiver/', 'ok'],
    ['receiver', 'http://other/', 'refused'],
    ['receiver', 'http://hooks.example.com/', 'refused'],
    ['receiver', 'https://hooks.example.com/', 'ok'],
    ['receiver', 'http://user@receiver/', 'refused'],
  ]
  for (const [allow, url, expected] of cases) t.equal(await verdict(url, allow), expected, `${url} with ${allow}`)
})

t.test('a name without an exception is accepted when all its addresses have one', async (t) => {
  const local = resolvingTo('127.0.0.1', '::1')
  t.equal(await verdict('http://localhost:4000/', '127.0.0.0/8, ::1', local), 'ok')
  t.equal(await verdict('http://localhost:4000/', '127.0.0.0/8', local), 'refused')
  t.equal(
    await verdict('http://hooks.example.com/', '127.0.0.1', resolvingTo('1.1.1.1')),
    'refused',
    'public, but not https',
  )
})

t.test('no exception permits a metadata service or an IPv4 address inside IPv6', async (t) => {
  const everything =
    '0.0.0.0/0, ::/0, 169.254.169.254, fd00:ec2::254, metadata.google.internal, metadata, hooks.example.com'
  const addresses = [
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fe80::a9fe:a9fe',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '::a9fe:a9fe',
    '::ffff:127.0.0.1',
  ]
  for (const address of addresses) {
    const host = address.includes(':') ? `[${address}]` : address
    t.equal(await verdict(`http://${host}/`, everything), 'refused', host)
    t.equal(
      await verdict('https://hooks.example.com/', everything, resolvingTo(address)),
      'refused',
      `name for ${address}`,
    )
  }
  for (const host of [
    '0xa9fea9fe',
    '2852039166',
    'metadata.google.internal',
    'METADATA.google.internal.',
    'metadata',
  ]) {
    t.equal(await verdict(`http://${host}/`, everything), 'refused', host)
  }
  t.equal(await verdict('http://127.0.0.1/', everything), 'ok', 'the exceptions work for other addresses')
})

t.test('every invalid entry of WEBHOOK_ALLOW is reported, and blank ones are skipped', (t) => {
  const bad = [
    'http://localhost:4000',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0/8',
    '/8',
    'localhost:0',
    'localhost:65536',
    'local host',
    '*.example.com',
    '0x7f.1',
    '127.1',
    '2130706433',
    '[::1',
    '[127.0.0.1]',
    'fe80::1%lo',
    'a:b',
    'user@host',
    '-/-',
  ]
  const parsed = parseWebhookAllow(['localhost', '', ...bad, ' '].join(','))
  t.equal(parsed.kind, 'invalid')
  t.strictSame(
    parsed.kind === 'invalid' && parsed.reasons.map((reason) => JSON.parse(reason.split(' is not ')[0] ?? '')),
    bad,
  )
  t.strictSame(parseWebhookAllow(' , '), { kind: 'ok', allow: [] })
  t.end()
})
