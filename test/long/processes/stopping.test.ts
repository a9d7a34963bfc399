import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { followProgram, processesIn, ready, temporaryDirectory, type Run } from '../../start/operator.ts'
import { inheritedEnvironment } from '../../support/inherited-environment.ts'
import { until } from '../../support/until.ts'

// `npm start` with the npm of this machine, which runs a shell between itself and Node.

const root = join(import.meta.dirname, '../../..')
const npm = spawnSync('npm', ['--version'], { encoding: 'utf8' })
const skipNpm = npm.status === 0 ? {} : { skip: 'npm is missing' }
const mayMakeNamespaces = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0
const skipContainer =
  npm.status === 0 && mayMakeNamespaces ? {} : { skip: 'needs npm and the right to make a pid namespace (root)' }

/** Without this npm prints the name of the script between the lines of the log. */
const quietNpm = { npm_config_loglevel: 'silent' }

t.comment(`npm ${npm.stdout.trim()}`)

/** Starts the command in a process group of its own, as a terminal and a service manager do. */
async function start(
  t: Test,
  command: readonly [string, ...string[]],
  environment: Record<string, string> = {},
): Promise<{ run: Run; dataDir: string; baseUrl: string }> {
  const dataDir = join(await temporaryDirectory(t), 'data')
  const [file, ...args] = command
  const child = spawn(file, args, {
    cwd: root,
    detached: true,
    env: { ...inheritedEnvironment('PATH', 'HOME'), PORT: '0', DATA_DIR: dataDir, ...quietNpm, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const run = followProgram(t, child)
  return { run, dataDir, baseUrl: await ready(run) }
}

async function expectCleanEnd(t: Test, run: Run, dataDir: string): Promise<void> {
  t.equal(await run.ended(), 0)
  t.match(run.said.out, /"msg":"stopped"/)
  t.same(await processesIn(dataDir), [], 'nothing still runs')
  const log = (await readFile(join(dataDir, 'postgres.log'), 'utf8')).trimEnd().split('\n')
  t.match(log.at(-1), /database system is shut down/, 'PostgreSQL has written everything')
}

function signal(child: ChildProcess, name: NodeJS.Signals, { group }: { group: boolean }): void {
  if (child.pid === undefined) throw new Error('The process did not start')
  process.kill(group ? -child.pid : child.pid, name)
}

for (const [name, group] of [
  ['SIGTERM', false],
  ['SIGTERM', true],
  ['SIGINT', false],
  ['SIGINT', true],
] as const)
  t.test(`${name} to ${group ? 'the process group of npm' : 'npm'} stops npm start completely`, skipNpm, async (t) => {
    const { run, dataDir } = await start(t, ['npm', 'start'])
    signal(run.child, name, { group })
    await expectCleanEnd(t, run, dataDir)
  })

t.test('SIGTERM to process 1 of a container stops npm start completely', skipContainer, async (t) => {
  const { run, dataDir } = await start(t, ['unshare', '--pid', '--fork', '--mount-proc', 'npm', 'start'])
  const children = readFileSync(`/proc/${run.child.pid}/task/${run.child.pid}/children`, 'utf8')
  process.kill(Number(children.trim()), 'SIGTERM')
  await expectCleanEnd(t, run, dataDir)
})

t.test('npm run migrate on the embedded database stops completely too', skipNpm, async (t) => {
  const dataDir = join(await temporaryDirectory(t), 'data')
  const child = spawn('npm', ['run', 'migrate'], {
    cwd: root,
    env: { ...inheritedEnvironment('PATH', 'HOME'), DATA_DIR: dataDir, ...quietNpm },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const run = followProgram(t, child)
  await until(async () => (await processesIn(dataDir)).some((command) => command.includes('postgres -D')))
  child.kill('SIGTERM')
  await run.ended()
  t.same(await processesIn(dataDir), [], 'nothing still runs')
})

t.test('a second signal ends a process that drains, and its database', skipNpm, async (t) => {
  const { run, dataDir, baseUrl } = await start(t, ['npm', 'start'], { DRAIN_SECONDS: '60' })
  signal(run.child, 'SIGINT', { group: true })
  await until(async () => (await fetch(`${baseUrl}/readyz`)).status === 503)
  t.equal((await fetch(`${baseUrl}/docs`)).status, 200, 'it still serves requests')
  // Until a second has passed, a signal counts as the same one.
  await sleep(1_200)
  signal(run.child, 'SIGINT', { group: true })
  t.not(await run.ended(), 0)
  await until(async () => (await processesIn(dataDir)).length === 0, 'the end of the database')
  t.match(run.said.out, /a second signal ends the process at once/)
})
