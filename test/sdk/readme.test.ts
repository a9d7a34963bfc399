import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { codeBlocksOf } from '../docs/guides/code-blocks.ts'
import { webhooks } from '../../sdk/src/index.ts'
import { inheritedEnvironment } from '../support/inherited-environment.ts'
import { installPackage, type Project } from '../support/packed-sdk.ts'
import { quietPort } from '../support/quiet-port.ts'
import { until } from '../support/until.ts'

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const readme = readFileSync(fileURLToPath(new URL('../../sdk/README.md', import.meta.url)), 'utf8')

const blocks = codeBlocksOf(readme)

let project: Project
t.before(async () => {
  project = await installPackage()
  symlinkSync(join(modules, 'express'), join(project.folder, 'node_modules/express'))
})
t.teardown(() => project.remove())

/** The program's database is away for one order. */
const brokenDatabase = `
const { log } = console
console.log = (...words) => {
  if (words.includes('order-lost')) throw new Error('The database is away')
  log(...words)
}
`

t.test('the Express example answers 400 only to a wrong signature, and 500 when the program fails', async (t) => {
  const block = blocks.find(({ text }) => text.includes("from 'express'"))?.text ?? ''
  const port = await quietPort()
  project.write('express.mts', block.replace('4242', String(port)))
  project.write('broken-database.mjs', brokenDatabase)
  const secret = 'whsec_of_my_tests'
  const child = spawn(process.execPath, ['--import', './broken-database.mjs', 'express.mts'], {
    cwd: project.folder,
    env: { ...inheritedEnvironment('PATH'), SERVICEPAY_SIGNING_SECRET: secret, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const end = once(child, 'close')
  t.teardown(async () => {
    child.kill()
    await end
  })
  const deliver = async (reference: string, signedWith: string): Promise<number> => {
    const body = JSON.stringify({ id: `evt_${reference}`, type: 'session.completed', data: { reference } })
    const headers = {
      'Content-Type': 'application/json',
      'Service-Signature': await webhooks.generateTestHeader(body, signedWith),
    }
    return (await fetch(`http://localhost:${port}/webhooks`, { method: 'POST', headers, body })).status
  }
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`The example ended: ${said}`)
    return deliver('order-first', secret).then(Boolean, () => false)
  })
  t.equal(await deliver('order-paid', secret), 200)
  t.equal(await deliver('order-paid', 'whsec_other'), 400)
  t.equal(await deliver('order-lost', secret), 500, 'the service will deliver this event again')
  t.equal(await deliver('order-next', secret), 200, 'the program goes on')
  t.same(said.match(/fulfil order-(?!first)\w+/g), ['fulfil order-paid', 'fulfil order-next'])
})
