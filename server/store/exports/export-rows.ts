import type { IdPrefix } from '../../domain/ids.ts'
import type { AttemptRecord, AttemptStatus } from '../../domain/sessions/session-records.ts'
import type { DeliveryRecord, EventRecord } from '../../domain/webhooks/webhook-records.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { RefundStatus } from '../../domain/refunds/refund-state.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'
import { idsOfPart, type IdRange } from '../sql/id-range.ts'
import { attemptColumns, deliveryColumns, refundColumns } from '../sql/table-columns.ts'

/** One part of an export, newest first. */
export interface ExportPart<Status> extends IdRange {
  /** Null matches every status. */
  readonly status: Status | null
  readonly limit: number
}

function partValues({ merchantId, livemode }: Scope, prefix: IdPrefix, part: ExportPart<string>): unknown[] {
  return [merchantId, livemode, ...idsOfPart(prefix, part), part.status, part.limit]
}

const refunds = {
  name: 'export refunds',
  text: `
    select ${refundColumns} from refunds
    where merchant_id = $1 and livemode = $2 and id >= $3 and id < $4 and ($5::text is null or status = $5)
    order by id desc limit $6`,
}

export function refundsToExport(scope: Scope, db: Database, part: ExportPart<RefundStatus>): Promise<RefundRecord[]> {
  return run(db, refunds, partValues(scope, 're', part))
}

const attempts = {
  name: 'export card attempts',
  text: `
    select ${attemptColumns} from card_attempts
    where merchant_id = $1 and livemode = $2 and id >= $3 and id < $4 and ($5::text is null or status = $5)
    order by id desc limit $6`,
}

export function attemptsToExport(
  scope: Scope,
  db: Database,
  part: ExportPart<AttemptStatus>,
): Promise<AttemptRecord[]> {
  return run(db, attempts, partValues(scope, 'att', part))
}

/** A delivery with its event and its last attempt. The fields of the attempt are null before the first one. */
export interface ExportedDelivery extends DeliveryRecord, Pick<EventRecord, 'type' | 'session_id'> {
  readonly attempt: number | null
  readonly url: string | null
  readonly response_status: number | null
  readonly error: string | null
  readonly duration_ms: number | null
  readonly attempted_at: Date | null
}

const deliveries = {
  name: 'export deliveries',
  text: `
    select delivery.*, event.type, event.session_id, last.attempt, last.url, last.status as response_status, last.error,
      last.duration_ms, last.attempted_at
    from (
      select ${deliveryColumns} from deliveries
      where merchant_id = $1 and livemode = $2 and id >= $3 and id < $4 and ($5::text is null or status = $5)
      order by id desc limit $6
    ) delivery
    join events event on event.merchant_id = $1 and event.livemode = $2 and event.id = delivery.event_id
    left join lateral (
      select attempt, url, status, error, duration_ms, attempted_at from delivery_attempts attempt
      where attempt.merchant_id = $1 and attempt.livemode = $2 and attempt.delivery_id = delivery.id
      order by attempt.attempt desc limit 1
    ) last on true
    order by delivery.id desc`,
}

export function deliveriesToExport(
  scope: Scope,
  db: Database,
  part: ExportPart<DeliveryRecord['status']>,
): Promise<ExportedDelivery[]> {
  return run(db, deliveries, partValues(scope, 'del', part))
}
