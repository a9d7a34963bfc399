import { run, runForOne, type Database } from '../sql/database.ts'
import { clearOld, oldRowsOf } from '../work/retention.ts'

export type LinkPurpose = 'first_sign_in' | 'password_reset'

export interface OneTimeLink {
  readonly purpose: LinkPurpose
  readonly merchant_id: string
  readonly person_id: string | null
  readonly created_at: Date
  readonly expires_at: Date
}

const columns = 'purpose, merchant_id, person_id, created_at, expires_at'

const insert = {
  name: 'insert one-time link',
  text: `
    insert into one_time_links (hash, purpose, merchant_id, person_id, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6)`,
}

export async function insertOneTimeLink(transaction: Database, hash: Buffer, link: OneTimeLink): Promise<void> {
  await run(transaction, insert, [
    hash,
    link.purpose,
    link.merchant_id,
    link.person_id,
    link.created_at,
    link.expires_at,
  ])
}

const countRecent = {
  name: 'count reset links',
  text: `
    select count(*)::integer as links from one_time_links
    where merchant_id = $1 and purpose = 'password_reset' and person_id = $2 and expires_at > $3`,
}

/** The number of a person's reset links that expire after a time, used or not. */
export async function countResetLinks(
  db: Database,
  person: { readonly merchant_id: string; readonly id: string },
  after: Date,
): Promise<number> {
  return (await runForOne<{ links: number }>(db, countRecent, [person.merchant_id, person.id, after]))?.links ?? 0
}

const usable = 'hash = $1 and purpose = $2 and used_at is null and expires_at > $3'

const find = {
  name: 'find one-time link',
  text: `select ${columns} from one_time_links where ${usable}`,
}

/** The link, or null when it is unknown, used or expired. */
export function findOneTimeLink(
  db: Database,
  hash: Buffer,
  purpose: LinkPurpose,
  now: Date,
): Promise<OneTimeLink | null> {
  return runForOne(db, find, [hash, purpose, now])
}

const redeem = {
  name: 'redeem one-time link',
  text: `update one_time_links set used_at = $3 where ${usable} returning ${columns}`,
}

/**
 * Marks a link as used and returns it, or null when it is unknown, used or expired. Only one of several callers gets
 * it.
 */
export function redeemOneTimeLink(
  transaction: Database,
  hash: Buffer,
  purpose: LinkPurpose,
  now: Date,
): Promise<OneTimeLink | null> {
  return runForOne(transaction, redeem, [hash, purpose, now])
}

const invalidate = {
  name: 'invalidate one-time links',
  text: `update one_time_links set used_at = $3 where merchant_id = $1 and purpose = $2 and used_at is null`,
}

/** Invalidates all links of an account with one purpose, before a new one replaces them. */
export async function invalidateOneTimeLinks(
  transaction: Database,
  merchantId: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<void> {
  await run(transaction, invalidate, [merchantId, purpose, now])
}

const forget = oldRowsOf('one_time_links', { key: 'hash', age: 'expires_at' })

/** Deletes a batch. True: there may be more. */
export function forgetOneTimeLinks(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, forget, before)
}
