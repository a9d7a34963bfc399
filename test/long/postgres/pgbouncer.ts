import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { chooseSystemUser } from '../../../server/engines/embedded-postgres/system-user.ts'
import { temporaryDirectory, type Teardown } from '../../start/operator.ts'
import { until } from '../../support/until.ts'

const paths = [process.env['PGBOUNCER_PATH'], '/usr/sbin/pgbouncer'].filter((path) => path !== undefined)

/** A PgBouncer that is installed here. */
export interface Program {
  readonly path: string
  readonly version: string
  /** Version 1.21 brought `max_prepared_statements`. */
  readonly holdsStatements: boolean
}

export const programs: readonly Program[] = paths.filter(existsSync).map((path) => {
  const version = /PgBouncer (\d+\.\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1] ?? ''
  return { path, version, holdsStatements: Number(version.split('.')[1]) >= 21 }
})

export interface PoolerOptions {
  /** Lines that replace or extend the configuration of the guide. */
  readonly lines?: readonly string[]
}

/** The file of the guide, with a free port and the server and users of the test. */
function fileOf(port: number, target: URL, users: string): string {
  const guide = readFileSync(new URL('../../../server/pages/docs/guides/running.md', import.meta.url), 'utf8')
  const [, file = ''] = /^```text\n(\[databases\][^]*?)```$/m.exec(guide) ?? []
  const changes = { servicepay: `host=${target.hostname} port=${target.port}`, listen_port: port, auth_file: users }
  const lines = file.split('\n').map((line) => {
    const [name = ''] = line.split(' = ')
    if (!(name in changes)) return line
    return `${name === 'servicepay' ? '*' : name} = ${changes[name as keyof typeof changes]}`
  })
  return `${lines.join('\n')}\nunix_socket_dir =\n`
}

/** Starts PgBouncer in transaction mode, and returns the address of the database through it. */
export async function startPooler(
  t: Teardown,
  program: Program,
  databaseUrl: string,
  { lines = [] }: PoolerOptions = {},
): Promise<string> {
  const folder = await temporaryDirectory(t)
  await chmod(folder, 0o755)
  const target = new URL(databaseUrl)
  const port = await freePort()
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  await writeFile(users, `"${target.username}" "${decodeURIComponent(target.password)}"\n`)
  await writeFile(file, fileOf(port, target, users) + lines.map((line) => `${line}\n`).join(''))
  const child = spawn(program.path, ['--quiet', file], { stdio: 'ignore', cwd: '/', ...chooseSystemUser('') })
  t.teardown(async () => {
    if (child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  await until(() => accepts(port), 'PgBouncer accepts connections')
  const through = new URL(databaseUrl)
  through.port = String(port)
  return through.href
}

async function accepts(port: number): Promise<boolean> {
  const socket = createConnection({ host: '127.0.0.1', port })
  const [event] = await Promise.race([
    once(socket, 'connect').then(() => ['connect']),
    once(socket, 'error').then(() => ['error']),
  ]).catch(() => ['error'])
  socket.destroy()
  return event === 'connect'
}
