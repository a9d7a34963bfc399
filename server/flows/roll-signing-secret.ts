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

// A roll has two steps, so that no delivery is ever signed with a secret that its receiver does not know: the next secret is
// shown first, and signs from the moment the merchant says so. Each delivery carries one signature, before and after.

/** The first step: makes the next secret and gives it, this once. Null: the address is another by now, or a roll is under way. */
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

/** The second step: from now on deliveries are signed with the next secret. False: this roll is over already. */
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

/** Forgets the next secret; the present one goes on. False: this roll is over already. */
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
