import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryDirectory } from '../../start/operator.ts'
import { until } from '../../support/until.ts'
import { needs } from './shipped-balancers.ts'

// The image of server/operations/container, and containers of it under the restrictions of a deployment file. The base
// image that the Containerfile names is in a registry, which tests do not reach, so its place takes one from Debian's
// packages, with the Node of the tests and the npm of this machine. NODE_IMAGE names another.

const run = promisify(execFile)

interface Teardown {
  teardown(work: () => unknown): void
}

export const needsContainers = needs(
  'apt-get install buildah podman mmdebstrap runc redis-server',
  ...['buildah', 'podman', 'mmdebstrap', 'runc', 'redis-server'],
)

/** Builds in a container need neither root's namespaces nor a network of their own. */
const environment = { ...process.env, BUILDAH_ISOLATION: 'chroot' }

async function buildah(...words: string[]): Promise<string> {
  const { stdout } = await run('buildah', words, { env: environment, maxBuffer: 100_000_000 })
  return stdout.trim()
}

/** Runs podman, and rejects when it fails. */
export async function podman(...words: string[]): Promise<string> {
  // Unlike crun, runc runs on machines with both versions of control groups.
  const { stdout } = await run('podman', ['--runtime', 'runc', ...words], { maxBuffer: 100_000_000 })
  return stdout.trim()
}

const suite = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'bookworm'

/** Makes an image from a container that `change` changes, and removes it after the test. */
async function imageFrom(t: Teardown, base: string, name: string, change: (container: string) => Promise<void>) {
  const image = `localhost/${name}-test:${process.pid}`
  const container = await buildah('from', '--pull=never', base)
  try {
    await change(container)
    await buildah('commit', '--quiet', container, image)
  } finally {
    await buildah('rm', container)
  }
  t.teardown(() => podman('rmi', '--force', image))
  return image
}

/** Debian, Node and npm: what the base image of the Containerfile has. */
export async function baseImage(t: Teardown & Parameters<typeof temporaryDirectory>[0]): Promise<string> {
  const given = process.env['NODE_IMAGE']
  if (given) return given
  const packages = join(await temporaryDirectory(t), 'debian.tar')
  await run('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', suite, packages])
  // The program is a link to `npm/bin/npm-cli.js`.
  const npm = join(realpathSync((await run('which', ['npm'])).stdout.trim()), '../..')
  return imageFrom(t, 'scratch', 'node', async (container) => {
    await buildah('add', '--quiet', container, packages, '/')
    await buildah('copy', '--quiet', container, process.execPath, '/usr/local/bin/node')
    await buildah('copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm')
    // The registry of this machine may have a certificate that only this machine knows.
    const authorities = '/etc/ssl/certs/ca-certificates.crt'
    await buildah('copy', '--quiet', container, authorities, authorities)
    await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${authorities}`, container)
    await buildah('run', container, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm')
  })
}

/** The image of the service, built by its own Containerfile. */
export async function serviceImage(t: Teardown, base: string): Promise<string> {
  const image = `localhost/servicepay-test:${process.pid}`
  const folder = 'server/operations/container'
  const words = ['--build-arg', `NODE_IMAGE=${base}`, '--ignorefile', `${folder}/Containerfile.dockerignore`]
  await buildah('bud', '--quiet', ...words, '-f', `${folder}/Containerfile`, '-t', image, '.')
  t.teardown(() => podman('rmi', '--force', image))
  return image
}

/** The service as a machine with systemd has it: `/usr/bin/node`, `/opt/servicepay` and the user. */
export function systemdImage(t: Teardown, service: string): Promise<string> {
  return imageFrom(t, service, 'systemd', async (container) => {
    const script = [
      'apt-get update -qq',
      'apt-get install -qq --no-install-recommends systemd dbus',
      'useradd --system --user-group servicepay',
      'ln -s /usr/local/bin/node /usr/bin/node',
      'mv /srv/servicepay /opt/servicepay',
      '(cd /opt/servicepay && node server/start.js --build-only)',
      'mkdir -p /etc/servicepay/secrets',
      'chmod -R go= /etc/servicepay',
    ]
    await buildah('run', '--user', '0:0', container, '--', 'sh', '-euc', script.join('\n'))
    await buildah('copy', '--quiet', container, 'server/operations/systemd', '/etc/systemd/system')
  })
}

/** How a deployment file runs a container. */
export interface Container {
  readonly image: string
  readonly environment: Readonly<Record<string, string>>
  /** Folders and files of this machine, by their path in the container, where they are read-only. */
  readonly mounts: Readonly<Record<string, string>>
  readonly user: string
  readonly isReadOnly: boolean
  readonly dropped: readonly string[]
  readonly memory: string
  readonly cpus: string
  /** Replaces the command of the image. Empty: the image's own. */
  readonly command: readonly string[]
}

let containers = 0

/** The words of `podman run`, in the network of this machine. */
function wordsOf(name: string, container: Container): string[] {
  const { image, environment, mounts, user, isReadOnly, dropped, memory, cpus, command } = container
  return [
    ...['run', '--rm', '--name', name, '--network', 'host', '--user', user, '--memory', memory, '--cpus', cpus],
    ...(isReadOnly ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...dropped.flatMap((capability) => ['--cap-drop', capability]),
    ...['--security-opt', 'no-new-privileges'],
    // A machine may forbid to raise them.
    ...['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024'],
    ...Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    ...Object.entries(mounts).flatMap(([inside, path]) => ['--volume', `${path}:${inside}:ro`]),
    image,
    ...command,
  ]
}

/** Runs a container to its end, and rejects when it fails. */
export function runToEnd(container: Container): Promise<string> {
  containers += 1
  return podman(...wordsOf(`ends-${process.pid}-${containers}`, container))
}

export interface RunningContainer {
  readonly name: string
  readonly child: ChildProcess
  readonly baseUrl: string
}

/** Starts a container that listens on `PORT`, and waits until `path` answers 200. */
export async function startContainer(t: Teardown, container: Container, path = '/readyz'): Promise<RunningContainer> {
  containers += 1
  const name = `runs-${process.pid}-${containers}`
  const words = ['--runtime', 'runc', ...wordsOf(name, container)]
  const child = spawn('podman', words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)))
  t.teardown(() => podman('rm', '--force', '--ignore', name))
  const baseUrl = `http://127.0.0.1:${container.environment['PORT'] ?? ''}`
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`The container ended: ${said}`)
    return (await statusOf(`${baseUrl}${path}`)) === 200
  }, `${name} answers ${path}`)
  return { name, child, baseUrl }
}

/** The status of the reply, or 0 without a reply. */
export function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    ({ status }) => status,
    () => 0,
  )
}

/** The exit code of a command inside a container. */
export function exitCodeIn({ name }: RunningContainer, ...command: readonly string[]): number | null {
  return spawnSync('podman', ['--runtime', 'runc', 'exec', name, ...command]).status
}
