import { lengthened } from '../../domain/time/time-outs.ts'

/**
 * What a connection is for. Each kind has its own pool and its own time-outs.
 * - `serving`: requests and the simulated bank.
 * - `reading`: expensive reads, such as searches, exports and the dashboard.
 * - `checking`: health checks.
 * - `working`: the worker's jobs and the job queue.
 * - `command`: migrations and the operator's commands, whose statements may take long.
 */
export type ConnectionKind = 'serving' | 'reading' | 'checking' | 'working' | 'command'

/** The limits of one kind of connection, in milliseconds. Zero means no limit. */
export interface Limits {
  /** Connections of a pool. */
  readonly connections: number
  /** For a free connection of the pool, and for a new connection. */
  readonly connectMs: number
  /** The server cancels a statement after this time. */
  readonly statementMs: number
  /** The server cancels a statement that waits this long for a lock. */
  readonly lockMs: number
  /** The server ends a connection whose transaction waits this long for its next statement. */
  readonly idleInTransactionMs: number
  /**
   * This process closes a connection whose statement has no answer after this time. Longer than `statementMs`, so only
   * a server that hangs, or a network that swallows packets, reaches it.
   */
  readonly answerMs: number
  /** Callers that may wait for a connection of the pool. */
  readonly waiting: number
  /** A connection leaves the pool at this age or up to half of it later, so that not all of them end at once. */
  readonly oldestMs: number
}

const oldestMs = 20 * 60_000

const usualLimits: Readonly<Record<ConnectionKind, Limits>> = {
  serving: {
    connections: 20,
    connectMs: 2_000,
    statementMs: 2_500,
    lockMs: 2_000,
    idleInTransactionMs: 5_000,
    answerMs: 3_000,
    waiting: 2_000,
    oldestMs,
  },
  reading: {
    connections: 8,
    connectMs: 2_000,
    statementMs: 3_000,
    lockMs: 1_000,
    idleInTransactionMs: 5_000,
    answerMs: 3_500,
    waiting: 200,
    oldestMs,
  },
  checking: {
    connections: 1,
    connectMs: 1_500,
    statementMs: 900,
    lockMs: 900,
    idleInTransactionMs: 5_000,
    // The check repeats with another connection, within the time that a balancer waits for it.
    answerMs: 1_000,
    waiting: 10,
    oldestMs,
  },
  working: {
    connections: 8,
    connectMs: 5_000,
    statementMs: 10_000,
    lockMs: 5_000,
    idleInTransactionMs: 15_000,
    answerMs: 12_000,
    waiting: 2_000,
    oldestMs,
  },
  command: {
    connections: 2,
    connectMs: 5_000,
    statementMs: 0,
    lockMs: 0,
    idleInTransactionMs: 0,
    answerMs: 0,
    waiting: 100,
    oldestMs,
  },
}

export function limitsOf(kind: ConnectionKind): Limits {
  const limits = usualLimits[kind]
  return {
    ...limits,
    connectMs: lengthened(limits.connectMs),
    statementMs: lengthened(limits.statementMs),
    lockMs: lengthened(limits.lockMs),
    idleInTransactionMs: lengthened(limits.idleInTransactionMs),
    answerMs: lengthened(limits.answerMs),
  }
}

/** An idle connection is probed after this time. Without an answer to the probes it ends about ten seconds later. */
const probeAfterMs = 10_000

/** The settings of a `pg` connection of this kind. A parameter of the URL with the same name wins. */
export interface ConnectionSettings {
  readonly connectionString: string
  readonly application_name: string
  readonly connectionTimeoutMillis: number
  readonly statement_timeout: number
  readonly lock_timeout: number
  readonly idle_in_transaction_session_timeout: number
  readonly keepAlive: true
  readonly keepAliveInitialDelayMillis: number
}

/**
 * The limits travel in the connection's start-up message: they cost no statement and hold from the first one on
 * (spec/decisions/database.md#time-outs-of-the-database).
 */
export function connectionSettings(
  url: string,
  kind: ConnectionKind,
  limits: Limits = limitsOf(kind),
): ConnectionSettings {
  return {
    connectionString: url,
    application_name: `servicepay ${kind}`,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: probeAfterMs,
  }
}
