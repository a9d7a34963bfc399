import { Readable, type Duplex } from 'node:stream'
import { Client, escapeLiteral, type ClientConfig, type Connection, type Submittable } from 'pg'
import { BackupError } from './backup-error.ts'

/*
 * PostgreSQL's own base backup, as `pg_basebackup` takes it. The embedded package has only the server, so this file
 * speaks the few messages of the protocol: https://www.postgresql.org/docs/18/protocol-replication.html
 */

/** A base backup that the server is sending. Both streams fail when it fails. */
export interface BaseBackup {
  /** The files of the cluster with the log that makes them consistent, as a tar archive. */
  readonly archive: Readable
  /** PostgreSQL's list of these files with their checksums. */
  readonly manifest: Readable
  /** Where the log of the backup begins and ends. Call it when both streams have ended. */
  range(): LogRange
  /** Ends the backup on the server. */
  close(): Promise<void>
}

export interface LogRange {
  readonly timeline: number
  readonly start: string
  readonly end: string
}

/** The slot keeps the log until the backup has it. Its name allows one backup of a cluster at a time. */
const slot = 'servicepay_backup'
const connectTimeoutMs = 10_000
const duplicateObject = '42710'

/** Starts a base backup. `adminUrl`: the URL of a superuser. */
export async function startBaseBackup(adminUrl: string): Promise<BaseBackup> {
  const keeper = await connect(adminUrl)
  const sender = await connect(adminUrl, { replication: 'true' }).catch(async (error: unknown) => {
    await keeper.end()
    throw error
  })
  const close = async (): Promise<void> => {
    // A connection in the middle of a backup does not listen to a polite end.
    socketOf(sender).destroy()
    await keeper.end().catch(() => {})
  }
  try {
    // A temporary slot disappears with its connection, so a killed backup does not fill the disk of the database.
    await keeper.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  } catch (error) {
    await close()
    const isRunning = error instanceof Error && 'code' in error && error.code === duplicateObject
    throw isRunning ? new BackupError('Another backup of this database is running: wait until it ends') : error
  }
  const transfer = new Transfer(socketOf(sender))
  keeper.on('end', () => transfer.fail(new BackupError('The database ended the connection of the backup')))
  sender.on('end', () => transfer.fail(new BackupError('The database ended the connection of the backup')))
  sender.query(transfer)
  return { archive: transfer.archive, manifest: transfer.manifest, range: () => transfer.range(), close }
}

async function connect(url: string, options: Record<string, string> = {}): Promise<Client> {
  const config: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'servicepay backup',
    ...options,
  }
  const client = new Client(config)
  client.on('error', () => {})
  await client.connect()
  return client
}

function socketOf(client: Client): Duplex {
  return (client as Client & { readonly connection: Connection }).connection.stream
}

/** The kinds of messages inside the copy. The server also announces them in this order. */
const newArchive = 0x6e
const beginOfManifest = 0x6d
const content = 0x64

/** The query `BASE_BACKUP`, as `pg` drives it: it calls these methods for the messages of the server. */
class Transfer implements Submittable {
  readonly archive: Readable
  readonly manifest: Readable
  readonly #socket: Duplex
  readonly #positions: { start: string; timeline: number }[] = []
  #rows = 0
  #current: Readable | null = null
  #isDone = false

  constructor(socket: Duplex) {
    this.#socket = socket
    const resume = (): void => void socket.resume()
    this.archive = new Readable({ read: resume })
    this.manifest = new Readable({ read: resume })
  }

  submit(connection: Connection): void {
    const label = escapeLiteral(slot)
    connection.query(
      `BASE_BACKUP (LABEL ${label}, CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
    )
  }

  range(): LogRange {
    const [start, end] = this.#positions
    if (!start || !end) throw new Error('Bug: the backup has not ended')
    return { timeline: end.timeline, start: start.start, end: end.start }
  }

  fail(error: Error): void {
    if (this.#isDone) return
    this.#isDone = true
    this.archive.destroy(error)
    this.manifest.destroy(error)
  }

  /** Three results: the start of the log, the table spaces, and the end of the log. */
  handleRowDescription(): void {
    this.#rows += 1
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const [first, second] = fields
    if (this.#rows !== 2) this.#positions.push({ start: String(first), timeline: Number(second) })
    else if (first !== null)
      this.fail(new BackupError('The database uses tablespaces, which this backup does not support'))
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // `pg` uses the memory of a message again.
    if (chunk[0] === content) this.#push(Buffer.from(chunk.subarray(1)))
    else if (chunk[0] === newArchive) this.#current = this.archive
    else if (chunk[0] === beginOfManifest) {
      this.archive.push(null)
      this.#current = this.manifest
      // An ended stream does not ask for more.
      this.#socket.resume()
    }
  }

  handleReadyForQuery(): void {
    if (this.#isDone) return
    this.#isDone = true
    this.manifest.push(null)
  }

  handleError(error: Error): void {
    this.fail(
      /requested WAL segment|could not find any WAL|replication slot .* invalidated/i.test(error.message)
        ? new BackupError(
            'The database wrote more than it can keep for a backup: use a faster disk or a quieter time',
            { cause: error },
          )
        : error,
    )
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}

  #push(bytes: Buffer): void {
    if (this.#current?.push(bytes) === false) this.#socket.pause()
  }
}
