/** Whether an error has this code of PostgreSQL. */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code
}

/**
 * Whether the data of a statement caused the error: SQLSTATE class 22 (data exception), 23 (constraint violation) or P0
 * (an exception of a trigger). Any other error comes from the database and would hit every item of a batch.
 */
export function isDataError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && /^(2[23]|P0)/.test(String(error.code))
}

const deadlock = '40P01'

/** Whether one item of a batch caused the error, so that the others succeed without it. */
export function isFaultOfOne(error: unknown): boolean {
  return isDataError(error) || hasCode(error, deadlock)
}

/** Whether a statement has waited for a lock as long as its `lock_timeout` permits. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, '55P03')
}
