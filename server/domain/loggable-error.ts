/** What may be logged of an error. */
export interface LoggableError {
  readonly name: string
  readonly message: string
  readonly code?: string
}

/** Nothing that a database added to an error: its messages and details quote values, and a value may be a card number. */
export function loggable(error: unknown): LoggableError {
  if (!(error instanceof Error)) return { name: 'unknown', message: 'not an error' }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { name: error.name, message: 'severity' in error ? 'database error' : error.message, ...code }
}
