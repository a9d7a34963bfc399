export const disputeStatuses = ['open', 'won', 'lost'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/**
 * How far a dispute has come. `notice`: the bank asks, and no money has moved. `chargeback`: the bank has taken the
 * money. `second_chargeback`: the bank has taken the money again, after the merchant had won it back.
 */
export type DisputeStage = 'notice' | 'chargeback' | 'second_chargeback'

/**
 * Why a cardholder disputes a payment. The adapter of a processor translates its acquirer's codes. `capture_failed`: no
 * cardholder disputed the payment, but its money never arrived.
 */
export type DisputeReason =
  | 'fraudulent'
  | 'product_not_received'
  | 'product_unacceptable'
  | 'duplicate'
  | 'credit_not_processed'
  | 'capture_failed'
  | 'general'

/** The stages that a processor reports (`ChargebackFact` in server/processors/processor.ts), and the failed capture. */
export type ReportedStage = 'notice' | 'charged' | 'reversed' | 'charged_again' | 'won' | 'lost' | 'capture_failed'

/**
 * Which decision a report of `won` or `lost` is about: the one about the chargeback, the one after pre-arbitration, or
 * the last one, by the card network. A later round overrules an earlier one.
 */
export type DisputeRound = 'chargeback' | 'prearbitration' | 'arbitration'

const roundOrder: Readonly<Record<DisputeRound, number>> = { chargeback: 1, prearbitration: 2, arbitration: 3 }

/** One report about a dispute. Stages can arrive in any order. */
export interface DisputeStep {
  readonly stage: ReportedStage
  /** Default `chargeback`. */
  readonly round?: DisputeRound
  /** The processor's id of the report. A repeat of it may correct its money. */
  readonly event: string
  /** The processor's id of the dispute as the report names it, which may be that of the payment. */
  readonly dispute: string
  /** What the bank says that it moved, in the smallest unit. It may differ from the payment, as may the currency. */
  readonly amount: number
  readonly currency: string
  readonly reason: DisputeReason | null
  /** ISO 8601. */
  readonly respondBy: string | null
  /** When the report arrived. ISO 8601. */
  readonly at: string
}

export interface DisputeState {
  readonly status: DisputeStatus
  readonly stage: DisputeStage
  readonly amount: number
  readonly currency: string
  readonly reason: DisputeReason | null
  readonly respondBy: Date | null
  /** The bank has the money of this dispute, or has the right to it. */
  readonly holdsMoney: boolean
}

/** Stages that name reason and deadline, the most reliable one first. */
const tellingStages: readonly ReportedStage[] = ['capture_failed', 'charged_again', 'charged', 'notice', 'lost']

/** The state that follows from all reports so far, in whatever order they came. */
export function disputeStateOf(reported: readonly DisputeStep[]): DisputeState {
  const steps = countedSteps(reported)
  const reports = tellingStages.flatMap((stage) => ofStage(reported, stage))
  const respondBy = reports.find((step) => step.respondBy !== null)?.respondBy ?? null
  const status = statusOf(steps)
  const tookMoney = steps.some(saysMoneyMoved)
  const isSecond = steps.some(({ stage }) => stage === 'charged_again')
  return {
    status,
    stage: isSecond ? 'second_chargeback' : tookMoney ? 'chargeback' : 'notice',
    ...disputedMoney(steps),
    reason: reports.find(({ reason }) => reason !== null)?.reason ?? null,
    respondBy: respondBy === null ? null : new Date(respondBy),
    holdsMoney: tookMoney && status !== 'won',
  }
}

/**
 * The reports whose money counts. Of a report that is repeated with another amount, the highest amount counts. Another
 * currency tells the same money in another way, so the currency that came first counts.
 */
export function countedSteps(steps: readonly DisputeStep[]): DisputeStep[] {
  const ordered = [...steps].sort((a, b) => compare(a.at, b.at) || compare(a.currency, b.currency))
  const repeats = Map.groupBy(ordered, ({ stage, event }) => `${stage} ${event}`)
  return [...repeats.values()].map((same) => {
    const inCurrency = same.filter(({ currency }) => currency === same[0]?.currency)
    return inCurrency.reduce((highest, step) => (step.amount > highest.amount ? step : highest))
  })
}

/**
 * Whether the money is with the merchant again: each second chargeback takes what one reversal brought. Only their
 * events distinguish two reports.
 */
export function isMoneyBack(steps: readonly DisputeStep[]): boolean {
  return countOf(steps, 'reversed') > countOf(steps, 'charged_again')
}

/** Money decides before words, unless the words come from a later round than the money. */
function statusOf(steps: readonly DisputeStep[]): DisputeStatus {
  const word = lastWord(steps)
  const wasChargedAgain = countOf(steps, 'charged_again') > 0
  if (isMoneyBack(steps)) {
    const overrules = word?.round === 'arbitration' || (isAfterChargeback(word) && !wasChargedAgain)
    return word?.stage === 'lost' && overrules ? 'lost' : 'won'
  }
  // The money of a decision for the merchant comes back with `reversed`.
  if (wasChargedAgain) return word?.stage === 'won' && isAfterChargeback(word) ? 'open' : 'lost'
  if (countOf(steps, 'capture_failed') > 0 || word?.stage === 'lost') return 'lost'
  return word?.stage === 'won' && countOf(steps, 'charged') === 0 ? 'won' : 'open'
}

/** The decision of the latest round. */
function lastWord(steps: readonly DisputeStep[]): DisputeStep | undefined {
  const words = [...ofStage(steps, 'lost'), ...ofStage(steps, 'won')]
  return words.reduce<DisputeStep | undefined>(
    (last, word) => (last === undefined || roundOf(word) > roundOf(last) ? word : last),
    undefined,
  )
}

function roundOf({ round = 'chargeback' }: DisputeStep): number {
  return roundOrder[round]
}

function isAfterChargeback(word: DisputeStep | undefined): boolean {
  return word !== undefined && roundOf(word) > roundOrder.chargeback
}

/** Pre-arbitration is about money that the bank has taken before. */
function saysMoneyMoved(step: DisputeStep): boolean {
  if (step.stage === 'lost') return isAfterChargeback(step)
  return step.stage !== 'notice' && step.stage !== 'won'
}

/** What the bank took, or asks about. */
function disputedMoney(steps: readonly DisputeStep[]): { amount: number; currency: string } {
  for (const stage of ['capture_failed', 'charged', 'charged_again', 'reversed', 'notice', 'lost', 'won'] as const) {
    const [first, ...others] = ofStage(steps, stage)
    if (!first) continue
    const { currency } = first
    const amounts = [first, ...others.filter((step) => step.currency === currency)].map(({ amount }) => amount)
    const movesMoney = stage === 'charged' || stage === 'charged_again' || stage === 'reversed'
    const sum = amounts.reduce((total, amount) => total + amount, 0)
    return { amount: Math.min(movesMoney ? sum : Math.max(...amounts), mostMoney), currency }
  }
  throw new Error('Bug: a dispute has no report')
}

/** The largest amount that the database keeps in a column of amounts. */
export const mostMoney = 2_147_483_647

function countOf(steps: readonly DisputeStep[], stage: ReportedStage): number {
  return ofStage(steps, stage).length
}

/** The steps of a stage in an order that does not depend on their arrival. */
function ofStage(steps: readonly DisputeStep[], stage: ReportedStage): DisputeStep[] {
  return steps
    .filter((step) => step.stage === stage)
    .sort((a, b) => compare(a.event, b.event) || compare(a.currency, b.currency) || a.amount - b.amount)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
