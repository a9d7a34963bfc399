import { firstIdFrom } from '../../domain/ids.ts'
import type { CaptureRecord } from '../../domain/sessions/captures.ts'
import type { AttemptRecord, ReturnRecord } from '../../domain/sessions/session-records.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'
import { attemptColumns, captureColumns, disputeColumns, refundColumns, returnColumns } from '../sql/table-columns.ts'

// What a merchant should look at. Each statement reads a partial index, and at most `limit` rows of the result.

/** Of the newest failed refunds, how many a statement looks at. */
const maxFailed = 1_000

const refunds = {
  name: 'failed refunds to repeat',
  text: `
    select failed.* from (
      select ${refundColumns} from refunds
      where merchant_id = $1 and livemode = $2 and status = 'failed' and amount > 0 and id >= $3
      order by id desc limit ${maxFailed}
    ) failed
    where not exists (
      select from refunds later
      where later.merchant_id = $1 and later.livemode = $2 and later.session_id = failed.session_id
        and later.id > failed.id and later.status in ('pending', 'succeeded') and later.amount >= failed.amount
    )
    order by failed.id desc limit $4`,
}

/** Failed refunds since a time that no later refund of the payment replaces. Newest first. */
export function refundsToRepeat(
  { merchantId, livemode }: Scope,
  db: Database,
  { since, limit }: { since: Date; limit: number },
): Promise<RefundRecord[]> {
  return run(db, refunds, [merchantId, livemode, firstIdFrom('re', since), limit])
}

const disputes = {
  name: 'disputes to answer',
  text: `
    select ${disputeColumns} from disputes where merchant_id = $1 and livemode = $2 and status = 'open'
    order by respond_by, id limit $3`,
}

/** Open disputes, the next deadline first. Disputes without a deadline come last. */
export function disputesToAnswer(
  { merchantId, livemode }: Scope,
  db: Database,
  limit: number,
): Promise<DisputeRecord[]> {
  return run(db, disputes, [merchantId, livemode, limit])
}

/** Refunds and returns without an outcome. Oldest first. */
export interface Waiting {
  readonly refunds: RefundRecord[]
  readonly returns: ReturnRecord[]
}

const waiting = {
  refunds: {
    name: 'refunds without outcome',
    text: `
      select ${refundColumns} from refunds
      where merchant_id = $1 and livemode = $2 and status = 'pending' and id < $3 order by id limit $4`,
  },
  returns: {
    name: 'returns without outcome',
    text: `
      select ${returnColumns} from automatic_returns
      where merchant_id = $1 and livemode = $2 and status = 'pending' and last_failure is null and id < $3
      order by id limit $4`,
  },
}

/** Refunds and returns that the processor has neither made nor refused, although they are older than `before`. */
export async function ordersWithoutOutcome(
  { merchantId, livemode }: Scope,
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<Waiting> {
  return {
    refunds: await run(db, waiting.refunds, [merchantId, livemode, firstIdFrom('re', before), limit]),
    returns: await run(db, waiting.returns, [merchantId, livemode, firstIdFrom('ret', before), limit]),
  }
}

const returns = {
  name: 'refused returns',
  text: `
    select ${returnColumns} from automatic_returns
    where merchant_id = $1 and livemode = $2 and status = 'pending' and last_failure is not null
    order by id desc limit $3`,
}

/** Automatic returns that the bank has refused and that have not succeeded since. Newest first. */
export function refusedReturns({ merchantId, livemode }: Scope, db: Database, limit: number): Promise<ReturnRecord[]> {
  return run(db, returns, [merchantId, livemode, limit])
}

const captures = {
  name: 'payments without capture',
  text: `
    select ${captureColumns} from captures
    where merchant_id = $1 and livemode = $2
      and ((status = 'refused' and created_at > $3) or (status in ('due', 'requested') and created_at < $4))
      and status in ('due', 'requested', 'refused')
    order by created_at desc limit $5`,
}

/**
 * Approved payments whose capture the processor has refused since `since`, or whose capture has had no outcome and is
 * older than `before`. Newest first.
 */
export function paymentsWithoutCapture(
  { merchantId, livemode }: Scope,
  db: Database,
  { since, before, limit }: { since: Date; before: Date; limit: number },
): Promise<CaptureRecord[]> {
  return run(db, captures, [merchantId, livemode, since, before, limit])
}

const contradicted = {
  name: 'contradicted attempts',
  text: `
    select ${attemptColumns} from card_attempts
    where merchant_id = $1 and livemode = $2 and contradiction is not null and id >= $3
    order by id desc limit $4`,
}

/** Card attempts since a time about which the processor gave an answer that cannot be theirs. Newest first. */
export function contradictedAttempts(
  { merchantId, livemode }: Scope,
  db: Database,
  { since, limit }: { since: Date; limit: number },
): Promise<AttemptRecord[]> {
  return run(db, contradicted, [merchantId, livemode, firstIdFrom('att', since), limit])
}

const contradictedOrdersText = `
  select session_id, amount, currency, created_at from (
    select session_id, amount, currency, created_at from refunds
    where merchant_id = $1 and livemode = $2 and status = 'pending' and contradiction is not null
    union all
    select session_id, amount, currency, created_at from automatic_returns
    where merchant_id = $1 and livemode = $2 and status = 'pending' and contradiction is not null
    union all
    select session_id, amount, currency, created_at from captures
    where merchant_id = $1 and livemode = $2 and status in ('due', 'requested', 'refused') and contradiction is not null
  ) orders
  order by created_at desc limit $3`

/** An order of a refund, a return or a capture. */
export interface ContradictedOrder {
  readonly session_id: string
  readonly amount: number
  readonly currency: string
  readonly created_at: Date
}

/** Waiting orders about which the processor gave an answer that cannot be theirs. Newest first. */
export function contradictedOrders(
  { merchantId, livemode }: Scope,
  db: Database,
  limit: number,
): Promise<ContradictedOrder[]> {
  return run(db, { name: 'contradicted orders', text: contradictedOrdersText }, [merchantId, livemode, limit])
}
