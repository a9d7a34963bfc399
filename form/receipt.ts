import type { components } from '../generated/types.ts'
import type { ReceiptTexts } from './texts/texts.ts'

/** What a receipt is about, as the form and our own pages know it. */
export interface Payment {
  readonly amount: number
  readonly description: string | null
  readonly reference: string | null
  readonly receipt: Readonly<components['schemas']['FormReceipt']> | null
}

/** One line of a receipt: a label, and a value or a time. */
export interface ReceiptLine {
  readonly label: string
  /** Null: the line has only a time. */
  readonly value: string | null
  /** A time in RFC 3339. */
  readonly time: string | null
  readonly isTotal?: boolean
  /** Whose mark is before the value. */
  readonly brand?: string | null
}

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
}

/**
 * Whether the merchant has all of the payment. The panel above its receipt then shows the amount, and no line of the
 * receipt repeats it.
 */
export function isWhole({ receipt }: Pick<Payment, 'receipt'>): boolean {
  return Boolean(receipt?.paid_at) && receipt?.returned.length === 0
}

/** The lines of a receipt. `write` writes an amount of the payment's currency. */
export function receiptLines(
  { amount, description, reference, receipt }: Payment,
  texts: ReceiptTexts,
  write: (amount: number) => string,
  hasAmountAbove = false,
): ReceiptLine[] {
  const refunded = receipt?.amount_refunded ?? 0
  const lines: (ReceiptLine | null)[] = [
    hasAmountAbove ? null : line(texts.amount, write(amount)),
    receipt?.paid_at ? { label: texts.date, value: null, time: receipt.paid_at } : null,
    line(texts.description, description),
    line(texts.reference, reference),
    cardLine(texts.card, receipt),
    ...(receipt?.returned ?? []).map(({ kind, amount: returned, returned_at }) => ({
      label: kind === 'refund' ? texts.refunded : texts.returned,
      value: write(returned),
      time: returned_at,
    })),
    refunded > 0 ? { label: texts.remaining, value: write(amount - refunded), time: null, isTotal: true } : null,
  ]
  return lines.filter((found) => found !== null)
}

function line(label: string, value: string | null): ReceiptLine | null {
  return value ? { label, value, time: null } : null
}

function cardLine(label: string, receipt: Payment['receipt']): ReceiptLine | null {
  const found = line(label, receipt && cardName(receipt))
  return found && { ...found, brand: receipt?.card_brand ?? null }
}

/** `Visa •••• 0085`, from left to right in every language. */
function cardName({ card_brand: brand, card_last4: last4 }: NonNullable<Payment['receipt']>): string | null {
  if (last4 === null) return null
  const name = brand === null ? '' : `${brandNames[brand] ?? brand} `
  return `\u2066${name}•••• ${last4}\u2069`
}

/** The parts of a date and time that receipts show. Without `timeZone`, the browser's own is used. */
export const receiptTime = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const satisfies Intl.DateTimeFormatOptions
