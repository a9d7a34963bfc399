import type { MerchantRecord } from '../domain/records.ts'
import type { Database } from './database.ts'
import { run, runForOne } from './database.ts'

const insert = {
  name: 'insert merchant',
  text: `
    insert into merchants (merchant_id, business_name, email, live_access, public_demo, currencies, created_at)
    values ($1, $2, $3, false, $4, $5, $6) on conflict (merchant_id) do nothing`,
}

export type NewMerchant = Pick<
  MerchantRecord,
  'merchant_id' | 'business_name' | 'email' | 'public_demo' | 'currencies' | 'created_at'
>

/** Adds an account; one that is there already stays as it is. */
export async function insertMerchant(db: Database, merchant: NewMerchant): Promise<void> {
  await run(db, insert, [
    merchant.merchant_id,
    merchant.business_name,
    merchant.email,
    merchant.public_demo,
    merchant.currencies,
    merchant.created_at,
  ])
}

const find = { name: 'find merchant', text: 'select * from merchants where merchant_id = $1' }

export function findMerchant(db: Database, merchantId: string): Promise<MerchantRecord | null> {
  return runForOne(db, find, [merchantId])
}

const lock = { name: 'lock merchant', text: 'select * from merchants where merchant_id = $1 for update' }

/** The account, which nobody else changes until the transaction ends. */
export function lockMerchant(transaction: Database, merchantId: string): Promise<MerchantRecord | null> {
  return runForOne(transaction, lock, [merchantId])
}

const update = {
  name: 'update merchant',
  text: `
    update merchants set live_access = $2, currencies = $3, thank_you_url_test = $4, thank_you_url_live = $5, time_zone = $6, receipts = $7,
      contact_email = $8, live_access_ended_at = $9
    where merchant_id = $1`,
}

/** Writes what can be set on an account. */
export async function updateMerchant(transaction: Database, merchant: MerchantRecord): Promise<void> {
  const {
    merchant_id,
    live_access,
    currencies,
    thank_you_url_test,
    thank_you_url_live,
    time_zone,
    receipts,
    contact_email,
    live_access_ended_at,
  } = merchant
  await run(transaction, update, [
    merchant_id,
    live_access,
    currencies,
    thank_you_url_test,
    thank_you_url_live,
    time_zone,
    receipts,
    contact_email,
    live_access_ended_at,
  ])
}

const list = {
  name: 'list merchants',
  text: 'select * from merchants order by created_at desc, merchant_id desc limit $1',
}

/** The newest accounts. */
export function listMerchants(db: Database, limit: number): Promise<MerchantRecord[]> {
  return run(db, list, [limit])
}
