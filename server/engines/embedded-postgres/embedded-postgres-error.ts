/**
 * The embedded database cannot run here. `message` is one line for the operator that names the problem and the
 * solution, and `cause` holds the system's error.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The solution that always works. */
export const useAnotherServer = 'set DATABASE_URL to a PostgreSQL 15 or later'

const advice: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: free some space',
  EDQUOT: 'the disk quota is used up: free some space',
  EROFS: 'the file system is read-only: choose another DATA_DIR',
  EACCES: 'no permission: give this user access to the directory, or choose another DATA_DIR',
  EINVAL: 'this container has no other user, and PostgreSQL refuses to run as root: start it as another user',
  EPERM: 'not permitted: run as the user who owns the directory, or choose another DATA_DIR',
  ENOENT: 'the path does not exist: choose another DATA_DIR',
  ENOTDIR: 'a part of the path is a file: choose another DATA_DIR',
  EEXIST: 'there is a file instead of a directory: choose another DATA_DIR',
}

/** Adds advice to the error of a failed system call. Returns any other error unchanged. */
export function explainSystemError(error: unknown, action: string): unknown {
  const code = systemErrorCode(error)
  const known = code === undefined ? undefined : advice[code]
  if (known === undefined) return error
  return new EmbeddedPostgresError(`${action}: ${known}, or ${useAnotherServer}`, { cause: error })
}

/** The error code of the operating system, such as `ENOENT`. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
