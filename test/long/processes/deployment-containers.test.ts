import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { release } from '../../../server/store/sql/release.ts'
import { api, temporaryDirectory } from '../../start/operator.ts'
import { until } from '../../support/until.ts'
import { owner, databaseName, skipWithoutDebianPostgres, startDebianPostgres } from '../postgres/postgres-server.ts'
import { needsChart, renderChart, type PodSpec } from './chart.ts'
import {
  baseImage,
  exitCodeIn,
  needsContainers,
  podman,
  runToEnd,
  serviceImage,
  startContainer,
  statusOf,
  systemdImage,
  type Container,
} from './containers.ts'
import { openSite } from './processes.ts'
import { run } from './shipped-balancers.ts'
import { ValkeyServer } from './valkey.ts'

// The deployment files, started: the image by its Containerfile, containers with the commands, variables, secrets,
// users and limits of the compose file and the chart, and the units by systemd itself. Only the addresses of the
// database and of Valkey, and the ports of this machine, are other ones.

const folder = 'server/operations'
const image = needsContainers.skip ? '' : await serviceImage(t, await baseImage(t))

const restricted = {
  image,
  mounts: {},
  user: '10001:10001',
  isReadOnly: true,
  dropped: ['ALL'],
  memory: '768m',
  cpus: '2',
  command: [],
}
const migrate = ['server/start.js', '--migrate-only']

t.test('the image serves payments as an unknown user who can write nothing', needsContainers, async (t) => {
  const site = await openSite(t)
  const PORT = String(await freePort())
  const MASTER_KEY = site.masterKey.toString('hex')
  const environment = { DATABASE_URL: site.databaseUrl, MASTER_KEY, PORT, HOST: '127.0.0.1' }
  await runToEnd({ ...restricted, environment, command: migrate })
  const service = await startContainer(t, { ...restricted, environment })
  const { baseUrl, name } = service
  const signup = await api(baseUrl, '', 'POST', '/v1/sandbox/signup', { email: 'merchant@example.com' })
  const key = String(signup.body['secret_key'])
  const session = await api(baseUrl, key, 'POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' })
  const paid = await api(baseUrl, key, 'POST', `/v1/test_helpers/checkout/sessions/${String(session.body['id'])}/pay`)
  t.match(paid, { status: 200, body: { status: 'paid' } })
  t.equal(await statusOf(`${baseUrl}/docs/public-address`), 200)
  t.match(await podman('exec', name, 'id'), 'uid=10001')
  await t.rejects(podman('exec', name, 'touch', '/srv/servicepay/x'), /Read-only file system/)
  const doctor = await podman('exec', name, 'node', 'server/commands/doctor/main.ts', '--quick', '--json').catch(
    (error: unknown) => (error as { stdout: string }).stdout,
  )
  t.match(doctor, `It is ready at ${baseUrl}`)
  const gone = once(service.child, 'exit')
  await podman('stop', '--time', '30', name)
  t.same(await gone, [0, null], 'it stops by itself')
})

/** A service of the compose file, as docker-compose understands it. */
interface ComposeService {
  readonly image: string
  readonly command?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly secrets: readonly { readonly source: string }[]
  readonly user: string
  readonly read_only: boolean
  readonly cap_drop: readonly string[]
  readonly security_opt: readonly string[]
  readonly mem_limit: string | number
  readonly cpus: number
  readonly pids_limit: number
  readonly healthcheck: { readonly test: readonly string[] }
}

t.test(
  'the compose file starts the service: roles, secrets, migrations, restrictions and health check',
  { ...needsContainers, ...skipWithoutDebianPostgres },
  async (t) => {
    const directory = await temporaryDirectory(t)
    for (const path of globSync('*', { cwd: `${folder}/compose` }))
      if (path !== 'secrets') copyFileSync(`${folder}/compose/${path}`, join(directory, path))
    copyFileSync(join(directory, 'example.env'), join(directory, '.env'))
    execFileSync(join(directory, 'create-secrets.sh'))
    const server = await startDebianPostgres(t)
    await server.query(`drop database ${databaseName}`, [], { database: 'postgres' })
    await server.query(`drop role ${owner}`, [], { database: 'postgres' })
    const secrets = join(directory, 'secrets')
    const script = readFileSync(join(directory, 'create-role.sh'), 'utf8').replaceAll('/run/secrets', secrets)
    const admin = { PGHOST: '127.0.0.1', PGPORT: String(server.port), POSTGRES_USER: 'postgres' }
    execFileSync('sh', ['-s'], { input: script, env: { ...process.env, ...admin } })
    for (const name of globSync('*_url', { cwd: secrets })) {
      const file = join(secrets, name)
      const here = readFileSync(file, 'utf8').replace('@postgres:5432/', `@127.0.0.1:${server.port}/`)
      execFileSync('chmod', ['644', file])
      writeFileSync(file, here)
    }
    const words = ['-f', 'compose.yaml', 'config']
    const { services } = parse((await run('docker-compose', words, { cwd: directory })).stdout) as {
      services: Record<'migrate' | 'service', ComposeService>
    }
    const valkey = await ValkeyServer.start(t)
    const PORT = String(await freePort())
    const containerOf = (service: ComposeService): Container => {
      t.equal(service.image, `servicepay:${release}`)
      t.same(service.security_opt, ['no-new-privileges:true'])
      t.ok(service.pids_limit > 0)
      const mounts = service.secrets.map(({ source }) => [`/run/secrets/${source}`, join(secrets, source)])
      return {
        image,
        environment: { ...service.environment, REDIS_URL: valkey.url, PORT },
        mounts: Object.fromEntries(mounts) as Record<string, string>,
        user: service.user,
        isReadOnly: service.read_only,
        dropped: service.cap_drop,
        memory: String(service.mem_limit),
        cpus: String(service.cpus),
        command: service.command ?? [],
      }
    }
    // The folder of secrets is the operator's alone, and podman mounts each file as root.
    await runToEnd(containerOf(services.migrate))
    const service = await startContainer(t, containerOf(services.service))
    const [, ...check] = services.service.healthcheck.test
    t.equal(exitCodeIn(service, ...check), 0, 'the health check finds it ready')
    t.match(await (await fetch(`${service.baseUrl}/readyz`)).json(), { status: 'ready', limits: 'shared' })
    const refused = await api(service.baseUrl, '', 'POST', '/v1/sandbox/signup', { email: 'stranger@example.com' })
    t.equal(refused.status, 400, 'no stranger opens an account at a public address')
    await server.stop()
    await until(() => exitCodeIn(service, ...check) === 1, 'the health check finds it not ready')
  },
)

t.test(
  'the chart starts every role: variables, secrets, restrictions and probes',
  { ...needsContainers, ...needsChart },
  async (t) => {
    const objects = renderChart()
    const site = await openSite(t)
    const keys: Record<string, Record<string, string>> = {
      servicepay: { DATABASE_URL: site.databaseUrl, MASTER_KEY: site.masterKey.toString('hex') },
      'servicepay-cards': { CARD_KEY: 'c'.repeat(64) },
      'servicepay-migrate': { MIGRATE_DATABASE_URL: site.databaseUrl },
    }
    const directory = await temporaryDirectory(t)
    for (const [secret, entries] of Object.entries(keys)) {
      mkdirSync(join(directory, secret))
      for (const [key, text] of Object.entries(entries)) writeFileSync(join(directory, secret, key), text)
    }
    // As `fsGroup` and `defaultMode` do.
    execFileSync('chown', ['-R', '0:10001', directory])
    execFileSync('chmod', ['-R', 'u=rX,g=rX,o=', directory])
    const containerOf = ({ securityContext, volumes, containers: [container] }: PodSpec): Container => {
      t.equal(container.image, `registry.example/servicepay:${release}`)
      t.equal(container.securityContext.allowPrivilegeEscalation, false)
      const given = Object.fromEntries(container.env.map(({ name, value }) => [name, value]))
      const mounts = container.volumeMounts.map(({ name, mountPath }) => {
        const secret = volumes.find((volume) => volume.name === name)?.secret.secretName
        return [mountPath, join(directory, secret ?? 'no such secret')]
      })
      return {
        image,
        environment: given,
        mounts: Object.fromEntries(mounts) as Record<string, string>,
        user: `${securityContext.runAsUser}:${securityContext.runAsGroup}`,
        isReadOnly: container.securityContext.readOnlyRootFilesystem,
        dropped: container.securityContext.capabilities.drop,
        memory: container.resources.limits.memory.replace('Mi', 'm'),
        cpus: container.resources.limits.cpu,
        command: container.args ?? [],
      }
    }
    const podOf = (kind: string, name: string): PodSpec => {
      const object = objects.find((one) => one.kind === kind && one.metadata.name === `shop-servicepay-${name}`)
      if (!object) throw new Error(`The chart has no ${kind} ${name}`)
      return object.spec.template.spec
    }
    await runToEnd(containerOf(podOf('Job', 'migrate')))
    for (const role of ['cards', 'api', 'worker']) {
      const pod = podOf('Deployment', role)
      const [{ startupProbe, readinessProbe, livenessProbe }] = pod.containers
      const container = containerOf(pod)
      const ports = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) }
      const environment = { ...container.environment, ...ports }
      const service = await startContainer(t, { ...container, environment }, startupProbe?.httpGet.path)
      for (const probe of [readinessProbe, livenessProbe])
        t.equal(await statusOf(`${service.baseUrl}${probe?.httpGet.path ?? ''}`), 200, `${role}: the probes pass`)
      t.equal(await statusOf(`${service.baseUrl}/v1/servicepay.js`), role === 'worker' ? 404 : 200, role)
      t.equal(await statusOf(`http://127.0.0.1:${ports.METRICS_PORT}/metrics`), 200, `${role}: metrics`)
    }
  },
)

t.test('systemd starts the units, with their own command, user and restrictions', needsContainers, async (t) => {
  const site = await openSite(t)
  const PORT = String(await freePort())
  const directory = await temporaryDirectory(t)
  const write = (name: string, text: string): void => writeFileSync(join(directory, name), text)
  mkdirSync(join(directory, 'secrets'))
  write('service.env', `PORT=${PORT}\n`)
  write('secrets/DATABASE_URL', site.databaseUrl)
  write('secrets/MIGRATE_DATABASE_URL', site.databaseUrl)
  write('secrets/MASTER_KEY', site.masterKey.toString('hex'))
  execFileSync('chmod', ['-R', 'go=', directory])
  const name = `systemd-${process.pid}`
  const systemd = await systemdImage(t, image)
  await podman(
    ...['run', '--detach', '--name', name, '--network', 'host', '--privileged', '--systemd=always'],
    ...['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=4096:4096'],
    ...[
      '--user',
      '0:0',
      '--volume',
      `${directory}:/etc/servicepay:ro`,
      '--entrypoint',
      '/lib/systemd/systemd',
      systemd,
    ],
  )
  t.teardown(() => podman('rm', '--force', '--ignore', name))
  const control = (...words: string[]): Promise<string> => podman('exec', name, 'systemctl', ...words)
  await until(
    () =>
      control('is-active', 'multi-user.target').then(
        () => true,
        () => false,
      ),
    'systemd has started',
  )
  // Without it, a systemd in a container cannot hand the files of LoadCredential to its units.
  await podman('exec', name, 'mount', '--make-rshared', '/')
  await control('start', 'servicepay-migrate')
  await control('start', 'servicepay@all')
  await until(async () => (await statusOf(`http://127.0.0.1:${PORT}/readyz`)) === 200, 'the service is ready')
  const pid = (await control('show', '--property=MainPID', '--value', 'servicepay@all')).trim()
  const status = await podman('exec', name, 'cat', `/proc/${pid}/status`)
  t.match(status, /^CapEff:\s0+$/m, 'it has no capabilities')
  t.match(status, /^NoNewPrivs:\s1$/m)
  t.match(status, /^Seccomp:\s2$/m, 'its system calls are filtered')
  t.notMatch(status, /^Uid:\s0\s/m, 'it is not root')
  const variables = await podman('exec', name, 'sh', '-c', `tr '\\0' '\\n' < /proc/${pid}/environ`)
  t.match(variables, /^DATABASE_URL_FILE=\/run\/credentials\/servicepay@all\.service\/DATABASE_URL$/m)
  t.notMatch(variables, site.masterKey.toString('hex'), 'no variable has a secret')
  await control('stop', 'servicepay@all')
  t.match(await control('show', '--property=Result,ExecMainStatus', 'servicepay@all'), /Result=success/)
})
