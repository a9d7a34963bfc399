import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { serverEnvironment } from './data-directory.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { asUser, type SystemUser } from './system-user.ts'

/** A cluster that no server runs on. */
export interface StoppedCluster {
  readonly binaries: Binaries
  readonly clusterDir: string
  readonly user: SystemUser | null
  /** False: the caller brings the files to the disk itself. Default: true. */
  readonly isDurable?: boolean
}

/** The replay of the log can take minutes on a slow disk. */
const longestMs = 600_000
/** Longer than the processes of a killed server need to end. */
const leftoversMs = 15_000
const pauseMs = 200
const mostOutput = 4 * 1024 ** 2

/*
 * In this mode PostgreSQL ignores the settings of roles and databases, event triggers and background workers. The
 * settings keep libraries and overloaded functions out too.
 */
const settings = [
  'exit_on_error=on',
  'event_triggers=off',
  'shared_preload_libraries=',
  'session_preload_libraries=',
  'local_preload_libraries=',
  'search_path=pg_catalog',
  'archive_mode=off',
  'jit=off',
].flatMap((setting) => ['-c', setting])

/**
 * Runs statements as the superuser in PostgreSQL's single-user mode, which needs no password and accepts no
 * connections. Returns what PostgreSQL prints. Throws an `EmbeddedPostgresError` when it ends with an error.
 */
export async function runSingleUser(
  cluster: StoppedCluster,
  database: string,
  statements: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const until = performance.now() + leftoversMs
  for (;;) {
    const { code, output, errors } = await runOnce(cluster, database, statements, signal)
    signal?.throwIfAborted()
    if (code === 0) return output
    if (!/pre-existing shared memory|lock file/i.test(errors) || performance.now() > until)
      throw new EmbeddedPostgresError(`PostgreSQL cannot read ${cluster.clusterDir}: ${reasonIn(errors, code)}`)
    await sleep(pauseMs)
  }
}

async function runOnce(
  { binaries, clusterDir, user, isDurable = true }: StoppedCluster,
  database: string,
  statements: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ code: number | null; output: string; errors: string }> {
  const paths = [clusterDir, dirname(binaries.postgres)]
  const command = asUser(user, paths, binaries.postgres, [
    '--single',
    ...['-D', clusterDir, '-c', `fsync=${isDurable}`, ...settings],
    database,
  ])
  const { file, args, ...identity } = command
  const child = spawn(file, args, {
    ...identity,
    env: serverEnvironment(binaries),
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: longestMs,
    killSignal: 'SIGQUIT',
  })
  const stop = (): void => void child.kill('SIGQUIT')
  signal?.addEventListener('abort', stop)
  let output = ''
  let errors = ''
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    output += text
    if (output.length > mostOutput) stop()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-8_000)))
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  // In this mode a line is a statement.
  const lines = statements.map((statement) => `${statement.replaceAll(/\s*\n\s*/g, ' ').trim()}\n`)
  child.stdin.on('error', () => {}).end(lines.join(''))
  try {
    return { code: await ended, output, errors }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

function reasonIn(errors: string, code: number | null): string {
  const lines = errors.split('\n').filter((line) => /\b(ERROR|FATAL|PANIC):/.test(line))
  return lines.at(-1)?.replace(/^.*?\b(?:ERROR|FATAL|PANIC):\s*/, '') ?? `it ended with ${code ?? 'a signal'}`
}
