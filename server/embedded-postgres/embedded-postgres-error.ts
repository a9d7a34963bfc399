/**
 * The database that comes along cannot be had here. `message` is one line for the operator: what is wrong
 * and what to do about it; `cause` holds what the system said.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The way out that always exists. */
export const useAnotherServer = 'set DATABASE_URL to a PostgreSQL 15 or later'

const advice: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free some space',
  EDQUOT: 'the disk quota is used up: free some space',
  EROFS: 'the file system is read-only: choose another DATA_DIR',
  EACCES: 'no permission: give this user the directory, or choose another DATA_DIR',
  EINVAL: 'this container knows no other user, and PostgreSQL refuses to run as root: start it as another user',
  EPERM: 'not permitted: run as the user who owns the directory, or choose another DATA_DIR',
  ENOENT: 'it cannot be made there: choose another DATA_DIR',
  ENOTDIR: 'a part of the path is a file: choose another DATA_DIR',
  EEXIST: 'a file is in its place: choose another DATA_DIR',
}

/** Turns a failed system call into a line that says what to do; anything else is passed on as it is. */
export function explainSystemError(error: unknown, doing: string): unknown {
  const code = systemErrorCode(error)
  const known = code === undefined ? undefined : advice[code]
  if (known === undefined) return error
  return new EmbeddedPostgresError(`${doing}: ${known}, or ${useAnotherServer}`, { cause: error })
}

/** `ENOENT` and the like, when the error came from the operating system. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
