import type { Caller } from '../domain/caller.ts'
import { seal } from '../domain/keyring.ts'
import type { Scope } from '../domain/scope.ts'
import { inTransaction } from '../store/database.ts'
import { dropNextSecret, prepareNextSecret, signWithNextSecret } from '../store/webhook-endpoints.ts'
import type { SecretRoll } from '../store/webhook-endpoints.ts'
import { newSigningSecret } from '../webhooks/signing.ts'
import { audit } from './audit.ts'
import type { FlowContext } from './context.ts'
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
export function finishSecretRoll(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  roll: SecretRoll,
): Promise<boolean> {
  return inTransaction(context.db, async (transaction) => {
    if (!(await signWithNextSecret(scope, transaction, roll))) return false
    await audit(context, transaction, caller, {
      ...scope,
      action: 'signing_secret.rolled',
      detail: { endpoint: roll.endpointId },
    })
    return true
  })
}

/** Deletes the next secret; the current one stays in use. False: this roll has already ended. */
export function cancelSecretRoll(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  roll: SecretRoll,
): Promise<boolean> {
  return inTransaction(context.db, async (transaction) => {
    if (!(await dropNextSecret(scope, transaction, roll))) return false
    await audit(context, transaction, caller, {
      ...scope,
      action: 'signing_secret.roll_cancelled',
      detail: { endpoint: roll.endpointId },
    })
    return true
  })
}
