import { createHash } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { BackupError } from './backup-error.ts'

/** Counts and hashes the bytes that pass. */
export class Meter extends Transform {
  readonly #hash = createHash('sha256')
  bytes = 0

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.bytes += chunk.length
    this.#hash.update(chunk)
    done(null, chunk)
  }

  /** The SHA-256 of everything that passed. Call it once, at the end. */
  digest(): string {
    return this.#hash.digest('hex')
  }
}

/** A backup leaves this much of its disk free: the database, or something else, may need that disk. */
const leaveFreeBytes = 512 * 1024 ** 2
const checkEachBytes = 32 * 1024 ** 2

/** Throws a `BackupError` when the disk of `directory` is almost full. */
export async function expectRoom(directory: string, neededBytes = 0): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  const free = bavail * bsize
  if (free >= neededBytes + leaveFreeBytes) return
  throw new BackupError(
    `The disk of ${directory} has ${megabytes(free)} free, and ` +
      (neededBytes > 0 ? `it needs ${megabytes(neededBytes)} in addition to a reserve of ` : 'a backup must leave ') +
      `${megabytes(leaveFreeBytes)}: free some space, or choose another disk`,
  )
}

/** Lets bytes pass as long as the disk has room. */
export class RoomGuard extends Transform {
  readonly #directory: string
  #unchecked = 0

  constructor(directory: string) {
    super()
    this.#directory = directory
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, chunk?: Buffer) => void): void {
    this.#unchecked += chunk.length
    if (this.#unchecked < checkEachBytes) return done(null, chunk)
    this.#unchecked = 0
    expectRoom(this.#directory).then(
      () => done(null, chunk),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    )
  }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(bytes < 10 * 1024 ** 2 ? 1 : 0)} MB`
}
