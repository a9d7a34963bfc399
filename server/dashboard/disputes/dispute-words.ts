import {
  countedSteps,
  isMoneyBack,
  type DisputeRound,
  type ReportedStage,
} from '../../domain/disputes/dispute-state.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import { money } from '../shell/words.ts'

/**
 * What may still happen to a dispute, as far as its reports tell. Null: nothing. The words also hold for an acquirer
 * whose later stages have other names.
 */
export function disputeOutlook(dispute: DisputeRecord): string | null {
  if (dispute.reason === 'capture_failed') return null
  const { steps } = dispute
  const isFinal = steps.some(({ round }) => round === 'arbitration')
  if (isFinal) return dispute.status === 'open' ? 'You won the arbitration. The money has not come back yet.' : null
  switch (dispute.status) {
    case 'open':
      if (dispute.stage === 'notice')
        return 'If your answer does not satisfy the bank, or comes too late, it takes the money back.'
      if (dispute.stage === 'second_chargeback')
        return 'The bank has decided for you, but the money has not come back yet.'
      return (
        'If you win, the money comes back, but that may not be final. If you lose, or do not answer in time, the ' +
        'cardholder keeps it.'
      )
    case 'won':
      if (dispute.stage === 'notice') return 'The bank can still open a chargeback.'
      return (
        'This is not final. For some weeks the cardholder’s bank can take the money again (a second chargeback), or ' +
        'go on to pre-arbitration. Keep your documents, and wait before you deliver anything else.'
      )
    case 'lost':
      if (isMoneyBack(countedSteps(steps)))
        return (
          'You lost at pre-arbitration after the money had come back to you. The bank takes it again: set it aside. ' +
          'Do not refund it. Only an arbitration by the card network could still change this.'
        )
      return dispute.stage === 'notice'
        ? 'The bank is going to take the money, so do not refund it.'
        : 'The cardholder keeps the money, so do not refund it. Only an appeal at your acquirer could change this.'
  }
}

/** How a dispute differs from the payment in money. Null: it does not, or is about a part. */
export function disputeDifference(
  dispute: Pick<DisputeRecord, 'amount' | 'currency'>,
  payment: Pick<SessionRecord, 'amount' | 'currency'>,
): string | null {
  if (dispute.currency !== payment.currency)
    return (
      `The payment was ${money(payment)}. The bank reports another currency, and the ledger shows what it reports. ` +
      'Your acquirer’s settlement shows what left your balance.'
    )
  if (dispute.amount <= payment.amount) return null
  const more = money({ amount: dispute.amount - payment.amount, currency: payment.currency })
  return `This is ${more} more than the payment of ${money(payment)}. Exchange rates and fees can cause this.`
}

/** What a bank has reported, in the words of a person who keeps the books. */
export const reportedStages: Readonly<Record<ReportedStage, string>> = {
  notice: 'The bank asked',
  charged: 'Chargeback: the bank took the money',
  reversed: 'The money came back to you',
  charged_again: 'Second chargeback: the bank took the money again',
  won: 'Decided for you',
  lost: 'Decided for the cardholder',
  capture_failed: 'The money did not arrive',
}

export const disputeRounds: Readonly<Record<DisputeRound, string>> = {
  chargeback: '',
  prearbitration: ' at pre-arbitration',
  arbitration: ' by the card network, at arbitration',
}
