import { outageOf } from '../outage.ts'

/** The parts of an error that may be logged. */
export interface LoggableError {
  readonly name: string
  readonly message: string
  readonly code?: string
  /** Why the database cannot work at this moment, and what to do. */
  readonly reason?: string
}

/** Drops the message of database errors: it quotes values, and a value may be a card number. */
export function loggable(error: unknown): LoggableError {
  if (!(error instanceof Error)) return { name: 'unknown', message: 'not an error' }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const outage = outageOf(error)
  return {
    name: error.name,
    message: 'severity' in error ? 'database error' : error.message,
    ...code,
    ...(outage && { reason: outage.reason }),
  }
}
