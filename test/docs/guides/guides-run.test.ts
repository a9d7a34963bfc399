import { join } from 'node:path'
import t from 'tap'
import { docsContext } from '../docs-context.ts'
import { guides } from '../../../server/pages/docs/guides/guides.ts'
import { inheritedEnvironment } from '../../support/inherited-environment.ts'
import { installPackage, type Project } from '../../support/packed-sdk.ts'
import { isFull } from '../../support/combinations.ts'
import { startService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { codeBlocksOf } from './code-blocks.ts'
import { programAt, runPage } from './page-run.ts'

/** Output that the examples of each page must print. */
const seen: Readonly<Record<string, readonly RegExp[]>> = {
  'quick-start': [/\/checkout\/cs_test_\S+_secret_/, /\/l\/[0-9a-z]+$/m],
  'test-cards': [/^open card_declined$/m, /^paid$/m],
  'move-time': [/^ready 8640\d$/m, /^expired$/m],
  sandbox: [/^sk_test_\w{50}$/m, /^mer_\w+ false$/m],
  sessions: [/"reference":"order-1002"/],
  'hosted-checkout': [/^http:\S+\/checkout\/cs_test_\S+$/m],
  'payment-links': [/"status":"active"/],
  webhooks: [/^ship the goods of order-1001$/m, /"resent":1/, /"code":"parameter_invalid","param":"url"/, /^true$/m],
  'refunds-and-disputes': [
    /^succeeded 500$\n^refunded$\n^pending$\n^succeeded$\n^failed$\n^paid 0$\n^disputed$\n^paid$/m,
  ],
  idempotency: [/^idempotent-replayed: true/m, /^the same session$/m, /^true$/m],
  ci: [/^\{"base_url":"http:\/\/localhost:\d+","secret_key":"sk_test_\w+","pid":\d+\}$/m, /pass 2$/m],
  'command-line': [/^received session\.completed cs_test_/m, /\/checkout\/cs_test_/, /^Key +accepted, test mode/m],
  sdk: [/^not paid yet$/m, /^order-3$\n^order-2$\n^order-1$\n^2 true$/m, /^test\.ping$/m],
}

/** Every page with a public demo key, and one page that uses this key also as it appears without one. */
const runs = [
  ...guides.map((page) => ({ page, demoKey: 'sk_test_public_demo' })),
  ...guides.filter(({ path }) => isFull && path === 'quick-start').map((page) => ({ page, demoKey: null })),
]

/** More than one at a time, because the tests mostly wait for processes. */
t.jobs = 3

let service: TestService
let project: Project
t.before(async () => {
  project = await installPackage()
  t.teardown(() => project.remove())
  // All pages sign up from one address, and many share the public demo account, in which the clock of the test refills
  // no limit.
  service = await startService({ environment: { SIGNUP_LIMIT_PER_HOUR: '1000', RATE_LIMIT_PER_SECOND: '100000' } })
  t.teardown(() => service.stop())
})

for (const { page, demoKey } of runs) {
  t.test(
    `${page.path}: every example works, in order${demoKey === null ? ', with the reader’s own key' : ''}`,
    { buffered: true, skip: programAt('curl') === undefined && 'the examples need curl, which is not installed here' },
    async (t) => {
      const blocks = codeBlocksOf(page.markdown(docsContext(service.baseUrl, demoKey)))
      const environment = {
        ...inheritedEnvironment(),
        SERVICEPAY_DIRECTORY: join(import.meta.dirname, '../../..'),
        ...(demoKey === null && { SERVICEPAY_SECRET_KEY: service.secretKey }),
      }
      const run = await runPage(blocks, { modules: join(project.folder, 'node_modules'), environment })
      t.teardown(() => run.end())
      t.equal(run.code, 0, run.code === 0 ? 'no example failed' : `${run.output}\n${run.background()}`)
      if (run.code !== 0) return
      for (const pattern of seen[page.path] ?? [])
        await until(() => pattern.test(run.output + run.background()), `${pattern} of ${page.path}`)
    },
  )
}
