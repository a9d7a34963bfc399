import type { MovementRecord } from './movement-records.ts'

/**
 * What each line of the ledger means to a merchant, and its effect on their money. `payment_to_return`: the bank
 * approved a payment twice or too late, so the service returns it. `automatic_return`: this return. `refund_reversal`
 * and `automatic_return_reversal`: their money came back, because the customer did not get it. `capture_reversal`: the
 * money of a payment never arrived.
 */
const signs = {
  payment: 1,
  refund: -1,
  payment_to_return: 1,
  automatic_return: -1,
  chargeback: -1,
  chargeback_reversal: 1,
  refund_reversal: 1,
  automatic_return_reversal: 1,
  capture_reversal: -1,
} as const

export type LineKind = keyof typeof signs
export const lineKinds = Object.keys(signs) as readonly LineKind[]

/** A line of the ledger. `is_returned`: an automatic return belongs to its card attempt. */
export type LedgerLine = MovementRecord & { readonly is_returned: boolean }

export function lineKind({ kind, is_returned }: Pick<LedgerLine, 'kind' | 'is_returned'>): LineKind {
  if (kind === 'capture') return is_returned ? 'payment_to_return' : 'payment'
  if (kind === 'reversal') return 'automatic_return'
  return kind === 'return_reversal' ? 'automatic_return_reversal' : kind
}

/** The amount of a line as a change of the merchant's money: negative when money left. */
export function signedAmount(kind: LineKind, amount: number): number {
  return signs[kind] * amount
}
