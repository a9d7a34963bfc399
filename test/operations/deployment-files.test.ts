import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import manifest from '../../package.json' with { type: 'json' }
import sdkManifest from '../../sdk/package.json' with { type: 'json' }
import { readConfig, variables } from '../../server/config/config.ts'
import { release } from '../../server/store/sql/release.ts'
import { contractDocument } from '../support/contract-document.ts'
import { importsOf, root, sourceFiles } from '../structure/source-files.ts'

// The programs that read these files test them in test/long/processes/deployment.test.ts.

const folder = 'server/operations'
const read = (path: string): string => readFileSync(join(root, folder, path), 'utf8')
const files = globSync('**/*', { cwd: join(root, folder), withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))

/** The files that say which release they belong to. The others change only with the metrics, or belong to these. */
const released = [
  'caddy/Caddyfile',
  'compose/compose.yaml',
  'container/Containerfile',
  'haproxy/haproxy.cfg',
  'helm/servicepay/Chart.yaml',
  'systemd/servicepay-migrate.service',
  'systemd/servicepay@.service',
]

/** Every release that a file names. */
function releasesIn(text: string): string[] {
  const named = /(?:release |servicepay:|image\.version="|^(?:version|appVersion): )(\d+\.\d+\.\d+)/gm
  return Array.from(text.matchAll(named), ([, found = '']) => found)
}

t.test('all deployment files are of the release in package.json', async (t) => {
  for (const path of released) {
    const found = releasesIn(read(path))
    t.ok(found.length > 0, `${path} names its release`)
    t.same([...new Set(found)], [release], path)
  }
  t.same(
    files.filter((path) => !released.includes(path) && releasesIn(read(path)).length > 0),
    [],
  )
})

t.test('another release in a file is found', async (t) => {
  t.same(releasesIn('# The card payment service, release 0.0.9.\nimage: servicepay:0.0.8\nversion: 0.0.7'), [
    '0.0.9',
    '0.0.8',
    '0.0.7',
  ])
})

t.test('every variable in a deployment file is one that the service reads, or one of the file itself', async (t) => {
  const known = new Set(variables.flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name])))
  const compose = /environment: &variables\n((?: {4}.*\n)+)/.exec(read('compose/compose.yaml'))?.[1] ?? ''
  const used = {
    compose: Array.from(compose.matchAll(/^ {4}([A-Z_]+):/gm), ([, name = '']) => name),
    container: Array.from(
      read('container/Containerfile').matchAll(/^(?:ENV| ) +([A-Z_]+)=/gm),
      ([, name = '']) => name,
    ),
    helm: Array.from(read('helm/servicepay/values.yaml').matchAll(/^ {2}([A-Z_]+):/gm), ([, name = '']) => name),
    pods: Array.from(
      read('helm/servicepay/templates/deployments.yaml').matchAll(/- name: ([A-Z_]+)$/gm),
      ([, name = '']) => name,
    ),
    systemd: Array.from(read('systemd/servicepay@.service').matchAll(/[ =]([A-Z_]+)=/g), ([, name = '']) => name),
  }
  for (const [file, names] of Object.entries(used)) {
    t.ok(names.length > 1, `the test finds the variables of ${file}`)
    t.same(
      names.filter((name) => name !== 'NODE_ENV' && !known.has(name)),
      [],
      file,
    )
  }
  t.ok(used.pods.includes('METRICS_HOST'), 'Prometheus reads from another pod')
})

t.test('Caddy, HAProxy and the chart send the paths of the guide to the processes of cards', async (t) => {
  const guide = readFileSync(join(root, 'server/pages/docs/guides/running.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| (`\/.*?) +\| `cards` \|$/gm)].map(([, cell = '']) => cell)
  const paths = rows
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path.replace('…', '')))
    .sort()
  t.ok(paths.length >= 8, 'the test finds the paths')
  const inCaddy = /@cards_\{args\.0\} \{\n([^}]*)\}/.exec(read('caddy/Caddyfile'))?.[1] ?? ''
  const inHaproxy = [...read('haproxy/haproxy.cfg').matchAll(/^ {2}acl card_\w+ path(?:_beg)? (.*)$/gm)]
  const inChart = [...read('helm/servicepay/templates/ingress.yaml').matchAll(/range list (.*) \}\}/g)]
  const sorted = (text: string): string[] => (text.match(/\/[\w./]+/g) ?? []).sort()
  t.same(sorted(inCaddy), paths)
  t.same(sorted(inHaproxy.map(([, list]) => list).join(' ')), paths)
  t.same(sorted(inChart.map(([, list]) => list).join(' ')), paths)
})

t.test('the service, its package, its contract and its deployment files have one version', async (t) => {
  const versions = {
    'sdk/package.json': sdkManifest.version,
    contract: contractDocument.info['version'],
    image: /image\.version="([^"]+)"/.exec(read('container/Containerfile'))?.[1],
    compose: /image: servicepay:(\S+)/.exec(read('compose/compose.yaml'))?.[1],
    chart: /^version: (\S+)/m.exec(read('helm/servicepay/Chart.yaml'))?.[1],
    app: /^appVersion: (\S+)/m.exec(read('helm/servicepay/Chart.yaml'))?.[1],
  }
  for (const [where, found] of Object.entries(versions)) t.equal(found, manifest.version, where)
})

t.test('the image has everything that the service imports, and the Node of .nvmrc', async (t) => {
  const containerfile = read('container/Containerfile')
  const copied = Array.from(containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, list = '']) =>
    list.split(' '),
  ).flat()
  t.ok(copied.every((path) => existsSync(join(root, path))))
  const isCopied = (path: string): boolean => copied.some((part) => path === part || path.startsWith(`${part}/`))
  const missing = sourceFiles('server', 'form', 'generated', 'sdk')
    .flatMap((file) => importsOf(file).files)
    .filter((path) => !isCopied(path))
  t.same(missing, [])
  const kept = read('container/Containerfile.dockerignore').split('\n')
  t.same(
    copied.filter((path) => !kept.includes(`!${path}`)),
    [],
    'docker build sends what the image copies',
  )
  t.match(containerfile, `node:${readFileSync(join(root, '.nvmrc'), 'utf8').trim()}-`)
  t.match(containerfile, /^USER 10001:10001$/m)
})

t.test('the script of the compose file makes secrets that the service reads, and keeps those that exist', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'compose-'))
  t.teardown(() => rmSync(directory, { recursive: true }))
  copyFileSync(join(root, folder, 'compose/create-secrets.sh'), join(directory, 'create-secrets.sh'))
  const make = (): string[] => {
    execFileSync(join(directory, 'create-secrets.sh'))
    return readdirSync(join(directory, 'secrets')).map((name) => {
      const path = join(directory, 'secrets', name)
      return `${name} ${readFileSync(path, 'utf8')}`
    })
  }
  const made = make()
  t.equal(made.length, 6)
  t.same(make(), made)
  t.equal(statSync(join(directory, 'secrets')).mode & 0o777, 0o700)
  const compose = read('compose/compose.yaml')
  const files = Array.from(
    compose.matchAll(/^ {4,6}([A-Z_]+_FILE): \/run\/secrets\/(\w+)$/gm),
    ([, name = '', file = '']) => [name, join(directory, 'secrets', file)],
  )
  const config = readConfig({ ...Object.fromEntries(files), NODE_ENV: 'production' } as Record<string, string>)
  t.match(config, {
    kind: 'config',
    config: {
      databaseUrl: /^postgres:\/\/servicepay_run:[0-9a-f]{48}@postgres:5432\/servicepay$/,
      migrateDatabaseUrl: /^postgres:\/\/servicepay:[0-9a-f]{48}@postgres:5432\/servicepay$/,
    },
  })
  for (const secret of made.map((line) => line.split(' ')[0] ?? ''))
    t.ok(compose.includes(`  ${secret}: { file: ./secrets/${secret} }`), `compose knows ${secret}`)
})

t.test('the script of the compose file pins every image, and pins it anew when it runs again', async (t) => {
  const defaults = (text: string): string[] =>
    [...new Set(Array.from(text.matchAll(/\$\{(\w+_IMAGE:-[^}]+)\}/g), ([, one = '']) => one))].sort()
  const compose = read('compose/compose.yaml')
  t.same(defaults(read('compose/pin-images.sh')), defaults(compose))
  t.ok(read('container/Containerfile').includes(/NODE_IMAGE:-([^}]+)\}/.exec(compose)?.[1] ?? 'none'))
  const images = Array.from(compose.matchAll(/^ {2,4}image: (.*)$/gm), ([, image = '']) => image)
  t.same(
    images.filter((image) => !/^(\$\{\w+_IMAGE:-|servicepay:)/.test(image)),
    [],
    'no image has a tag alone',
  )
  const directory = mkdtempSync(join(tmpdir(), 'pin-'))
  t.teardown(() => rmSync(directory, { recursive: true }))
  copyFileSync(join(root, folder, 'compose/pin-images.sh'), join(directory, 'pin-images.sh'))
  writeFileSync(join(directory, '.env'), 'SERVICEPAY_HOST=pay.example\nVALKEY_IMAGE=old\n')
  const engine = join(directory, 'engine')
  const pin = (digest: string): string => {
    writeFileSync(engine, `#!/bin/sh\n[ $# -eq 3 ] || echo "docker.io/some/image@${digest}"\n`, { mode: 0o755 })
    const env = { PATH: process.env['PATH'], ENGINE: engine }
    execFileSync(join(directory, 'pin-images.sh'), { env, stdio: 'pipe' })
    return readFileSync(join(directory, '.env'), 'utf8')
  }
  const pinned = pin('sha256:one')
  t.match(pinned, /^SERVICEPAY_HOST=pay.example\n/)
  t.match(pinned, /^VALKEY_IMAGE=docker.io\/valkey\/valkey:8@sha256:one$/m)
  t.equal(pin('sha256:two'), pinned.replaceAll('sha256:one', 'sha256:two'))
  t.throws(() => pin('no digest'), /has no digest/)
})

t.test('both systemd units have the same restrictions', async (t) => {
  const restrictions = (path: string): string[] =>
    read(path)
      .split('\n')
      .filter((line) => /^(NoNew|Capability|Ambient|Protect|Private|Device|Restrict|Lock|Remove|SystemCall)/.test(line))
  t.ok(restrictions('systemd/servicepay@.service').length > 20)
  t.same(restrictions('systemd/servicepay-migrate.service'), restrictions('systemd/servicepay@.service'))
})
