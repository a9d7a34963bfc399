import { createHash } from 'node:crypto'
import type { components } from '../../../generated/types.ts'
import type { Validated } from '../../domain/wire/validated.ts'
import { decryptCard } from '../../cards/decrypt-card.ts'
import type { CardDetails } from '../../domain/sessions/card-details.ts'
import { cardNetworksOf } from './card-networks.ts'
import type { CountedClient } from '../card-testing/counted-client.ts'
import { payerOf } from '../../domain/sessions/payer.ts'
import { brandOf, canBeCard } from '../../domain/sessions/card-rules.ts'
import { challengeReturnPath, attemptTokenOf } from '../../domain/sessions/attempt-token.ts'
import { countsAsDeclinedCard, failureMessages } from '../../domain/sessions/failure-codes.ts'
import { fail, type Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import type { AttemptRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import { mailLocale } from '../../engines/mail/mail-content.ts'
import { callOf, notPayable } from '../../domain/refusals.ts'
import type { Scope } from '../../domain/scope.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import type {
  CustomerBrowser,
  Processor,
  Purchase,
  PurchaseCustomer,
  PurchaseOutcome,
} from '../../processors/processor.ts'
import { beginAttempt, beginLockedAttempt, type NewAttempt } from '../../store/sessions/new-attempts.ts'
import { lockSession } from '../../store/sessions/checkout-sessions.ts'
import { loadMerchant } from '../../store/accounts/merchants.ts'
import { violates, type Database } from '../../store/sql/database.ts'
import { inTransactionInTurn } from '../../store/sql/transaction-turns.ts'
import { changeSession } from './change-session.ts'
import { purchaseWindowSeconds } from './check-attempt.ts'
import type { FlowContext } from '../context.ts'
import { customerBrowser, type RequestSender } from './customer-browser.ts'
import {
  admitCard,
  hashClient,
  returnAllowances,
  withdrawAdmission,
  type Admitted,
  type HashedClient,
} from '../card-testing/admit-card.ts'
import type { EncryptionKeys } from '../keys/encryption-keys.ts'
import { upperCountry } from './create-session.ts'
import { isOverdue } from './expire-session.ts'
import { reportFailure } from '../work/report-failure.ts'
import { settleAttempt } from './settle-attempt.ts'
import type { Visitor } from '../../domain/sessions/visitor.ts'
import { waitAtMost } from '../work/wait-at-most.ts'

type Params = Validated<components['schemas']['CardAttemptCreateParams']>
type Code =
  | 'card_not_encrypted'
  | 'rate_limited'
  | 'session_not_payable'
  | 'payment_in_progress'
  | 'invalid_client_secret'
  | 'account_configuration'
type SubmitCode = Code | 'parameter_invalid'

/** How long a submit waits for the bank; after that the form polls the attempt. */
const replyWithinMs = 8_000

/** `settled`: the attempt and its session as the settlement has stored them. Null: the caller has to read them. */
export interface SubmittedCard {
  readonly kind: 'attempt'
  readonly attemptId: string
  readonly settled: SessionAttempt | null
}

/** `merchant`: read beside the payment, because the reply to the form needs it. Null: it could not be read. */
interface PaidByForm extends SubmittedCard {
  readonly merchant: MerchantRecord | null
}

/** Decrypts a card and pays the session with it. */
export async function submitCard(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  params: Params,
  sender: { client: CountedClient; from: RequestSender; visitor: Visitor; encryptionKeys: EncryptionKeys },
): Promise<PaidByForm | Failure<SubmitCode>> {
  const keysFor = (kid: string) => sender.encryptionKeys.forKid(kid)
  const decrypted = await decryptCard(params.encrypted_card, { keysFor, sessionId, now: context.realClock.now() })
  if (decrypted.kind === 'refused') return fail('card_not_encrypted', { param: 'encrypted_card' })
  const chosen = params.card_network ?? null
  if (!(await isNetworkOf(context, scope, decrypted.card, chosen))) return fail('parameter_invalid', otherNetwork)
  const client = hashClient(context, sender.client)
  const admission = await admitCard(context, scope, sessionId, client)
  if (admission.kind === 'no_session') return fail('invalid_client_secret')
  if (admission.kind === 'wait')
    return fail('rate_limited', { retryAfterSeconds: admission.seconds, ...tooManyDeclines })
  const browser = customerBrowser(params.browser, sender.from, new URL(context.settings.baseUrl).origin)
  const merchant = loadMerchant(scope, context.db).catch(() => null)
  const visitor = sender.visitor.hash
  const locale = mailLocale(sender.from.acceptLanguage)
  const payment = { ...decrypted, params, client, browser, visitor, admission, locale }
  const submitted = await payWithCard(context, scope, sessionId, payment)
  return submitted.kind === 'failure' ? submitted : { ...submitted, merchant: await merchant }
}

const tooManyDeclines = {
  message: 'Too many cards were declined.',
  fix: 'Wait for the number of seconds in the `Retry-After` header, then try another card.',
}

const usedCard = {
  param: 'encrypted_card',
  message: 'These encrypted card details were submitted before.',
  fix: "Encrypt the card details again for each attempt, as the service's form does.",
}

/**
 * Whether the card can be charged on the network that the customer chose. Without the processor's answer the choice
 * goes on to the processor, which knows better than a guess: dropping it would charge another network than the customer
 * chose.
 */
async function isNetworkOf(
  context: FlowContext,
  scope: Scope,
  card: CardDetails,
  network: string | null,
): Promise<boolean> {
  if (network === null) return true
  return (await cardNetworksOf(context, scope, card.firstEight))?.includes(network) ?? true
}

const otherNetwork = {
  param: 'card_network',
  message: 'This card cannot be charged on this network.',
  fix: `Send a network that ${callOf('retrieveCardNetworks')} returns for this card, or leave card_network out.`,
}

/** The form shows the message to the customer. The session stays open, because the merchant can repair the account. */
const noProcessor = { message: failureMessages.account_configuration }

export interface CardPayment {
  readonly card: CardDetails
  /** Accepted once for each session, so that a recorded submit cannot be replayed. */
  readonly nonce: string
  /** Null when the call does not come from a customer. */
  readonly client: HashedClient | null
  /** Hash of the visitor's token. */
  readonly visitor?: string
  /** Null when the call does not come from a browser. Never stored. */
  readonly browser?: CustomerBrowser | null
  /** The language of the form, in which the customer gets mails. */
  readonly locale?: string | null
  /** How the card counts against the limits on declined cards. Null when the call does not come from a customer. */
  readonly admission: Admitted | null
  readonly params: Pick<Params, 'email' | 'billing_address' | 'card_network'>
}

/**
 * Runs the three phases of a payment: commits the attempt, calls the bank outside any transaction, records the answer.
 */
export async function payWithCard(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  payment: CardPayment,
  { replyMs } = { replyMs: replyWithinMs },
): Promise<SubmittedCard | Failure<Code>> {
  const processor = await context.processorFor(scope)
  if (!processor) {
    if (payment.admission) await withdrawAdmission(context, payment.admission)
    return fail('account_configuration', noProcessor)
  }
  const started = await startAttempt(context, scope, sessionId, payment, processor)
  if (started.kind === 'failure') {
    if (payment.admission) await withdrawAdmission(context, payment.admission)
    return started
  }
  let isAwaited = true
  const finished = callBank(context, scope, started, payment, processor).catch((error: unknown) => {
    if (isAwaited) throw error
    reportFailure(context, 'settle_attempt', error, { merchantId: scope.merchantId, id: started.attempt.id })
    return null
  })
  context.track(finished)
  const settled = await waitAtMost(replyMs, finished)
  isAwaited = false
  return { kind: 'attempt', attemptId: started.attempt.id, settled }
}

interface StartedAttempt extends SessionAttempt {
  readonly kind: 'started'
}

/** Commits the attempt. */
async function startAttempt(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  payment: CardPayment,
  processor: Processor,
): Promise<StartedAttempt | Failure<Code>> {
  const now = context.clock.now()
  const attempt = newAttempt(sessionId, payment, processor, now)
  try {
    const begun =
      (await beginAttempt(scope, context.db, attempt)) ??
      (await inTransactionInTurn(scope, context.db, async (transaction) => {
        const refusal = await refusalOf(scope, transaction, sessionId, now)
        return refusal ?? beginLockedAttempt(scope, transaction, attempt)
      }))
    if (!begun) throw new Error('Bug: a session takes no card although it is open')
    return 'kind' in begun ? begun : { kind: 'started', ...begun }
  } catch (error) {
    if (violates(error, 'one_use_per_nonce')) return fail('card_not_encrypted', usedCard)
    throw error
  }
}

/** Locks a session. Returns why it takes no card now. Null: it takes one. */
async function refusalOf(
  scope: Scope,
  transaction: Database,
  sessionId: string,
  now: Date,
): Promise<Failure<Code> | null> {
  const session = await lockSession(scope, transaction, sessionId)
  if (!session) return fail('invalid_client_secret')
  if (isOverdue(session, now))
    return notPayable(await changeSession(scope, transaction, session, { trigger: 'time_passed' }, now))
  if (session.status === 'processing') return fail('payment_in_progress')
  return session.status === 'open' ? null : notPayable(session)
}

function newAttempt(sessionId: string, payment: CardPayment, processor: Processor, now: Date): NewAttempt {
  const id = newId('att', now)
  const network = payment.params.card_network ?? null
  return {
    id,
    session_id: sessionId,
    processor: processor.name,
    processor_reference: id,
    nonce: hashNonce(payment.nonce),
    visitor: payment.visitor ?? null,
    typed_email: payment.params.email ?? null,
    typed_address: upperCountry(payment.params.billing_address),
    client_address: payment.client?.address ?? null,
    client_network: payment.client?.network ?? null,
    locale: payment.locale ?? null,
    card_brand: brandOf(payment.card.revealPan()),
    card_last4: payment.card.last4,
    card_network: network,
    captures_separately: processor.capturesSeparately?.(network) === true,
    created_at: now,
    next_check_at: new Date(now.getTime() + purchaseWindowSeconds * 1000),
  }
}

/** Stored as a hash, because the sender chooses its bytes and could hide text in them. */
function hashNonce(nonce: string): string {
  return createHash('sha256').update(nonce).digest('base64url')
}

async function callBank(
  context: FlowContext,
  scope: Scope,
  started: StartedAttempt,
  { card, admission, browser = null }: CardPayment,
  processor: Processor,
): Promise<SessionAttempt | null> {
  const { attempt, session } = started
  const outcome = await purchaseOf(processor, {
    reference: attempt.processor_reference,
    amount: attempt.amount,
    currency: attempt.currency,
    card,
    network: attempt.card_network,
    description: session.description,
    customer: { ...customerOf(session, attempt), browser },
    merchantReference: session.reference,
    returnUrl: challengeReturnUrl(context, scope, attempt.id),
  })
  const settled = await settleAttempt(context, scope, attempt.id, outcome, { known: started })
  if (usesAllowanceUp(outcome)) return settled
  // Before the reply, so that the next customer finds the allowance. The payment is settled even if this fails.
  await returnAllowances(context, admission?.allowances ?? []).catch((error: unknown) => {
    context.log.warn(
      { merchantId: scope.merchantId, error: loggable(error) },
      'could not return the allowance of a card',
    )
  })
  return settled
}

/** A question of the bank already tells a card tester that the card is good, so it uses the allowance up. */
function usesAllowanceUp(outcome: PurchaseOutcome): boolean {
  if (outcome.kind === 'declined') return countsAsDeclinedCard(outcome.failureCode)
  return outcome.kind === 'challenge' || outcome.kind === 'pending'
}

/** A number or security code that its network does not issue is declined without the bank, as the form does. */
async function purchaseOf(processor: Processor, purchase: Purchase): Promise<PurchaseOutcome> {
  if (!canBeCard(purchase.card, purchase.network))
    return { kind: 'declined', failureCode: 'invalid_card', refusal: impossibleCard }
  return processor.purchase(purchase)
}

const impossibleCard = {
  code: 'impossible_card',
  text: 'No card has this number, or a security code of this length. The service did not ask the acquirer.',
}

function customerOf(session: SessionRecord, attempt: AttemptRecord): Omit<PurchaseCustomer, 'browser'> {
  const { customer, billing_address: billingAddress } = payerOf(session, attempt)
  const { email = null, name = null, phone = null } = customer
  const country = billingAddress?.country ?? session.shipping_address?.country ?? null
  return { email, name, phone, billingAddress, country }
}

/** Where the bank's page sends the customer back to. */
function challengeReturnUrl({ settings, keyring }: FlowContext, scope: Scope, attemptId: string): string {
  return settings.baseUrl + challengeReturnPath + attemptTokenOf(keyring, scope, attemptId, 'return')
}
