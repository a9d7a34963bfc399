import { readFile } from 'node:fs/promises'
import t from 'tap'
import { parse } from 'yaml'
import { startService } from '../../support/service.ts'
import { quietPort, scrape } from './scrape.ts'

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
  readonly templating: { readonly list: readonly { readonly query: string }[] }
}

const metricsPort = await quietPort()
const service = await startService({ environment: { METRICS_PORT: String(metricsPort) } })
t.teardown(() => service.stop())
const { text } = await scrape(metricsPort)
const known = new Set(Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gmu), ([, name = '']) => name))

/** The metrics of an expression that the service does not have. A histogram has three names. */
function unknownIn(expression: string): string[] {
  const names = expression.match(/\b(?:servicepay|process|nodejs)_[a-z0-9_]+/gu) ?? []
  return names.filter((name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|count|sum)$/u, '')))
}

t.test('each alert rule names only metrics that the service has', async (t) => {
  const { groups } = parse(await readFile('server/operations/prometheus/alerts.yml', 'utf8')) as Rules
  const rules = groups.flatMap((group) => group.rules)
  t.ok(rules.length > 10)
  // The exporters of pgBackRest and of probes know what the service cannot see.
  t.ok(rules.every(({ expr }) => /\b(servicepay|pgbackrest|probe_ssl)_/u.test(expr)))
  t.same(
    rules.map(({ alert, expr }) => [alert, unknownIn(expr)]).filter(([, unknown]) => unknown?.length),
    [],
  )
})

t.test('each panel of the Grafana dashboard names only metrics that the service has', async (t) => {
  const { panels, templating } = JSON.parse(
    await readFile('server/operations/grafana/dashboard.json', 'utf8'),
  ) as Dashboard
  const expressions = [...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
  t.ok(expressions.length > 15)
  t.same([...expressions, ...templating.list.map(({ query }) => query)].flatMap(unknownIn), [])
})

t.test('a metric that does not exist is found', async (t) => {
  t.same(unknownIn('rate(servicepay_refunds_total[5m]) > servicepay_refund_total'), ['servicepay_refund_total'])
})
