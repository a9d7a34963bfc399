import { newId } from '../../server/domain/ids.ts'
import { newSecretKey } from '../../server/domain/secret-key.ts'
import { createAccount } from '../../server/flows/create-account.ts'
import { insertSecretKey } from '../../server/store/secret-keys.ts'
import type { Answer, TestService } from '../support/service.ts'

/** A merchant beside the service's own, who calls with a key of their own. */
export interface Caller {
  readonly merchantId: string
  readonly secretKey: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** Another account with its test key. */
export async function anotherAccount(service: TestService): Promise<Caller> {
  const { merchantId, secretKey } = await createAccount(service.app.context, {
    email: 'other@example.com',
    businessName: null,
  })
  return caller(service, merchantId, secretKey)
}

/** A live key of the service's own account. Whether the account has live access is set as well. */
export async function liveKey(service: TestService, access: { liveAccess: boolean }): Promise<Caller> {
  await sql(service, 'update merchants set live_access = ? where merchant_id = ?', [
    access.liveAccess,
    service.merchantId,
  ])
  return caller(service, service.merchantId, await addKey(service, { livemode: true }))
}

/** One more key of the service's own account. */
export async function addKey(service: TestService, options: { livemode: boolean }): Promise<string> {
  const now = service.clock.now()
  const key = newSecretKey(options.livemode)
  const row = {
    hash: key.hash,
    id: newId('key', now),
    merchant_id: service.merchantId,
    livemode: options.livemode,
    last4: key.last4,
    created_at: now,
  }
  await insertSecretKey(service.app.context.db, row)
  return key.secret
}

export function caller(service: TestService, merchantId: string, secretKey: string): Caller {
  const authorization = { Authorization: `Bearer ${secretKey}` }
  return {
    merchantId,
    secretKey,
    call: (method, path, body, headers) => service.call(method, path, body, { ...authorization, ...headers }),
  }
}

/** The shared key of the public demo account. */
export function publicDemo(service: TestService): Caller {
  return caller(service, 'mer_00000000000000000000000000demo', 'sk_test_public_demo')
}

/** Rows as the database has them; `?` stands for each value. */
export async function sql<Row = Record<string, unknown>>(
  service: TestService,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result = (await service.app.context.db.raw(text, values as never)) as { rows: Row[] }
  return result.rows
}

/** How many rows each table that a merchant's calls write has: unchanged when a call had no effect. */
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
