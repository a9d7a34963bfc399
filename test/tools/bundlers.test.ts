import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import t, { type Test } from 'tap'
import { installPackage, type Project } from '../support/packed-sdk.ts'
import { install } from './install.ts'

// Merchants bundle the package for browsers, and import it in their tests, with tools of several generations.

const bundlers = await install(t, 'bundlers')

async function projectOf(t: Test): Promise<Project> {
  const project = await installPackage()
  t.teardown(() => project.remove())
  return project
}

async function run(project: Project, tool: string, ...words: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [bundlers.path(tool), ...words], {
    cwd: project.folder,
    env: { ...process.env, NODE_ENV: 'production' },
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${tool}: ${error.stdout}${error.stderr}`)
  })
  return stdout + stderr
}

const page = `
  import { loadServicePay } from 'servicepay/browser'
  loadServicePay({ baseUrl: 'https://pay.example' }).catch(({ message }) => said(message))
`

/** What the bundled page says in a browser without a document. */
async function saidBy(code: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const context = createContext({ said: resolve, URL, setTimeout, clearTimeout })
  runInContext('globalThis.self = globalThis.window = globalThis', context)
  runInContext(code, context)
  return promise
}

t.test('webpack 4 finds and parses servicepay/browser', async (t) => {
  const project = await projectOf(t)
  project.write('page.js', page)
  const config = { mode: 'production', entry: './page.js', output: { path: join(project.folder, 'out') } }
  const script = `
    require(${JSON.stringify(bundlers.path('webpack/lib/webpack.js'))})(${JSON.stringify(config)}, (error, stats) => {
      if (error || stats.hasErrors()) throw error ?? new Error(stats.toString())
    })
  `
  const file = project.write('build.cjs', script)
  await promisify(execFile)(process.execPath, [file], { cwd: project.folder })
  t.match(await saidBy(readFileSync(join(project.folder, 'out/main.js'), 'utf8')), /there is no document/)
})

t.test('Parcel finds servicepay/browser, although it does not read `exports`', async (t) => {
  const project = await projectOf(t)
  project.write('page.js', page)
  project.write('index.html', '<!doctype html><title>Shop</title><script type="module" src="page.js"></script>')
  await run(
    project,
    'parcel/lib/bin.js',
    ...['build', 'index.html', '--no-cache', '--no-source-maps', '--no-autoinstall', '--no-content-hash'],
  )
  const name = readdirSync(join(project.folder, 'dist')).find((name) => name.endsWith('.js')) ?? ''
  t.match(await saidBy(readFileSync(join(project.folder, 'dist', name), 'utf8')), /there is no document/)
})

t.test('Jest imports the package in jsdom, and its fake timers do not stop a retry', async (t) => {
  const project = await projectOf(t)
  const jsdom = `
    /** @jest-environment ${bundlers.path('jest-environment-jsdom')} */
    const { ServicePay, webhooks } = require('servicepay')
    const { loadServicePay } = require('servicepay/browser')
    test('the package is there', () => {
      expect([typeof ServicePay, typeof webhooks.constructEvent, typeof loadServicePay]).toEqual(
        ['function', 'function', 'function'],
      )
    })
  `
  const timers = `
    const { ServicePay } = require('servicepay')
    let asked = 0
    const fetch = async () => (asked++, Response.json({ error: { code: 'internal_error' } }, { status: 500 }))
    test('a retry ends', async () => {
      INSTALL
      const client = new ServicePay('sk_test_1', { fetch, maxRetries: 1 })
      await expect(client.checkout.sessions.retrieve('cs_test_1')).rejects.toMatchObject({ code: 'internal_error' })
      expect(asked).toBe(2)
    })
  `
  mkdirSync(join(project.folder, 'tests'))
  project.write('tests/jsdom.test.cjs', jsdom.trim())
  project.write('tests/later.test.cjs', timers.replace('INSTALL', 'jest.useFakeTimers()'))
  project.write('tests/before.test.cjs', `jest.useFakeTimers()\n${timers.replace('INSTALL', '')}`)
  const config = { testMatch: ['**/tests/*.test.cjs'], transform: {}, watchman: false, cache: false }
  const said = await run(project, 'jest/bin/jest.js', '--config', JSON.stringify(config), '--runInBand')
  t.match(said, /Tests: +3 passed, 3 total/)
})
