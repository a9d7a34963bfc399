import type { DisputeRecord, RefundRecord, ReturnRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { disputesToAnswer, refundsToRepeat, refusedReturns } from '../store/attention.ts'
import { findProcessorCredentials } from '../store/processor-credentials.ts'
import { adyen } from './adyen-credentials.ts'
import { isRefused } from './check-connection.ts'
import type { FlowContext } from './context.ts'

/** What a merchant should look at. Lists have at most `limit` entries. */
export interface Attention {
  readonly refunds: readonly RefundRecord[]
  readonly disputes: readonly DisputeRecord[]
  readonly returns: readonly ReturnRecord[]
  /** Why the account can take no live payments at Adyen. Null: it can, or this does not concern the scope. */
  readonly adyen: 'not_connected' | 'refused' | null
}

/** A failed refund needs attention for this long, or until the payment gets another refund of at least its amount. */
const refundDays = 30

export async function readAttention(context: FlowContext, scope: Scope, limit: number): Promise<Attention> {
  const { db, clock } = context
  const since = new Date(clock.now().getTime() - refundDays * 24 * 3600_000)
  return {
    refunds: await refundsToRepeat(scope, db, { since, limit }),
    disputes: await disputesToAnswer(scope, db, limit),
    returns: await refusedReturns(scope, db, limit),
    adyen: await adyenProblem(context, scope),
  }
}

async function adyenProblem(context: FlowContext, { merchantId, livemode }: Scope): Promise<Attention['adyen']> {
  if (!livemode || context.liveProcessor !== adyen) return null
  const record = await findProcessorCredentials(context.db, { merchantId, processor: adyen })
  if (!record) return 'not_connected'
  return isRefused(record) ? 'refused' : null
}
