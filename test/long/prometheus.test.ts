import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { quietPort, scrape } from '../engines/metrics/scrape.ts'
import { startService } from '../support/service.ts'

const run = promisify(execFile)
const hasPromtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
)
const skip = hasPromtool ? false : 'promtool is missing: apt-get install prometheus'

t.test('promtool accepts the alert rules', { skip }, async (t) => {
  const { stdout } = await run('promtool', ['check', 'rules', 'server/operations/prometheus/alerts.yml'])
  const rules = (await readFile('server/operations/prometheus/alerts.yml', 'utf8')).match(/- alert:/gu) ?? []
  t.match(stdout, `${rules.length} rules found`)
})

t.test('promtool accepts the metrics of a running service', { skip }, async (t) => {
  const metricsPort = await quietPort()
  const service = await startService({ environment: { METRICS_PORT: String(metricsPort) } })
  t.teardown(() => service.stop())
  const checked = run('promtool', ['check', 'metrics'])
  checked.child.stdin?.end((await scrape(metricsPort)).text)
  // The advice of the linter about names is not an error of the format.
  const { stderr } = await checked.catch((error: unknown) => error as { stderr: string })
  t.notMatch(stderr, /error while linting|parsing/u)
})
