import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'

/**
 * The session-level advisory lock of the process that serves this database. It has its own connection, so the server
 * releases it when the process ends, and a reused process id cannot be mistaken for the owner.
 */
export interface OwnerLock {
  serverVersion: string
  release(): Promise<void>
}

export type LockOutcome =
  { kind: 'taken'; lock: OwnerLock } | { kind: 'held'; pid: number | null } | { kind: 'unreachable'; reason: string }

/** No other lock in this database uses this key. As text it is "svcp". */
const lockKey = 0x73766370
/** A server notices a killed client within milliseconds, or later on a busy machine. */
const lockTimeoutMs = 3_000
const pollMs = 100
const namePrefix = 'servicepay-owner-'
/** `cannot_connect_now`: the server is starting or stopping. */
const cannotConnectNow = '57P03'

/** Tries for a few seconds. Calls `onLost` when the connection ends before a release. */
export async function takeOwnerLock(adminUrl: string, onLost: () => void = () => {}): Promise<LockOutcome> {
  const until = performance.now() + lockTimeoutMs
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
    connectionTimeoutMillis: lockTimeoutMs,
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
    const pid = await readHolderPid(client)
    await client.end()
    return { kind: 'held', pid }
  } catch (error) {
    socket.destroy()
    return { kind: 'unreachable', reason: reasonOf(error) }
  }
}

function hold(client: Client, socket: Socket, serverVersion: string, onLost: () => void): OwnerLock {
  let released = false
  // The lock alone must not keep the process alive.
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

/** Each owner puts its process id into the application name of its connection. */
async function readHolderPid(client: Client): Promise<number | null> {
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
  if (error instanceof DatabaseError && error.code === cannotConnectNow) return 'it is starting or stopping'
  return error instanceof Error ? error.message : String(error)
}
