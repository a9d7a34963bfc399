import { build, type BuildOptions } from 'esbuild'
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { tarball } from '../../sdk/tarball.ts'
import { startReceiver } from '../support/receiver.ts'
import { session } from './answers.ts'
import { filesIn, installed, installPackage, type Project } from '../support/packed-sdk.ts'

/** Bundled with its dependency, minified and gzipped; stripe-node's core has 33 KB. */
const largestBytes = 9 * 1024

/** The Node that runs this test, and an older one if the machine has it. */
const nodes = [process.execPath, '/usr/bin/node'].filter((node) => existsSync(node) && major(node) >= 20)

let project: Project
t.before(async () => void (project = await installPackage()))
t.teardown(() => project.remove())

function major(node: string): number {
  return Number(/^v(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))?.[1])
}

/** A merchant's program that prints its results as JSON. The text is the same for both kinds of module. */
const use = `
  const client = new ServicePay('sk_test_1', { baseUrl: process.argv[2], maxRetries: 0 })
  const main = async () => {
    const session = await client.checkout.sessions.create({ amount: 2500, currency: 'GBP' })
    const body = '{"id":"evt_1","type":"test.ping"}'
    const event = await webhooks.constructEvent(body, await webhooks.generateTestHeader(body, 'whsec_1'), 'whsec_1')
    const error = await client.checkout.sessions.retrieve('').catch((error) => error)
    const unreachable = new ServicePay('sk_test_1', { baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
    const connectionError = await unreachable.checkout.sessions.list().catch((error) => error)
    const handle = receiving.handler({ secret: 'whsec_1', on: {} })
    const delivery = await testing.generateTestDelivery(testing.generateTestEvent('test.ping'), 'whsec_1')
    console.log(
      JSON.stringify([
        session.id,
        session.lastResponse.status,
        event.id,
        error instanceof ServicePayError,
        error.param,
        connectionError.code,
        ServicePay === Default,
        typeof loadServicePay,
        typeof testing.startSandbox,
        (await handle(new Request('https://shop.example', delivery))).status,
        (await handle(new Request('https://shop.example', { ...delivery, body: 'x' }))).status,
      ]),
    )
  }
  main()
`
const printed = ['cs_test_1', 200, 'evt_1', true, 'id', 'connection_failed', true, 'function', 'function', 200, 400]

t.test('the bytes of the package depend on its files alone', async (t) => {
  const packed = tarball({ 'b.txt': 'two\n', 'a.js': '#!/usr/bin/env node\n', 'large.txt': 'x'.repeat(200_000) })
  const same = tarball({ 'large.txt': 'x'.repeat(200_000), 'a.js': '#!/usr/bin/env node\n', 'b.txt': 'two\n' })
  t.ok(packed.equals(same), 'in any order')
  // Lock files of shops name this hash. It is the same on every machine and in every release of Node.
  const hash = createHash('sha256').update(packed).digest('hex')
  t.equal(hash, '68cdaa1fa22d6d335fbe496cd5a95b458b3149a06e2192acd4302827b37e6514')
  const folder = t.testdir({ 'x.tgz': packed })
  const list = execFileSync('tar', ['-tvzf', `${folder}/x.tgz`], { encoding: 'utf8' })
    .trim()
    .split('\n')
  t.same(
    list.map((line) => line.replace(/^(\S+) .* (\d+) 1985-10-2\d .* (\S+)$/, '$1 $2 $3')),
    ['-rwxr-xr-x 20 package/a.js', '-rw-r--r-- 4 package/b.txt', '-rw-r--r-- 200000 package/large.txt'],
  )
})

t.test('the package contains its own files and nothing else', async (t) => {
  const files = filesIn(project.tarball)
  t.same(files.filter((name) => !/^dist\/[a-z-]+\.(js|cjs|d\.ts|d\.cts)$/.test(name)).sort(), [
    'README.md',
    'browser/package.json',
    'element/package.json',
    'package.json',
    'react/package.json',
    'testing/package.json',
    'vue/package.json',
    'webhooks/package.json',
  ])
  const command = 'dist/cli.js'
  t.ok(files.includes(command))
  for (const name of files.filter((name) => name.startsWith('dist/') && name !== command)) {
    const text = installed(project, name)
    const own = ['openapi-fetch', 'react', 'vue', './index.cjs', './browser.cjs', './signature-mistakes.cjs']
    const required = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, path = '']) => path)
    const foreign = required.filter((path) => !own.includes(path) && !path.startsWith('node:'))
    t.same(foreign, [], `${name} needs no other package`)
    if (!name.startsWith('dist/testing.')) t.notMatch(text, /['"]node:/, `${name} needs no module of Node`)
    t.notMatch(text, /['"][^'"\n]*(generated\/|\.ts['"])/, `${name} names no source`)
    for (const [, path] of text.matchAll(/(?:from|import\() ?['"](\.[^'"]+)['"]/g)) {
      // No program imports this part by itself, so it needs no types.
      const isLazy = path?.startsWith('./signature-mistakes')
      const typed = path?.replace(/\.(c?)js$/, isLazy ? '.$1js' : '.d.$1ts')
      t.ok(files.includes(`dist/${typed?.slice(2)}`), `${name}: ${path}`)
    }
  }
  const { dependencies, sideEffects } = JSON.parse(installed(project, 'package.json')) as {
    dependencies: object
    sideEffects: string[]
  }
  t.same([dependencies, sideEffects], [{ 'openapi-fetch': '0.17.0' }, ['./dist/element.js', './dist/element.cjs']])
})

for (const node of nodes) {
  t.test(`the package works as ESM and as CommonJS on Node ${major(node)}`, async (t) => {
    const server = await startReceiver({ reply: session })
    t.teardown(() => server.stop())
    project.write(
      'use.mjs',
      `import Default, { ServicePay, ServicePayError, webhooks } from 'servicepay'
import { loadServicePay } from 'servicepay/browser'
import { webhooks as receiving } from 'servicepay/webhooks'
import * as testing from 'servicepay/testing'
${use}`,
    )
    project.write(
      'use.cjs',
      `const { ServicePay, ServicePayError, webhooks, default: Default } = require('servicepay')
const { loadServicePay } = require('servicepay/browser')
const { webhooks: receiving } = require('servicepay/webhooks')
const testing = require('servicepay/testing')
${use}`,
    )
    const address = new URL('/', server.url).href
    const results = await Promise.all(['use.mjs', 'use.cjs'].map((name) => project.run(node, name, address)))
    for (const result of results) t.same(result, printed)
  })
}

/** Whether each error of one build is an instance of each class of the other build. */
const bothBuilds = `
import { createRequire } from 'node:module'
import * as esm from 'servicepay'
const cjs = createRequire(import.meta.url)('servicepay')
const names = Object.keys(esm).filter((name) => name.endsWith('Error'))
const fields = { code: 'aborted', message: 'm', fix: 'f' }
const instances = (makers, classes) =>
  names.flatMap((made) => {
    const error = new makers[made](fields)
    return names.filter((name) => error instanceof classes[name]).map((name) => made + ' ' + name)
  })
class Own extends esm.ConflictError {}
const own = new Own(fields)
const refused = await new cjs.ServicePay('sk_test_1').checkout.sessions.retrieve('').catch((error) => error)
console.log(
  JSON.stringify({
    same: [instances(cjs, esm), instances(esm, cjs), instances(esm, esm)],
    own: [own instanceof Own, own instanceof cjs.ConflictError, new cjs.ConflictError(fields) instanceof Own, own.name],
    refused: [refused instanceof esm.InvalidRequestError, refused instanceof esm.ConflictError],
    others: [null, undefined, 'x', {}, new Error('x')].map((value) => value instanceof esm.ServicePayError),
    keys: Object.keys(new esm.ConflictError(fields)),
  }),
)
`

t.test('an error of the CommonJS build is an instance of the same class of the ESM build', async (t) => {
  project.write('both-builds.mjs', bothBuilds)
  const names = [
    ...['ApiError', 'AuthenticationError', 'ConflictError', 'ConnectionError', 'InvalidRequestError'],
    ...['ProcessorError', 'RateLimitError', 'ServicePayError', 'SignatureError'],
  ]
  const expected = names.flatMap((name) =>
    name === 'ServicePayError' ? [`${name} ${name}`] : [`${name} ${name}`, `${name} ServicePayError`].toSorted(),
  )
  for (const node of nodes)
    t.same(await project.run(node, 'both-builds.mjs'), {
      same: [expected, expected, expected],
      own: [true, true, false, 'ConflictError'],
      refused: [true, false],
      others: [false, false, false, false, false],
      keys: ['name', 'code', 'fix'],
    })
})

t.test('the package contains the command, and bundles that import the package do not', async (t) => {
  const { stdout } = await promisify(execFile)(join(project.folder, 'node_modules/.bin/servicepay'), ['--help'], {
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
  })
  t.match(stdout, /servicepay listen/)
  const entry = project.write('library.js', "export * from 'servicepay'")
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
  })
  const inputs = Object.keys(metafile.inputs).map((path) => path.replace(/^.*node_modules\//, ''))
  t.same(inputs.filter((path) => !path.endsWith('library.js')).sort(), [
    'openapi-fetch/dist/index.mjs',
    'servicepay/dist/index.js',
    'servicepay/dist/signature-mistakes.js',
  ])
})

t.test('the bundle is small and runs without the globals of Node', async (t) => {
  const entry = project.write(
    'worker.js',
    "import { ServicePay, webhooks } from 'servicepay'\nglobalThis.use = { ServicePay, webhooks }",
  )
  const settings = { entryPoints: [entry], bundle: true, minify: true, platform: 'neutral' } satisfies BuildOptions
  // What explains a refused delivery is a part of its own, which few programs ever load.
  const split = await build({ ...settings, write: false, format: 'esm', splitting: true, outdir: 'out' })
  const loaded = split.outputFiles.filter(({ path }) => !/signature-mistakes-\w+\.js$/.test(path))
  t.equal(split.outputFiles.length - loaded.length, 1)
  const bytes = gzipSync(Buffer.concat(loaded.map(({ contents }) => contents)), { level: 9 }).length
  t.comment(`bundled with its dependency: ${bytes} bytes gzipped`)
  t.ok(bytes < largestBytes, `${bytes} bytes`)
  const whole = await build({ ...settings, write: false, format: 'iife' })
  const code = whole.outputFiles[0]?.text ?? ''

  const names = [
    'fetch',
    'Request',
    'Response',
    'Headers',
    'URL',
    'FormData',
    'AbortController',
    'AbortSignal',
    'crypto',
    'TextEncoder',
    'TextDecoder',
    'setTimeout',
    'clearTimeout',
  ]
  const context = createContext(Object.fromEntries(names.map((name) => [name, Reflect.get(globalThis, name)])))
  runInContext(code, context)
  const server = await startReceiver({ reply: session })
  t.teardown(() => server.stop())
  const script = `(async () => {
    const client = new use.ServicePay('sk_test_1', { baseUrl: ${JSON.stringify(server.url)} })
    const session = await client.checkout.sessions.retrieve('cs_test_1')
    const body = '{"id":"evt_1"}'
    const header = await use.webhooks.generateTestHeader(body, 'whsec_1')
    const event = await use.webhooks.constructEvent(body, header, 'whsec_1')
    const { code } = await use.webhooks.constructEvent(body, header, 'whsec_2').catch((error) => error)
    return session.id + event.id + code
  })()`
  t.equal(await runInContext(script, context), 'cs_test_1evt_1signature_mismatch')
})
