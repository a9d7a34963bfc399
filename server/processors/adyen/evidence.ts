import type { Contradiction } from '../../domain/acquirers/contradiction.ts'
import { redactedReference } from '../../domain/text/redaction.ts'
import type { Unanswered } from '../processor.ts'
import type { AdyenAmount } from './amounts.ts'
import { objectAt, textAt, type JsonObject } from './json.ts'

/** The payment that a reply should be about (spec/decisions/acquirers.md#evidence-of-a-result). */
export interface ExpectedPayment {
  readonly reference: string
  readonly amount: AdyenAmount
  /** The `pspReference` that Adyen gave this payment before. Null: none. */
  readonly processorId: string | null
  /** What names the payment in the request comes from us, and nothing of it from a browser. */
  readonly isNamedByUs: boolean
}

export type Evidence =
  | { readonly kind: 'proven' }
  /** Nothing shows which payment the reply is about. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'contradiction'; readonly contradiction: Contradiction }

/**
 * Whether a reply about a payment is about this one. Adyen documents both repetitions as optional, and its example of a
 * redirect has neither. `pspReference` can differ from that of an earlier reply, so it contradicts the payment only
 * where the reply does not repeat our reference.
 */
export function evidenceIn(body: JsonObject, expected: ExpectedPayment): Evidence {
  const references = [body['merchantReference'], objectAt(body, 'additionalData')?.['merchantReference']].filter(
    isGiven,
  )
  const another = references.find((given) => given !== expected.reference)
  if (another !== undefined) return contradicting({ about: 'reference', found: readable(another) })
  const money = moneyIn(body).find(({ value, currency }) => !isAmount(expected.amount, value, currency))
  if (money) return contradicting({ about: 'amount', found: `${readable(money.value)} ${readable(money.currency)}` })
  if (references.length > 0 || expected.isNamedByUs) return { kind: 'proven' }
  const id = idIn(body)
  if (id === null || expected.processorId === null) return { kind: 'missing' }
  if (id === expected.processorId) return { kind: 'proven' }
  return contradicting({ about: 'processor_id', found: id, processorId: id })
}

/** Adyen's own id, which refunds need. */
export function idIn(body: JsonObject | null): string | null {
  const id = textAt(body, 'pspReference', 64)
  return id !== null && /^[A-Za-z0-9]+$/.test(id) ? id : null
}

function isGiven(value: unknown): boolean {
  return value !== undefined
}

/** The authorised amount, which a reply may repeat in two places. */
function moneyIn(body: JsonObject): { value: unknown; currency: unknown }[] {
  const data = objectAt(body, 'additionalData')
  const { authorisedAmountValue, authorisedAmountCurrency } = data ?? {}
  return [
    ...(body['amount'] === undefined
      ? []
      : [{ value: objectAt(body, 'amount')?.['value'], currency: objectAt(body, 'amount')?.['currency'] }]),
    ...(authorisedAmountValue === undefined || authorisedAmountCurrency === undefined
      ? []
      : [{ value: Number(authorisedAmountValue), currency: authorisedAmountCurrency }]),
  ]
}

function isAmount(amount: AdyenAmount, value: unknown, currency: unknown): boolean {
  return value === amount.value && currency === amount.currency
}

function contradicting(contradiction: Contradiction): Evidence {
  return { kind: 'contradiction', contradiction }
}

/** Up to 40 characters, also of a value of a wrong type. */
function readable(value: unknown): string {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : typeof value
  return redactedReference(text).slice(0, 40)
}

/** What we sent of an order about a payment, as far as Adyen's receipt may repeat it. */
interface SentOrder {
  readonly merchantAccount: string
  readonly reference?: string
  readonly paymentReference?: string
  readonly paymentPspReference?: string
  readonly amount?: AdyenAmount
}

const repeated = {
  reference: 'reference',
  paymentReference: 'reference',
  amount: 'amount',
  paymentPspReference: 'processor_id',
  merchantAccount: 'account',
} as const satisfies Record<keyof SentOrder, Contradiction['about']>

/**
 * The outcome of an order about a payment: a capture, a refund or a cancel. Our request names the payment and the
 * order, so the receipt need not repeat them. What it repeats must fit.
 */
export function receiptIn(body: JsonObject, sent: SentOrder): { kind: 'pending'; processorId: string } | Unanswered {
  for (const name of Object.keys(repeated) as (keyof SentOrder)[]) {
    const [given, expected, about] = [body[name], sent[name], repeated[name]]
    if (given === undefined || expected === undefined) continue
    if (typeof expected === 'string') {
      if (given !== expected) return unanswered({ about, found: readable(given) })
      continue
    }
    const { value, currency } = objectAt(body, name) ?? {}
    if (!isAmount(expected, value, currency))
      return unanswered({ about, found: `${readable(value)} ${readable(currency)}` })
  }
  const processorId = idIn(body)
  const isReceipt = body['status'] === undefined || body['status'] === 'received'
  return isReceipt && processorId !== null ? { kind: 'pending', processorId } : { kind: 'unreachable' }
}

function unanswered(contradiction: Contradiction): Unanswered {
  return { kind: 'unreachable', contradiction }
}
