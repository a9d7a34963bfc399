import type { Origin } from '../../domain/origin.ts'
import type { DeliveryRecord } from '../../domain/webhooks/webhook-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'
import { sharedStatement } from '../sql/shared-statements.ts'
import type { TestFaults, WebhookFault } from '../../domain/sandbox/test-faults.ts'
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
  /** Null when no roll of the secret is under way. */
  readonly sealed_next_secret: string | null
  /** Since when all attempts at this address have failed; null when the last one succeeded or there was none. */
  readonly failing_since: Date | null
  readonly failing_mailed_at: Date | null
  /** Whether deliveries of the account wait for the person who claimed it. */
  readonly is_held: boolean | null
  /** The session that the event is about. */
  readonly session_id: string | null
  /** What the faults of the account have done to this delivery. */
  readonly fault: WebhookFault | null
  /** The faults that the account causes in test mode. */
  readonly test_faults: TestFaults | null
}

/** A claimed delivery that has an event and an address. */
export type SendableDelivery = ClaimedDelivery & {
  readonly body: string
  readonly url: string
  readonly sealed_secret: string
}

interface Claim {
  readonly delivery: DueDelivery
  readonly leasedUntil: Date
}

/**
 * Claims a due delivery until `leasedUntil`, for one attempt. Null when another worker has claimed it.
 *
 * `skip locked`: workers that want the same row never wait for each other. The missing status condition (only a pending
 * delivery has a next attempt) makes PostgreSQL find the rows by primary key. Otherwise it might scan all due
 * deliveries, when its statistics come from a time with few of them.
 *
 * The commit does not wait for the disk. If the database crashes and loses the claim, the delivery is due again, and
 * its receiver may get the event twice. The record of an attempt waits for the disk, and for the claim before it. Citus
 * permits no such function in a statement that writes.
 */
export const claimDelivery = sharedStatement<Claim, ClaimedDelivery, ClaimedDelivery | null>({
  name: 'claim deliveries',
  columns: { id: 'text', due_at: 'timestamptz', leased_until: 'timestamptz' },
  locks: true,
  values: ({ delivery, leasedUntil }) => ({ id: delivery.id, due_at: delivery.dueAt, leased_until: leasedUntil }),
  // Two calls may want the same delivery; only the first gets it.
  claims: ({ delivery }) => [delivery.id],
  text: ({ usesCtid }) => `
    ${usesCtid ? `, commit as materialized (select set_config('synchronous_commit', 'off', true) as mode)` : ''}
    , wanted as materialized (
      select input.*
      from input cross join lateral (
        select from deliveries
        where merchant_id = $1 and livemode = $2 and deliveries.id = input.id and next_attempt_at = input.due_at
        for no key update skip locked
      ) free
    ), claimed as (
      update deliveries set next_attempt_at = wanted.leased_until
      from wanted
      where merchant_id = $1 and livemode = $2 and deliveries.id = wanted.id
      returning wanted.*, event_id, failed_attempts, single_attempt, request_id, traceparent, fault
    )
    select n, claimed.id, claimed.event_id, claimed.failed_attempts, claimed.single_attempt, claimed.request_id,
      claimed.traceparent, claimed.fault, event.*, endpoint.*, account.*
    from claimed ${usesCtid ? 'cross join commit' : ''}
    left join lateral (
      select body, session_id from events where merchant_id = $1 and livemode = $2 and id = claimed.event_id limit 1
    ) event on true
    left join lateral (
      select url, sealed_secret, sealed_next_secret, failing_since, failing_mailed_at
      from webhook_endpoints where merchant_id = $1 and livemode = $2 limit 1
    ) endpoint on true
    left join lateral (
      select held_since is not null as is_held, test_faults from merchants where merchant_id = $1 limit 1
    ) account on true`,
  result: (row) => row,
  follow: (db, claims) => {
    for (const { leasedUntil } of claims) noteDue(db, 'deliver_events', leasedUntil)
  },
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

const reorder = {
  name: 'reorder delivery',
  text: `
    update deliveries set next_attempt_at = $4, fault = 'reordered'
    where merchant_id = $1 and livemode = $2 and id = $3 and status = 'pending' and fault is null`,
}

/** Lets a claimed delivery wait, so that later ones overtake it. */
export async function reorderDelivery(scope: Scope, db: Database, id: string, until: Date): Promise<void> {
  await run(db, reorder, [scope.merchantId, scope.livemode, id, until])
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

/** Records an attempt and the new state of its delivery in one statement. Concurrent calls share a statement. */
export const recordDeliveryAttempt = sharedStatement<RecordedAttempt, never, true>({
  name: 'record delivery attempts',
  columns: {
    id: 'text',
    delivery_status: 'text',
    failed_attempts: 'integer',
    next_attempt_at: 'timestamptz',
    attempt: 'integer',
    url: 'text',
    request_headers: 'jsonb',
    status: 'integer',
    error: 'text',
    response_excerpt: 'text',
    duration_ms: 'integer',
    attempted_at: 'timestamptz',
  },
  locks: true,
  values: (attempt) => ({
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
  }),
  text: `
    , changed as (
      update deliveries set status = input.delivery_status, failed_attempts = input.failed_attempts,
        next_attempt_at = input.next_attempt_at
      from input
      where merchant_id = $1 and livemode = $2 and deliveries.id = input.id
        and deliveries.next_attempt_at is not null
    ), logged as (
      insert into delivery_attempts (merchant_id, livemode, delivery_id, ${attemptColumns})
      select account.merchant_id, $2::boolean, id, ${attemptColumns}
      from merchants account, input where account.merchant_id = $1
      on conflict (merchant_id, livemode, delivery_id, attempt) do nothing
    )
    select n from input`,
  result: () => true,
  follow: (db, attempts) => {
    for (const { nextAttemptAt } of attempts) noteDue(db, 'deliver_events', nextAttemptAt)
  },
})

/** Replaces characters that PostgreSQL cannot store, since a receiver may send anything. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
