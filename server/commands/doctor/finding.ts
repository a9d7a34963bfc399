/** The result of one check, in words for the operator. No text contains a secret. */
export interface Finding {
  /** `skipped`: something that the check needs is not there, or the operator has not set it up. */
  readonly verdict: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly says: string
  /** What to do. Null: nothing. */
  readonly fix: string | null
}

export function ok(says: string): Finding {
  return { verdict: 'ok', says, fix: null }
}

export function warning(says: string, fix: string): Finding {
  return { verdict: 'warning', says, fix }
}

export function failed(says: string, fix: string): Finding {
  return { verdict: 'failed', says, fix }
}

export function skipped(says: string): Finding {
  return { verdict: 'skipped', says, fix: null }
}

/** The code or the message of an error, for a sentence. Errors of the network contain no secrets. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no reply in time'
  if (error.cause instanceof Error) return reasonOf(error.cause)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

/** `1 day`, `2 days`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
