import { once } from 'node:events'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { treatmentOf } from './archive-entries.ts'
import { BackupError, codeOf } from './backup-error.ts'

/** A tar archive consists of blocks. Each file begins with a header block and is filled up to a whole block. */
const blockBytes = 512
const regularFile = '0'
const folder = '5'
/** A database of ours has about two thousand files. Each takes an inode of the disk, even when it is empty. */
const mostEntries = 200_000

/**
 * Writes the files of a tar archive of PostgreSQL below `directory`, one at a time, and only those that hold data. It
 * refuses everything that PostgreSQL's own archives do not contain, such as links and paths that leave the directory.
 */
export class ArchiveWriter extends Writable {
  readonly #directory: string
  readonly #most: { readonly bytes: number; readonly entries: number }
  #bytes = 0
  #entries = 0
  #header = Buffer.alloc(0)
  #file: Writable | null = null
  #left = 0
  #padding = 0
  #isEnded = false
  /** The paths of files that the archive has and this writer did not take. */
  readonly leftOut: string[] = []

  /** @param most A longer archive is refused. */
  constructor(directory: string, most: { readonly bytes: number; readonly entries?: number }) {
    super()
    this.#directory = directory
    this.#most = { entries: mostEntries, ...most }
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#most.bytes) done(new BackupError('The archive is longer than the manifest says'))
    else this.#take(chunk).then(() => done(), done)
  }

  override _final(done: (error?: Error) => void): void {
    done(this.#isEnded && this.#left === 0 ? undefined : new BackupError('The archive ends too early'))
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#file?.destroy()
    done(error)
  }

  async #take(chunk: Buffer): Promise<void> {
    for (let rest = chunk; rest.length > 0 && !this.#isEnded;) {
      if (this.#left > 0) rest = await this.#takeContent(rest)
      else if (this.#padding > 0) rest = this.#skip(rest)
      else rest = await this.#takeHeader(rest)
    }
  }

  async #takeContent(bytes: Buffer): Promise<Buffer> {
    const part = bytes.subarray(0, this.#left)
    this.#left -= part.length
    if (this.#file?.write(part) === false && !this.#file.errored) await once(this.#file, 'drain')
    if (this.#left === 0) await this.#closeFile()
    return bytes.subarray(part.length)
  }

  #skip(bytes: Buffer): Buffer {
    const skipped = Math.min(bytes.length, this.#padding)
    this.#padding -= skipped
    return bytes.subarray(skipped)
  }

  async #takeHeader(bytes: Buffer): Promise<Buffer> {
    const missing = blockBytes - this.#header.length
    this.#header = Buffer.concat([this.#header, bytes.subarray(0, missing)])
    if (this.#header.length === blockBytes) {
      const header = this.#header
      this.#header = Buffer.alloc(0)
      await this.#begin(header)
    }
    return bytes.subarray(missing)
  }

  async #begin(header: Buffer): Promise<void> {
    if (header.every((byte) => byte === 0)) {
      this.#isEnded = true
      return
    }
    const name = textAt(header, 0, 100)
    const size = sizeIn(header)
    const type = textAt(header, 156, 1)
    const path = name.replace(/^\.\//, '').replace(/\/$/, '')
    if (!isInside(path) || size === null) throw new BackupError(`The archive has an unexpected file: ${shown(name)}`)
    if (type !== regularFile && type !== folder)
      throw new BackupError(`The archive has something other than files and folders: ${shown(name)}`)
    if ((this.#entries += 1) > this.#most.entries) throw new BackupError('The archive has too many files')
    const treatment = treatmentOf(path, type === folder ? 'folder' : 'file')
    if (treatment === 'refuse') throw new BackupError(`The archive has a file that controls PostgreSQL: ${shown(name)}`)
    if (type === folder) {
      if (treatment === 'keep') await mkdir(join(this.#directory, path), { recursive: true, mode: 0o700 })
      return
    }
    this.#left = size
    this.#padding = (blockBytes - (size % blockBytes)) % blockBytes
    if (treatment === 'keep') await this.#openFile(join(this.#directory, path), name)
    else this.leftOut.push(shown(path))
    if (size === 0) await this.#closeFile()
  }

  async #openFile(path: string, name: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      const handle = await open(path, 'wx', 0o600)
      this.#file = handle.createWriteStream()
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw new BackupError(`The archive has the same file twice: ${shown(name)}`)
      throw error
    }
    // An error fails the next write, or the end of the file. Without a listener it would end the process.
    this.#file.on('error', () => {})
  }

  async #closeFile(): Promise<void> {
    const file = this.#file
    this.#file = null
    if (file === null) return
    file.end()
    await finished(file)
  }
}

function textAt(header: Buffer, start: number, length: number): string {
  const text = header.toString('latin1', start, start + length)
  const end = text.indexOf('\0')
  return (end === -1 ? text : text.slice(0, end)).trim()
}

function sizeIn(header: Buffer): number | null {
  const text = textAt(header, 124, 12)
  return /^[0-7]{1,12}$/.test(text) ? Number.parseInt(text, 8) : null
}

/** A name for a message: it may contain what controls a terminal. */
function shown(name: string): string {
  return name.replaceAll(/[^ -~]/g, '?')
}

function isInside(path: string): boolean {
  return path !== '' && !path.startsWith('/') && path.split('/').every((part) => !['', '.', '..'].includes(part))
}
