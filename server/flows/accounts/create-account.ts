import { hashSecretKey, newSecretKey } from '../../domain/accounts/secret-key.ts'
import { newId } from '../../domain/ids.ts'
import { insertMerchant } from '../../store/accounts/merchants.ts'
import { insertSecretKey } from '../../store/accounts/secret-keys.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import type { FlowContext } from '../context.ts'

/** Currencies of a new account (spec/decisions/requests.md#currency). */
const firstCurrencies = ['GBP', 'EUR', 'USD']

export interface NewAccount {
  readonly merchantId: string
  /** Shown once. */
  readonly secretKey: string
}

/** Creates an account with a working test key (operation `signUpForSandbox`). */
export function createAccount(
  context: FlowContext,
  owner: { email: string; businessName: string | null },
): Promise<NewAccount> {
  return inTransaction(context.db, (transaction) => insertAccount(context, transaction, owner))
}

/** Creates an account as part of a larger transaction. */
export async function insertAccount(
  context: FlowContext,
  transaction: Database,
  owner: { email: string; businessName: string | null },
): Promise<NewAccount> {
  const merchantId = await insertAccountWithoutKey(context, transaction, owner)
  return { merchantId, secretKey: await insertTestKey(context, transaction, merchantId) }
}

/** Creates an account that gets its first key later, and returns its id. */
export async function insertAccountWithoutKey(
  context: FlowContext,
  transaction: Database,
  owner: { email: string; businessName: string | null },
): Promise<string> {
  const now = context.clock.now()
  const merchantId = newId('mer', now)
  await insertMerchant(transaction, {
    merchant_id: merchantId,
    business_name: owner.businessName,
    email: owner.email,
    public_demo: false,
    currencies: firstCurrencies,
    created_at: now,
  })
  return merchantId
}

/** Gives an account one more test key, and returns it. */
export async function insertTestKey(context: FlowContext, transaction: Database, merchantId: string): Promise<string> {
  const now = context.clock.now()
  const { hash, last4, secret } = newSecretKey(false)
  const id = newId('key', now)
  await insertSecretKey(transaction, { hash, id, merchant_id: merchantId, livemode: false, last4, created_at: now })
  return secret
}

/** The account of the public demo key. Its id is fixed, so that every process creates the same account. */
export const publicDemoMerchantId = `mer_${'0'.repeat(26)}demo`

/** Creates the public demo account and its key, unless they exist. Safe to call at every start. */
export async function ensurePublicDemoKey(context: FlowContext, secret: string): Promise<void> {
  const now = context.clock.now()
  await insertMerchant(context.db, {
    merchant_id: publicDemoMerchantId,
    business_name: 'Demo shop',
    email: 'demo@example.com',
    public_demo: true,
    currencies: firstCurrencies,
    created_at: now,
  })
  const key = { hash: hashSecretKey(secret), id: newId('key', now), merchant_id: publicDemoMerchantId }
  await insertSecretKey(context.db, { ...key, livemode: false, last4: secret.slice(-4), created_at: now })
}
