import { publicJwk } from '../../cards/encryption-key.ts'
import { looksLikePlainCard } from '../../cards/plain-card.ts'
import { clientSecretOf } from '../../domain/client-secret.ts'
import { fail } from '../../domain/failure.ts'
import { cardAttempt, formSession } from '../../domain/wire/form-session.ts'
import { cardNetworksOf } from '../../flows/card-networks.ts'
import type { FlowContext } from '../../flows/context.ts'
import { continueChallenge } from '../../flows/continue-challenge.ts'
import type { EncryptionKeys } from '../../flows/encryption-keys.ts'
import { openLinkCheckout } from '../../flows/open-link-checkout.ts'
import { readAttempt, readFormSession, viewSettledAttempt } from '../../flows/read-form-session.ts'
import { submitCard } from '../../flows/submit-card.ts'
import { findSession } from '../../store/checkout-sessions.ts'
import { takesNoCards } from '../card-operations.ts'
import { success } from '../contract.ts'
import type { BodyChecks, Handlers } from '../contract.ts'

type FormHandlers = Pick<
  Handlers,
  | 'retrieveEncryptionKey'
  | 'retrieveFormSession'
  | 'submitCardAttempt'
  | 'retrieveCardAttempt'
  | 'abandonCardAttempt'
  | 'retrieveCardNetworks'
  | 'openLinkCheckout'
>

/** The calls of the card form. A client secret gives access to its own session only. */
export function formHandlers(context: FlowContext, encryptionKeys: EncryptionKeys): FormHandlers {
  return {
    retrieveEncryptionKey: async () => {
      const keys = await encryptionKeys.current()
      return keys ? success(publicJwk(keys[0])) : takesNoCards
    },
    retrieveFormSession: async ({ caller }) => {
      const view = await readFormSession(context, caller.scope, caller.sessionId)
      return view ? success(formSession(view)) : fail('invalid_client_secret')
    },
    submitCardAttempt: async ({ caller, body }) => {
      if (!(await encryptionKeys.current())) return takesNoCards
      const result = await submitCard(context, caller.scope, caller.sessionId, body, {
        client: caller.client,
        from: caller.from,
        encryptionKeys,
      })
      if (result.kind === 'failure') return result
      const { settled, merchant, attemptId } = result
      const read =
        settled && merchant
          ? await viewSettledAttempt(context, caller.scope, settled, merchant)
          : await readAttempt(context, caller.scope, caller.sessionId, attemptId)
      if (!read) throw new Error('Bug: the attempt was just made, so it must exist')
      return success(cardAttempt(read.attempt, read.view))
    },
    retrieveCardAttempt: async ({ caller, path }) => {
      const read = await readAttempt(context, caller.scope, caller.sessionId, path.id)
      return read ? success(cardAttempt(read.attempt, read.view)) : fail('not_found')
    },
    abandonCardAttempt: async ({ caller: { scope, sessionId }, path: { id: attemptId } }) => {
      await continueChallenge(context, scope, { attemptId, sessionId }, { kind: 'abandoned' })
      const read = await readAttempt(context, scope, sessionId, attemptId)
      return read ? success(cardAttempt(read.attempt, read.view)) : fail('not_found')
    },
    retrieveCardNetworks: async ({ caller, body }) => {
      if (!(await findSession(caller.scope, context.db, caller.sessionId))) return fail('invalid_client_secret')
      const networks = await cardNetworksOf(context, caller.scope, body.first_digits)
      return success({ object: 'card_networks', networks: [...(networks ?? [])] })
    },
    openLinkCheckout: async ({ path }) => {
      const opened = await openLinkCheckout(context, path.code)
      if (opened.kind === 'failure') return opened
      const session = formSession(opened.view)
      return success({ ...session, client_secret: clientSecretOf(context.keyring, opened.scope, session.id) })
    },
  }
}

/**
 * A body with a plain card, and anything in place of an encrypted one, get `card_not_encrypted`. The answer of the
 * contract's rules would name the field and not the danger.
 */
export const formChecks: BodyChecks = {
  submitCardAttempt: (body, invalid) => {
    if (looksLikePlainCard(body)) return fail('card_not_encrypted')
    const isNotEncrypted = invalid?.code === 'parameter_invalid' && invalid.detail.param === 'encrypted_card'
    return isNotEncrypted ? fail('card_not_encrypted', { param: 'encrypted_card' }) : null
  },
  retrieveCardNetworks: (body) => (looksLikePlainCard(body) ? fail('card_not_encrypted') : null),
}
