import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { formAssets } from '../../server/pages/form/form-assets.ts'
import { paymentPageFiles } from '../../server/pages/payment-page-files.ts'
import { startProgram } from '../start/operator.ts'
import { startService, type TestService } from '../support/service.ts'

const command = join(import.meta.dirname, '../../server/commands/scripts/main.ts')

let service: TestService

t.before(async () => {
  service = await startService({ environment: { ROLE: 'cards', CARD_KEY: 'ab'.repeat(32) } })
})
t.teardown(() => service.stop())

const run = async (...args: string[]) => {
  const started = startProgram(t, {}, [command, ...args])
  return { code: await started.ended(), ...started.said }
}

t.test('a changed script, document or policy is found', async (t) => {
  // Acts as an attacker between the service and its customers.
  const changed = ['/v1/servicepay.js', '/v1/form/frame?locale=en', '/checkout/none?locale=en']
  const intruder = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? ''
      const original = await fetch(`${service.baseUrl}${path}`, { headers: { 'Accept-Language': 'en' } })
      const policy = original.headers.get('content-security-policy')
      const text = await original.text()
      if (policy) response.setHeader('Content-Security-Policy', path.startsWith('/checkout') ? `${policy}; x` : policy)
      response.writeHead(original.status)
      response.end(changed.indexOf(path) === 0 || changed.indexOf(path) === 1 ? `${text} ` : text)
    })()
  })
  await new Promise<void>((resolve) => intruder.listen(0, '127.0.0.1', resolve))
  t.teardown(() => intruder.close())
  const address = `http://127.0.0.1:${(intruder.address() as AddressInfo).port}`
  const [same, other] = await Promise.all([run(service.baseUrl), run(`${address}/`)])
  t.match(same, {
    code: 0,
    out: /^All 11 scripts and documents of http:\S+ are those of this version\.\n$/,
    errors: '',
  })
  t.equal(other.code, 1)
  const lines = other.out.trimEnd().split('\n')
  t.same(
    lines.map((line) => line.split(' ').slice(0, 3).join(' ')),
    [`${changed[0]} has other`, `${changed[1]} has other`, `${changed[2]} has another`].map(
      (line) => `${address}${line}`,
    ),
  )
})

t.test('the inventory lists every script that the pages load, with its reason and hash', async (t) => {
  const assets = await formAssets()
  const files = await paymentPageFiles(assets)
  const scripts = Object.entries(assets).flatMap(([name, asset]: [string, object]) =>
    name.endsWith('Script') && name !== 'bankScript' && 'name' in asset
      ? [`/v1/form/assets/${String(asset.name)}`]
      : [],
  )
  t.ok(scripts.length >= 5)
  t.same(
    ['/v1/servicepay.js', ...scripts].filter((path) => !files.some((file) => file.path === path)),
    [],
  )
  const [listed, wrong] = await Promise.all([run(), run('ftp://pay.example')])
  t.equal(listed.code, 0)
  for (const { path, reason, integrity } of files) t.ok(listed.out.includes(`${path}\n  ${reason}\n  ${integrity}\n`))
  t.match(wrong, { code: 2, errors: /Give one complete address/ })
})
