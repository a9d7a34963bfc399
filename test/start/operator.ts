import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encryptCard } from '../../form/frame/card/encrypt-card.ts'
import { adminRole, adminUrlOf, serviceDatabase } from '../../server/engines/embedded-postgres/roles.ts'
import { until } from '../support/until.ts'
import { inheritedEnvironment } from '../support/inherited-environment.ts'

export const mainFile = join(import.meta.dirname, '../../server/start.js')

export interface Teardown {
  teardown(work: () => unknown): void
}

export interface LogLine {
  readonly level?: number
  readonly msg?: string
  readonly [field: string]: unknown
}

/** A service process that the test started as an operator would. */
export interface Run {
  readonly child: ChildProcess
  /** Standard output and standard error so far. */
  readonly said: { out: string; errors: string }
  /** Standard output as one JSON object per line. Throws when a line is not JSON. */
  logs(): LogLine[]
  /** Resolves to the exit code or the signal when the process ends. */
  ended(): Promise<number | string>
}

/** A directory that the test removes when it ends. */
export async function temporaryDirectory(t: Teardown): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'servicepay-start-'))
  t.teardown(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }))
  return dir
}

/** Starts the program with these variables, and none of the service's variables from the test's own environment. */
export function startProgram(
  t: Teardown,
  environment: Record<string, string>,
  args: readonly string[] = [mainFile],
): Run {
  const child = spawn(process.execPath, args, {
    env: { ...inheritedEnvironment('PATH', 'HOME', 'NODE_ENV'), PORT: '0', STOP_SECONDS: '600', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  return followProgram(t, child)
}

/** Collects the output of a program, and stops it when the test ends. */
export function followProgram(t: Teardown, child: ChildProcess): Run {
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

/** Waits until the service logs that it is ready, and returns its base URL. Throws when the process ends first. */
export async function ready(run: Run): Promise<string> {
  const find = (): string | undefined =>
    run.said.out.includes('"ready"')
      ? (run.logs().find(({ msg }) => msg === 'ready')?.['baseUrl'] as string | undefined)
      : undefined
  await until(() => {
    if (run.child.exitCode !== null)
      throw new Error(`The service ended before it was ready: ${run.said.errors}${run.said.out}`)
    return find() !== undefined
  }, 'ready')
  return find() ?? ''
}

/** The superuser's URL of the service database in `dataDir`, from its files. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const [, , , port] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  return adminUrlOf(Number(port), password, adminRole).replace('/postgres?', `/${serviceDatabase}?`)
}

/** The command lines of processes that name `dir`. */
export async function processesIn(dir: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return commands.filter((command) => command.includes(dir)).map((command) => command.replaceAll('\0', ' '))
}

/** Calls the API with a key. */
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

/** Pays a session with a card, as the form does. */
export async function submitCard(
  baseUrl: string,
  session: { readonly id: string; readonly client_secret: string },
  number: string,
  more: { readonly exp_month?: number; readonly exp_year?: number; readonly cvc?: string } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const key = (await (await fetch(`${baseUrl}/v1/form/encryption_key`)).json()) as JsonWebKey & { kid: string }
  const plain = { number, exp_month: 12, exp_year: 2039, cvc: '123', name: 'Ada Lovelace', ...more }
  const encrypted_card = await encryptCard(plain, key, session.id, Math.floor(Date.now() / 1000))
  return api(baseUrl, session.client_secret, 'POST', '/v1/form/attempts', { encrypted_card })
}
