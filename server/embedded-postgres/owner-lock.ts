import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'

/**
 * The session-level advisory lock that says "a process serves this database". It hangs on a connection of its own,
 * so the server itself lets go of it when the process is gone, whatever numbers processes have.
 */
export interface OwnerLock {
  serverVersion: string
  /** Lets go. */
  release(): Promise<void>
}

export type LockOutcome =
  { kind: 'taken'; lock: OwnerLock } | { kind: 'held'; pid: number | null } | { kind: 'unreachable'; reason: string }

/** Any number that nothing else in this database uses; read as text it is "svcp". */
const lockKey = 0x73766370
/** A server sees that a killed client is gone within milliseconds; a busy machine may take longer. */
const patienceMs = 3_000
const pollMs = 100
const namePrefix = 'servicepay-owner-'
/** `cannot_connect_now`: the server is coming up or going down. */
const notNow = '57P03'

/** Tries until the lock is ours or the patience is over. `onLost` is called when the connection ends unasked. */
export async function takeOwnerLock(adminUrl: string, onLost: () => void = () => {}): Promise<LockOutcome> {
  const until = performance.now() + patienceMs
  for (;;) {
    const outcome = await tryOnce(adminUrl, onLost)
    if (outcome.kind === 'taken' || performance.now() > until) return outcome
    await sleep(pollMs)
  }
}

async function tryOnce(adminUrl: string, onLost: () => void): Promise<LockOutcome> {
  const socket = new Socket()
  const client = new Client({
    connectionString: adminUrl,
    stream: () => socket,
    connectionTimeoutMillis: patienceMs,
    application_name: `${namePrefix}${process.pid}`,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const {
      rows: [row],
    } = await client.query<{ taken: boolean; version: string }>(
      `select pg_try_advisory_lock($1) as taken, split_part(current_setting('server_version'), ' ', 1) as version`,
      [lockKey],
    )
    if (row?.taken === true) return { kind: 'taken', lock: hold(client, socket, row.version, onLost) }
    const pid = await holder(client)
    await client.end()
    return { kind: 'held', pid }
  } catch (error) {
    socket.destroy()
    return { kind: 'unreachable', reason: reasonOf(error) }
  }
}

function hold(client: Client, socket: Socket, serverVersion: string, onLost: () => void): OwnerLock {
  let released = false
  // The lock must not keep a process alive that has nothing else to do.
  socket.unref()
  client.on('end', () => {
    if (!released) onLost()
  })
  return {
    serverVersion,
    release: async () => {
      released = true
      socket.ref()
      await client.end().catch(() => {})
    },
  }
}

/** Owners write their number into the name of their connection. */
async function holder(client: Client): Promise<number | null> {
  const {
    rows: [row],
  } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1::bigint::oid and l.granted`,
    [lockKey],
  )
  return Number.parseInt(row?.application_name.slice(namePrefix.length) ?? '', 10) || null
}

function reasonOf(error: unknown): string {
  if (error instanceof DatabaseError && error.code === notNow) return 'it is starting or stopping'
  return error instanceof Error ? error.message : String(error)
}
