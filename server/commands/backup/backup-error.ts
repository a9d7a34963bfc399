/** Ends a backup or a restore with one line for the operator that names the problem and the solution. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** The error code of the operating system, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
