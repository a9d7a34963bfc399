import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse, parseAllDocuments } from 'yaml'

// The chart, rendered by Helm where there is one, and otherwise by Go's templates and Sprig, of which Helm consists.

const chart = 'server/operations/helm/servicepay'
const hasHelm = spawnSync('which', ['helm']).status === 0
const hasGo =
  spawnSync('which', ['go']).status === 0 && existsSync('/usr/share/gocode/src/github.com/Masterminds/sprig')

export const needsChart =
  hasHelm || hasGo
    ? {}
    : {
        skip: 'apt-get install golang-go golang-github-masterminds-sprig-dev golang-gopkg-yaml.v3-dev, or install Helm',
      }

/** The values that a user of the chart changes, by their place in values.yaml. */
export interface Values {
  readonly [name: string]: string | number | boolean | Values
}

/** A rendered object of Kubernetes, as far as tests look at it. */
export interface Rendered {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly template: { readonly spec: PodSpec }
    readonly rules: readonly { readonly http: { readonly paths: readonly { readonly path: string }[] } }[]
  }
}

export interface PodSpec {
  readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number }
  readonly volumes: readonly { readonly name: string; readonly secret: { readonly secretName: string } }[]
  readonly containers: readonly [
    {
      readonly image: string
      readonly args?: readonly string[]
      readonly env: readonly { readonly name: string; readonly value: string }[]
      readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
      readonly securityContext: {
        readonly readOnlyRootFilesystem: boolean
        readonly allowPrivilegeEscalation: boolean
        readonly capabilities: { readonly drop: readonly string[] }
      }
      readonly resources: { readonly limits: { readonly cpu: string; readonly memory: string } }
      readonly startupProbe?: Probe
      readonly readinessProbe?: Probe
      readonly livenessProbe?: Probe
    },
  ]
}

interface Probe {
  readonly httpGet: { readonly path: string }
}

const schema = JSON.parse(readFileSync(`${chart}/values.schema.json`, 'utf8')) as object

/** Every object of the chart. Throws when the schema of the chart forbids the values. */
export function renderChart(changes: Values = {}): readonly Rendered[] {
  const values = merged(parse(readFileSync(`${chart}/values.yaml`, 'utf8')) as Values, changes)
  const ajv = new Ajv({ strict: false })
  if (!ajv.validate(schema, values)) throw new Error(ajv.errorsText())
  const texts = hasHelm ? [byHelm(changes)] : byGo(values)
  return texts
    .flatMap((text) => parseAllDocuments(text))
    .flatMap((document) => {
      const [error] = document.errors
      if (error) throw error
      const object = document.toJS() as Rendered | null
      return object ? [object] : []
    })
}

function byHelm(changes: Values): string {
  return execFileSync('helm', ['template', 'shop', chart, '--values', '-'], {
    input: JSON.stringify(changes),
    encoding: 'utf8',
  })
}

function byGo(values: Values): string[] {
  const { name, version, appVersion } = parse(readFileSync(`${chart}/Chart.yaml`, 'utf8')) as Record<string, string>
  const input = JSON.stringify({
    Values: values,
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Release: { Name: 'shop', Namespace: 'pay', Service: 'Helm' },
  })
  const program = join(import.meta.dirname, 'render-chart.go')
  const go = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: join(tmpdir(), 'servicepay-gocache') }
  const printed = execFileSync('go', ['run', program, chart], {
    input,
    encoding: 'utf8',
    env: { ...process.env, ...go },
  })
  const rendered = JSON.parse(printed) as Record<string, string>
  return Object.entries(rendered).flatMap(([file, text]) => (file.endsWith('.yaml') ? [text] : []))
}

function merged(values: Values, changes: Values): Values {
  const entries = Object.entries(changes).map(([name, change]) => {
    const value = values[name]
    const isDeep = typeof change === 'object' && typeof value === 'object'
    return [name, isDeep ? merged(value, change) : change] as const
  })
  return { ...values, ...Object.fromEntries(entries) }
}
