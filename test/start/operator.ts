import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminRole, adminUrlOf, serviceDatabase } from '../../server/embedded-postgres/roles.ts'
import { until } from '../support/until.ts'

export const mainFile = join(import.meta.dirname, '../../server/main.ts')

interface Teardown {
  teardown(work: () => unknown): void
}

export interface LogLine {
  readonly level?: number
  readonly msg?: string
  readonly [field: string]: unknown
}

/** The service as an operator runs it: a process, its output and its end. */
export interface Run {
  readonly child: ChildProcess
  /** What stood on standard output and standard error so far. */
  readonly said: { out: string; errors: string }
  /** Standard output as JSON, one object a line; fails on a line that is none. */
  logs(): LogLine[]
  /** Resolves to the code or the signal. */
  ended(): Promise<number | string>
}

/** A directory that is gone after the test. */
export async function temporaryDirectory(t: Teardown): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'servicepay-start-'))
  t.teardown(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }))
  return dir
}

/** Starts the program with these variables over an environment that has none of its own. */
export function startProgram(
  t: Teardown,
  environment: Record<string, string>,
  words: readonly string[] = [mainFile],
): Run {
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'SERVICEPAY_TEST_RUN', 'NODE_ENV'].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]]] : [],
    ),
  )
  const child = spawn(process.execPath, words, {
    env: { ...inherited, PORT: '0', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  return follow(t, child)
}

function follow(t: Teardown, child: ChildProcess): Run {
  const said = { out: '', errors: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.errors += text))
  const end = once(child, 'close') as Promise<[number | null, string | null]>
  t.teardown(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 16_000)
    await end
    clearTimeout(timer)
  })
  return {
    child,
    said,
    logs: () =>
      said.out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as LogLine),
    ended: async () => {
      const [code, signal] = await end
      return code ?? signal ?? -1
    },
  }
}

/** Waits until it says that it is ready; gives the base address. Fails at once when the process ends before. */
export async function ready(run: Run): Promise<string> {
  const find = (): string | undefined =>
    run.said.out.includes('"ready"')
      ? (run.logs().find(({ msg }) => msg === 'ready')?.['baseUrl'] as string | undefined)
      : undefined
  await until(() => {
    if (run.child.exitCode !== null) throw new Error(`It ended before it was ready: ${run.said.errors}${run.said.out}`)
    return find() !== undefined
  }, 'ready')
  return find() ?? ''
}

/** The superuser's address of the embedded service database under `dataDir`, read from its files. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const [, , , port] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  return adminUrlOf(Number(port), password, adminRole).replace('/postgres?', `/${serviceDatabase}?`)
}

/** Processes whose command line or working directory names `dir`: what an operator would find left behind. */
export async function processesIn(dir: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return commands.filter((command) => command.includes(dir)).map((command) => command.replaceAll('\0', ' '))
}

/** A call with a key. */
export async function api(
  baseUrl: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...sent,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
