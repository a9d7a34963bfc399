import fc from 'fast-check'
import type { ReportedStage } from '../../server/domain/disputes/dispute-state.ts'
import type { ProcessorFact } from '../../server/processors/processor.ts'

// What a processor may report about a payment of 2,500 pence, and what must follow from it, as a small model. The
// expectations read only which facts there are, never their order.

export const paymentAmount = 2500
export const refundAmounts = [1000, 700] as const

type ChargebackStage = Exclude<ReportedStage, 'capture_failed'>
type RefundNews = 'succeeded' | 'failed' | 'reversed'

/** What a processor reports about one payment. */
export interface News {
  readonly disputes: readonly (readonly ReportedNews[])[]
  /** The reports after the chargeback have the processor's id of the payment instead of the dispute's. */
  readonly isUnnamed: boolean
  readonly captureFailed: boolean
  /** For each refund, or for the only automatic return. */
  readonly refunds: readonly (readonly RefundNews[])[]
}

const stages = ['notice', 'charged', 'reversed', 'charged_again', 'won', 'lost', 'won_later', 'lost_later'] as const
/** `…_later`: the decision after pre-arbitration. */
type ReportedNews = (typeof stages)[number]

const rounds = { won_later: 'won', lost_later: 'lost' } as const satisfies Partial<
  Record<ReportedNews, ChargebackStage>
>

function anyRefundNews(): fc.Arbitrary<RefundNews[]> {
  return fc.subarray<RefundNews>(['succeeded', 'failed', 'reversed'])
}

const anyReports = fc.subarray([...stages], { minLength: 1 })

/** Of several disputes, only a report that opens one says which of them it is. */
function opened(reported: readonly ReportedNews[]): ReportedNews[] {
  return isOpened(reported) ? [...reported] : ['charged', ...reported]
}

function isOpened(reported: readonly ReportedNews[]): boolean {
  return reported.includes('notice') || reported.includes('charged')
}

export const anyNews: fc.Arbitrary<News> = fc.record({
  disputes: fc.oneof(fc.array(anyReports, { maxLength: 1 }), fc.tuple(anyReports.map(opened), anyReports.map(opened))),
  isUnnamed: fc.boolean(),
  captureFailed: fc.boolean(),
  refunds: fc.tuple(anyRefundNews(), anyRefundNews()),
})

/** A fact about the payment `purchase`. */
export function approval(purchase: string): ProcessorFact {
  const outcome = { kind: 'approved', authorizationCode: 'A1', threeDSecure: null } as const
  return { kind: 'purchase', reference: purchase, outcome, money: { amount: paymentAmount, currency: 'GBP' } }
}

/** The facts of the disputes and of the capture. Ids of the processor end with the payment's reference. */
export function disputeFacts(purchase: string, { disputes, isUnnamed, captureFailed }: News): ProcessorFact[] {
  const money = { amount: paymentAmount, currency: 'GBP' }
  const facts: ProcessorFact[] = disputes.flatMap((reported, index) =>
    reported.map((stage) => ({
      kind: 'chargeback' as const,
      ...(stage === 'won_later' || stage === 'lost_later'
        ? { stage: rounds[stage], round: 'prearbitration' as const }
        : { stage }),
      reference: purchase,
      dispute:
        isUnnamed && isSingle(disputes) && stage !== 'notice' && stage !== 'charged'
          ? purchase
          : `dispute ${index} of ${purchase}`,
      event: `${stage} ${index} of ${purchase}`,
      money: disputedMoney[index] ?? money,
      reason: stage === 'notice' ? ('general' as const) : stage === 'charged' ? ('fraudulent' as const) : null,
      respondBy: stage === 'notice' ? new Date('2026-12-01T00:00:00Z') : null,
    })),
  )
  if (captureFailed) facts.push({ kind: 'capture_failed', reference: purchase, event: `failed ${purchase}`, money })
  return facts
}

/** Exchange rates and fees change what a bank takes: more than the payment, and in another currency. */
const disputedMoney = [
  { amount: 2533, currency: 'GBP' },
  { amount: 800, currency: 'EUR' },
]

/** With two disputes, the model does not know to which of them a report without the dispute's id belongs. */
function isSingle(disputes: News['disputes']): boolean {
  return disputes.length === 1 && isOpened(disputes[0] ?? [])
}

export function refundFacts(reference: string, amount: number, news: readonly RefundNews[]): ProcessorFact[] {
  const money = { amount, currency: 'GBP' }
  return news.map((one): ProcessorFact => {
    if (one === 'reversed') return { kind: 'refund_reversed', reference, reversal: `back ${reference}`, money }
    const outcome = one === 'succeeded' ? { kind: one } : { kind: one, failureMessage: 'The account is closed.' }
    return { kind: 'refund', reference, outcome, money }
  })
}

export interface ExpectedDispute {
  readonly status: string
  readonly stage: string
  readonly amount: number
  readonly reason: string | null
  readonly answerBy: string | null
}

/** The disputes, by reference. */
export function expectedDisputes({ disputes, captureFailed }: News): ExpectedDispute[] {
  const expected = disputes.map((reported, index) => {
    const has = (stage: ReportedNews): boolean => reported.includes(stage)
    return {
      status: statusOf(has),
      stage: has('charged_again') ? 'second_chargeback' : hasMoved(has) ? 'chargeback' : 'notice',
      amount: disputedMoney[index]?.amount ?? 0,
      reason: has('charged') ? 'fraudulent' : has('notice') ? 'general' : null,
      answerBy: has('notice') ? '2026-12-01' : null,
    }
  })
  const failed = { status: 'lost', stage: 'chargeback', amount: 2500, reason: 'capture_failed', answerBy: null }
  return captureFailed ? [...expected, failed] : expected
}

type Has = (stage: ReportedNews) => boolean

function hasMoved(has: Has): boolean {
  return has('charged') || has('reversed') || has('charged_again') || has('lost_later')
}

/** A decision after pre-arbitration overrules one about the chargeback. */
function statusOf(has: Has): string {
  const isLaterWon = has('won_later') && !has('lost_later')
  const isLost = has('lost_later') || (has('lost') && !isLaterWon)
  if (has('charged_again')) return isLaterWon ? 'open' : 'lost'
  if (has('reversed')) return has('lost_later') ? 'lost' : 'won'
  if (isLost) return 'lost'
  return (has('won') || isLaterWon) && !has('charged') ? 'won' : 'open'
}

/** How many disputes have money of the payment, or will get it. */
export function disputesThatHold({ disputes, captureFailed }: News): number {
  const holding = disputes.filter((reported) => {
    const has: Has = (stage) => reported.includes(stage)
    return hasMoved(has) && statusOf(has) !== 'won'
  })
  return holding.length + (captureFailed ? 1 : 0)
}

export function expectedRefund(news: readonly RefundNews[]): 'pending' | 'succeeded' | 'failed' {
  if (news.includes('failed') || news.includes('reversed')) return 'failed'
  return news.includes('succeeded') ? 'succeeded' : 'pending'
}

/** Kinds and signed amounts of the ledger's lines, sorted. `names`: the kinds of the lines of refunds or returns. */
export function expectedLedger(news: News, amounts: readonly number[], names: { out: string; back: string }): string[] {
  const lines = [`capture ${paymentAmount}`]
  for (const [index, reported] of news.disputes.entries()) {
    const { amount = 0 } = disputedMoney[index] ?? {}
    if (reported.includes('charged')) lines.push(`chargeback ${amount}`)
    if (reported.includes('charged_again')) lines.push(`chargeback ${amount}`)
    if (reported.includes('reversed')) lines.push(`chargeback_reversal ${amount}`)
  }
  if (news.captureFailed) lines.push(`capture_reversal ${paymentAmount}`)
  for (const [index, amount] of amounts.entries()) {
    const one = news.refunds[index] ?? []
    const hasLeft = one.includes('succeeded') || one.includes('reversed')
    if (!hasLeft) continue
    lines.push(`${names.out} ${amount}`)
    if (expectedRefund(one) === 'failed') lines.push(`${names.back} ${amount}`)
  }
  return lines.sort()
}
