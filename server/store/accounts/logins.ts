import type { LoginRecord } from '../../domain/accounts/account-records.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { clearOld, oldRowsOf } from '../work/retention.ts'

const columns =
  'id, person_id, merchant_id, created_at, last_seen_at, address, user_agent, revoked_at, is_pending, second_factor_at'

const insert = {
  name: 'insert login',
  text: `
    insert into logins (
      hash, id, person_id, merchant_id, created_at, last_seen_at, address, user_agent, is_pending, second_factor_at)
    values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9)`,
}

export async function insertLogin(
  transaction: Database,
  hash: Buffer,
  login: Omit<LoginRecord, 'last_seen_at' | 'revoked_at'>,
): Promise<void> {
  await run(transaction, insert, [
    hash,
    login.id,
    login.person_id,
    login.merchant_id,
    login.created_at,
    login.address,
    login.user_agent,
    login.is_pending,
    login.second_factor_at,
  ])
}

const find = { name: 'find login', text: `select ${columns} from logins where hash = $1` }

export function findLogin(db: Database, hash: Buffer): Promise<LoginRecord | null> {
  return runForOne(db, find, [hash])
}

const touch = { name: 'touch login', text: 'update logins set last_seen_at = $2 where id = $1 and last_seen_at < $2' }

/** Sets the time of last use, unless a later time is stored. */
export async function touchLogin(db: Database, id: string, now: Date): Promise<void> {
  await run(db, touch, [id, now])
}

const finish = {
  name: 'finish login',
  text: `
    update logins set hash = $2, is_pending = false, second_factor_at = $3, last_seen_at = $3
    where id = $1 and is_pending and revoked_at is null returning id`,
}

/**
 * Completes a sign-in that waited for the second factor, under the hash of a new token. False: somebody has completed
 * or ended it.
 */
export async function finishLogin(
  transaction: Database,
  { id, hash }: { id: string; hash: Buffer },
  now: Date,
): Promise<boolean> {
  return (await runForOne(transaction, finish, [id, hash, now])) !== null
}

const prove = { name: 'prove second factor', text: 'update logins set second_factor_at = $2 where id = $1' }

/** Records that the person has proved a second factor in this sign-in. */
export async function noteSecondFactor(db: Database, id: string, now: Date): Promise<void> {
  await run(db, prove, [id, now])
}

const ofPerson = {
  name: 'logins of person',
  text: `
    select ${columns} from logins
    where person_id = $1 and revoked_at is null and not is_pending and last_seen_at > $2
    order by last_seen_at desc, id limit $3`,
}

/** Logins used after `usedSince`, the last used first. */
export function loginsOf(db: Database, personId: string, usedSince: Date, limit: number): Promise<LoginRecord[]> {
  return run(db, ofPerson, [personId, usedSince, limit])
}

const addresses = {
  name: 'addresses of person',
  text: `
    select address from logins
    where person_id = $1 and last_seen_at > $2 and address is not null and not is_pending
    group by address order by max(last_seen_at) desc limit 200`,
}

/** The addresses of a person's logins, also of those that have ended, used after `usedSince`. */
export async function addressesOfPerson(db: Database, personId: string, usedSince: Date): Promise<string[]> {
  return (await run<{ address: string }>(db, addresses, [personId, usedSince])).map(({ address }) => address)
}

const revoke = {
  name: 'revoke login',
  text: 'update logins set revoked_at = $3 where person_id = $1 and id = $2 and revoked_at is null returning id',
}

/** False when the person has no such login, or it is revoked already. */
export async function revokeLogin(
  transaction: Database,
  login: { personId: string; id: string },
  now: Date,
): Promise<boolean> {
  return (await runForOne(transaction, revoke, [login.personId, login.id, now])) !== null
}

const revokeAll = {
  name: 'revoke logins of person',
  text: `
    update logins set revoked_at = $3
    where person_id = $1 and id is distinct from $2 and revoked_at is null returning id`,
}

/** Revokes all logins of a person except the one with id `except`, and returns their number. */
export async function revokeLogins(
  transaction: Database,
  personId: string,
  except: string | null,
  now: Date,
): Promise<number> {
  return (await run(transaction, revokeAll, [personId, except, now])).length
}

const revokeInAccount = {
  name: 'revoke logins of member',
  text: `
    update logins set revoked_at = $3
    where person_id = $1 and merchant_id = $2 and revoked_at is null returning id`,
}

/** Revokes the logins of a person in one account. */
export async function revokeLoginsOfMember(
  transaction: Database,
  member: { readonly personId: string; readonly merchantId: string },
  now: Date,
): Promise<void> {
  await run(transaction, revokeInAccount, [member.personId, member.merchantId, now])
}

const revokeBefore = {
  name: 'revoke logins before',
  text: `
    update logins set revoked_at = $4
    where person_id = $1 and id <> $2 and created_at < $3 and revoked_at is null`,
}

/** Revokes the logins of a person from before a time, except one. */
export async function revokeLoginsBefore(
  transaction: Database,
  of: { personId: string; except: string },
  before: Date,
  now: Date,
): Promise<void> {
  await run(transaction, revokeBefore, [of.personId, of.except, before, now])
}

const forget = oldRowsOf('logins', { key: 'hash', age: 'last_seen_at' })

/** Deletes a batch. True: there may be more. */
export function forgetLogins(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, forget, before)
}
