import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { BackupError } from './backup-error.ts'

/** A tar archive consists of blocks. Each file begins with a header block and is filled up to a whole block. */
const blockBytes = 512
const regularFile = '0'
const folder = '5'

/**
 * Writes the files of a tar archive of PostgreSQL below `directory`, one at a time. It refuses everything that
 * PostgreSQL's own archives do not contain, such as links and paths that leave the directory.
 */
export class ArchiveWriter extends Writable {
  readonly #directory: string
  #header = Buffer.alloc(0)
  #file: Writable | null = null
  #left = 0
  #padding = 0
  #isEnded = false
  files = 0

  constructor(directory: string) {
    super()
    this.#directory = directory
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#take(chunk).then(() => done(), done)
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
    const size = Number.parseInt(textAt(header, 124, 12), 8)
    const type = textAt(header, 156, 1)
    const path = name.replace(/^\.\//, '').replace(/\/$/, '')
    if (!isInside(path) || !Number.isSafeInteger(size)) throw new BackupError(`The archive has a strange file: ${name}`)
    if (type === folder) {
      await mkdir(join(this.#directory, path), { recursive: true, mode: 0o700 })
      return
    }
    if (type !== regularFile) throw new BackupError(`The archive has something other than files and folders: ${name}`)
    await mkdir(dirname(join(this.#directory, path)), { recursive: true, mode: 0o700 })
    this.#file = createWriteStream(join(this.#directory, path), { mode: 0o600, flags: 'wx' })
    // An error fails the next write, or the end of the file. Without a listener it would end the process.
    this.#file.on('error', () => {})
    this.#left = size
    this.#padding = (blockBytes - (size % blockBytes)) % blockBytes
    this.files += 1
    if (size === 0) await this.#closeFile()
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

function isInside(path: string): boolean {
  return path !== '' && !path.startsWith('/') && path.split('/').every((part) => !['', '.', '..'].includes(part))
}
