import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import manifest from '../../sdk/package.json' with { type: 'json' }
import { sharedService } from '../support/shared-service.ts'

const run = promisify(execFile)

const program = `
import { ServicePay } from 'servicepay'
import { loadServicePay } from 'servicepay/browser'
const [baseUrl, key] = process.argv.slice(2)
const servicepay = new ServicePay(key, { baseUrl })
const { id } = await servicepay.checkout.sessions.create({ amount: 2500, currency: 'GBP' })
await servicepay.testHelpers.checkout.sessions.pay(id)
const { status } = await servicepay.checkout.sessions.retrieve(id)
console.log(status, typeof loadServicePay)
`

t.test('npm installs the package from the running service, and again from the lock file', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  const shop = t.testdir({ 'package.json': '{"private":true,"type":"module"}' })
  const npm = (...words: string[]) => run('npm', [...words, '--no-audit', '--no-fund'], { cwd: shop })
  const address = `${service.baseUrl}/sdk/servicepay-${manifest.version}.tgz`
  await npm('install', address)
  const lock = JSON.parse(readFileSync(join(shop, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { resolved: string; integrity: string }>
  }
  const { resolved, integrity } = lock.packages['node_modules/servicepay'] ?? {}
  t.equal(resolved, address)
  const documentation = await (await fetch(`${service.baseUrl}/docs/sdk.md`)).text()
  t.match(documentation, integrity, 'the documentation has the hash of the lock file')
  await npm('ci')

  writeFileSync(join(shop, 'pay.js'), program)
  const { stdout } = await run(process.execPath, ['pay.js', service.baseUrl, service.secretKey], { cwd: shop })
  t.equal(stdout.trim(), 'paid function')
})
