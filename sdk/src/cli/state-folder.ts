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

/** The calls that some systems refuse. Tests pass their own. */
interface RefusableCalls {
  readonly renameSync: typeof renameSync
  readonly linkSync: typeof linkSync
}

/** On Windows, a virus scanner or an editor that has a file open makes a rename fail for a moment. */
const busyCodes = ['EPERM', 'EACCES', 'EBUSY']
const busyTries = 10
const busyPauseMilliseconds = 20

/** exFAT and many network folders have no hard links, and cannot sync a folder. */
const unsupportedCodes = ['EPERM', 'EACCES', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'EMLINK']

/** Small files that only this user can read. A write is atomic, and on the disk when the call returns. */
export class StateFolder {
  readonly path: string
  readonly #calls: RefusableCalls

  constructor(path: string, calls: RefusableCalls = { renameSync, linkSync }) {
    this.path = path
    this.#calls = calls
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
    const aside = this.#writeTemporaryFile(text)
    try {
      this.#rename(aside, this.pathOf(name))
    } finally {
      rmSync(aside, { force: true })
    }
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
      this.#calls.linkSync(aside, this.pathOf(name))
      this.#syncFolder()
    } catch (error) {
      if (unsupportedCodes.some((code) => hasCode(error, code))) return this.#createOnce(name, text)
      if (!hasCode(error, 'EEXIST')) throw error
    } finally {
      rmSync(aside, { force: true })
    }
    return this.read(name) ?? text
  }

  /** The same without hard links. Another process can see the file before it has its content. */
  #createOnce(name: string, text: string): string {
    try {
      writeNewFile(this.pathOf(name), text)
      this.#syncFolder()
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
    for (let tries = 0; tries < busyTries; tries++) {
      const content = this.read(name)
      if (content !== '') return content ?? text
      pauseHere(busyPauseMilliseconds)
    }
    // The process that created the file ended before it wrote the content.
    this.write(name, text)
    return text
  }

  #rename(from: string, to: string): void {
    for (let tries = 1; ; tries++) {
      try {
        return this.#calls.renameSync(from, to)
      } catch (error) {
        if (tries === busyTries || !busyCodes.some((code) => hasCode(error, code))) throw error
        pauseHere(busyPauseMilliseconds)
      }
    }
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
    writeNewFile(aside, text)
    return aside
  }

  /** Makes a new name survive a power cut. Windows and some file systems cannot sync a folder. */
  #syncFolder(): void {
    if (process.platform === 'win32') return
    const folder = openSync(this.path, 'r')
    try {
      fsyncSync(folder)
    } catch (error) {
      if (!unsupportedCodes.some((code) => hasCode(error, code))) throw error
    } finally {
      closeSync(folder)
    }
  }
}

function writeNewFile(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Every call of the folder is synchronous, so that no other write comes between. */
function pauseHere(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
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
