import { StartError } from './flow-context.ts'
import type { Log } from './flows/context.ts'
import { readArrangement } from './store/schema/running-rights.ts'
import { openDatabase, runForOne, type Database } from './store/sql/database.ts'

/** The addresses of one database for its two roles. They are equal where one role owns the tables and runs all. */
export interface RoleAddresses {
  readonly databaseUrl: string
  readonly ownerUrl: string
}

/** The start of the server and the id of the database tell one database from another. */
const readPlace = {
  name: 'role and database',
  text: `
    select current_user::text as role, concat_ws(' ', oid, pg_postmaster_start_time()) as database from pg_database
    where datname = current_database()`,
}

interface Place {
  readonly role: string
  readonly database: string
}

/** The role that needs rights from the owner. Null: the owner runs the service. */
export async function findRunningRole({ databaseUrl, ownerUrl }: RoleAddresses): Promise<string | null> {
  if (databaseUrl === ownerUrl) return null
  const [running, owner] = [await placeOf(databaseUrl), await placeOf(ownerUrl)]
  if (running.role === owner.role) return null
  if (running.database !== owner.database)
    throw new StartError(
      'MIGRATE_DATABASE_URL and DATABASE_URL lead to different databases: both must name the same one, with two roles',
    )
  return running.role
}

async function placeOf(url: string): Promise<Place> {
  return withDatabase(url, async (db) => {
    const place = await runForOne<Place>(db, readPlace, [])
    if (!place) throw new Error('Bug: a database lists itself')
    return place
  })
}

async function withDatabase<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = openDatabase(url, { kind: 'serving', connections: 1, namesStatements: false })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Tells the operator who could change the ledger: spec/decisions/database.md#two-roles. */
export async function logArrangement(databaseUrl: string, log: Log): Promise<void> {
  const found = await withDatabase(databaseUrl, (db) => readArrangement(db))
  if (found.kind === 'one role')
    log.info({ role: found.role }, 'one role owns the tables and runs the service: see /docs/running#two-roles')
  else if (found.excess.length > 0) log.warn({ role: found.role, rights: found.excess }, excessRights)
  else log.info({ role: found.role, owner: found.owner }, 'the role of the service owns no table')
}

const excessRights =
  'the role of the service has rights that it does not need: run `npm run migrate` with MIGRATE_DATABASE_URL, ' +
  'or take away what the role inherits from other roles'
