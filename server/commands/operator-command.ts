import { realpathSync } from 'node:fs'
import { readConfig, type Config } from '../config/config.ts'
import { readMasterKey } from '../config/data-files.ts'
import { systemClock } from '../domain/time/clock.ts'
import { EmbeddedPostgresError } from '../engines/embedded-postgres/embedded-postgres-error.ts'
import { findRunningDatabase } from '../engines/embedded-postgres/running-database.ts'
import { openFlows, silentLog, StartError, type Flows } from '../flow-context.ts'
import type { FlowContext } from '../flows/context.ts'

// What the operator's commands share: they work on the database of the service, beside it.

export interface Outcome {
  /** 0: done. 1: something failed. 2: the arguments are wrong. */
  readonly exitCode: 0 | 1 | 2
  /** Printed with `--json`. */
  readonly json: object
  /** Printed without `--json`, on standard error when it is only an error. */
  readonly text: string
  readonly isError: boolean
}

/** The parts of a process that a command uses. Tests pass their own, and run a command without starting a process. */
export interface Host {
  readonly args: readonly string[]
  readonly environment: Readonly<NodeJS.ProcessEnv>
  readonly input: AsyncIterable<Uint8Array>
  readonly output: Writer
  readonly errors: Writer
  /** Calls the listener for each Ctrl-C and each other signal that asks the process to end. */
  readonly onSignal: (listener: () => void) => void
}

interface Writer {
  write(text: string): unknown
}

/** A command returns its exit code. */
export type OperatorCommand = (host: Host) => Promise<number>

/** Runs a command if the process was started with its file. Otherwise a test has imported it. */
export async function runIfStarted(file: string, command: OperatorCommand): Promise<void> {
  const [, started = '', ...args] = process.argv
  if (realpathSync(started) !== file) return
  process.exitCode = await command({
    args,
    environment: process.env,
    get input() {
      return process.stdin
    },
    output: process.stdout,
    errors: process.stderr,
    onSignal(listener) {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, listener)
    },
  })
}

/** Makes a command that prints its outcome, as JSON with `--json`. */
export function commandOf(run: (host: Host) => Promise<Outcome>): OperatorCommand {
  return async (host) => {
    const { exitCode, isError, json, text } = await run(host).catch(failure)
    if (host.args.includes('--json')) host.output.write(`${JSON.stringify(json)}\n`)
    else (isError ? host.errors : host.output).write(text)
    return exitCode
  }
}

/** Opens the database of the service until `work` ends. */
export async function withFlows(
  { environment }: Host,
  work: (context: FlowContext) => Promise<Outcome>,
): Promise<Outcome> {
  const read = readConfig(environment)
  if (read.kind === 'invalid')
    return failed('environment_invalid', `The environment is not valid: ${read.problems.join('; ')}.`)
  const found = await findDatabase(read.config)
  if ('exitCode' in found) return found
  const flows: Flows = await openFlows({ config: read.config, ...found, clock: systemClock, log: silentLog })
  try {
    return await work(flows.context)
  } finally {
    await flows.close()
  }
}

async function findDatabase({ databaseUrl, databaseDirectUrl, dataDir, masterKey, masterKeyPrevious }: Config) {
  if (databaseUrl !== null && masterKey !== null)
    return {
      databaseUrl: databaseDirectUrl ?? databaseUrl,
      masterKeys: { current: masterKey, previous: masterKeyPrevious },
    }
  const running = await findRunningDatabase(dataDir)
  if (running.kind === 'stopped')
    return failed(
      'service_not_running',
      `No service is running with the database in ${running.dataDir}: start it (\`npm start\`), ` +
        'or set DATA_DIR or DATABASE_URL to the same value as for the service.',
    )
  const current = masterKey ?? (await readMasterKey(dataDir))
  if (!current)
    return failed(
      'environment_invalid',
      `There is no master key in ${running.dataDir}: wait until the service has started, ` +
        'or set MASTER_KEY to the same value as for the service.',
    )
  return { databaseUrl: running.databaseUrl, masterKeys: { current, previous: masterKeyPrevious } }
}

export function succeeded(json: object, text: string): Outcome {
  return { exitCode: 0, json, text, isError: false }
}

export function failed(code: string, message: string, exitCode: 1 | 2 = 1): Outcome {
  return { exitCode, json: { error: { code, message } }, text: `${message}\n`, isError: true }
}

/** One line for a problem that the operator can solve, and the stack for a bug. */
function failure(error: unknown): Outcome {
  if (error instanceof StartError || error instanceof EmbeddedPostgresError)
    return failed('service_not_ready', error.message)
  const [line = ''] = (error instanceof Error ? error.message || error.name : String(error)).split('\n')
  if (isConnectionError(error))
    return failed('database_unavailable', `Cannot use the database: ${line || 'no connection'}.`)
  const text = `${error instanceof Error ? (error.stack ?? line) : line}\n`
  return { ...failed('internal_error', line), text }
}

/**
 * Whether the error comes from the system (ECONNREFUSED …) or from PostgreSQL's access checks (28P01 wrong password,
 * 3D000 unknown database …), and not from a statement.
 */
function isConnectionError(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionError)
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    /^(E[A-Z]+|28\w{3}|3D\w{3}|08\w{3}|57P\w{2}|53\w{3}|42501)$/.test(code) || /timeout|terminated/i.test(error.message)
  )
}
