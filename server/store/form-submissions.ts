import type { Database } from './database.ts'
import { run, runForOne } from './database.ts'

/** Names one form of one browser. `merchantId` is `visitor` before somebody has signed in. */
export interface FormKey {
  readonly merchantId: string
  readonly id: string
  /** Whose form it is: nobody else sees what came of it. */
  readonly login: string
}

/** What came of a form; `location` null: it is still being done. */
export interface FormResult {
  readonly location: string | null
  readonly sealed_notice: string | null
  readonly done_at: Date | null
}

const claim = {
  name: 'claim form',
  text: `
    insert into form_submissions (merchant_id, id, login, created_at) values ($1, $2, $3, $4)
    on conflict (merchant_id, id) do nothing returning id`,
}

/** True for the first who sends this form, and for nobody after. */
export async function claimForm(db: Database, key: FormKey, now: Date): Promise<boolean> {
  return (await runForOne(db, claim, [key.merchantId, key.id, key.login, now])) !== null
}

const finish = {
  name: 'finish form',
  text: `update form_submissions set location = $4, sealed_notice = $5, done_at = $6 where merchant_id = $1 and id = $2 and login = $3`,
}

export async function finishForm(
  db: Database,
  key: FormKey,
  result: { location: string; sealedNotice: string },
  now: Date,
): Promise<void> {
  await run(db, finish, [key.merchantId, key.id, key.login, result.location, result.sealedNotice, now])
}

const release = {
  name: 'release form',
  text: `delete from form_submissions where merchant_id = $1 and id = $2 and login = $3 and done_at is null`,
}

/** Nothing was changed: the form may be sent again. */
export async function releaseForm(db: Database, key: FormKey): Promise<void> {
  await run(db, release, [key.merchantId, key.id, key.login])
}

const find = {
  name: 'find form result',
  text: `select location, sealed_notice, done_at from form_submissions where merchant_id = $1 and id = $2 and login = $3`,
}

export function findFormResult(db: Database, key: FormKey): Promise<FormResult | null> {
  return runForOne(db, find, [key.merchantId, key.id, key.login])
}

const hush = {
  name: 'hush form results',
  text: `update form_submissions set sealed_notice = null where done_at < $1 and sealed_notice is not null`,
}
const forget = { name: 'forget forms', text: `delete from form_submissions where created_at < $1` }

/** Notices go early, since they may hold a secret; the rows when no such form can be sent any more. */
export async function forgetForms(db: Database, before: { notices: Date; forms: Date }): Promise<void> {
  await run(db, hush, [before.notices])
  await run(db, forget, [before.forms])
}
