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

/** One report about a dispute. Stages can arrive in any order. */
export interface DisputeStep {
  readonly stage: ReportedStage
  /** The processor's id of the report. */
  readonly event: string
  /** Smallest unit of the currency. */
  readonly amount: number
  readonly reason: DisputeReason | null
  /** ISO 8601. */
  readonly respondBy: string | null
}

export interface DisputeState {
  readonly status: DisputeStatus
  readonly stage: DisputeStage
  readonly amount: number
  readonly reason: DisputeReason | null
  readonly respondBy: Date | null
  /** The bank has the money of this dispute. */
  readonly holdsMoney: boolean
}

/** Stages that name reason and deadline, the most reliable one first. */
const tellingStages: readonly ReportedStage[] = ['capture_failed', 'charged_again', 'charged', 'notice', 'lost']

/** The state that follows from all reports so far, in whatever order they came. Money decides before words. */
export function disputeStateOf(steps: readonly DisputeStep[]): DisputeState {
  const known = new Set(steps.map(({ stage }) => stage))
  const tookMoney = known.has('charged') || known.has('charged_again') || known.has('capture_failed')
  const status = statusOf(known, tookMoney)
  const reports = tellingStages.flatMap((stage) => ofStage(steps, stage))
  const respondBy = reports.find((step) => step.respondBy !== null)?.respondBy ?? null
  return {
    status,
    stage: known.has('charged_again')
      ? 'second_chargeback'
      : tookMoney || known.has('reversed')
        ? 'chargeback'
        : 'notice',
    amount: disputedAmount(steps),
    reason: reports.find(({ reason }) => reason !== null)?.reason ?? null,
    respondBy: respondBy === null ? null : new Date(respondBy),
    holdsMoney: tookMoney && status !== 'won',
  }
}

function statusOf(known: ReadonlySet<ReportedStage>, tookMoney: boolean): DisputeStatus {
  if (known.has('charged_again')) return 'lost'
  if (known.has('reversed')) return 'won'
  if (known.has('capture_failed')) return 'lost'
  if (known.has('lost')) return 'lost'
  // Money that the bank took comes back with `reversed`.
  return known.has('won') && !tookMoney ? 'won' : 'open'
}

/** The amount that the bank took, or asks about. */
function disputedAmount(steps: readonly DisputeStep[]): number {
  for (const stage of ['capture_failed', 'charged', 'charged_again', 'reversed', 'notice', 'lost', 'won'] as const) {
    const found = ofStage(steps, stage)
    if (found.length === 0) continue
    const movesMoney = stage === 'charged' || stage === 'charged_again' || stage === 'reversed'
    const amounts = found.map(({ amount }) => amount)
    return movesMoney ? amounts.reduce((sum, amount) => sum + amount, 0) : Math.max(...amounts)
  }
  throw new Error('Bug: a dispute has no report')
}

/** The steps of a stage in an order that does not depend on their arrival. */
function ofStage(steps: readonly DisputeStep[], stage: ReportedStage): DisputeStep[] {
  return steps.filter((step) => step.stage === stage).sort((a, b) => (a.event < b.event ? -1 : 1))
}
