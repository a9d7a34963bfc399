import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import t, { type Test } from 'tap'
import { release } from '../../../server/store/sql/release.ts'
import type { NamedFinding } from '../../../server/commands/doctor/examine.ts'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { api, startProgram } from '../../start/operator.ts'
import { until } from '../../support/until.ts'
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

t.test('helm accepts the chart, with and without processes of cards', needs('install Helm', 'helm'), async (t) => {
  const chart = `${folder}/helm/servicepay`
  t.match((await run('helm', ['lint', '--strict', chart])).stdout, /0 chart\(s\) failed/)
  const rendered = (await run('helm', ['template', 'shop', chart, '--set', 'cards.enabled=true'])).stdout
  t.match(rendered, `image: "registry.example/servicepay:${release}"`)
  for (const role of ['api', 'cards', 'worker']) t.match(rendered, `name: shop-servicepay-${role}`)
  await t.rejects(run('helm', ['template', 'shop', chart, '--set', 'variables.MASTER_KEY=x']), /variables/)
})

const baseImage = process.env['NODE_IMAGE']
const container = baseImage
  ? needs('apt-get install buildah podman', 'buildah', 'podman')
  : { skip: 'NODE_IMAGE names no image with the Node of .nvmrc and npm' }

t.test('the image serves payments as an unknown user who can write nothing', container, async (t) => {
  const image = `localhost/servicepay-test:${process.pid}`
  const build = [
    '--build-arg',
    `NODE_IMAGE=${baseImage}`,
    '--ignorefile',
    `${folder}/container/Containerfile.dockerignore`,
  ]
  const options = { maxBuffer: 100_000_000 }
  await run('buildah', ['bud', ...build, '-f', `${folder}/container/Containerfile`, '-t', image, '.'], options)
  t.teardown(() => run('podman', ['rmi', '--force', image]))
  const site = await openSite(t)
  const port = String(await freePort())
  const variables = { DATABASE_URL: site.databaseUrl, MASTER_KEY: site.masterKey.toString('hex'), PORT: port }
  const restrictions = [
    '--read-only',
    '--read-only-tmpfs=false',
    '--cap-drop',
    'ALL',
    '--security-opt',
    'no-new-privileges',
  ]
  const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024']
  const words = (name: string): string[] => [
    ...['run', '--rm', '--name', name, '--network', 'host', ...restrictions, ...limits],
    ...Object.entries({ ...variables, HOST: '127.0.0.1' }).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    image,
  ]
  await run('podman', [...words(`migrate-${process.pid}`), 'server/start.js', '--migrate-only'])
  const name = `service-${process.pid}`
  const child = spawn('podman', words(name), { stdio: 'ignore' })
  t.teardown(() => run('podman', ['rm', '--force', '--ignore', name]))
  const baseUrl = `http://127.0.0.1:${port}`
  const isReady = (): Promise<boolean> =>
    fetch(`${baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(isReady, 'the container is ready')
  const signup = await api(baseUrl, '', 'POST', '/v1/sandbox/signup', { email: 'merchant@example.com' })
  const key = String(signup.body['secret_key'])
  const session = await api(baseUrl, key, 'POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' })
  const paid = await api(baseUrl, key, 'POST', `/v1/test_helpers/checkout/sessions/${String(session.body['id'])}/pay`)
  t.match(paid, { status: 200, body: { status: 'paid' } })
  t.equal((await fetch(`${baseUrl}/docs/public-address`)).status, 200)
  t.match((await run('podman', ['exec', name, 'id'])).stdout, 'uid=10001')
  await t.rejects(run('podman', ['exec', name, 'touch', '/srv/servicepay/x']), /Read-only file system/)
  const doctor = await run('podman', [
    'exec',
    name,
    'node',
    'server/commands/doctor/main.ts',
    '--quick',
    '--json',
  ]).catch((error: unknown) => error as { stdout: string })
  t.match(doctor.stdout, `It is ready at ${baseUrl}`)
  const gone = once(child, 'exit')
  await run('podman', ['stop', '--time', '30', name])
  t.same(await gone, [0, null], 'it stops by itself')
})
