import { cardBrands } from '../../../server/domain/sessions/card-rules.ts'
import { failureCodes } from '../../../server/domain/sessions/failure-codes.ts'
import type {
  Approved,
  Declined,
  EarlierCall,
  NotificationItem,
  Processor,
  ProcessorFact,
  Purchase,
  PurchaseOutcome,
  RefundOrder,
  RefundOutcome,
} from '../../../server/processors/processor.ts'
import { BrokenCall, type Wire } from '../wire-faults.ts'
import type { Books } from './books.ts'
import {
  openSigned,
  refusalCodes,
  type ConfirmedBody,
  type PaymentBody,
  type RefundBody,
  type Statement,
} from './messages.ts'

/** An acquirer, and the way to it. */
export interface AcquirerAccess {
  readonly books: Books
  readonly wire: Wire
  readonly apiKey: string
  /** What the merchant has configured. */
  readonly credentials: { apiKey: string; notificationSecret: string }
}

/** How often the adapter sends an order whose answer it could not use. */
const tries = 2

/**
 * The adapter of an acquirer that works as most do: it has ids of its own, which refunds need; it answers no questions
 * about earlier orders; and it reports outcomes by signed notifications.
 */
export function acquirerAdapter(access: AcquirerAccess): Processor {
  const { books, credentials } = access
  return {
    name: 'acquirer',
    acceptedBrands: cardBrands,
    cardNetworks: () => Promise.resolve([]),
    purchase: (order) => purchase(access, order),
    continueChallenge: ({ reference, processorId, result }) => {
      const answer = result.kind === 'returned' ? books.confirm(result.fields['result'] ?? '') : null
      if (!answer) return Promise.resolve(pending)
      const contradiction = contradictionIn(answer, { reference, processorId })
      return Promise.resolve(contradiction ? { ...pending, contradiction } : stateOf(answer))
    },
    lookup: ({ processorId }) => Promise.resolve(processorId === null ? pending : { ...pending, processorId }),
    giveUp: async ({ reference }) => {
      const answer = await send(access, async () => books.cancel(reference) ?? {}, isObject)
      return { kind: answer === 'unusable' ? 'unreachable' : 'received' }
    },
    refund: (order) => refund(access, order),
    // The acquirer knows a repeated reference, so the service can order again what may not have arrived.
    lookupRefund: ({ processorId }) =>
      Promise.resolve(processorId === null ? { kind: 'not_received' } : { ...pending, processorId }),
    readNotification: (message) => {
      const statements = openSigned(message, credentials.notificationSecret)
      if (!statements) return { kind: 'refused', status: 401, reason: 'The signature is wrong.' }
      const items = statements.flatMap((statement) => (statement === null ? [] : [itemOf(statement)]))
      const refusedParts = items.length < statements.length ? ['A statement is empty.'] : []
      return { kind: 'accepted', items, refusedParts }
    },
    forget: null,
    decideUnanswered: null,
  }
}

const pending = { kind: 'pending' } as const
const unreachable = { kind: 'unreachable' } as const

async function purchase(access: AcquirerAccess, order: Purchase): Promise<PurchaseOutcome> {
  const { reference, amount, currency, card, returnUrl } = order
  const body = { reference, amount, currency, number: card.revealPan(), holder: card.name, returnUrl }
  const answer = await send(
    access,
    async () => access.books.pay(body),
    (given): given is PaymentBody => isAbout(given, order),
  )
  if (answer === 'unusable') return unreachable
  if (answer === 'unauthorised') return { kind: 'declined', failureCode: 'account_configuration' }
  return stateOf(answer)
}

async function refund(access: AcquirerAccess, order: RefundOrder): Promise<RefundOutcome> {
  const { reference, amount, currency, purchaseProcessorId: payment } = order
  if (payment === null) return { kind: 'failed', failureMessage: 'The acquirer has no such payment.' }
  const answer = await send(
    access,
    async () => {
      const made = access.books.refund({ payment, reference, amount })
      return made ? { ...made, reference, amount, currency } : { refused: true }
    },
    (given): given is RefundBody | { refused: true } =>
      isObject(given) && ('refused' in given || isAbout(given, order)),
  )
  if (answer === 'unusable' || answer === 'unauthorised') return unreachable
  if ('refused' in answer) return { kind: 'failed', failureMessage: 'The acquirer refused the refund.' }
  return { ...pending, processorId: answer.id }
}

/** Sends an order, and again when the answer is of no use. The acquirer knows its reference. */
async function send<Body extends object>(
  { wire, apiKey, credentials }: AcquirerAccess,
  reach: () => Promise<object>,
  isUsable: (body: unknown) => body is Body,
): Promise<Body | 'unusable' | 'unauthorised'> {
  if (credentials.apiKey !== apiKey) return 'unauthorised'
  for (let each = 0; each < tries; each += 1) {
    try {
      const { status, body } = await wire.carry(async () => ({ status: 200, body: await reach() }))
      if (status === 200 && isUsable(body)) return body
    } catch (error) {
      if (!(error instanceof BrokenCall)) throw error
    }
  }
  return 'unusable'
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null
}

/** Whether an answer is about this order: an answer about other money must not settle it. */
function isAbout(body: unknown, order: { reference: string; amount: number; currency: string }): boolean {
  const { reference, amount, currency } = (isObject(body) ? body : {}) as Partial<PaymentBody>
  return reference === order.reference && amount === order.amount && currency === order.currency
}

/** The browser brought what the answer is about. The acquirer names each payment when it begins. */
function contradictionIn(answer: ConfirmedBody, expected: Pick<EarlierCall, 'reference' | 'processorId'>) {
  const { id, reference = expected.reference } = answer
  if (reference !== expected.reference) return { about: 'reference', found: reference } as const
  return id === expected.processorId ? null : ({ about: 'processor_id', found: id } as const)
}

function stateOf(payment: ConfirmedBody): PurchaseOutcome {
  const { id: processorId, result } = payment
  if (result === 'pending') return { kind: 'pending', processorId }
  if (result !== 'challenge') return finalOf(payment, result)
  const url = `https://acs.example/${processorId}`
  return { kind: 'challenge', challenge: { kind: 'page', url }, processorId }
}

function finalOf(payment: ConfirmedBody, result: 'approved' | 'refused'): Approved | Declined {
  const { id: processorId, refusal, authentication } = payment
  if (result === 'approved')
    return { kind: 'approved', authorizationCode: null, threeDSecure: authentication, processorId }
  const code = refusal ?? ''
  if (code === 'cancelled')
    return { kind: 'declined', failureCode: 'authentication_failed', abandoned: true, processorId }
  const failureCode = failureCodes.find((each) => refusalCodes[each] === code) ?? 'card_declined'
  return { kind: 'declined', failureCode, processorId, refusal: { code, text: `Refused with code ${code}` } }
}

function itemOf(statement: Statement): NotificationItem {
  const { type, number } = statement
  return { id: `${type}:${number}`, type, occurredAt: new Date(), content: { ...statement }, fact: factOf(statement) }
}

function factOf(statement: Statement): ProcessorFact | null {
  switch (statement.type) {
    case 'payment': {
      const { reference, result, amount, currency } = statement
      if (result === 'pending' || result === 'challenge') return null
      return { kind: 'purchase', reference, outcome: finalOf(statement, result), money: { amount, currency } }
    }
    case 'refund': {
      const { id: processorId, reference, succeeded, amount, currency } = statement
      const outcome: RefundOutcome = succeeded
        ? { kind: 'succeeded', processorId }
        : { kind: 'failed', failureMessage: 'The card’s bank did not take the refund.', processorId }
      return { kind: 'refund', reference, outcome, money: { amount, currency } }
    }
    case 'refund_reversed': {
      const { id: reversal, reference, amount, currency } = statement
      return { kind: 'refund_reversed', reference, reversal, money: { amount, currency } }
    }
    case 'capture_failed': {
      const { id: event, reference, amount, currency } = statement
      return { kind: 'capture_failed', reference, event, money: { amount, currency } }
    }
    case 'dispute': {
      const { reference, dispute, event, stage, amount, currency } = statement
      const money = { amount, currency }
      const round = stage === 'won' || stage === 'lost' ? { round: 'prearbitration' as const } : {}
      const ids = { reference, dispute, event }
      return { kind: 'chargeback', stage, ...round, ...ids, money, reason: 'fraudulent', respondBy: null }
    }
    case 'newsletter':
      return null
  }
}
