import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { resolveBefore, resolveWith } from '../../server/webhooks/resolve-host.ts'
import { until } from '../support/until.ts'
import { startLocalDns } from './local-dns.ts'

const never = new AbortController().signal

t.test('the hosts file comes before the name server', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'servicepay-hosts-'))
  const hostsFile = join(folder, 'hosts')
  await writeFile(
    hostsFile,
    '# comment\n192.0.2.1 Shop.example www.shop.example # comment\n2001:db8::1 shop.example\nbad line\n',
  )
  const dns = await startLocalDns(() => ['192.0.2.99'])
  t.teardown(async () => {
    dns.stop()
    await rm(folder, { recursive: true })
  })
  const resolve = resolveWith({ servers: [dns.server], hostsFile })
  t.same(await resolve('shop.example', never), ['192.0.2.1', '2001:db8::1'])
  t.same(await resolve('WWW.shop.example', never), ['192.0.2.1'])
  t.same(await resolve('localhost', never), ['127.0.0.1', '::1'], 'localhost needs no entry')
  t.same(await resolve('shop.invalid', never), [], 'a name that never has an address')
  t.equal(dns.queries(), 0)
  t.same(await resolve('other.example', never), ['192.0.2.99'])
})

t.test('an answer is not kept, and calls at the same time share a query', async (t) => {
  const dns = await startLocalDns((query) => [`192.0.2.${query}`])
  t.teardown(() => dns.stop())
  t.same(await dns.resolve('shop.example', never), ['192.0.2.1'])
  t.same(await dns.resolve('shop.example', never), ['192.0.2.2'], 'although the answer is valid for five minutes')
  const together = await Promise.all([1, 2, 3].map(() => dns.resolve('shop.example', never)))
  t.same(together, [['192.0.2.3'], ['192.0.2.3'], ['192.0.2.3']])
})

t.test('a name without addresses does not resolve', async (t) => {
  const dns = await startLocalDns(() => [])
  t.teardown(() => dns.stop())
  t.match(await resolveBefore(never, 'shop.example', dns.resolve), {
    kind: 'unresolved',
    reason: 'the name does not resolve (ENODATA)',
  })
})

t.test('1,000 names without an answer do not delay a look-up, and end when no delivery waits for them', async (t) => {
  const dns = await startLocalDns((_query, name) => (name.startsWith('dead') ? null : ['192.0.2.1']))
  t.teardown(() => dns.stop())
  const given = new AbortController()
  let ended = 0
  const dead = Array.from({ length: 1_000 }, async (_, number) => {
    const result = await resolveBefore(given.signal, `dead${number}.example`, dns.resolve)
    ended += 1
    return result.kind
  })
  await until(async () => Promise.resolve(dns.names.size > 0), 'the first query')
  t.same(await dns.resolve('shop.example', never), ['192.0.2.1'])
  t.equal(ended, 0, 'all others are still under way')
  given.abort()
  t.same(new Set(await Promise.all(dead)), new Set(['unresolved']))
})
