import type { KeyAccess } from '../../server/domain/accounts/key-access.ts'
import { newSecretKey } from '../../server/domain/accounts/secret-key.ts'
import { newId } from '../../server/domain/ids.ts'
import { createAccount } from '../../server/flows/accounts/create-account.ts'
import { insertSecretKey } from '../../server/store/accounts/secret-keys.ts'
import type { Answer, TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

/** An account that calls the API with one of its keys. */
export interface TestAccount {
  readonly merchantId: string
  readonly secretKey: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** Creates another account with its test key. */
export async function anotherAccount(service: TestService): Promise<TestAccount> {
  const { merchantId, secretKey } = await createAccount(service.app.context, {
    email: 'other@example.com',
    businessName: null,
  })
  return caller(service, merchantId, secretKey)
}

/** Creates a live key of the service's own account, and sets whether the account has live access. */
export async function liveKey(service: TestService, access: { liveAccess: boolean }): Promise<TestAccount> {
  await sql(service, 'update merchants set live_access = ? where merchant_id = ?', [
    access.liveAccess,
    service.merchantId,
  ])
  return caller(service, service.merchantId, await addKey(service, { livemode: true }))
}

/** Creates another key of the service's own account. */
export async function addKey(
  service: TestService,
  options: { livemode: boolean; access?: KeyAccess },
): Promise<string> {
  const now = service.clock.now()
  const key = newSecretKey(options.livemode)
  const row = {
    hash: key.hash,
    id: newId('key', now),
    merchant_id: service.merchantId,
    livemode: options.livemode,
    last4: key.last4,
    created_at: now,
    ...(options.access && { access: options.access }),
  }
  await insertSecretKey(service.app.context.db, row)
  return key.secret
}

export function caller(service: TestService, merchantId: string, secretKey: string): TestAccount {
  const authorization = { Authorization: `Bearer ${secretKey}` }
  return {
    merchantId,
    secretKey,
    call: (method, path, body, headers) => service.call(method, path, body, { ...authorization, ...headers }),
  }
}

/** The shared key of the public demo account. */
export function publicDemo(service: TestService): TestAccount {
  return caller(service, 'mer_00000000000000000000000000demo', 'sk_test_public_demo')
}

/** The number of rows in each table that a merchant's calls write to. A call without an effect does not change it. */
export async function rowCounts(service: TestService): Promise<Record<string, number>> {
  const tables = [
    'merchants',
    'secret_keys',
    'checkout_sessions',
    'card_attempts',
    'refunds',
    'money_movements',
    'webhook_endpoints',
    'events',
    'idempotency_keys',
  ]
  const counts = await Promise.all(
    tables.map((table) => sql<{ count: string }>(service, `select count(*) as count from ${table}`)),
  )
  return Object.fromEntries(tables.map((table, index) => [table, Number(counts[index]?.[0]?.count)]))
}
