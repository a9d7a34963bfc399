import { build } from 'esbuild'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import ts from 'typescript'
import { json } from '../sdk/answers.ts'
import { complaints } from '../support/compile.ts'
import { laterReplies } from '../contract/tomorrow.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type TestService } from '../support/service.ts'
import { install, type Installed } from './install.ts'

// Clients that other programs generate from the contract compile in strict mode, and take a payment.

const contract = fileURLToPath(new URL('../../generated/merchant-api.json', import.meta.url))

/** The output of each client: the status before and after the payment, the amounts, and the status of the refund. */
const paid = ['open', 'paid', 2500, 500, 'succeeded']

let generators: Installed
let service: TestService
t.before(async () => {
  ;[generators, service] = await Promise.all([install(t, 'generators'), startService()])
  t.teardown(() => service.stop())
})

async function generate(program: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [generators.path(program), ...args], {
    cwd: generators.folder,
    env: { ...process.env, DO_NOT_TRACK: '1' },
    maxBuffer: 16 * 1024 * 1024,
  })
}

/** Compiles a program and its generated client in strict mode, and runs the program. */
async function compileAndRun(name: string, text: string): Promise<{ complaints: string[]; output: unknown }> {
  const entry = join(generators.folder, `${name}.ts`)
  writeFileSync(entry, text)
  const options = { skipLibCheck: false, exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false }
  const found = complaints([entry], {
    ...options,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  })
  const outfile = join(generators.folder, `${name}.mjs`)
  await build({ entryPoints: [entry], bundle: true, outfile, format: 'esm', platform: 'node' })
  const { stdout } = await promisify(execFile)(process.execPath, [outfile])
  return { complaints: found, output: JSON.parse(stdout) as unknown }
}

t.test('@hey-api/openapi-ts', async (t) => {
  await generate('@hey-api/openapi-ts/bin/run.js', '--input', contract, '--output', './hey-api')
  const result = await compileAndRun(
    'pay-with-hey-api',
    `
    import { createCheckoutSession, refundCheckoutSession, retrieveCheckoutSession, testPaySession } from './hey-api'
    import { client } from './hey-api/client.gen'

    client.setConfig({ baseUrl: ${JSON.stringify(service.baseUrl)}, auth: ${JSON.stringify(service.secretKey)} })
    const throwOnError = true
    const created = await createCheckoutSession({ throwOnError, body: { amount: 2500, currency: 'GBP' } })
    const path = { id: created.data.id }
    await testPaySession({ throwOnError, path, body: {} })
    const retrieved = await retrieveCheckoutSession({ throwOnError, path })
    const refund = await refundCheckoutSession({ throwOnError, path, body: { amount: 500 } })
    const amount: number = refund.data.amount
    const statuses = [created.data.status, retrieved.data.status]
    console.log(JSON.stringify([...statuses, retrieved.data.amount, amount, refund.data.status]))
    // @ts-expect-error an amount is a number
    export const wrong = () => createCheckoutSession({ body: { amount: '2500', currency: 'GBP' } })
    `,
  )
  t.same(result, { complaints: [], output: paid })
})

t.test('orval', async (t) => {
  const config = {
    servicepay: { input: contract, output: { target: './orval-client.ts', client: 'fetch', baseUrl: service.baseUrl } },
  }
  writeFileSync(join(generators.folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)}`)
  await generate('orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs')
  const result = await compileAndRun(
    'pay-with-orval',
    `
    import {
      createCheckoutSession, refundCheckoutSession, retrieveCheckoutSession, testPaySession,
    } from './orval-client'

    const options = { headers: { Authorization: ${JSON.stringify(`Bearer ${service.secretKey}`)} } }
    const created = await createCheckoutSession({ amount: 2500, currency: 'GBP' }, options)
    if (created.status !== 200) throw new Error(created.data.error.message)
    const { id } = created.data
    const payment = await testPaySession(id, {}, options)
    if (payment.status !== 200) throw new Error(payment.data.error.message)
    const retrieved = await retrieveCheckoutSession(id, options)
    if (retrieved.status !== 200) throw new Error(retrieved.data.error.message)
    const refund = await refundCheckoutSession(id, { amount: 500 }, options)
    if (refund.status !== 200) throw new Error(refund.data.error.message)
    const amount: number = refund.data.amount
    const statuses = [created.data.status, retrieved.data.status]
    console.log(JSON.stringify([...statuses, retrieved.data.amount, amount, refund.data.status]))
    // @ts-expect-error an amount is a number
    export const wrong = () => createCheckoutSession({ amount: '2500', currency: 'GBP' })
    `,
  )
  t.same(result, { complaints: [], output: paid })
})

for (const variant of ['as published', 'with plain enums'] as const)
  t.test(`kubb, from the document ${variant}`, async (t) => {
    const name = variant === 'as published' ? 'kubb' : 'kubb-plain'
    const document = await service.call('GET', name === 'kubb' ? '/openapi.json' : '/openapi-plain.json')
    writeFileSync(join(generators.folder, `${name}-document.json`), document.text)
    writeFileSync(
      join(generators.folder, `${name}.config.mjs`),
      `
      import { defineConfig } from '@kubb/core'
      import { pluginClient } from '@kubb/plugin-client'
      import { pluginOas } from '@kubb/plugin-oas'
      import { pluginTs } from '@kubb/plugin-ts'

      export default defineConfig({
        input: { path: './${name}-document.json' },
        output: { path: './${name}', extension: { '.ts': '' }, format: false, lint: false },
        plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'fetch', bundle: true })],
      })
      `,
    )
    await generate('@kubb/cli/bin/kubb.cjs', 'generate', '--config', `${name}.config.mjs`)
    const result = await compileAndRun(
      `pay-with-${name}`,
      `
      import {
        createCheckoutSession, refundCheckoutSession, retrieveCheckoutSession, testPaySession,
      } from './${name}'
      import { setConfig } from './${name}/.kubb/fetch'

      // Its client for fetch sends bodies as text unless it is given a type, and does not throw on errors.
      const headers = {
        'Authorization': ${JSON.stringify(`Bearer ${service.secretKey}`)},
        'Content-Type': 'application/json',
      }
      setConfig({ baseURL: ${JSON.stringify(service.baseUrl)}, headers })
      const created = await createCheckoutSession({ amount: 2500, currency: 'GBP' })
      await testPaySession(created.id, {})
      const retrieved = await retrieveCheckoutSession(created.id)
      const refund = await refundCheckoutSession(created.id, { amount: 500 })
      const amount: number = refund.amount
      console.log(JSON.stringify([created.status, retrieved.status, retrieved.amount, amount, refund.status]))
      // @ts-expect-error an amount is a number
      export const wrong = () => createCheckoutSession({ amount: '2500', currency: 'GBP' })
      `,
    )
    t.same(result, { complaints: [], output: paid })
  })

// Clients that check each reply against today's document accept the replies of a later service.

/** Operations whose replies have every kind of addition: fields, values, and an event type in the list. */
const asked = [
  'retrieveCheckoutSession',
  'retrieveRefund',
  'retrievePaymentLink',
  'retrieveEvent',
  'listEvents',
] as const

const laterOutput = [
  ...['added_later', 'added_later', 'added_later'],
  ...['session.completed', 'session.completed', 'session.added_later'],
]

/** Starts a service that answers each operation with its later reply. */
async function startLaterService(t: Test): Promise<string> {
  const replies = laterReplies.filter(({ method, status }) => method === 'get' && status === 200)
  const later = await startReceiver({
    reply: ({ path }) => {
      const asked = path.replace(/\?.*/, '').split('/')
      const found = replies.find(({ path }) => {
        const parts = path.split('/')
        return parts.length === asked.length && parts.every((part, index) => part === asked[index] || part === '{id}')
      })
      return json(found ? 200 : 404, found?.body ?? null)
    },
  })
  t.teardown(() => later.stop())
  return new URL('/', later.url).href.replace(/\/$/, '')
}

t.test('@hey-api/openapi-ts with its validators accepts the replies of a later service', async (t) => {
  const baseUrl = await startLaterService(t)
  const plugins = ['@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: true }]
  const config = { input: contract, output: './hey-api-zod', plugins }
  writeFileSync(join(generators.folder, 'hey-api.config.mjs'), `export default ${JSON.stringify(config)}`)
  await generate('@hey-api/openapi-ts/bin/run.js', '--file', 'hey-api.config.mjs')
  const result = await compileAndRun(
    'read-with-hey-api',
    `
    import { ${asked.join(', ')} } from './hey-api-zod'
    import { client } from './hey-api-zod/client.gen'

    client.setConfig({ baseUrl: ${JSON.stringify(baseUrl)}, auth: 'sk_test_1' })
    const throwOnError = true
    const path = { id: 'id_1' }
    const session = await retrieveCheckoutSession({ throwOnError, path })
    const refund = await retrieveRefund({ throwOnError, path })
    const link = await retrievePaymentLink({ throwOnError, path })
    const event = await retrieveEvent({ throwOnError, path })
    const events = await listEvents({ throwOnError })
    const statuses = [session.data.status, refund.data.status, link.data.status]
    console.log(JSON.stringify([...statuses, event.data.type, ...events.data.data.map(({ type }) => type)]))
    `,
  )
  t.same(result, { complaints: [], output: laterOutput })
})

t.test('orval with its validators accepts the replies of a later service', async (t) => {
  const baseUrl = await startLaterService(t)
  const output = {
    target: './orval-later.ts',
    client: 'fetch',
    baseUrl,
    schemas: { path: './orval-zod', type: 'zod' },
    // Its index exports a limit of `PaymentLink` and one of `PaymentLinkCustomer` under the same name.
    indexFiles: false,
    override: { fetch: { runtimeValidation: true } },
  }
  const config = { servicepay: { input: contract, output } }
  writeFileSync(join(generators.folder, 'orval-later.config.mjs'), `export default ${JSON.stringify(config)}`)
  await generate('orval/dist/bin/orval.mjs', '--config', 'orval-later.config.mjs')
  const result = await compileAndRun(
    'read-with-orval',
    `
    import { ${asked.join(', ')} } from './orval-later'

    type Result = { status: number; data: unknown }
    function read<Reply extends Result>(reply: Reply): Extract<Reply, { status: 200 }>['data'] {
      if (reply.status !== 200) throw new Error(JSON.stringify(reply))
      return reply.data as Extract<Reply, { status: 200 }>['data']
    }
    const session = read(await retrieveCheckoutSession('id_1'))
    const refund = read(await retrieveRefund('id_1'))
    const link = read(await retrievePaymentLink('id_1'))
    const event = read(await retrieveEvent('id_1'))
    const events = read(await listEvents())
    const statuses = [session.status, refund.status, link.status]
    console.log(JSON.stringify([...statuses, event.type, ...events.data.map(({ type }) => type)]))
    `,
  )
  t.same(result, { complaints: [], output: laterOutput })
})
