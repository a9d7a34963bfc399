import { run, runForOne, type Database } from '../sql/database.ts'

export interface PasskeyRecord {
  /** The id that the authenticator gave it, in base64url. */
  readonly id: string
  readonly person_id: string
  readonly name: string
  readonly public_key: Buffer
  /** How often the authenticator signed, if it counts. */
  readonly counter: number
  readonly created_at: Date
  readonly last_used_at: Date | null
}

// The driver reads a bigint as a text.
const columns = 'id, person_id, name, public_key, counter::float8 as counter, created_at, last_used_at'

const insert = {
  name: 'insert passkey',
  text: `
    insert into passkeys (id, person_id, name, public_key, counter, created_at) values ($1, $2, $3, $4, $5, $6)
    on conflict (id) do nothing returning id`,
}

/** False: somebody has this passkey already. */
export async function insertPasskey(
  transaction: Database,
  passkey: Omit<PasskeyRecord, 'last_used_at'>,
): Promise<boolean> {
  const { id, person_id, name, public_key, counter, created_at } = passkey
  const values = [id, person_id, name, public_key, counter, created_at]
  return (await runForOne(transaction, insert, values)) !== null
}

const find = { name: 'find passkey', text: `select ${columns} from passkeys where id = $1` }

export function findPasskey(db: Database, id: string): Promise<PasskeyRecord | null> {
  return runForOne(db, find, [id])
}

const ofPerson = {
  name: 'passkeys of person',
  text: `select ${columns} from passkeys where person_id = $1 order by created_at, id`,
}

export function passkeysOf(db: Database, personId: string): Promise<PasskeyRecord[]> {
  return run(db, ofPerson, [personId])
}

const use = {
  name: 'use passkey',
  text: `
    update passkeys set counter = $3, last_used_at = $4
    where id = $1 and counter = $2 returning id`,
}

/** False: the passkey is gone, or it was used at the same moment. */
export async function usePasskey(
  db: Database,
  { id, from, to }: { id: string; from: number; to: number },
  now: Date,
): Promise<boolean> {
  return (await runForOne(db, use, [id, from, to, now])) !== null
}

const remove = {
  name: 'delete passkey',
  text: 'delete from passkeys where person_id = $1 and id = $2 returning name',
}

/** The name of the passkey. Null: the person has none with this id. */
export async function deletePasskey(
  transaction: Database,
  of: { personId: string; id: string },
): Promise<string | null> {
  return (await runForOne<{ name: string }>(transaction, remove, [of.personId, of.id]))?.name ?? null
}

const removeAll = { name: 'delete passkeys of person', text: 'delete from passkeys where person_id = $1 returning id' }

/** Their number. */
export async function deletePasskeys(transaction: Database, personId: string): Promise<number> {
  return (await run(transaction, removeAll, [personId])).length
}
