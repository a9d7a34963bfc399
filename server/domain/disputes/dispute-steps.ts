import type { DisputeRecord } from './dispute-records.ts'
import type { MovementKind } from '../money/movement-records.ts'
import { countedSteps, disputeStateOf, isMoneyBack, type DisputeStep, type ReportedStage } from './dispute-state.ts'

/** The ledger line of a stage that moves money. */
export const stageMovements: Readonly<Partial<Record<ReportedStage, MovementKind>>> = {
  charged: 'chargeback',
  charged_again: 'chargeback',
  reversed: 'chargeback_reversal',
  capture_failed: 'capture_reversal',
}

/** Whether the bank has the money of this dispute, or has the right to it. */
export function holdsMoney(dispute: DisputeRecord): boolean {
  return disputeStateOf(dispute.steps).holdsMoney
}

/**
 * Sorts all reports about a payment into its disputes, by the processor's id of each. A processor may report the later
 * stages under another id than the chargeback, such as that of the payment. Such a report belongs to the dispute that
 * it fits best (spec/decisions/disputes.md#dispute-of-a-report). The result does not depend on the order of arrival.
 */
export function sortIntoDisputes(reports: readonly DisputeStep[]): Map<string, DisputeStep[]> {
  const named = [...Map.groupBy(reports, ({ dispute }) => dispute)]
  const disputes = new Map(named.filter(([, steps]) => steps.some(opens)))
  const later = named.flatMap(([, steps]) => (steps.some(opens) ? [] : steps)).sort(byCourse)
  const targets = [...disputes].filter(([, steps]) => steps.every(({ stage }) => stage !== 'capture_failed'))
  if (targets.length === 0) {
    const [first] = later.map(({ dispute }) => dispute).sort()
    return first === undefined ? disputes : disputes.set(first, later)
  }
  for (const step of later) {
    const [id, steps] = targets.reduce((best, target) => (isBetter(step, target, best) ? target : best))
    const grown: [string, DisputeStep[]] = [id, [...steps, step]]
    targets.splice(
      targets.findIndex(([one]) => one === id),
      1,
      grown,
    )
    disputes.set(...grown)
  }
  return disputes
}

function opens({ stage }: DisputeStep): boolean {
  return stage === 'notice' || stage === 'charged' || stage === 'capture_failed'
}

const course: readonly ReportedStage[] = ['reversed', 'charged_again', 'won', 'lost']

function byCourse(a: DisputeStep, b: DisputeStep): number {
  const keyOf = (step: DisputeStep): string =>
    [course.indexOf(step.stage), step.event, step.currency, String(step.amount).padStart(16, '0'), step.dispute].join()
  return keyOf(a) < keyOf(b) ? -1 : 1
}

type Target = readonly [id: string, steps: readonly DisputeStep[]]

function isBetter(step: DisputeStep, one: Target, other: Target): boolean {
  const [a, b] = [fitOf(step, one), fitOf(step, other)]
  return a === b ? one[0] > other[0] : a > b
}

/** First of all, the dispute must wait for such a report. Then the same money counts. */
function fitOf({ stage, amount, currency }: DisputeStep, [, steps]: Target): number {
  const counted = countedSteps(steps)
  const isCharged = counted.some((one) => one.stage === 'charged')
  const isBack = isMoneyBack(counted)
  const isWaiting =
    stage === 'charged_again' ? isBack : stage === 'reversed' ? isCharged && !isBack : !hasEnded(counted)
  const isSame = steps.some((one) => opens(one) && one.amount === amount && one.currency === currency)
  return (isWaiting ? 2 : 0) + (isSame ? 1 : 0)
}

function hasEnded(steps: readonly DisputeStep[]): boolean {
  return steps.some(({ stage }) => stage === 'won' || stage === 'lost')
}
