import type { PersonRecord } from '../../domain/accounts/account-records.ts'
import type { Role } from '../../domain/accounts/roles.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { listIn } from '../sql/columns.ts'
import { personColumns } from '../sql/table-columns.ts'

// The sign-in looks people up before it knows their account, so the keys of these tables do not begin with the
// merchant.

const insert = {
  name: 'insert person',
  text: `
    insert into people (id, email, password_hash, created_at, email_confirmed_at, earlier_keys_reviewed_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (lower(email)) do nothing returning id`,
}

/** False when another person has this email address. */
export async function insertPerson(transaction: Database, person: PersonRecord): Promise<boolean> {
  const { id, email, password_hash, created_at, email_confirmed_at, earlier_keys_reviewed_at } = person
  const values = [id, email, password_hash, created_at, email_confirmed_at, earlier_keys_reviewed_at]
  return (await runForOne(transaction, insert, values)) !== null
}

const insertMember = {
  name: 'insert membership',
  text: `
    insert into memberships (person_id, merchant_id, created_at, role, refund_limit) values ($1, $2, $3, $4, $5)
    on conflict do nothing returning person_id`,
}

export interface NewMembership {
  readonly personId: string
  readonly merchantId: string
  readonly role: Role
  /** In major units of the payment's currency. Null: no limit. */
  readonly refundLimit: number | null
}

/** False when the person is a member already. */
export async function insertMembership(
  transaction: Database,
  { personId, merchantId, role, refundLimit }: NewMembership,
  now: Date,
): Promise<boolean> {
  return (await runForOne(transaction, insertMember, [personId, merchantId, now, role, refundLimit])) !== null
}

/** A person in an account. */
export type Member = PersonRecord & {
  readonly merchant_id: string
  readonly role: Role
  /** The largest refund, in major units of the payment's currency. Null: no limit. */
  readonly refund_limit: number | null
  readonly has_app: boolean
  readonly has_passkey: boolean
}

const members = `
  select ${listIn('p', personColumns)}, m.merchant_id, m.role, m.refund_limit,
    exists (select from authenticator_apps a where a.person_id = p.id and a.sealed_secret is not null) as has_app,
    exists (select from passkeys k where k.person_id = p.id) as has_passkey
  from people p join memberships m on m.person_id = p.id`

const byEmail = {
  name: 'find member by email',
  text: `${members} where lower(p.email) = lower($1) order by m.created_at, m.merchant_id limit 1`,
}

/** Ignores the case of the address. A person of several accounts is found in the oldest membership. */
export function findMemberByEmail(db: Database, email: string): Promise<Member | null> {
  return runForOne(db, byEmail, [email])
}

const byId = {
  name: 'find member',
  text: `${members} where p.id = $1 and m.merchant_id = $2`,
}

export function findMember(db: Database, personId: string, merchantId: string): Promise<Member | null> {
  return runForOne(db, byId, [personId, merchantId])
}

const ofPerson = {
  name: 'find member by person',
  text: `${members} where p.id = $1 order by m.created_at, m.merchant_id limit 1`,
}

export function findMemberById(db: Database, personId: string): Promise<Member | null> {
  return runForOne(db, ofPerson, [personId])
}

const ofAccount = {
  name: 'members of account',
  text: `${members} where m.merchant_id = $1 order by m.created_at, p.id`,
}

export function membersOf(db: Database, merchantId: string): Promise<Member[]> {
  return run(db, ofAccount, [merchantId])
}

/** The person of an account who signs in with an email address, in any case. */
export async function findMemberOf(
  db: Database,
  { merchantId, email }: { readonly merchantId: string; readonly email: string },
): Promise<Member | null> {
  const members = await membersOf(db, merchantId)
  return members.find((member) => member.email.toLowerCase() === email.toLowerCase()) ?? null
}

const everyMembership = {
  name: 'memberships of person',
  text: `${members} where p.id = $1 order by m.created_at, m.merchant_id`,
}

/** The person in each of their accounts. */
export function membershipsOf(db: Database, personId: string): Promise<Member[]> {
  return run(db, everyMembership, [personId])
}

const personByEmail = {
  name: 'find person by email',
  text: `select ${personColumns} from people where lower(email) = lower($1)`,
}

/** A person, also without any account. */
export function findPersonByEmail(db: Database, email: string): Promise<PersonRecord | null> {
  return runForOne(db, personByEmail, [email])
}

const changeRole = {
  name: 'set role',
  text: 'update memberships set role = $3, refund_limit = $4 where person_id = $1 and merchant_id = $2',
}

export async function setRole(transaction: Database, member: NewMembership): Promise<void> {
  await run(transaction, changeRole, [member.personId, member.merchantId, member.role, member.refundLimit])
}

const leave = { name: 'delete membership', text: 'delete from memberships where person_id = $1 and merchant_id = $2' }

export async function deleteMembership(
  transaction: Database,
  member: Pick<NewMembership, 'personId' | 'merchantId'>,
): Promise<void> {
  await run(transaction, leave, [member.personId, member.merchantId])
}

const lock = { name: 'lock person', text: 'select id from people where id = $1 for update' }

export async function lockPerson(transaction: Database, personId: string): Promise<void> {
  await run(transaction, lock, [personId])
}

const setHash = { name: 'set password', text: 'update people set password_hash = $2 where id = $1' }

export async function setPasswordHash(transaction: Database, personId: string, passwordHash: string): Promise<void> {
  await run(transaction, setHash, [personId, passwordHash])
}

const confirm = {
  name: 'confirm email',
  text: `
    update people set email_confirmed_at = $2, earlier_keys_reviewed_at = null
    where id = $1 and email_confirmed_at is null`,
}

/**
 * Records that the person reads mail at the address, unless that is recorded already. The person who signed in before
 * may have been somebody else, so the keys from before need a review.
 */
export async function confirmEmail(transaction: Database, personId: string, now: Date): Promise<void> {
  await run(transaction, confirm, [personId, now])
}

const review = {
  name: 'mark earlier keys reviewed',
  text: 'update people set earlier_keys_reviewed_at = $2 where id = $1',
}

export async function markEarlierKeysReviewed(db: Database, personId: string, now: Date): Promise<void> {
  await run(db, review, [personId, now])
}

const changeAddress = {
  name: 'set email',
  text: 'update people set email = $3, email_confirmed_at = $4 where id = $1 and email = $2 returning id',
}

/** False: the person's address is no longer `from`. */
export async function setEmail(
  transaction: Database,
  change: { readonly personId: string; readonly from: string; readonly to: string; readonly confirmedAt: Date | null },
): Promise<boolean> {
  const values = [change.personId, change.from, change.to, change.confirmedAt]
  return (await runForOne(transaction, changeAddress, values)) !== null
}
