import type { DisputeRecord, RefundRecord, ReturnRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { disputesToAnswer, refundsToRepeat, refusedReturns } from '../store/attention.ts'
import type { FlowContext } from './context.ts'

/** What a merchant should look at. Lists have at most `limit` entries. */
export interface Attention {
  readonly refunds: readonly RefundRecord[]
  readonly disputes: readonly DisputeRecord[]
  readonly returns: readonly ReturnRecord[]
}

/** A failed refund needs attention for this long, or until the payment gets another refund of at least its amount. */
const refundDays = 30

export async function readAttention({ db, clock }: FlowContext, scope: Scope, limit: number): Promise<Attention> {
  const since = new Date(clock.now().getTime() - refundDays * 24 * 3600_000)
  return {
    refunds: await refundsToRepeat(scope, db, { since, limit }),
    disputes: await disputesToAnswer(scope, db, limit),
    returns: await refusedReturns(scope, db, limit),
  }
}
