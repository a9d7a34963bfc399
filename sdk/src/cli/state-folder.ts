import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The chosen folder, or the default one under `XDG_STATE_HOME` (XDG base directories). */
export function stateFolderPath(option: string | undefined, environment: NodeJS.ProcessEnv): string {
  const chosen = option || environment.SERVICEPAY_STATE_DIR
  if (chosen) return resolve(chosen)
  const local = process.platform === 'win32' ? environment.LOCALAPPDATA : environment.XDG_STATE_HOME
  return join(local || join(homedir(), '.local', 'state'), 'servicepay')
}

/** Small files that only this user can read. A write is atomic, and on the disk when the call returns. */
export class StateFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  pathOf(name: string): string {
    return join(this.path, name)
  }

  names(): string[] {
    return undefinedIfMissing(() => readdirSync(this.path)) ?? []
  }

  read(name: string): string | undefined {
    return undefinedIfMissing(() => readFileSync(this.pathOf(name), 'utf8'))
  }

  write(name: string, text: string): void {
    renameSync(this.#writeTemporaryFile(text), this.pathOf(name))
    this.#syncFolder()
  }

  /**
   * Writes a file unless it exists.
   *
   * @returns the content of the file afterwards, which another process may have written
   */
  writeOnce(name: string, text: string): string {
    const aside = this.#writeTemporaryFile(text)
    try {
      linkSync(aside, this.pathOf(name))
      this.#syncFolder()
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    } finally {
      rmSync(aside, { force: true })
    }
    return this.read(name) ?? text
  }

  /** Milliseconds since the file was last written or touched. Infinity if it does not exist. */
  age(name: string): number {
    return Date.now() - (undefinedIfMissing(() => statSync(this.pathOf(name)).mtimeMs) ?? -Infinity)
  }

  touch(name: string): void {
    const now = new Date()
    undefinedIfMissing(() => utimesSync(this.pathOf(name), now, now))
  }

  remove(name: string): void {
    rmSync(this.pathOf(name), { force: true })
  }

  #writeTemporaryFile(text: string): string {
    mkdirSync(this.path, { recursive: true, mode: 0o700 })
    const aside = this.pathOf(`.${randomUUID()}.tmp`)
    const file = openSync(aside, 'wx', 0o600)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    return aside
  }

  /** Makes a new name survive a power cut. Windows cannot sync a folder. */
  #syncFolder(): void {
    if (process.platform === 'win32') return
    const folder = openSync(this.path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  }
}

function undefinedIfMissing<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
