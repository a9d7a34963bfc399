import { isCurrency } from '../../domain/money/amounts.ts'
import type { DifferenceCode } from '../../domain/settlement/differences.ts'
import { settlementDays } from '../../flows/settlement/compare-settlement.ts'
import type { FlowContext } from '../../flows/context.ts'
import { reportingAcquirers } from '../../flows/settlement/reporting-acquirers.ts'
import type { SettlementKind } from '../../domain/settlement/line.ts'
import type { ListedDifference } from '../../store/settlement/lists.ts'
import { money } from '../shell/words.ts'

interface Words {
  readonly name: string
  /** What to do, in a few words. */
  readonly task: string
  /** What has happened and what to do. */
  advice(acquirer: AcquirerNames): string
}

/** How texts name the acquirer, and where the merchant sees payments and reports there. */
interface AcquirerNames {
  readonly label: string
  readonly site: string
}

/** With several acquirers, a text about all of them names none. */
export function acquirerNames(context: FlowContext): AcquirerNames {
  const [one, other] = reportingAcquirers(context)
  return one && !other
    ? { label: one.label, site: one.credentialsAt }
    : { label: 'the acquirer', site: 'the acquirer’s site' }
}

export const differenceWords: Readonly<Record<DifferenceCode, Words>> = {
  payout_differs: {
    name: 'Payout differs from its batch',
    task: 'Import the report of this batch again.',
    advice: ({ label, site }) =>
      `The payout is not the sum of the lines of its batch. Download the report of this batch again from ${site}, ` +
      `and import it: the last file may have been cut off. If the sums still differ, send both figures to ${label}’s ` +
      'support.',
  },
  payout_missing: {
    name: 'Batch without payout',
    task: 'Import the whole report of this batch.',
    advice: ({ site }) =>
      'The imported lines of this batch have no payout, and their sum is not zero. The file was probably cut off. ' +
      `Download the whole report of the batch from ${site}, and import it.`,
  },
  unknown_payment: {
    name: 'Payment that is not here',
    task: 'Find out which system took it. If none did, refund it.',
    advice: ({ label, site }) =>
      `${capital(label)} has a payment that this account never made. If another system uses the same merchant ` +
      'account, the payment is probably its own, and you have nothing to do. Otherwise search for the reference ' +
      `in ${site}, and refund the payment there.`,
  },
  payment_not_paid: {
    name: 'Settled, but not paid here',
    task: 'Refund it at the acquirer, or deliver the order.',
    advice: ({ label, site }) =>
      `${capital(label)} has taken the customer’s money for an attempt that did not succeed here. Open the ` +
      'payment. If it was paid by another attempt, or the customer no longer wants the order, search for the ' +
      `reference in ${site} and refund this payment there: it cannot be refunded here. Otherwise deliver the ` +
      'order, and note the money in your books: this account does not count it. Then open Notifications. If the ' +
      'one about this payment is missing, check that the webhook still works.',
  },
  settled_after_failure: {
    name: 'Settled, but booked as never arrived',
    task: 'Deliver the order, or refund it at the acquirer.',
    advice: ({ label, site }) =>
      `${capital(label)} reported that the money of this payment would never arrive, and has settled it all the ` +
      'same. If the next report takes the money back, import it, and this difference goes away. Otherwise the ' +
      `money is yours: deliver the order, or refund the payment in ${site}. Note the money in your books: this ` +
      'account does not count it.',
  },
  settled_twice: {
    name: 'Settled twice',
    task: 'Ask the acquirer to correct the second line.',
    advice: ({ label }) =>
      'The reports settle the same payment, refund or chargeback twice. Send the batch and the reference to ' +
      `${label}’s support, and ask for a correction of the second line.`,
  },
  amount_differs: {
    name: 'Amount differs',
    task: 'Compare the payment at the acquirer.',
    advice: ({ label, site }) =>
      `The report has another amount than this account. Search for the reference in ${site}. If somebody captured ` +
      `or refunded another amount there, note the difference in your books. Otherwise ask ${label}’s support.`,
  },
  currency_differs: {
    name: 'Currency differs',
    task: 'Compare the payment at the acquirer.',
    advice: ({ label, site }) =>
      'The report has the payment in another currency than this account. This is not about the currency of the ' +
      `payout, which may differ. Search for the reference in ${site}, and send both currencies to ${label}’s ` +
      'support.',
  },
  settlement_missing: {
    name: 'In no report',
    task: 'Import the missing report, or look for the payment at the acquirer.',
    advice: ({ label, site }) =>
      `The money moved here more than ${settlementDays} days before the end of the newest report, and no report ` +
      'has it. Import the reports that are missing: their batch numbers should have no gap. If none is missing, ' +
      `search for the reference in ${site}. If the payment was never captured, do not deliver the order, or ask ` +
      `the customer to pay again. If it was, ask ${label}’s support when it is settled.`,
  },
  unknown_refund: {
    name: 'Refund that is not here',
    task: 'Make no second refund here.',
    advice: ({ site }) =>
      `Somebody has refunded the payment in ${site} and not here, so this account still counts the money. Make no ` +
      'second refund here, and note the refund in your books.',
  },
  refund_failed: {
    name: 'Refunded, but failed here',
    task: 'Do not refund it again.',
    advice: () =>
      'The customer has the money of a refund that failed here. Do not refund it again, and note the refund in ' +
      'your books. If the next report takes the refund back, import it, and this difference goes away. Then open ' +
      'Notifications: the one about this refund may be missing.',
  },
  unknown_chargeback: {
    name: 'Chargeback that is not here',
    task: 'Answer the dispute at the acquirer.',
    advice: ({ site }) =>
      'A cardholder’s bank has taken the payment back, and its notification did not arrive. Answer the dispute in ' +
      `${site} before its deadline, or accept the loss. Do not refund the payment: the customer has the money. ` +
      'Then open Notifications, and check that the webhook still works.',
  },
  chargeback_not_booked: {
    name: 'Chargeback without its money here',
    task: 'Answer the dispute at the acquirer.',
    advice: ({ site }) =>
      'The bank has taken the money, and the dispute here has not reached that stage. Answer the dispute in ' +
      `${site} before its deadline, or accept the loss. Do not refund the payment: the customer has the money. ` +
      'Then open Notifications, and check that the webhook still works.',
  },
  reversal_not_booked: {
    name: 'Money that moved back, but not here',
    task: 'Note the money in your books.',
    advice: ({ label }) =>
      `${capital(label)} has reversed a refund, a chargeback or a payment, and its notification did not arrive. ` +
      'Note the money in your books: this account does not count it. Then open Notifications, and check that the ' +
      'webhook still works.',
  },
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
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
