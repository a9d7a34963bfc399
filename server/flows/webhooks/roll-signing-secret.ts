import type { AuditAction } from '../../domain/accounts/audit-actions.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { components } from '../../../generated/types.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { open, seal } from '../../domain/crypto/keyring.ts'
import { fail, type Failure } from '../../domain/failure.ts'
import type { WebhookEndpointRecord } from '../../domain/webhooks/webhook-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { inTransaction } from '../../store/sql/database.ts'
import {
  dropNextSecret,
  lockWebhookEndpoint,
  prepareNextSecret,
  replaceNextSecret,
  signWithNextSecret,
  type SecretRoll,
} from '../../store/webhooks/webhook-endpoints.ts'
import { newSigningSecret } from '../../webhooks/signing.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { signingSecretPurpose } from './set-webhook-endpoint.ts'

// A roll has two steps, so that the service never signs with a secret that the receiver does not know yet. First the
// service shows the next secret; it starts to sign with it when the merchant confirms. Every delivery has one
// signature.

/**
 * The first step: creates the next secret and returns it once. Null: the webhook address has changed, or a roll is
 * already running.
 */
export function beginSecretRoll(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  endpointId: string,
): Promise<string | null> {
  const secret = newSigningSecret()
  const next = {
    endpointId,
    sealedSecret: seal(context.keyring, signingSecretPurpose(scope), secret),
    at: context.clock.now(),
  }
  return inTransaction(context.db, async (transaction) => {
    if (!(await prepareNextSecret(scope, transaction, next))) return null
    await audit(context, transaction, caller, {
      ...scope,
      action: 'signing_secret.prepared',
      detail: { endpoint: endpointId },
    })
    return secret
  })
}

/** The second step: deliveries are signed with the next secret from now on. False: this roll has already ended. */
export const finishSecretRoll = endingRoll('signing_secret.rolled', signWithNextSecret)

/** Deletes the next secret; the current one stays in use. False: this roll has already ended. */
export const cancelSecretRoll = endingRoll('signing_secret.roll_cancelled', dropNextSecret)

function endingRoll(action: AuditAction, end: typeof signWithNextSecret) {
  return (context: FlowContext, caller: Caller, scope: Scope, roll: SecretRoll): Promise<boolean> =>
    inTransaction(context.db, async (transaction) => {
      if (!(await end(scope, transaction, roll))) return false
      await audit(context, transaction, caller, { ...scope, action, detail: { endpoint: roll.endpointId } })
      return true
    })
}

/**
 * The first step by API. Replaces an earlier next secret, so that a program that lost it can begin again. Null: the
 * mode has no address (operation `createNextSigningSecret`).
 */
export function createNextSecret(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
): Promise<components['schemas']['NextSigningSecret'] | null> {
  const secret = newSigningSecret()
  const at = context.clock.now()
  const sealedSecret = seal(context.keyring, signingSecretPurpose(scope), secret)
  return inTransaction(context.db, async (transaction) => {
    const endpoint = await replaceNextSecret(scope, transaction, { sealedSecret, at })
    if (!endpoint) return null
    await audit(context, transaction, caller, {
      ...scope,
      action: 'signing_secret.prepared',
      detail: { endpoint: endpoint.id },
    })
    return {
      object: 'next_signing_secret',
      webhook_endpoint: endpoint.id,
      secret,
      livemode: scope.livemode,
      created_at: at.toISOString(),
    }
  })
}

/**
 * The second step by API. `secret` proves that the caller has the next secret, and not one that another program has
 * replaced since. With the secret that signs already, nothing changes, so that a program can repeat the call. Null: the
 * mode has no address (operation `useNextSigningSecret`).
 */
export function useNextSecret(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  secret: string,
): Promise<WebhookEndpointRecord | Failure<'parameter_invalid'> | null> {
  const isSealed = (sealed: string | null): boolean => {
    const opened = sealed === null ? null : open(context.keyring, signingSecretPurpose(scope), sealed)
    return opened !== null && timingSafeEqual(digest(opened), digest(secret))
  }
  return inTransaction(context.db, async (transaction) => {
    const endpoint = await lockWebhookEndpoint(scope, transaction)
    if (!endpoint || isSealed(endpoint.sealed_secret)) return endpoint
    const { id, next_secret_at: at, sealed_next_secret: next } = endpoint
    if (!at || !isSealed(next)) return notTheNextSecret
    await signWithNextSecret(scope, transaction, { endpointId: id, at })
    await audit(context, transaction, caller, { ...scope, action: 'signing_secret.rolled', detail: { endpoint: id } })
    return { ...endpoint, sealed_secret: next ?? '', sealed_next_secret: null, next_secret_at: null }
  })
}

/** Deletes the next secret, if there is one. Null: the mode has no address (operation `deleteNextSigningSecret`). */
export function deleteNextSecret(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
): Promise<WebhookEndpointRecord | null> {
  return inTransaction(context.db, async (transaction) => {
    const endpoint = await lockWebhookEndpoint(scope, transaction)
    if (!endpoint?.next_secret_at) return endpoint
    const { id, next_secret_at: at } = endpoint
    await dropNextSecret(scope, transaction, { endpointId: id, at })
    await audit(context, transaction, caller, {
      ...scope,
      action: 'signing_secret.roll_cancelled',
      detail: { endpoint: id },
    })
    return { ...endpoint, sealed_next_secret: null, next_secret_at: null }
  })
}

const notTheNextSecret = fail('parameter_invalid', {
  param: 'secret',
  message: 'This is not the next secret of the webhook address.',
  fix: 'Create a next secret, give it to your receiver, and then send it here.',
})

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
