import { isCurrency } from '../domain/money.ts'
import type { DifferenceCode } from '../domain/settlement-differences.ts'
import { settlementDays } from '../flows/compare-settlement.ts'
import type { SettlementKind } from '../domain/settlement-line.ts'
import type { ListedDifference } from '../store/settlement-lists.ts'
import { money } from './payment-words.ts'

interface Words {
  readonly name: string
  /** What to do. */
  readonly advice: string
}

export const differenceWords: Readonly<Record<DifferenceCode, Words>> = {
  payout_differs: {
    name: 'Payout differs from its batch',
    advice:
      'The payout is not the sum of the lines of its batch. Download the report of this batch again and ' +
      'import it: the last one may have been cut. If the sums still differ, ask Adyen.',
  },
  payout_missing: {
    name: 'Batch without payout',
    advice:
      'The imported lines of this batch have no payout and do not end at zero. Download the whole report of ' +
      'the batch and import it.',
  },
  unknown_payment: {
    name: 'Payment that is not here',
    advice:
      'The acquirer has a payment that this account never made. If another system shares the merchant ' +
      'account, this is its payment. Otherwise look for the reference in Adyen’s Customer Area, and refund ' +
      'what nobody bought.',
  },
  payment_not_paid: {
    name: 'Settled, but not paid here',
    advice:
      'The acquirer has taken the money of a payment that did not succeed here. Refund it in Adyen’s ' +
      'Customer Area, or deliver the order. Then look at Notifications: the one about this payment is ' +
      'missing or failed.',
  },
  settled_twice: {
    name: 'Settled twice',
    advice:
      'The reports settle the same payment, refund or chargeback twice. Ask Adyen to correct the second ' + 'line.',
  },
  amount_differs: {
    name: 'Amount differs',
    advice:
      'The report has another amount than this account. Compare the payment in Adyen’s Customer Area, and ' +
      'ask Adyen.',
  },
  currency_differs: {
    name: 'Currency differs',
    advice:
      'The report has another currency than this account. Compare the payment in Adyen’s Customer Area, and ' +
      'ask Adyen.',
  },
  settlement_missing: {
    name: 'In no report',
    advice:
      `The money moved here, and no report has it after ${settlementDays} days. Import the reports that are ` +
      'missing. If there are none, look for the payment in Adyen’s Customer Area: it may not have been ' +
      'captured.',
  },
  unknown_refund: {
    name: 'Refund that is not here',
    advice:
      'Somebody refunded the payment at the acquirer and not here, so this account still counts the money. ' +
      'Make no second refund here, and note the refund in your books.',
  },
  refund_failed: {
    name: 'Refunded, but failed here',
    advice:
      'The customer has the money of a refund that failed here. Do not refund it again. Look at ' +
      'Notifications: the one about this refund is missing or failed.',
  },
  unknown_chargeback: {
    name: 'Chargeback that is not here',
    advice:
      'A cardholder’s bank has taken the payment back, and its notification did not arrive. Answer the ' +
      'dispute in Adyen’s Customer Area before its deadline, and look at Notifications.',
  },
  chargeback_not_booked: {
    name: 'Chargeback without its money here',
    advice:
      'The bank has taken the money, and here the dispute has not reached that stage. Look at ' +
      'Notifications, and answer the dispute in Adyen’s Customer Area.',
  },
  reversal_not_booked: {
    name: 'Money that moved back, but not here',
    advice:
      'A refund, a chargeback or a capture was reversed at the acquirer, and its notification did not ' +
      'arrive. Look at Notifications, and note the money in your books.',
  },
}

export const lineKindWords: Readonly<Record<SettlementKind, string>> = {
  payment: 'Payment',
  refund: 'Refund',
  chargeback: 'Chargeback',
  chargeback_reversed: 'Chargeback reversed',
  second_chargeback: 'Second chargeback',
  refund_reversed: 'Refund reversed',
  capture_reversed: 'Payment reversed',
  fee: 'Fee',
  payout: 'Payout',
  other: 'Other',
}

/** An amount of a report or of our side. Null: there is none. */
export function reportMoney(amount: number | null, currency: string | null): string | null {
  if (amount === null || currency === null || !isCurrency(currency)) return null
  return amount < 0 ? `−${money({ amount: -amount, currency })}` : money({ amount, currency })
}

/** Both sides of a difference. */
export function sidesOf(difference: ListedDifference): {
  readonly ours: string | null
  readonly theirs: string | null
} {
  const { expected, expected_currency, found, found_currency } = difference
  return { ours: reportMoney(expected, expected_currency), theirs: reportMoney(found, found_currency) }
}
