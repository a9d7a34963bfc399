import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { assignments, parameters, valuesOf } from '../sql/columns.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { sharedRead } from '../sql/shared-statements.ts'
import { merchantColumns } from '../sql/table-columns.ts'

const insertedColumns = ['merchant_id', 'business_name', 'email', 'public_demo', 'currencies', 'created_at'] as const

const insert = {
  name: 'insert merchant',
  text: `
    insert into merchants (live_access, ${insertedColumns.join(', ')})
    values (false, ${parameters(insertedColumns, 1)}) on conflict (merchant_id) do nothing`,
}

export type NewMerchant = Pick<MerchantRecord, (typeof insertedColumns)[number]>

/** Inserts an account. An existing one stays unchanged. */
export async function insertMerchant(db: Database, merchant: NewMerchant): Promise<void> {
  await run(db, insert, valuesOf(insertedColumns, merchant))
}

const find = { name: 'find merchant', text: `select ${merchantColumns} from merchants where merchant_id = $1` }

export function findMerchant(db: Database, merchantId: string): Promise<MerchantRecord | null> {
  return runForOne(db, find, [merchantId])
}

const load = sharedRead<null, MerchantRecord, MerchantRecord>({
  name: 'find merchants',
  columns: {},
  values: () => ({}),
  text: `
    select n, merchant.* from input cross join lateral (
      select ${merchantColumns} from merchants where merchant_id = $1 limit 1
    ) merchant`,
  found: (row) => row,
})

/** Reads an account outside of transactions. Concurrent calls share one statement. */
export function loadMerchant(scope: Scope, db: Database): Promise<MerchantRecord | null> {
  return load(scope, db, null)
}

const lock = {
  name: 'lock merchant',
  text: `select ${merchantColumns} from merchants where merchant_id = $1 for no key update`,
}

/**
 * Reads an account and locks it until the transaction ends. The lock does not hold up new rows of the account, which
 * `for update` would, because they refer to it.
 */
export function lockMerchant(transaction: Database, merchantId: string): Promise<MerchantRecord | null> {
  return runForOne(transaction, lock, [merchantId])
}

const updatedColumns = [
  'business_name',
  'live_access',
  'currencies',
  'thank_you_url_test',
  'thank_you_url_live',
  'cancel_url_test',
  'time_zone',
  'receipts',
  'contact_email',
  'terms_url',
  'privacy_url',
  'live_access_ended_at',
  'second_factor_from',
] as const

const update = {
  name: 'update merchant',
  text: `update merchants set ${assignments(updatedColumns, 2)} where merchant_id = $1`,
}

/** Saves the settings of an account. */
export async function updateMerchant(transaction: Database, merchant: MerchantRecord): Promise<void> {
  await run(transaction, update, [merchant.merchant_id, ...valuesOf(updatedColumns, merchant)])
}

const changeAddress = {
  name: 'set merchant email',
  text: 'update merchants set email = $3 where merchant_id = $1 and lower(email) = lower($2)',
}

/** Replaces the account's first address, if it is the one that its person gives up. */
export async function setMerchantEmail(
  transaction: Database,
  { merchantId, from, to }: { readonly merchantId: string; readonly from: string; readonly to: string },
): Promise<void> {
  await run(transaction, changeAddress, [merchantId, from, to])
}

const hold = { name: 'hold merchant', text: 'update merchants set held_since = $2 where merchant_id = $1' }

/** Makes the deliveries and the live access of an account wait. Null: they wait no longer. */
export async function holdMerchant(transaction: Database, merchantId: string, since: Date | null): Promise<void> {
  await run(transaction, hold, [merchantId, since])
}

const list = {
  name: 'list merchants',
  text: `select ${merchantColumns} from merchants order by created_at desc, merchant_id desc limit $1`,
}

/** The newest accounts. */
export function listMerchants(db: Database, limit: number): Promise<MerchantRecord[]> {
  return run(db, list, [limit])
}

/** How many accounts one person reviews at a time. */
const reviewed = 50

const unclaimed = {
  name: 'unclaimed accounts of address',
  text: `
    select m.merchant_id from merchants m
    where lower(m.email) = lower($1) and m.created_at < $2 and not m.public_demo
      and not exists (select 1 from memberships where memberships.merchant_id = m.merchant_id)
      and exists (
        select 1 from secret_keys k where k.merchant_id = m.merchant_id and k.revoked_at is null
      )
    order by m.created_at limit $3`,
}

/** Accounts with a key that were opened with this address before a time, and that have no person. */
export async function unclaimedAccountsOf(db: Database, email: string, before: Date): Promise<string[]> {
  const rows = await run<{ merchant_id: string }>(db, unclaimed, [email, before, reviewed])
  return rows.map(({ merchant_id }) => merchant_id)
}

const strangers = {
  name: 'count unclaimed accounts with keys',
  text: `
    select count(*)::integer as accounts from merchants m
    where not m.public_demo and not m.live_access
      and not exists (select 1 from memberships where memberships.merchant_id = m.merchant_id)
      and exists (
        select 1 from secret_keys k
        where k.merchant_id = m.merchant_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > $1)
      )`,
}

/** How many accounts of test mode have a key that works, and no person. */
export async function countStrangersAccounts(db: Database, now: Date): Promise<number> {
  return (await runForOne<{ accounts: number }>(db, strangers, [now]))?.accounts ?? 0
}

const withLiveAccess = {
  name: 'accounts with live access',
  text: `
    select merchant_id from merchants
    where merchant_id = any($1::text[]) and (live_access or live_access_ended_at is not null)`,
}

/** Of these ids, those of accounts that have or had live access. */
export async function accountsWithLiveAccess(db: Database, merchantIds: readonly string[]): Promise<Set<string>> {
  const rows = await run<{ merchant_id: string }>(db, withLiveAccess, [merchantIds])
  return new Set(rows.map((row) => row.merchant_id))
}
