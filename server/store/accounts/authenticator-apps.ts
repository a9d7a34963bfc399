import { run, runForOne, type Database } from '../sql/database.ts'

/** A person's authenticator app. The secrets are encrypted. */
export interface AppRecord {
  /** Null: no secret counts yet. */
  readonly sealed_secret: string | null
  readonly added_at: Date | null
  /** The secret that the person is setting up. */
  readonly sealed_next: string | null
  readonly next_at: Date | null
}

const find = {
  name: 'find authenticator app',
  text: 'select sealed_secret, added_at, sealed_next, next_at from authenticator_apps where person_id = $1',
}

export function findApp(db: Database, personId: string): Promise<AppRecord | null> {
  return runForOne(db, find, [personId])
}

const prepare = {
  name: 'prepare authenticator app',
  text: `
    insert into authenticator_apps (person_id, sealed_next, next_at) values ($1, $2, $3)
    on conflict (person_id) do update set sealed_next = excluded.sealed_next, next_at = excluded.next_at`,
}

/** Saves the secret that the person is setting up. The one that counts goes on counting. */
export async function prepareApp(
  transaction: Database,
  of: { personId: string; sealed: string },
  now: Date,
): Promise<void> {
  await run(transaction, prepare, [of.personId, of.sealed, now])
}

const confirm = {
  name: 'confirm authenticator app',
  text: `
    update authenticator_apps
    set sealed_secret = sealed_next, added_at = $4, last_step = $3, sealed_next = null, next_at = null
    where person_id = $1 and sealed_next = $2 returning person_id`,
}

/** Makes the secret that the person has set up the one that counts. False: it is another one by now. */
export async function confirmApp(
  transaction: Database,
  of: { personId: string; sealed: string; step: number },
  now: Date,
): Promise<boolean> {
  return (await runForOne(transaction, confirm, [of.personId, of.sealed, of.step, now])) !== null
}

const useStep = {
  name: 'use authenticator code',
  text: `
    update authenticator_apps set last_step = $3
    where person_id = $1 and sealed_secret = $2 and last_step < $3 returning person_id`,
}

/** Uses the code of a time step up. False: this code, or one of a later step, has counted already. */
export async function useCode(db: Database, of: { personId: string; sealed: string; step: number }): Promise<boolean> {
  return (await runForOne(db, useStep, [of.personId, of.sealed, of.step])) !== null
}

const remove = {
  name: 'delete authenticator app',
  text: 'delete from authenticator_apps where person_id = $1 returning sealed_secret',
}

/** False: no secret of the person counted. */
export async function deleteApp(transaction: Database, personId: string): Promise<boolean> {
  const deleted = await runForOne<{ sealed_secret: string | null }>(transaction, remove, [personId])
  return (deleted?.sealed_secret ?? null) !== null
}
