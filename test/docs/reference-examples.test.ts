import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { docsContext } from './docs-context.ts'
import { ServicePay } from '../../sdk/src/index.ts'
import { curlExample, mayUseDemoKey, sdkExample, variablesOf } from '../../server/pages/docs/reference/call-examples.ts'
import { allOperations } from '../../server/pages/docs/reference/contract.ts'
import { sharedService } from '../support/shared-service.ts'
import { camelCase, factsFor } from './example-facts.ts'

const service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
t.teardown(() => service.stop())

const demoKey = 'sk_test_public_demo'
const context = docsContext(service.baseUrl, demoKey)
const keyOf = (operation: (typeof allOperations)[number]): string =>
  mayUseDemoKey(operation) ? demoKey : service.secretKey

/**
 * The service never issued the secret in the example of `useNextSigningSecret`. No key can decrypt the card in the
 * contract's example, and the page says so.
 */
const notRunnable = ['submitCardAttempt', 'retrieveCardAttempt', 'abandonCardAttempt', 'useNextSigningSecret']

for (const operation of allOperations.filter(({ id }) => !notRunnable.includes(id))) {
  t.test(`the curl example of ${operation.id} runs unchanged`, async (t) => {
    const facts = await factsFor(service, operation.id, keyOf(operation))
    const example = curlExample(operation, context)
    t.equal(
      example.includes(demoKey),
      mayUseDemoKey(operation),
      'the example uses the demo key wherever that key is allowed',
    )
    const named = Object.fromEntries(
      variablesOf(operation, context).map((name) => [name, facts[name] ?? t.fail(`no value for ${name}`)]),
    )
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', example], {
      env: { PATH: process.env['PATH'], ...named },
    })
    const reply = JSON.parse(stdout) as { error?: unknown }
    t.equal(reply.error, undefined, stdout)
  })
}

t.test('every call of a merchant has an SDK example that runs', async (t) => {
  const offered = allOperations.filter((operation) => sdkExample(operation) !== null)
  t.equal(offered.length, allOperations.filter(({ path }) => !path.startsWith('/v1/form/')).length)
  for (const operation of offered.filter(({ id }) => !notRunnable.includes(id))) {
    const client = new ServicePay(keyOf(operation), { baseUrl: service.baseUrl })
    const facts = await factsFor(service, operation.id, keyOf(operation))
    const run = new AsyncFunction(
      'servicepay',
      ...Object.keys(facts).map(camelCase),
      'console',
      sdkExample(operation) ?? '',
    )
    await t.resolves(run(client, ...Object.values(facts), { log: () => {} }), operation.id)
  }
})

t.test('without a demo key, every example uses the reader’s own key', async (t) => {
  for (const operation of allOperations) {
    const example = curlExample(operation, { ...context, demoKey: null })
    t.notMatch(example, demoKey)
    t.equal(
      example.includes('${SERVICEPAY_SECRET_KEY:?}'),
      variablesOf(operation, { ...context, demoKey: null }).includes('SERVICEPAY_SECRET_KEY'),
    )
  }
})

type AsyncRun = (...values: unknown[]) => Promise<unknown>
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (...parts: string[]) => AsyncRun
