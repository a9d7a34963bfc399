import type { WebhookEndpointRecord } from '../../domain/webhooks/webhook-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { endpointColumns } from '../sql/table-columns.ts'

const replace = {
  name: 'replace webhook endpoint',
  text: `
    insert into webhook_endpoints (merchant_id, livemode, id, url, sealed_secret, created_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (merchant_id, livemode) do update
      set id = excluded.id, url = excluded.url, sealed_secret = excluded.sealed_secret,
        created_at = excluded.created_at, sealed_next_secret = null, next_secret_at = null, failing_since = null,
        failing_mailed_at = null`,
}

/** Sets the address of a mode. It replaces the previous address and secret. */
export async function replaceWebhookEndpoint(
  scope: Scope,
  db: Database,
  endpoint: Pick<WebhookEndpointRecord, 'id' | 'url' | 'sealed_secret' | 'created_at'>,
): Promise<void> {
  await run(db, replace, [
    scope.merchantId,
    scope.livemode,
    endpoint.id,
    endpoint.url,
    endpoint.sealed_secret,
    endpoint.created_at,
  ])
}

const find = {
  name: 'find webhook endpoint',
  text: `select ${endpointColumns} from webhook_endpoints where merchant_id = $1 and livemode = $2`,
}

export function findWebhookEndpoint(scope: Scope, db: Database): Promise<WebhookEndpointRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode])
}

const lock = { name: 'lock webhook endpoint', text: `${find.text} for no key update` }

/** Reads the address of a mode and locks it until the transaction ends. */
export function lockWebhookEndpoint(scope: Scope, transaction: Database): Promise<WebhookEndpointRecord | null> {
  return runForOne(transaction, lock, [scope.merchantId, scope.livemode])
}

const remove = {
  name: 'delete webhook endpoint',
  text: `delete from webhook_endpoints where merchant_id = $1 and livemode = $2 returning ${endpointColumns}`,
}

/** Removes the address of a mode with its secrets. Null: there is none. */
export function deleteWebhookEndpoint(scope: Scope, transaction: Database): Promise<WebhookEndpointRecord | null> {
  return runForOne(transaction, remove, [scope.merchantId, scope.livemode])
}

const replaceNext = {
  name: 'replace next signing secret',
  text: `
    update webhook_endpoints set sealed_next_secret = $3, next_secret_at = $4
    where merchant_id = $1 and livemode = $2 returning ${endpointColumns}`,
}

/** Stores the next signing secret in place of an earlier one. Null: the mode has no address. */
export function replaceNextSecret(
  scope: Scope,
  transaction: Database,
  next: { sealedSecret: string; at: Date },
): Promise<WebhookEndpointRecord | null> {
  return runForOne(transaction, replaceNext, [scope.merchantId, scope.livemode, next.sealedSecret, next.at])
}

const prepare = {
  name: 'prepare next signing secret',
  text: `
    update webhook_endpoints set sealed_next_secret = $4, next_secret_at = $5
    where merchant_id = $1 and livemode = $2 and id = $3 and sealed_next_secret is null returning id`,
}

/** Stores the next signing secret. False when the address has changed, or a next secret exists already. */
export async function prepareNextSecret(
  scope: Scope,
  transaction: Database,
  next: { endpointId: string; sealedSecret: string; at: Date },
): Promise<boolean> {
  const row = await runForOne(transaction, prepare, [
    scope.merchantId,
    scope.livemode,
    next.endpointId,
    next.sealedSecret,
    next.at,
  ])
  return row !== null
}

/** Identifies a roll of the signing secret. */
export interface SecretRoll {
  readonly endpointId: string
  /** The exact `next_secret_at`. */
  readonly at: Date
}

const ofRoll = `
    where merchant_id = $1 and livemode = $2 and id = $3 and next_secret_at = $4 and sealed_next_secret is not null
    returning id`
const swap = {
  name: 'sign with next secret',
  text: `
    update webhook_endpoints
    set sealed_secret = sealed_next_secret, sealed_next_secret = null, next_secret_at = null ${ofRoll}`,
}
const drop = {
  name: 'drop next secret',
  text: `
    update webhook_endpoints set sealed_next_secret = null, next_secret_at = null ${ofRoll}`,
}

/** Signs with the next secret from now on. False when this roll has ended. */
export async function signWithNextSecret(
  scope: Scope,
  transaction: Database,
  { endpointId, at }: SecretRoll,
): Promise<boolean> {
  return (await runForOne(transaction, swap, [scope.merchantId, scope.livemode, endpointId, at])) !== null
}

/** Deletes the next secret. False when this roll has ended. */
export async function dropNextSecret(
  scope: Scope,
  transaction: Database,
  { endpointId, at }: SecretRoll,
): Promise<boolean> {
  return (await runForOne(transaction, drop, [scope.merchantId, scope.livemode, endpointId, at])) !== null
}

const listSome = { name: 'list some webhook addresses', text: 'select url from webhook_endpoints limit $1' }

/** Some webhook addresses of any accounts, in any order, at the cost of a few rows. */
export async function listSomeUrls(db: Database, limit: number): Promise<string[]> {
  return (await run<{ url: string }>(db, listSome, [limit])).map(({ url }) => url)
}
