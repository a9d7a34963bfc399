import { readFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { release } from '../../../server/store/sql/release.ts'
import type { NamedFinding } from '../../../server/commands/doctor/examine.ts'
import { startProgram } from '../../start/operator.ts'
import { needsChart, renderChart } from './chart.ts'
import { openSite, ServiceProcess, type Site } from './processes.ts'
import { caddyFile, freePorts, needs, run, startCaddy, startHaproxy, type Ports } from './shipped-balancers.ts'

// The files of server/operations with the programs that read them. What no program here can run says so.

const folder = 'server/operations'

interface Behind extends Ports {
  readonly site: Site
  /** `host:port` of the service. */
  readonly service: string
}

/** Starts the service for a balancer on its public address. */
async function startBehind(t: Test): Promise<Behind> {
  const [site, ports] = await Promise.all([openSite(t), freePorts()])
  const environment = { BASE_URL: `https://localhost:${ports.httpsPort}`, TRUST_PROXY: '1' }
  const service = await ServiceProcess.start(t, site, environment)
  return { ...ports, site, service: new URL(service.baseUrl).host }
}

/** What the doctor says through the proxy, by the names of its checks. */
async function examined(t: Test, { site, httpsPort, service }: Behind, authority: string) {
  const doctor = startProgram(
    t,
    {
      ...{ DATABASE_URL: site.databaseUrl, MASTER_KEY: site.masterKey.toString('hex'), NODE_EXTRA_CA_CERTS: authority },
      ...{ BASE_URL: `https://localhost:${httpsPort}`, TRUST_PROXY: '1', PORT: new URL(`http://${service}`).port },
    },
    ['server/commands/doctor/main.ts', '--json'],
  )
  await doctor.ended()
  const { findings } = JSON.parse(doctor.said.out) as { findings: NamedFinding[] }
  return Object.fromEntries(findings.map(({ check, verdict, says }) => [check, `${verdict}: ${says}`]))
}

const healthy = {
  settings: /^ok/,
  service: /^ok/,
  // "localhost" is an address of this machine only; everything else about it is right.
  address: /^warning: .*so only this machine can open/,
  proxy: 'ok: The service sees this machine as 127.0.0.1, and trusts no forged address.',
  sizes: 'ok: Addresses of 20 KB and bodies of 1 MB arrive unchanged.',
  clock: /^ok/,
  'time-outs': 'ok: A reply that takes 26 seconds arrives.',
}

/** Follows no redirect. */
const headersOf = async (...words: string[]): Promise<string> => (await run('curl', ['-sI', ...words])).stdout

t.test(
  'behind HAProxy with the file of this release, the doctor finds nothing wrong',
  needs('apt-get install haproxy curl', 'haproxy', 'curl'),
  async (t) => {
    const behind = await startBehind(t)
    const { httpPort, httpsPort, service } = behind
    const { authority } = await startHaproxy(t, behind, [service])
    t.match(await examined(t, behind, authority), { ...healthy, certificate: /^(ok|warning): .*localhost/ })
    t.match(await headersOf(`http://localhost:${httpPort}/docs`), /^HTTP\/1.1 308[^]*^location: https:\/\/localhost/im)
    t.match(await headersOf('--cacert', authority, `https://localhost:${httpsPort}/docs`), /strict-transport-security/i)
  },
)

t.test(
  'behind Caddy with the file of this release, the doctor finds nothing wrong',
  needs('apt-get install caddy curl', 'caddy', 'curl'),
  async (t) => {
    const behind = await startBehind(t)
    const { httpPort, httpsPort, service } = behind
    t.equal((await run('caddy', ['fmt', caddyFile])).stdout, await readFile(caddyFile, 'utf8'), 'caddy fmt agrees')
    const { authority } = await startCaddy(t, behind, [service])
    // Caddy's own authority issues for twelve hours.
    t.match(await examined(t, behind, authority), { ...healthy, certificate: /^(ok|warning): .*from its authority/ })
    t.match(await headersOf(`http://localhost:${httpPort}/docs`), /^HTTP\/1.1 308[^]*^location: https:\/\/localhost/im)
    t.match(await headersOf('--cacert', authority, `https://localhost:${httpsPort}/docs`), /strict-transport-security/i)
  },
)

t.test(
  'systemd accepts the units, and finds little that they could still give up',
  needs('apt-get install systemd nodejs', 'systemd-analyze', '/usr/bin/node'),
  async (t) => {
    const units = ['servicepay@.service', 'servicepay-migrate.service'].map((name) => `${folder}/systemd/${name}`)
    const verified = await run('systemd-analyze', ['verify', ...units])
    t.equal(verified.stdout + verified.stderr, '')
    // The scale is from 0, which is the safest, to 100.
    const secure = await run('systemd-analyze', ['security', '--offline=true', '--threshold=15', ...units])
    t.match(secure.stdout, /Overall exposure level/)
  },
)

t.test(
  'the compose file is valid, and needs the host name',
  needs('apt-get install docker-compose', 'docker-compose'),
  async (t) => {
    const words = ['-f', `${folder}/compose/compose.yaml`, 'config']
    const { stdout } = await run('docker-compose', words, { env: { ...process.env, SERVICEPAY_HOST: 'pay.example' } })
    t.match(stdout, `image: servicepay:${release}`)
    t.match(stdout, 'DATABASE_URL_FILE: /run/secrets/database_url')
    t.match(stdout, /secrets\/master_key/)
    t.match(stdout, 'MIGRATE_DATABASE_URL_FILE: /run/secrets/migrate_database_url')
    await t.rejects(run('docker-compose', words), /host name that customers use/)
  },
)

t.test('the chart renders with and without processes of cards, and refuses wrong values', needsChart, async (t) => {
  const namesOf = (kind: string, objects = renderChart()): string[] =>
    objects.flatMap((object) => (object.kind === kind ? [object.metadata.name] : []))
  const roles = ['api', 'cards', 'worker'].map((role) => `shop-servicepay-${role}`)
  t.same(namesOf('Deployment'), roles, 'cards have processes of their own by default')
  t.same(namesOf('NetworkPolicy'), ['shop-servicepay'], 'a network policy is there by default')
  const together = renderChart({ cards: { enabled: false }, networkPolicy: { enabled: false } })
  t.same(namesOf('Deployment', together), ['shop-servicepay-api', 'shop-servicepay-worker'])
  t.same(namesOf('NetworkPolicy', together), [])
  const digest = `sha256:${'a'.repeat(64)}`
  const [pinned] = renderChart({ image: { digest } }).filter(({ kind }) => kind === 'Deployment')
  t.equal(pinned?.spec.template.spec.containers[0].image, `registry.example/servicepay:${release}@${digest}`)
  t.throws(() => renderChart({ variables: { MASTER_KEY: 'x' } }), /variables/)
  t.throws(() => renderChart({ image: { digest: 'latest' } }), /digest/)
})

t.test(
  'helm finds nothing wrong with the chart',
  needs('install Helm, which Debian does not package', 'helm'),
  async (t) => {
    const chart = `${folder}/helm/servicepay`
    t.match((await run('helm', ['lint', '--strict', chart])).stdout, /0 chart\(s\) failed/)
  },
)
