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

/** Binds a sealed signing secret to its account and mode: copied to another row it does not open. */
export function signingSecretPurpose(scope: Scope): string {
  return `signing secret ${scope.merchantId} ${scope.livemode ? 'live' : 'test'}`
}

/** Sets the address of a mode with a new secret; the old address and secret are gone (Specification, "Set the webhook address"). */
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
 * The same for a person, who saw the address `seen` (its id; null: none) and means to replace that one. Null: somebody was
 * faster, and their receiver has a secret that must not be lost by an old page.
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
    const present = await findWebhookEndpoint(scope, transaction)
    if ((present?.id ?? null) !== seen) return null
    await replaceWebhookEndpoint(scope, transaction, endpoint.row)
    const detail = { endpoint: endpoint.wire.id, url, before: present?.url ?? null }
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
