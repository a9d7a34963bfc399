import { createHash } from 'node:crypto'
import type { components } from '../../generated/types.ts'
import { decryptCard } from '../cards/decrypt-card.ts'
import type { CardDetails } from '../domain/card-details.ts'
import { brandOf } from '../domain/card-rules.ts'
import { fail } from '../domain/failure.ts'
import type { Failure } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import type { AttemptRecord, SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Processor } from '../processors/processor.ts'
import { insertAttempt } from '../store/card-attempts.ts'
import { findSession, lockSession } from '../store/checkout-sessions.ts'
import type { Database } from '../store/database.ts'
import { inTransaction, violates } from '../store/database.ts'
import { changeSession } from './change-session.ts'
import type { FlowContext } from './context.ts'
import { addressSubject, declineWaitSeconds } from './decline-limits.ts'
import type { EncryptionKeys } from './encryption-keys.ts'
import { upperCountry } from './create-session.ts'
import { isOverdue } from './expire-session.ts'
import { processorReference } from './processor-reference.ts'
import { settleAttempt } from './settle-attempt.ts'

type Params = components['schemas']['CardAttemptCreateParams']
type Code =
  'card_not_encrypted' | 'rate_limited' | 'session_not_payable' | 'payment_in_progress' | 'invalid_client_secret'

/**
 * How long the bank is given before somebody else may ask what became of the call. Longer than the longest call: the
 * question closes the reference.
 */
export const purchaseWindowSeconds = 45

/** How long the customer's browser waits for the answer to a submit; after it the form asks for the attempt. */
const replyWithinMs = 8_000

/** Decrypts a card, and pays the session with it (Specification, "Browser card form"; decisions, `POST /v1/form/attempts`). */
export async function submitCard(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  params: Params,
  sender: { address: string; encryptionKeys: EncryptionKeys },
): Promise<{ kind: 'attempt'; attemptId: string } | Failure<Code>> {
  const keysFor = (kid: string) => sender.encryptionKeys.forKid(kid)
  const decrypted = await decryptCard(params.encrypted_card, { keysFor, sessionId, now: context.clock.now() })
  if (decrypted.kind === 'refused') return fail('card_not_encrypted', { param: 'encrypted_card' })
  const session = await findSession(scope, context.db, sessionId)
  const wait = session && (await declineWaitSeconds(context, scope, session, sender.address))
  if (wait !== null) return fail('rate_limited', { retryAfterSeconds: wait, ...tooManyDeclines })
  return payWithCard(context, scope, sessionId, {
    ...decrypted,
    params,
    clientAddress: addressSubject(context, sender.address),
  })
}

const tooManyDeclines = {
  message: 'Too many cards were declined here.',
  fix: 'Wait for the number of seconds in the `Retry-After` header, then try another card.',
}

export interface CardPayment {
  readonly card: CardDetails
  /** Used once for each session: a recorded submit cannot be sent again. */
  readonly nonce: string
  /** Hashed; null when no customer's browser is behind the call. */
  readonly clientAddress: string | null
  readonly params: Pick<Params, 'email' | 'billing_address'>
}

/** The three phases: commit the attempt, call the bank with no transaction open, settle. */
export async function payWithCard(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  payment: CardPayment,
): Promise<{ kind: 'attempt'; attemptId: string } | Failure<Code>> {
  const processor = context.processorFor(scope.livemode)
  if (!processor) return fail('session_not_payable')
  const begun = await beginAttempt(context, scope, sessionId, payment, processor)
  if (begun.kind === 'failure') return begun
  const finished = callBank(context, scope, begun, payment.card, processor)
  context.track(finished)
  await Promise.race([finished, pause(replyWithinMs)])
  return { kind: 'attempt', attemptId: begun.attempt.id }
}

interface Begun {
  readonly kind: 'begun'
  readonly attempt: AttemptRecord
  readonly session: SessionRecord
}

async function beginAttempt(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  payment: CardPayment,
  processor: Processor,
): Promise<Begun | Failure<Code>> {
  try {
    return await inTransaction(context.db, (transaction) =>
      commitAttempt(context, scope, transaction, { sessionId, payment, processor }),
    )
  } catch (error) {
    if (violates(error, 'one_use_per_nonce')) return fail('card_not_encrypted', { param: 'encrypted_card' })
    throw error
  }
}

interface Beginning {
  readonly sessionId: string
  readonly payment: CardPayment
  readonly processor: Processor
}

async function commitAttempt(
  context: FlowContext,
  scope: Scope,
  transaction: Database,
  beginning: Beginning,
): Promise<Begun | Failure<Code>> {
  const now = context.clock.now()
  const session = await lockSession(scope, transaction, beginning.sessionId)
  if (!session) return fail('invalid_client_secret')
  if (isOverdue(session, now)) {
    await changeSession(scope, transaction, session, { trigger: 'time_passed' }, now)
    return fail('session_not_payable')
  }
  if (session.status === 'processing') return fail('payment_in_progress')
  if (session.status !== 'open') return fail('session_not_payable')
  const id = newId('att', now)
  const { payment, processor } = beginning
  const attempt = await insertAttempt(scope, transaction, {
    id,
    session_id: session.id,
    processor: processor.name,
    processor_reference: processorReference(scope, id),
    amount: session.amount,
    currency: session.currency,
    nonce: keptNonce(payment.nonce),
    client_address: payment.clientAddress,
    card_brand: brandOf(payment.card.revealPan()),
    card_last4: payment.card.last4,
    created_at: now,
    next_check_at: new Date(now.getTime() + purchaseWindowSeconds * 1000),
  })
  const fields = { attempts: session.attempts + 1, ...customerFields(session, payment.params) }
  return {
    kind: 'begun',
    attempt,
    session: await changeSession(scope, transaction, session, { trigger: 'card_submitted', fields }, now),
  }
}

/** A nonce is the sender's choice of bytes: its hash cannot be made to spell anything. */
function keptNonce(nonce: string): string {
  return createHash('sha256').update(nonce).digest('base64url')
}

/** Email and address from the form are kept only where the merchant gave none. */
function customerFields(session: SessionRecord, params: CardPayment['params']): Partial<SessionRecord> {
  const customer =
    session.customer.email === undefined && params.email !== undefined
      ? { ...session.customer, email: params.email }
      : session.customer
  return { customer, billing_address: session.billing_address ?? upperCountry(params.billing_address) }
}

async function callBank(
  context: FlowContext,
  scope: Scope,
  begun: Begun,
  card: CardDetails,
  processor: Processor,
): Promise<void> {
  const { attempt, session } = begun
  const outcome = await processor.purchase({
    reference: attempt.processor_reference,
    amount: attempt.amount,
    currency: attempt.currency,
    card,
    description: session.description,
  })
  await settleAttempt(context, scope, attempt.id, outcome)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
