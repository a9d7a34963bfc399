import { run, runForOne, type Database } from '../sql/database.ts'
import { clearOld, oldRowsOf } from '../work/retention.ts'

/** Identifies one rendered form. `merchantId` is `visitor` on pages before sign-in. */
export interface FormKey {
  readonly merchantId: string
  readonly id: string
  /** The login that the form was rendered for. Only this login can read the result. */
  readonly login: string
}

/** The result of a form. `location` is null while the first submit is running. */
export interface FormResult {
  readonly location: string | null
  readonly sealed_notice: string | null
  readonly done_at: Date | null
}

const claim = {
  name: 'claim form',
  text: `
    insert into form_submissions (merchant_id, id, login, content, created_at) values ($1, $2, $3, $4, $5)
    on conflict (merchant_id, id) do nothing returning id`,
}

/** True for the first submit of a form, false for every repetition. `content`: a hash of what was sent. */
export async function claimForm(db: Database, key: FormKey, content: string | null, now: Date): Promise<boolean> {
  return (await runForOne(db, claim, [key.merchantId, key.id, key.login, content, now])) !== null
}

const sameContent = {
  name: 'find form with content',
  text: `
    select location, created_at from form_submissions
    where merchant_id = $1 and content = $2 and id <> $3 and created_at > $4
    order by created_at desc limit 1`,
}

/** The latest other form of the account with the same content since a time, finished or not. */
export function findFormWithContent(
  db: Database,
  { merchantId, id, content }: Pick<FormKey, 'merchantId' | 'id'> & { readonly content: string },
  since: Date,
): Promise<{ location: string | null; created_at: Date } | null> {
  return runForOne(db, sameContent, [merchantId, content, id, since])
}

const finish = {
  name: 'finish form',
  text: `
    update form_submissions set location = $4, sealed_notice = $5, done_at = $6
    where merchant_id = $1 and id = $2 and login = $3`,
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

/** Allows another submit of a form whose first submit changed nothing. */
export async function releaseForm(db: Database, key: FormKey): Promise<void> {
  await run(db, release, [key.merchantId, key.id, key.login])
}

const find = {
  name: 'find form result',
  text: `
    select location, sealed_notice, done_at from form_submissions
    where merchant_id = $1 and id = $2 and login = $3`,
}

export function findFormResult(db: Database, key: FormKey): Promise<FormResult | null> {
  return runForOne(db, find, [key.merchantId, key.id, key.login])
}

const clearNotices = {
  name: 'clear form notices',
  text: `
    update form_submissions set sealed_notice = null
    where (merchant_id, id) in (
      select merchant_id, id from form_submissions where sealed_notice is not null and done_at < $1
      order by done_at limit $2)
    returning 1`,
}
const forget = oldRowsOf('form_submissions', { key: 'merchant_id, id', age: 'created_at' })

/**
 * Deletes a batch of notices early, since they may contain a secret, and of rows when their form can no longer be
 * submitted. True: there may be more.
 */
export async function forgetForms(db: Database, before: { notices: Date; forms: Date }): Promise<boolean> {
  const moreNotices = await clearOld(db, clearNotices, before.notices)
  return (await clearOld(db, forget, before.forms)) || moreNotices
}
