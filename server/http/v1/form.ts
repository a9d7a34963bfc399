import type { components } from '../../../generated/types.ts'
import { publicJwk } from '../../cards/encryption-key.ts'
import { looksLikePlainCard } from '../../cards/plain-card.ts'
import { fail, type Failure } from '../../domain/failure.ts'
import { clientSecretOf } from '../../domain/sessions/client-secret.ts'
import { newVisitor } from '../../domain/sessions/visitor.ts'
import { cardAttempt, formSession } from '../../domain/wire/form-session.ts'
import type { FlowContext } from '../../flows/context.ts'
import type { EncryptionKeys } from '../../flows/keys/encryption-keys.ts'
import { openLinkCheckout } from '../../flows/links/open-link-checkout.ts'
import { cardNetworksOf } from '../../flows/sessions/card-networks.ts'
import { continueChallenge } from '../../flows/sessions/continue-challenge.ts'
import { readAttempt, readFormSession, viewSettledAttempt } from '../../flows/sessions/read-form-session.ts'
import { submitCard } from '../../flows/sessions/submit-card.ts'
import { findSession } from '../../store/sessions/checkout-sessions.ts'
import { takesNoCards } from '../card-operations.ts'
import { success, type ApiCallers, type BodyChecks, type Handlers, type Success } from '../requests/contract.ts'

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

/** An attempt of the calling visitor. */
async function attemptOf(
  context: FlowContext,
  caller: ApiCallers['client_secret'],
  attemptId: string,
): Promise<Success<components['schemas']['CardAttempt']> | Failure<'not_found'>> {
  const { scope, visitor } = caller
  const read = visitor && (await readAttempt(context, scope, caller, attemptId))
  return read ? success(cardAttempt(read.attempt, read.view, visitor)) : fail('not_found')
}

/** The calls of the card form. A client secret gives access to its own session only. */
export function formHandlers(context: FlowContext, encryptionKeys: EncryptionKeys): FormHandlers {
  return {
    retrieveEncryptionKey: async () => {
      const keys = await encryptionKeys.current()
      return keys ? success(publicJwk(keys[0])) : takesNoCards
    },
    retrieveFormSession: async ({ caller }) => {
      const view = await readFormSession(context, caller.scope, caller.sessionId, caller.visitor)
      return view ? success(formSession(view)) : fail('invalid_client_secret')
    },
    submitCardAttempt: async ({ caller, body }) => {
      if (!(await encryptionKeys.current())) return takesNoCards
      const visitor = caller.visitor ?? newVisitor()
      const { client, from, sessionId } = caller
      const result = await submitCard(context, caller.scope, sessionId, body, { client, from, visitor, encryptionKeys })
      if (result.kind === 'failure') return result
      const { settled, merchant, attemptId } = result
      const read =
        settled && merchant
          ? await viewSettledAttempt(context, caller.scope, settled, merchant, visitor)
          : await readAttempt(context, caller.scope, { sessionId, visitor }, attemptId)
      if (!read) throw new Error('Bug: the attempt was just made, so it must exist')
      return success(cardAttempt(read.attempt, read.view, visitor))
    },
    retrieveCardAttempt: ({ caller, path }) => attemptOf(context, caller, path.id),
    abandonCardAttempt: async ({ caller, path: { id: attemptId } }) => {
      await continueChallenge(context, caller.scope, { attemptId, submitter: caller }, { kind: 'abandoned' })
      return attemptOf(context, caller, attemptId)
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
