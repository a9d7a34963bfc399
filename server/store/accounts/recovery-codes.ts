import { run, runForOne, type Database } from '../sql/database.ts'

const forget = { name: 'delete recovery codes', text: 'delete from recovery_codes where person_id = $1' }

export async function deleteRecoveryCodes(transaction: Database, personId: string): Promise<void> {
  await run(transaction, forget, [personId])
}

const insert = {
  name: 'insert recovery codes',
  text: 'insert into recovery_codes (hash, person_id, created_at) select unnest($1::bytea[]), $2, $3',
}

/** Replaces the codes of a person. */
export async function replaceRecoveryCodes(
  transaction: Database,
  { personId, hashes }: { personId: string; hashes: readonly Buffer[] },
  now: Date,
): Promise<void> {
  await deleteRecoveryCodes(transaction, personId)
  await run(transaction, insert, [hashes, personId, now])
}

const use = {
  name: 'use recovery code',
  text: 'update recovery_codes set used_at = $3 where hash = $1 and person_id = $2 and used_at is null returning hash',
}

/** False: the person has no such code, or has used it. */
export async function useRecoveryCode(
  db: Database,
  { personId, hash }: { personId: string; hash: Buffer },
  now: Date,
): Promise<boolean> {
  return (await runForOne(db, use, [hash, personId, now])) !== null
}

const left = {
  name: 'count recovery codes',
  text: 'select count(*)::integer as count from recovery_codes where person_id = $1 and used_at is null',
}

export async function countRecoveryCodes(db: Database, personId: string): Promise<number> {
  return (await runForOne<{ count: number }>(db, left, [personId]))?.count ?? 0
}
