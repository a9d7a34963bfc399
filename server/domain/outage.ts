/** Why the database cannot do its work at this moment. The service and its requests are not at fault. */
export interface Outage {
  readonly part: 'database' | 'disk'
  /** For the operator: what happened, and what to do. Contains no value of a statement. */
  readonly reason: string
}

/** Lost connections and failures to connect. Their errors often have no code, or the code of any network error. */
const unreachable = new WeakSet()

/** Remembers that this error says that the database cannot be reached. */
export function markUnreachable(error: unknown): void {
  if (typeof error === 'object' && error !== null) unreachable.add(error)
}

const restarts = 'It accepts connections again afterwards; its log says more.'

/** By the code of PostgreSQL, of the system or of our pool; then by the first two characters of the code. */
const known: Readonly<Record<string, Outage>> = {
  '53100': {
    part: 'disk',
    reason:
      'PostgreSQL refused to write: No space left on device (53100). Free disk space on the server of the database.',
  },
  '53300': {
    part: 'database',
    reason: 'PostgreSQL has no free connection (53300). Raise its max_connections, or run fewer processes.',
  },
  '53': { part: 'database', reason: 'PostgreSQL lacks a resource, such as memory. Its log says which.' },
  '58': { part: 'disk', reason: 'PostgreSQL cannot read or write a file. Check its disk; its log names the file.' },
  '25006': {
    part: 'database',
    reason:
      'PostgreSQL accepts no writes (25006): it is a standby, or read-only. DATABASE_URL must point to the primary.',
  },
  '57P01': { part: 'database', reason: `PostgreSQL is shutting down (57P01). ${restarts}` },
  '57P02': { part: 'database', reason: `PostgreSQL restarts after a crash (57P02). ${restarts}` },
  '57P03': { part: 'database', reason: `PostgreSQL is starting or shutting down (57P03). ${restarts}` },
  '57014': {
    part: 'database',
    reason: 'PostgreSQL cancelled a statement that took too long (57014). The database is overloaded, or far away.',
  },
  '55P03': { part: 'database', reason: 'A statement waited too long for a lock (55P03). Look for long transactions.' },
  '08P01': {
    part: 'database',
    reason:
      'A pooler such as PgBouncer has no connection to PostgreSQL, or refuses a setting (08P01). ' +
      'Its log says more. PgBouncer must list the settings in ignore_startup_parameters.',
  },
  '08': {
    part: 'database',
    reason:
      'PostgreSQL cannot reach another server that it needs, such as a worker node of its Citus cluster (08). ' +
      'Its log names the server.',
  },
  '28': { part: 'database', reason: 'PostgreSQL refuses the user or the password of DATABASE_URL.' },
  '3D000': { part: 'database', reason: 'The database of DATABASE_URL does not exist (3D000).' },
  database_timeout: {
    part: 'database',
    reason:
      'The database does not answer. It hangs, is overloaded, is waiting for its synchronous standby, or the network ' +
      'loses packets.',
  },
  too_many_calls: { part: 'database', reason: 'Too many requests of one account are waiting for the database.' },
  pool_is_full: { part: 'database', reason: 'Too many requests are waiting for a connection to the database.' },
}

/** Codes of our own errors. */
const ownCodes: ReadonlySet<string> = new Set(['database_timeout', 'pool_is_full', 'too_many_calls'])

/** The codes of Node for a certificate that is not trusted. */
const untrusted = /^(ERR_TLS_CERT|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/

/** Null: the error has another cause, such as a fault of this service. */
export function outageOf(error: unknown): Outage | null {
  if (typeof error !== 'object' || error === null) return null
  const code = codeOf(error)
  const isOfDatabase = 'severity' in error || ownCodes.has(code)
  const found = isOfDatabase ? (known[code] ?? known[code.slice(0, 2)] ?? lostNode(error)) : undefined
  if (found) return found
  if (!unreachable.has(error)) return null
  if (error instanceof Error && /time-?out/i.test(error.message)) return known['database_timeout'] ?? null
  if (untrusted.test(code))
    return {
      part: 'database',
      reason:
        `The service does not trust the certificate of the database (${code}). DATABASE_URL must have the host name ` +
        'of the certificate, and sslrootcert the certificate of its authority.',
    }
  const suffix = code === '' ? '' : ` (${code})`
  return { part: 'database', reason: `The database cannot be reached${suffix}. Is it running, and is the network up?` }
}

/** Citus reports a worker node that leaves in the middle of a transaction as an internal error. */
function lostNode(error: object): Outage | undefined {
  return error instanceof Error && error.message.includes('connection marked as essential') ? known['08'] : undefined
}

/** A host name with several addresses fails once for each, and the combined error has no code. */
function codeOf(error: object): string {
  if (error instanceof AggregateError && typeof error.errors[0] === 'object') return codeOf(error.errors[0] as object)
  return 'code' in error ? String(error.code) : ''
}
