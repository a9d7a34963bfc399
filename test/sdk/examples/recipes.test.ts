import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { until } from '../../support/until.ts'
import { quietPort } from '../../support/quiet-port.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService, type TestService } from '../../support/service.ts'
import { inheritedEnvironment } from '../../support/inherited-environment.ts'
import { installPackage } from '../../support/packed-sdk.ts'

const examples = fileURLToPath(new URL('../../../sdk/examples/', import.meta.url))
const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))

/** A minimal replacement for Next's server, which calls a route handler with a web request. */
const nextRunner = `
import { serve } from '@hono/node-server'
import * as webhooks from './next/app/api/webhooks/route.ts'
import * as checkout from './next/app/api/checkout/route.ts'

const routes = { '/webhooks': webhooks, '/checkout': checkout }
const answer = (request) =>
  routes[new URL(request.url).pathname]?.[request.method](request) ?? new Response(null, { status: 404 })
serve({ fetch: answer, port: Number(process.env.PORT) }, () => console.log('listening on ' + process.env.PORT))
`

// A merchant's project: the packed package, and the frameworks that are installed here.
const project = await installPackage()
t.teardown(() => project.remove())
for (const name of ['express', 'fastify', '@hapi', 'hono', '@hono'])
  symlinkSync(join(modules, name), join(project.folder, 'node_modules', name))
cpSync(examples, project.folder, { recursive: true })
project.write('next-runner.ts', nextRunner)

const service = await startService()
t.teardown(() => service.stop())

interface Recipe {
  readonly url: string
  readonly said: { text: string }
}

/** Runs an unchanged file of the project. */
async function run(t: Pick<Test, 'teardown'>, file: string, variables: Record<string, string>): Promise<Recipe> {
  const child = spawn(process.execPath, [file], {
    cwd: project.folder,
    env: { ...inheritedEnvironment('PATH'), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said.text += text))
  const end = once(child, 'close')
  t.teardown(async () => {
    child.kill()
    await end
  })
  await until(() => {
    if (child.exitCode !== null) throw new Error(`${file} ended: ${said.text}`)
    return said.text.includes('listening on')
  }, `${file} listens`)
  return { url: `http://localhost:${variables['PORT']}`, said }
}

async function setEndpoint(service: TestService, url: string): Promise<string> {
  const { secret } = (await service.call('POST', '/v1/webhook_endpoints', { url })).body as { secret?: string }
  return secret ?? ''
}

const recipes = ['express.ts', 'fastify.ts', 'hapi.ts', 'hono.ts', 'next-runner.ts']

/** These frameworks parse a body before a handler runs, so their recipes verify it and remember nothing. */
const withoutHandler = ['fastify.ts', 'hapi.ts']

for (const file of recipes) {
  t.test(`${file} creates a session, accepts a real delivery and refuses a forged or changed one`, async (t) => {
    const port = await quietPort()
    // This receiver forwards deliveries to the recipe, so that the test can send a changed copy of a real delivery.
    const between = await startReceiver({
      host: 'localhost',
      reply: async ({ headers, rawBody }) => (await deliver(rawBody, String(headers['service-signature']))).status,
    })
    t.teardown(() => between.stop())
    const secret = await setEndpoint(service, between.url)
    const variables = {
      PORT: String(port),
      SERVICEPAY_BASE_URL: service.baseUrl,
      SERVICEPAY_SECRET_KEY: service.secretKey,
      SERVICEPAY_SIGNING_SECRET: secret,
    }
    const { url, said } = await run(t, file, variables)
    async function deliver(body: string, signature?: string): Promise<{ status: number; text: string }> {
      const headers = {
        'Content-Type': 'application/json',
        ...(signature !== undefined && { 'Service-Signature': signature }),
      }
      const response = await fetch(`http://localhost:${port}/webhooks`, { method: 'POST', headers, body })
      return { status: response.status, text: await response.text() }
    }

    const made = await fetch(`${url}/checkout`, { method: 'POST' })
    t.equal(made.status, 200)
    const session = (await made.json()) as { client_secret: string; url: string }
    t.same(Object.keys(session).sort(), ['client_secret', 'url'], 'the browser gets nothing else')
    const id = /^cs_test_[a-z0-9]+(?=_secret_)/.exec(session.client_secret)?.[0] ?? ''
    t.equal((await service.call('POST', `/v1/test_helpers/checkout/sessions/${id}/pay`)).status, 200)

    const { rawBody, headers } = await between.next(({ rawBody }) => rawBody.includes(id))
    const signature = String(headers['service-signature'])
    const fulfilments = (): number => said.text.match(/fulfil order-1001 evt_/g)?.length ?? 0
    await until(() => fulfilments() === 1, 'the recipe fulfils the order')
    t.equal((await deliver(rawBody, signature)).status, 200, 'the unchanged delivery')
    const fulfilled = withoutHandler.includes(file) ? 2 : 1
    // The output may arrive later than the reply.
    await until(() => fulfilments() === fulfilled, 'the recipe handles the repeated event, or its handler skips it')

    const refusals: readonly [string, string, string | undefined, RegExp][] = [
      ['parsed and written again', JSON.stringify(JSON.parse(rawBody), null, 2), signature, /white space/],
      ['another amount', rawBody.replace('"amount":2500', '"amount":1'), signature, /No signature matches/],
      ['a forged signature', rawBody, signature.replace(/v1=.{8}/, 'v1=00000000'), /No signature matches/],
      ['no signature', rawBody, undefined, /Service-Signature/],
    ]
    for (const [name, body, given, reason] of refusals) {
      t.not(`${body} ${given}`, `${rawBody} ${signature}`, name)
      const answer = await deliver(body, given)
      t.equal(answer.status, 400, name)
      t.match(answer.text, reason, name)
    }
    t.equal(said.text.match(/fulfil/g)?.length, fulfilled, 'the recipe fulfils no refused delivery')
  })
}
