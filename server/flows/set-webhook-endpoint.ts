import type { components } from '../../generated/types.ts'
import type { Caller } from '../domain/caller.ts'
import { fail } from '../domain/failure.ts'
import type { Failure } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import { seal } from '../domain/keyring.ts'
import type { WebhookEndpointRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { inTransaction } from '../store/database.ts'
import { lockMerchant } from '../store/merchants.ts'
import { findWebhookEndpoint, replaceWebhookEndpoint } from '../store/webhook-endpoints.ts'
import { checkWebhookUrl } from '../webhooks/address-guard.ts'
import { newSigningSecret } from '../webhooks/signing.ts'
import { audit } from './audit.ts'
import type { FlowContext } from './context.ts'

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
  scope: Scope,
  url: string,
): Promise<components['schemas']['WebhookEndpoint'] | Failure<'parameter_invalid'>> {
  const endpoint = await newEndpoint(context, scope, url)
  if ('kind' in endpoint) return endpoint
  await replaceWebhookEndpoint(scope, context.db, endpoint.row)
  return endpoint.wire
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
): Promise<components['schemas']['WebhookEndpoint'] | Failure<'parameter_invalid'> | null> {
  const endpoint = await newEndpoint(context, scope, url)
  if ('kind' in endpoint) return endpoint
  return inTransaction(context.db, async (transaction) => {
    await lockMerchant(transaction, scope.merchantId)
    const current = await findWebhookEndpoint(scope, transaction)
    if ((current?.id ?? null) !== seen) return null
    await replaceWebhookEndpoint(scope, transaction, endpoint.row)
    const detail = { endpoint: endpoint.wire.id, url, before: current?.url ?? null }
    await audit(context, transaction, caller, { ...scope, action: 'webhook_address.set', detail })
    return endpoint.wire
  })
}

interface NewEndpoint {
  readonly row: Pick<WebhookEndpointRecord, 'id' | 'url' | 'sealed_secret' | 'created_at'>
  readonly wire: components['schemas']['WebhookEndpoint']
}

async function newEndpoint(
  context: FlowContext,
  scope: Scope,
  url: string,
): Promise<NewEndpoint | Failure<'parameter_invalid'>> {
  const checked = await checkWebhookUrl(url, context.settings.webhookAllow)
  if (checked.kind === 'refused') return fail('parameter_invalid', { param: 'url', message: checked.reason })
  const now = context.clock.now()
  const id = newId('we', now)
  const secret = newSigningSecret()
  const sealed = seal(context.keyring, signingSecretPurpose(scope), secret)
  return {
    row: { id, url, sealed_secret: sealed, created_at: now },
    wire: { id, object: 'webhook_endpoint', url, secret, livemode: scope.livemode },
  }
}
