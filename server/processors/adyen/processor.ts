import { createHash } from 'node:crypto'
import { isBrandRefused } from '../../../spec/lib/card-rules.ts'
import { cardBrands } from '../../domain/sessions/card-rules.ts'
import {
  callLimitSeconds,
  type ChallengeAnswer,
  type EarlierCall,
  type GivenUp,
  type Processor,
  type Purchase,
  type PurchaseOutcome,
} from '../processor.ts'
import { toAdyen, unchargeable } from './amounts.ts'
import { networkOf } from './brands.ts'
import { orderCapture } from './captures.ts'
import { detailsOf, readAction, readState, type ChallengeState, type CompletionDetails } from './challenges.ts'
import { createAdyenClient, type CallLimits, type Reply } from './client.ts'
import type { AdyenContext, AdyenOptions } from './context.ts'
import { idIn, receiptIn } from './evidence.ts'
import { objectOf, parseObject, textAt, type JsonObject } from './json.ts'
import { readNotification } from './notifications.ts'
import { readResult, type Expected } from './outcomes.ts'
import { capturesSeparately, paymentRequest } from './purchase-request.ts'
import { requestFailureOf } from './refusals.ts'
import { lookupRefund, orderRefund } from './refunds.ts'

/**
 * A purchase is repeated until shortly before its limit: the card is in memory only now, and the same `Idempotency-Key`
 * gives the true outcome.
 */
const purchaseLimits: CallLimits = { callMs: (callLimitSeconds - 4) * 1000, tryMs: 15_000, pauseMs: 500 }

/** The customer waits for these, or the worker repeats them. */
const shortLimits: CallLimits = { callMs: 12_000, tryMs: 8_000, pauseMs: 500 }

/** The form waits for the networks before it shows a choice. */
const networkLimits: CallLimits = { callMs: 3_000, tryMs: 3_000, pauseMs: 3_000 }

/** The adapter of Adyen's Checkout API for one account. */
export function createAdyenProcessor(options: AdyenOptions): Processor {
  const context: AdyenContext = { ...options, client: createAdyenClient(options) }
  return {
    name: 'adyen',
    acceptedBrands: options.account.brands ?? cardBrands,
    capturesSeparately: (network) => capturesSeparately(options.account, network),
    unchargeable,
    cardNetworks: (firstDigits) => cardNetworks(context, firstDigits),
    purchase: (purchase) => pay(context, purchase),
    continueChallenge: (answer) => continueChallenge(context, answer),
    // Adyen has no lookup by our reference. Its notification decides, or `giveUp` at the deadline.
    lookup: ({ processorId }) => Promise.resolve({ kind: 'pending', ...(processorId !== null && { processorId }) }),
    giveUp: (purchase) => giveUp(context, purchase),
    capture: (order) => orderCapture(context, limitsOf(context, shortLimits), order),
    refund: (order) => orderRefund(context, limitsOf(context, shortLimits), order),
    lookupRefund: (refund) => Promise.resolve(lookupRefund(context, refund)),
    readNotification: (message) => readNotification(context, message),
    forget: null,
    decideUnanswered: null,
  }
}

function limitsOf({ limits }: AdyenContext, usual: CallLimits): CallLimits {
  return limits ?? usual
}

async function pay(context: AdyenContext, purchase: Purchase): Promise<PurchaseOutcome> {
  const { account, client, log } = context
  const { reference, returnUrl } = purchase
  // The form refuses these numbers already, but a call need not come from the form.
  if (isBrandRefused(purchase.card.revealPan(), account.brands ?? []))
    return { kind: 'declined', failureCode: 'invalid_card', refusal: notTaken }
  const amount = toAdyen(purchase)
  if (amount === null) {
    log.error({ reference, currency: purchase.currency }, 'Adyen cannot take an amount with these decimals')
    return { kind: 'declined', failureCode: 'account_configuration' }
  }
  const reply = await client.call({
    path: '/payments',
    body: paymentRequest(account, purchase, amount),
    reference,
    idempotencyKey: reference,
    limits: limitsOf(context, purchaseLimits),
  })
  if (reply.kind === 'answered')
    return outcomeOf(
      context,
      withoutNumber(reply.body, purchase.card.revealPan()),
      { reference, amount, authentication: 'frictionless', processorId: null, isNamedByUs: true },
      returnUrl,
    )
  return withoutAnswer(context, reference, reply)
}

const notTaken = {
  code: 'brand_not_taken',
  text: 'The account does not accept this card brand. The service did not ask Adyen.',
}

/** The reply without the card number, in case Adyen returns it: parts of the reply are stored. */
function withoutNumber(body: JsonObject, pan: string): JsonObject {
  const text = JSON.stringify(body)
  return text.includes(pan) ? (parseObject(text.replaceAll(pan, '[number]')) ?? {}) : body
}

/** The outcome of a purchase that Adyen has refused, or that has no answer. */
function withoutAnswer(
  { log }: AdyenContext,
  reference: string,
  reply: Exclude<Reply, { kind: 'answered' }>,
): PurchaseOutcome {
  switch (reply.kind) {
    case 'refused': {
      const { status, errorCode } = reply
      const failureCode = requestFailureOf(status, errorCode)
      if (failureCode === 'processing_error' || failureCode === 'account_configuration')
        log.error({ reference, status, errorCode, failureCode }, 'Adyen has refused a request for a payment')
      return { kind: 'declined', failureCode, refusal: { code: errorCode ?? String(status), text: `HTTP ${status}` } }
    }
    case 'not_processed':
      return { kind: 'declined', failureCode: 'processor_unavailable' }
    case 'unanswered':
      return { kind: 'unreachable' }
  }
}

/** Reads a reply, and continues without the customer if the bank wants no fingerprint. */
async function outcomeOf(
  context: AdyenContext,
  body: JsonObject,
  expected: Expected,
  returnUrl: string,
): Promise<PurchaseOutcome> {
  const { log } = context
  const { reference, amount } = expected
  const result = readResult(body, expected)
  switch (result.kind) {
    case 'approved':
      return result
    case 'pending':
      if (result.contradiction)
        log.error({ reference, ...result.contradiction }, 'a reply from Adyen is about a different payment')
      return result
    case 'unproven':
      log.warn({ reference }, 'a reply from Adyen does not show which payment it is about, so a notification decides')
      return { kind: 'pending' }
    case 'declined': {
      const { isKnown, ...outcome } = result
      if (!isKnown)
        log.error({ reference, refusal: outcome.refusal }, 'Adyen refused for a reason that is not in the table')
      return outcome
    }
    case 'unusable':
      log.error({ reference, reason: result.reason }, 'a reply from Adyen cannot be used')
      return { kind: 'unreachable' }
    case 'action': {
      const step = readAction(body, { amount, returnUrl })
      if (step.kind === 'challenge') return { ...step.challenged, ...processorIdOf(body) }
      const earlier = { reference, processorId: idIn(body) ?? expected.processorId }
      if (step.kind === 'continue') return complete(context, earlier, step.state, step.details)
      log.error(
        { reference, type: textAt(objectOf(body['action']), 'type', 40) },
        'an action from Adyen cannot be used',
      )
      return { kind: 'unreachable' }
    }
  }
}

function processorIdOf(body: JsonObject): { processorId?: string } {
  const processorId = idIn(body)
  return processorId === null ? {} : { processorId }
}

async function continueChallenge(context: AdyenContext, answer: ChallengeAnswer): Promise<PurchaseOutcome> {
  const state = readState(answer.state)
  if (state === null) return { kind: 'pending' }
  const details = detailsOf(state, answer.result)
  if (answer.result.kind === 'abandoned') return abandon(context, answer, state, details)
  // A return that does not answer this step is forged or late.
  return details === null ? { kind: 'pending' } : complete(context, answer, state, details)
}

/** `POST /payments/details`. The same details have the same key, so that a doubled return has one effect. */
async function complete(
  context: AdyenContext,
  { reference, processorId }: Pick<EarlierCall, 'reference' | 'processorId'>,
  state: ChallengeState,
  details: CompletionDetails,
): Promise<PurchaseOutcome> {
  const { client, log } = context
  const { amount, returnUrl } = state
  const paymentData = details.threeDSResult === undefined ? state.paymentData : null
  const reply = await client.call({
    path: '/payments/details',
    body: { details, ...(paymentData !== null && { paymentData }) },
    reference,
    idempotencyKey: keyOf(reference, details),
    limits: limitsOf(context, shortLimits),
  })
  switch (reply.kind) {
    case 'answered': {
      const authentication = state.step === 'fingerprint' ? 'frictionless' : 'challenge'
      const isNamedByUs = state.step !== 'redirect' && (paymentData !== null || details.threeDSResult !== undefined)
      return outcomeOf(context, reply.body, { reference, amount, authentication, processorId, isNamedByUs }, returnUrl)
    }
    case 'refused':
      // The operator can repair the credentials, and then the worker's repetition goes through.
      if (reply.status === 401 || reply.status === 403) return { kind: 'unreachable' }
      // The fields come from the customer's browser. Those that Adyen does not accept must not end the payment.
      log.warn(
        { reference, status: reply.status, errorCode: reply.errorCode },
        'Adyen does not accept a 3-D Secure result',
      )
      return { kind: 'pending' }
    case 'not_processed':
    case 'unanswered':
      return { kind: 'unreachable' }
  }
}

/**
 * The customer closed the bank's page. Adyen ends a native challenge and confirms it. It cannot end a redirect: the
 * customer may still confirm there, so the service gives the payment up.
 */
async function abandon(
  context: AdyenContext,
  answer: ChallengeAnswer,
  state: ChallengeState,
  details: CompletionDetails | null,
): Promise<PurchaseOutcome> {
  if (details === null) return { kind: 'pending' }
  const outcome = await complete(context, answer, state, details)
  return outcome.kind === 'declined' ? { ...outcome, abandoned: true } : outcome
}

/** `POST /cancels` finds the payment by our reference. Adyen sends the result as TECHNICAL_CANCEL. */
async function giveUp(context: AdyenContext, { reference }: EarlierCall): Promise<GivenUp> {
  const { account, client, log } = context
  const reply = await client.call({
    path: '/cancels',
    body: { merchantAccount: account.merchantAccount, paymentReference: reference, reference },
    reference,
    idempotencyKey: keyOf(reference, { step: 'cancel' }),
    limits: limitsOf(context, shortLimits),
  })
  if (reply.kind === 'answered') {
    const sent = { merchantAccount: account.merchantAccount, paymentReference: reference, reference }
    const outcome = receiptIn(reply.body, sent)
    if (outcome.kind === 'pending') return { kind: 'received' }
    log.error({ reference, ...outcome.contradiction }, 'a reply from Adyen about a cancellation cannot be used')
    return outcome
  }
  if (reply.kind !== 'refused' || reply.status === 401 || reply.status === 403) return { kind: 'unreachable' }
  log.warn({ reference, status: reply.status, errorCode: reply.errorCode }, 'Adyen has nothing to cancel')
  return { kind: 'received' }
}

/** A key for a further call about a payment: Adyen's keys have 64 characters. */
function keyOf(reference: string, content: object): string {
  return createHash('sha256')
    .update(`${reference}\n${JSON.stringify(content)}`)
    .digest('base64url')
}

async function cardNetworks(context: AdyenContext, firstDigits: string): Promise<readonly string[] | null> {
  const { account, client } = context
  const reply = await client.call({
    path: '/cardDetails',
    body: { merchantAccount: account.merchantAccount, cardNumber: firstDigits },
    reference: 'card networks',
    limits: limitsOf(context, networkLimits),
    isOptional: true,
  })
  if (reply.kind !== 'answered') return null
  const brands = Array.isArray(reply.body['brands']) ? reply.body['brands'].slice(0, 10) : []
  const networks = brands.flatMap((brand) => {
    const type = textAt(objectOf(brand), 'type', 40)
    const isSupported = objectOf(brand)?.['supported'] !== false
    return type !== null && isSupported && /^[a-z0-9_]+$/.test(type) ? [networkOf(type)] : []
  })
  return networks.length > 1 ? [...new Set(networks)] : []
}
