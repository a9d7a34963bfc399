import type { Config } from './config/config.ts'
import { outageOf } from './domain/outage.ts'
import {
  EmbeddedPostgresError,
  explainSystemError,
  systemErrorCode,
} from './engines/embedded-postgres/embedded-postgres-error.ts'
import { hasCode } from './engines/postgres/errors.ts'
import { StartError } from './flow-context.ts'

// What keeps a process from starting, each in one line that names the variable or the command to use.

/** The variables with the addresses of the database, by what a start uses them for. Null: the embedded database. */
export function addressNames({ databaseUrl, databaseDirectUrl, migrateDatabaseUrl }: Config) {
  const running = databaseUrl === null ? null : 'DATABASE_URL'
  const direct = databaseDirectUrl === null ? running : 'DATABASE_DIRECT_URL'
  return { running, direct, owner: migrateDatabaseUrl === null ? direct : 'MIGRATE_DATABASE_URL' }
}

const notAllowed = '42501'

/**
 * Runs `work` with the database whose address is in the variable `name`. Throws a `StartError` when PostgreSQL cannot
 * be reached, or does not allow the work to its role. `hasOwner`: the role is that of the tables' owner, because
 * another one runs the service.
 */
export async function atAddress<Result>(
  name: string | null,
  hasOwner: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (name === null || error instanceof StartError) throw error
    if (hasCode(error, notAllowed))
      throw new StartError(hasOwner ? notOwner(name, error) : withoutRights(name, error), { cause: error })
    const outage = outageOf(error)
    if (!outage) throw error
    const reason = outage.reason.replaceAll('DATABASE_URL', name)
    const advice = reason.includes(name) ? '' : ` Check the host, the port and the parameters in ${name}.`
    throw new StartError(`${messageOf(error)}. ${reason}${advice}`, { cause: error })
  }
}

function notOwner(name: string, error: unknown): string {
  return `The role of ${name} must own the database and its tables (${messageOf(error)})`
}

function withoutRights(name: string, error: unknown): string {
  return (
    `The role of ${name} does not own the tables, or has no rights on them yet (${messageOf(error)}): run ` +
    '`npm run migrate` with MIGRATE_DATABASE_URL, the address for their owner. A role that does both must own the ' +
    'database'
  )
}

/** A host name with several addresses fails once for each, and the combined error has no message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/** Waits for work with the files beside the embedded database. */
export async function inDataDir<Result>({ dataDir }: Config, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    // The system calls of files have numbers too, unlike errors of PostgreSQL.
    if (!(error instanceof Error && 'errno' in error)) throw error
    const path = 'path' in error ? String(error.path) : 'a file'
    const action = `Cannot use ${path} in DATA_DIR (${dataDir})`
    const explained = explainSystemError(error, action)
    throw explained === error ? new StartError(`${action}: ${error.message}`, { cause: error }) : explained
  }
}

/** Waits until the process listens. Throws a `StartError` in words of its variables when it cannot. */
export async function listening({ metrics, port, host }: Config, started: Promise<void>): Promise<void> {
  try {
    await started
  } catch (error) {
    const failed = error as NodeJS.ErrnoException & { address?: string; hostname?: string; port?: number }
    if (failed.syscall !== 'listen' && failed.syscall !== 'getaddrinfo') throw error
    const isOfMetrics =
      metrics && (failed.hostname === undefined ? failed.port === metrics.port : metrics.host !== host)
    const [portName, hostName] = isOfMetrics ? ['METRICS_PORT', 'METRICS_HOST'] : ['PORT', 'HOST']
    const used = typeof failed.port === 'number' ? failed.port : port
    const problems: Readonly<Record<string, string>> = {
      'listen EADDRINUSE':
        `Another program, perhaps this service, already uses port ${used} of ${failed.address}: stop it, ` +
        `or set ${portName} to a free port`,
      'listen EACCES': `This user must not listen on port ${used}: set ${portName} to 1024 or more`,
      'listen EADDRNOTAVAIL': `This machine has no address ${failed.address}: set ${hostName} to one of its own`,
      'getaddrinfo ENOTFOUND': `The name in ${hostName} has no address: set ${hostName} to an address of this machine`,
    }
    const problem =
      problems[`${failed.syscall} ${failed.code}`] ??
      `The process cannot listen on the address in ${hostName} and the port in ${portName} (${messageOf(error)}): ` +
        `change one of them`
    throw new StartError(problem, { cause: error })
  }
}

/** Codes of the system and of PostgreSQL for problems that the operator can solve: a database that refuses us. */
const operatorErrorCodes = new Set(['EACCES', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENOTFOUND', 'ETIMEDOUT', '28000'])

/** One line for a problem that the operator can solve, and the stack for a bug. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const outage = outageOf(error)
  if (outage) return `${messageOf(error)}. ${outage.reason}`
  const isOperatorError =
    error instanceof StartError ||
    error instanceof EmbeddedPostgresError ||
    operatorErrorCodes.has(systemErrorCode(error) ?? '')
  return isOperatorError ? messageOf(error) : (error.stack ?? error.message)
}
