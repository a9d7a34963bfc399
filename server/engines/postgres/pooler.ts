import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Connection } from './connection.ts'
import { connectionSettings, limitsOf } from './limits.ts'

/** What is between this process and PostgreSQL. */
export interface Pooler {
  /** Whether a connection keeps its own server for as long as it lasts. False: in transaction mode. */
  readonly keepsSession: boolean
  /** Whether a prepared statement works on each server that the pooler chooses. */
  readonly namesStatements: boolean
  /**
   * Whether PostgreSQL limits the time of statements. A pooler drops the limits that the service sends. `later`: the
   * role has limits, but the pooler holds connections from before.
   */
  readonly limits: 'set' | 'later' | 'missing'
}

/** After so many tries on one and the same server, a connection keeps its server. */
const triesOfKept = 20

/** How often connections whose servers change try to get the same one. Mostly they get it at once. */
const mostTries = 100

/** Between these tries, so that two processes that start together do not take turns with two servers for ever. */
const longestPauseMs = 20

/** Errors of a server that has another statement, or none, under this name. */
const wrongStatement = new Set(['26000', '42P05', '08P01'])

/**
 * Finds out by trying what a pooler can do: two connections prepare a statement of the same name and run it in turns.
 * Null: there is no pooler. A pooler gives its clients its own process ids, which differ from PostgreSQL's.
 */
export async function findPooler(url: string): Promise<Pooler | null> {
  const [one, other] = [open(url), open(url)]
  try {
    await one.connect()
    if ((await serverOf(one)()) === clientIdOf(one)) return null
    await other.connect()
    const { rows } = await one.query<Pick<Pooler, 'limits'>>(readLimits)
    const { limits } = rows[0] ?? { limits: 'missing' }
    return { ...(await tryStatements(serverOf(one), serverOf(other))), limits }
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})))
  }
}

/** The limits of this connection, and those that new connections of the role get. */
const readLimits = `
  select case when bool_and(is_set) then 'set' when bool_and(is_set or is_kept) then 'later'
    else 'missing' end as limits
  from (
    select current_setting(name) <> '0' as is_set, exists (
      select from pg_db_role_setting kept, unnest(setconfig) as setting
      where setrole in (0, (select oid from pg_roles where rolname = current_user))
        and setdatabase in (0, (select oid from pg_database where datname = current_database()))
        and setting like name || '=%' and setting !~ '=0[a-z]*$'
    ) as is_kept
    from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) as name
  ) as each`

function open(url: string): Connection {
  const limits = limitsOf('serving')
  return new Connection({ ...connectionSettings(url, 'serving'), limits })
}

/**
 * Runs a statement on one connection, under this name if there is one. Returns PostgreSQL's id of the server process
 * that ran it.
 */
type AskServer = (name?: string) => Promise<number>

/** Runs statements of the same name on two connections in turns, until they show what the pooler can do. */
export async function tryStatements(
  one: AskServer,
  other: AskServer,
): Promise<Pick<Pooler, 'keepsSession' | 'namesStatements'>> {
  const servers = new Set<number>()
  const isKept = (): boolean => servers.size === 1
  for (let tries = 0; tries < (isKept() ? triesOfKept : mostTries); tries += 1) {
    if (servers.size > 1) await pause(randomInt(longestPauseMs))
    const name = `servicepay ${randomBytes(6).toString('hex')}`
    try {
      const first = await one(name)
      const second = await other(name)
      // Otherwise servers that take turns could give each connection the same one every time.
      for (let extra = 0; extra < tries % 4; extra += 1) await other()
      const third = await one(name)
      // The second connection has prepared the statement on its server itself, so working there proves nothing.
      const isHeld = first === second || (third !== first && third !== second)
      if (isHeld) return { keepsSession: false, namesStatements: true }
      servers.add(first).add(third)
    } catch (error) {
      if (!isWrongStatement(error)) throw error
      return { keepsSession: false, namesStatements: false }
    }
  }
  // Two connections that never got the same server prove nothing, and statements without names always work.
  return { keepsSession: isKept(), namesStatements: isKept() }
}

function serverOf(client: Connection): AskServer {
  return async (name) => {
    const text = 'select pg_backend_pid() as pid'
    const { rows } = await client.query<{ pid: number }>(name === undefined ? text : { name, text, values: [] })
    return rows[0]?.pid ?? 0
  }
}

/** The id that the other side named when it accepted the connection, for requests to cancel a statement. */
function clientIdOf(client: Connection): unknown {
  return (client as Connection & { readonly processID?: unknown }).processID
}

function isWrongStatement(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && wrongStatement.has(String(error.code))
}
