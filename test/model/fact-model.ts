import fc from 'fast-check'
import type { ReportedStage } from '../../server/domain/dispute-state.ts'
import type { ProcessorFact } from '../../server/processors/processor.ts'

// What a processor may report about a payment of 2,500 pence, and what must follow from it, as a small model. The
// expectations read only which facts there are, never their order.

export const paymentAmount = 2500
export const refundAmounts = [1000, 700] as const

type ChargebackStage = Exclude<ReportedStage, 'capture_failed'>
type RefundNews = 'succeeded' | 'failed' | 'reversed'

/** What a processor reports about one payment. */
export interface News {
  readonly disputes: readonly (readonly ChargebackStage[])[]
  readonly captureFailed: boolean
  /** For each refund, or for the only automatic return. */
  readonly refunds: readonly (readonly RefundNews[])[]
}

const stages: readonly ChargebackStage[] = ['notice', 'charged', 'reversed', 'charged_again', 'won', 'lost']

function anyRefundNews(): fc.Arbitrary<RefundNews[]> {
  return fc.subarray<RefundNews>(['succeeded', 'failed', 'reversed'])
}

export const anyNews: fc.Arbitrary<News> = fc.record({
  disputes: fc.array(fc.subarray([...stages], { minLength: 1 }), { minLength: 0, maxLength: 2 }),
  captureFailed: fc.boolean(),
  refunds: fc.tuple(anyRefundNews(), anyRefundNews()),
})

/** A fact about the payment `purchase`. */
export function approval(purchase: string): ProcessorFact {
  const outcome = { kind: 'approved', authorizationCode: 'A1', threeDSecure: null } as const
  return { kind: 'purchase', reference: purchase, outcome, money: { amount: paymentAmount, currency: 'GBP' } }
}

/** The facts of the disputes and of the capture. Ids of the processor end with the payment's reference. */
export function disputeFacts(purchase: string, { disputes, captureFailed }: News): ProcessorFact[] {
  const money = { amount: paymentAmount, currency: 'GBP' }
  const facts: ProcessorFact[] = disputes.flatMap((reported, index) =>
    reported.map((stage) => ({
      kind: 'chargeback' as const,
      stage,
      reference: purchase,
      dispute: `dispute ${index} of ${purchase}`,
      event: `${stage} ${index} of ${purchase}`,
      money: { ...money, amount: disputedAmounts[index] ?? 0 },
      reason: stage === 'notice' ? ('general' as const) : stage === 'charged' ? ('fraudulent' as const) : null,
      respondBy: stage === 'notice' ? new Date('2026-12-01T00:00:00Z') : null,
    })),
  )
  if (captureFailed) facts.push({ kind: 'capture_failed', reference: purchase, event: `failed ${purchase}`, money })
  return facts
}

const disputedAmounts = [2500, 800]

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
    const has = (stage: ChargebackStage): boolean => reported.includes(stage)
    return {
      status: statusOf(has),
      stage: has('charged_again') ? 'second_chargeback' : has('charged') || has('reversed') ? 'chargeback' : 'notice',
      amount: disputedAmounts[index] ?? 0,
      reason: has('charged') ? 'fraudulent' : has('notice') ? 'general' : null,
      answerBy: has('notice') ? '2026-12-01' : null,
    }
  })
  const failed = { status: 'lost', stage: 'chargeback', amount: 2500, reason: 'capture_failed', answerBy: null }
  return captureFailed ? [...expected, failed] : expected
}

function statusOf(has: (stage: ChargebackStage) => boolean): string {
  if (has('charged_again')) return 'lost'
  if (has('reversed')) return 'won'
  if (has('lost')) return 'lost'
  return has('won') && !has('charged') ? 'won' : 'open'
}

/** Whether a bank has money of the payment. */
export function isTakenBack({ disputes, captureFailed }: News): boolean {
  return (
    captureFailed ||
    disputes.some((d) => d.includes('charged_again') || (d.includes('charged') && !d.includes('reversed')))
  )
}

export function expectedRefund(news: readonly RefundNews[]): 'pending' | 'succeeded' | 'failed' {
  if (news.includes('failed') || news.includes('reversed')) return 'failed'
  return news.includes('succeeded') ? 'succeeded' : 'pending'
}

/** Kinds and signed amounts of the ledger's lines, sorted. `names`: the kinds of the lines of refunds or returns. */
export function expectedLedger(news: News, amounts: readonly number[], names: { out: string; back: string }): string[] {
  const lines = [`capture ${paymentAmount}`]
  for (const [index, reported] of news.disputes.entries()) {
    const amount = disputedAmounts[index] ?? 0
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
