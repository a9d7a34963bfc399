import { isLoopback } from '../../domain/loopback.ts'
import type { components } from '../../../generated/types.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { seal } from '../../domain/crypto/keyring.ts'
import { fail, type Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { WebhookEndpointRecord } from '../../domain/webhooks/webhook-records.ts'
import { scopeKey, type Scope } from '../../domain/scope.ts'
import { lockMerchant } from '../../store/accounts/merchants.ts'
import { lockEndedKey } from '../../store/accounts/secret-keys.ts'
import { inTransaction, type Database } from '../../store/sql/database.ts'
import {
  deleteWebhookEndpoint,
  findWebhookEndpoint,
  lockWebhookEndpoint,
  replaceWebhookEndpoint,
} from '../../store/webhooks/webhook-endpoints.ts'
import { ipVersion } from '../../webhooks/address-classes.ts'
import { checkWebhookUrl, parseWebhookUrl } from '../../webhooks/address-guard.ts'
import { newSigningSecret } from '../../webhooks/signing.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'

/** Binds an encrypted signing secret to its account and mode, so that a copy in another row cannot be decrypted. */
export function signingSecretPurpose(scope: Scope): string {
  return `signing secret ${scope.merchantId} ${scope.livemode ? 'live' : 'test'}`
}

/**
 * Sets the webhook address of a mode and creates a new secret. The old address and secret are gone (operation
 * `setWebhookEndpoint`).
 */
export async function setWebhookEndpoint(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  url: string,
): Promise<components['schemas']['WebhookEndpoint'] | Refusal | Failure<'invalid_api_key'>> {
  const endpoint = await newEndpoint(context, scope, url)
  if ('kind' in endpoint) return endpoint
  return inTransaction(context.db, async (transaction) => {
    // Requests trust what they read of a key a second ago. A key that has ended must not set an address again.
    if (await lockEndedKey(scope, transaction, caller.actor, context.clock.now())) return fail('invalid_api_key')
    const current = await lockWebhookEndpoint(scope, transaction)
    return replaceAddress(context, caller, scope, transaction, { endpoint, current })
  })
}

/** Removes the webhook address of a mode with its secrets. Null: there is none (operation `deleteWebhookEndpoint`). */
export function removeWebhookEndpoint(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
): Promise<WebhookEndpointRecord | null> {
  return inTransaction(context.db, async (transaction) => {
    const removed = await deleteWebhookEndpoint(scope, transaction)
    if (!removed) return null
    const detail = { endpoint: removed.id, url: removed.url }
    await audit(context, transaction, caller, { ...scope, action: 'webhook_address.removed', detail })
    return removed
  })
}

/**
 * Replaces the webhook address for a dashboard user. `seen`: the id of the address that the page showed, or null for
 * none. Null: the address has changed since, and an outdated page must not replace the new secret.
 */
export async function changeWebhookEndpoint(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  { url, seen }: { url: string; seen: string | null },
): Promise<components['schemas']['WebhookEndpoint'] | Refusal | null> {
  const endpoint = await newEndpoint(context, scope, url)
  if ('kind' in endpoint) return endpoint
  return inTransaction(context.db, async (transaction) => {
    await lockMerchant(transaction, scope.merchantId)
    const current = await findWebhookEndpoint(scope, transaction)
    if ((current?.id ?? null) !== seen) return null
    return replaceAddress(context, caller, scope, transaction, { endpoint, current })
  })
}

async function replaceAddress(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  transaction: Database,
  { endpoint, current }: { endpoint: NewEndpoint; current: WebhookEndpointRecord | null },
): Promise<components['schemas']['WebhookEndpoint']> {
  await replaceWebhookEndpoint(scope, transaction, endpoint.row)
  const detail = { endpoint: endpoint.wire.id, url: endpoint.wire.url, before: current?.url ?? null }
  await audit(context, transaction, caller, { ...scope, action: 'webhook_address.set', detail })
  return endpoint.wire
}

type Refusal = Failure<'parameter_invalid' | 'rate_limited'>

interface NewEndpoint {
  readonly row: Pick<WebhookEndpointRecord, 'id' | 'url' | 'sealed_secret' | 'created_at'>
  readonly wire: components['schemas']['WebhookEndpoint']
}

async function newEndpoint(context: FlowContext, scope: Scope, url: string): Promise<NewEndpoint | Refusal> {
  const refusal = await checkAddress(context, scope, url)
  if (refusal) return refusal
  const now = context.clock.now()
  const id = newId('we', now)
  const secret = newSigningSecret()
  const sealed = seal(context.keyring, signingSecretPurpose(scope), secret)
  return {
    row: { id, url, sealed_secret: sealed, created_at: now },
    wire: { id, object: 'webhook_endpoint', url, secret, livemode: scope.livemode },
  }
}

/** The seconds that `Retry-After` names when several addresses of an account are being checked. */
const checkRetrySeconds = 3

/** Checks an address within the limits of its account. Only a new host name counts, because it needs a look-up. */
async function checkAddress(context: FlowContext, scope: Scope, url: string): Promise<Refusal | null> {
  const { webhookAllow, resolve } = context.settings
  const { newNames, checks } = context.endpointLimits
  const parsed = parseWebhookUrl(url, webhookAllow)
  if (parsed.kind === 'refused') return invalid(parsed.reason, url)
  if (ipVersion(parsed.target.host) === 0) {
    const current = await findWebhookEndpoint(scope, context.db)
    const isNew = current === null || URL.parse(current.url)?.hostname !== parsed.target.url.hostname
    const wait = isNew ? await newNames.take(scopeKey(scope)) : null
    if (wait !== null) return fail('rate_limited', { ...tooManyNames, retryAfterSeconds: wait })
  }
  const checked = await checks.run(scopeKey(scope), () => checkWebhookUrl(url, webhookAllow, resolve))
  if (!checked) return fail('rate_limited', { ...tooManyChecks, retryAfterSeconds: checkRetrySeconds })
  return checked.kind === 'refused' ? invalid(checked.reason, url) : null
}

function invalid(message: string, url: string): Failure<'parameter_invalid'> {
  const hostname = URL.parse(url)?.hostname ?? ''
  return fail('parameter_invalid', { param: 'url', message, ...(isLoopback(hostname) && { fix: onThisMachine }) })
}

const onThisMachine =
  'Run `npx servicepay listen --forward-to <port>`: it brings the events to your machine, and needs no webhook ' +
  'address. Or the operator of the service allows the address with the variable `WEBHOOK_ALLOW`, such as ' +
  '`localhost:4242`.'

const tooManyNames = {
  message: 'The host of the webhook address has changed too often.',
  fix:
    'Wait for the number of seconds in the `Retry-After` header. The limit is 30 new hosts at once, and then ' +
    'one every 20 seconds.',
}
const tooManyChecks = {
  message: 'Too many webhook addresses of this account are being checked.',
  fix: 'Set one address at a time.',
}
