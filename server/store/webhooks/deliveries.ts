import type { Origin } from '../../domain/origin.ts'
import type { DeliveryRecord } from '../../domain/records.ts'
import type { Scope } from '../../domain/scope.ts'
import { hasCitus } from '../sql/citus.ts'
import { run, type Database } from '../sql/database.ts'
import { sharedStatement } from '../sql/shared-statements.ts'
import type { DueDelivery } from './due-deliveries.ts'
import { noteDue } from '../work/due-notes.ts'

/** A claimed delivery with all data for one attempt. It comes from the request that caused or resent the event. */
export interface ClaimedDelivery extends Origin {
  readonly id: string
  readonly event_id: string
  readonly failed_attempts: number
  readonly single_attempt: boolean
  /** Null when the event was deleted. */
  readonly body: string | null
  /** Null when the address was removed. */
  readonly url: string | null
  readonly sealed_secret: string | null
  /** Since when all attempts at this address have failed; null when the last one succeeded or there was none. */
  readonly failing_since: Date | null
  readonly failing_mailed_at: Date | null
  /** Whether deliveries of the account wait for the person who claimed it. */
  readonly is_held: boolean | null
  /** The session that the event is about. */
  readonly session_id: string | null
}

/** A claimed delivery that has an event and an address. */
export type SendableDelivery = ClaimedDelivery & {
  readonly body: string
  readonly url: string
  readonly sealed_secret: string
}

/**
 * `skip locked`: workers that want the same row never wait for each other. The id list and the missing status condition
 * (only a pending delivery has a next attempt) make PostgreSQL find the rows by primary key. Otherwise it might scan
 * all due deliveries, when its statistics come from a time with few of them.
 */
const claimText = `
    wanted as materialized (
      select deliveries.id, input.leased_until
      from deliveries
      join jsonb_to_recordset($3::jsonb) as input (id text, due_at timestamptz, leased_until timestamptz)
        on input.id = deliveries.id
      where merchant_id = $1 and livemode = $2 and deliveries.id = any($4::text[]) and next_attempt_at = input.due_at
      for no key update of deliveries skip locked
    ), claimed as (
      update deliveries set next_attempt_at = wanted.leased_until
      from wanted
      where merchant_id = $1 and livemode = $2 and deliveries.id = any($4::text[]) and deliveries.id = wanted.id
      returning deliveries.id, event_id, failed_attempts, single_attempt, request_id, traceparent
    )
    select claimed.id, claimed.event_id, claimed.failed_attempts, claimed.single_attempt, claimed.request_id,
      claimed.traceparent, event.*, endpoint.*`

const claimedWith = `
    left join lateral (
      select body, session_id from events where merchant_id = $1 and livemode = $2 and id = claimed.event_id limit 1
    ) event on true
    left join lateral (
      select url, sealed_secret, failing_since, failing_mailed_at,
        (select held_since is not null from merchants where merchant_id = $1) as is_held
      from webhook_endpoints where merchant_id = $1 and livemode = $2 limit 1
    ) endpoint on true`

/**
 * The commit does not wait for the disk. If the database crashes and loses the claim, the delivery is due again, and
 * its receiver may get the event twice. The record of an attempt waits for the disk, and for the claim before it.
 */
const claim = {
  name: 'claim deliveries',
  text: `
    with commit as materialized (
      select set_config('synchronous_commit', 'off', true) as mode
    ), ${claimText} from claimed cross join commit ${claimedWith}`,
}

/** Citus permits no such function in a statement that writes. */
const claimWithCitus = { name: 'claim deliveries with Citus', text: `with ${claimText} from claimed ${claimedWith}` }

interface Claim {
  readonly delivery: DueDelivery
  readonly leasedUntil: Date
}

/** Claims a due delivery until `leasedUntil`, for one attempt. Null when another worker has claimed it. */
export const claimDelivery = sharedStatement<Claim, ClaimedDelivery | null>(async (scope, db, wanted) => {
  const input = wanted.map(({ delivery, leasedUntil }) => ({
    id: delivery.id,
    due_at: delivery.dueAt,
    leased_until: leasedUntil,
  }))
  const rows = await run<ClaimedDelivery>(db, (await hasCitus(db)) ? claimWithCitus : claim, [
    scope.merchantId,
    scope.livemode,
    JSON.stringify(input),
    input.map(({ id }) => id),
  ])
  if (rows.length > 0) for (const { leasedUntil } of wanted) noteDue(db, 'deliver_events', leasedUntil)
  const unclaimed = new Map(rows.map((row) => [row.id, row]))
  return wanted.map(({ delivery }) => {
    const claimed = unclaimed.get(delivery.id) ?? null
    // Two calls in one statement may want the same delivery; only the first gets it.
    unclaimed.delete(delivery.id)
    return claimed
  })
})

const hold = {
  name: 'hold delivery',
  text: `
    update deliveries set next_attempt_at = $4
    where merchant_id = $1 and livemode = $2 and id = $3 and status = 'pending'
      and exists (select from merchants where merchant_id = $1 and held_since is not null)`,
}

/** Postpones a claimed delivery, which is no attempt. Otherwise it is due again when the claim ends. */
export async function holdDelivery(scope: Scope, db: Database, id: string, until: Date): Promise<void> {
  await run(db, hold, [scope.merchantId, scope.livemode, id, until])
  noteDue(db, 'deliver_events', until)
}

const release = {
  name: 'release deliveries',
  text: `
    update deliveries set next_attempt_at = $2
    where merchant_id = $1 and livemode = any('{f,t}') and status = 'pending' and next_attempt_at > $2
      and failed_attempts = 0 and not single_attempt`,
}

/** Makes the held deliveries of an account due. */
export async function releaseDeliveries(transaction: Database, merchantId: string, now: Date): Promise<void> {
  await run(transaction, release, [merchantId, now])
  noteDue(transaction, 'deliver_events', now)
}

const abandon = {
  name: 'abandon delivery',
  text: `
    update deliveries set status = 'abandoned', next_attempt_at = null
    where merchant_id = $1 and livemode = $2 and id = $3 and status = 'pending'
      and not (exists (select from webhook_endpoints where merchant_id = $1 and livemode = $2)
        and exists (select from events where merchant_id = $1 and livemode = $2 and events.id = event_id))`,
}

/** Abandons a claimed delivery without an event or an address, unless the mode has an address again. */
export async function abandonDelivery(scope: Scope, db: Database, id: string): Promise<void> {
  await run(db, abandon, [scope.merchantId, scope.livemode, id])
}

/** The result of an attempt, and the new state of its delivery. */
export interface RecordedAttempt {
  readonly deliveryId: string
  /** The number of the attempt, from 1. */
  readonly attempt: number
  readonly status: DeliveryRecord['status']
  readonly failedAttempts: number
  readonly nextAttemptAt: Date | null
  readonly url: string
  readonly requestHeaders: Record<string, string>
  readonly responseStatus: number | null
  readonly error: string | null
  readonly responseExcerpt: string | null
  readonly durationMs: number
  readonly attemptedAt: Date
}

/** Columns of an attempt, without its key. */
export const attemptColumns =
  'attempt, url, request_headers, status, error, response_excerpt, duration_ms, attempted_at'

const record = {
  name: 'record delivery attempts',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($3::jsonb) as input (id text, attempt integer, delivery_status text,
        failed_attempts integer, next_attempt_at timestamptz, url text, request_headers jsonb, status integer,
        error text, response_excerpt text, duration_ms integer, attempted_at timestamptz)
    ), changed as (
      update deliveries set status = input.delivery_status, failed_attempts = input.failed_attempts,
        next_attempt_at = input.next_attempt_at
      from input
      where merchant_id = $1 and livemode = $2 and deliveries.id = any($4::text[]) and deliveries.id = input.id
        and deliveries.next_attempt_at is not null
    ), logged as (
      insert into delivery_attempts (merchant_id, livemode, delivery_id, ${attemptColumns})
      select account.merchant_id, $2::boolean, id, ${attemptColumns}
      from merchants account, input where account.merchant_id = $1
      on conflict (merchant_id, livemode, delivery_id, attempt) do nothing
    )
    select 1`,
}

/** Records an attempt and the new state of its delivery in one statement. Concurrent calls share a statement. */
export const recordDeliveryAttempt = sharedStatement<RecordedAttempt, true>(async (scope, db, attempts) => {
  const input = attempts.map((attempt) => ({
    id: attempt.deliveryId,
    attempt: attempt.attempt,
    delivery_status: attempt.status,
    failed_attempts: attempt.failedAttempts,
    next_attempt_at: attempt.nextAttemptAt,
    url: attempt.url,
    request_headers: attempt.requestHeaders,
    status: attempt.responseStatus,
    error: attempt.error && storable(attempt.error),
    response_excerpt: attempt.responseExcerpt && storable(attempt.responseExcerpt),
    duration_ms: attempt.durationMs,
    attempted_at: attempt.attemptedAt,
  }))
  await run(db, record, [scope.merchantId, scope.livemode, JSON.stringify(input), input.map(({ id }) => id)])
  for (const { nextAttemptAt } of attempts) noteDue(db, 'deliver_events', nextAttemptAt)
  return attempts.map(() => true)
})

/** Replaces characters that PostgreSQL cannot store, since a receiver may send anything. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
