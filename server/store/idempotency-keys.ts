import type { Scope } from '../domain/scope.ts'
import type { Condition, ConditionKind } from './sql/conditions.ts'
import { run, runForOne, type Database } from './sql/database.ts'
import { sharedRead } from './sql/shared-statements.ts'
import { forAccount, type WriteStatement } from './sql/statement.ts'
import { ConditionFailed, type Write } from './sql/writes.ts'
import { clearOld, oldRowsOf } from './work/retention.ts'

/** How long a key is remembered. */
export const retentionHours = 24

/** The `Idempotency-Key` of a request that must have its effect only once. */
export interface RequestKey {
  readonly key: string
  /** Of method, path and body: another request with the same key is a conflict. */
  readonly fingerprint: Buffer
}

export interface KeyRecord {
  key: string
  fingerprint: Buffer
  object_id: string | null
  reply_status: number | null
  reply_body: string | null
  reply_request_id: string | null
  leased_until: Date | null
  created_at: Date
}

const columns = 'key, fingerprint, object_id, reply_status, reply_body, reply_request_id, leased_until, created_at'

const find = {
  name: 'find idempotency key',
  text: `
    select ${columns}
    from idempotency_keys where merchant_id = $1 and livemode = $2 and key = $3 and created_at >= $4`,
}

/** A key used since `retainedSince`. An older one counts as unused, whether or not its row has been deleted. */
export function findKey(scope: Scope, db: Database, key: string, retainedSince: Date): Promise<KeyRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, key, retainedSince])
}

const load = sharedRead<string, KeyRecord, KeyRecord>({
  name: 'find idempotency keys',
  columns: { key: 'text' },
  values: (key) => ({ key }),
  text: `
    select n, found.* from input cross join lateral (
      select ${columns} from idempotency_keys where merchant_id = $1 and livemode = $2 and key = input.key limit 1
    ) found`,
  found: (row) => row,
})

/** The same outside of transactions. Concurrent calls share one statement. */
export async function loadKey(scope: Scope, db: Database, key: string, retainedSince: Date): Promise<KeyRecord | null> {
  const found = await load(scope, db, key)
  return found && found.created_at >= retainedSince ? found : null
}

const claimed = 'merchant_id, livemode, key, fingerprint, object_id, leased_until, created_at'

const claimOrder = 'order by $1::text, $2::boolean, $3'

const keyIsUnused = 'idempotency key unused'

const claim: WriteStatement = {
  name: 'claim idempotency key',
  text: `
    insert into idempotency_keys (${claimed}) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (merchant_id, livemode, key) do update
      set fingerprint = excluded.fingerprint, object_id = excluded.object_id, leased_until = excluded.leased_until,
        created_at = excluded.created_at, reply_status = null, reply_body = null, reply_request_id = null
      where idempotency_keys.created_at < $8`,
  condition: keyIsUnused,
  perItem: {
    types: ['text', 'bytea', 'text', 'timestamptz', 'timestamptz', 'timestamptz'],
    // In the same order in every statement, so that two of them cannot wait for each other.
    parts: [`insert into idempotency_keys (${claimed}) ${forAccount('$3, $4, $5, $6, $7')} ${claimOrder}`],
  },
}

export interface Claim extends RequestKey {
  readonly objectId: string
  readonly leasedUntil: Date
  readonly now: Date
  readonly retainedSince: Date
}

/** Claims an unused key for a request that runs until `leasedUntil` at the latest. */
export function insertingClaim(scope: Scope, claimed: Claim): Write {
  const { key, fingerprint, objectId, leasedUntil, now, retainedSince } = claimed
  const values = [scope.merchantId, scope.livemode, key, fingerprint, objectId, leasedUntil, now, retainedSince]
  return { statement: claim, values }
}

/** Whether `insertingClaim` failed, because another request has used the key. */
export function isKeyTaken(error: unknown): boolean {
  return error instanceof ConditionFailed && error.condition === keyIsUnused
}

const unused: ConditionKind = { name: keyIsUnused, table: 'idempotency_keys', keyColumn: 'key', compared: null }

/** The key has no row. An old row counts as unused too, but only a transaction can replace it. */
export function keyUnused({ key }: RequestKey): Condition {
  return { kind: unused, values: [key] }
}

const takeOver = {
  name: 'take over idempotency key',
  text: `
    update idempotency_keys set leased_until = $5
    where merchant_id = $1 and livemode = $2 and key = $3
      and reply_status is null and (leased_until is null or leased_until <= $4)
    returning key`,
}

/** Starts a new lease on a key whose lease has ended. False: its request is still running, or has a reply by now. */
export async function extendLease(
  scope: Scope,
  db: Database,
  key: string,
  lease: { now: Date; until: Date },
): Promise<boolean> {
  return (await runForOne(db, takeOver, [scope.merchantId, scope.livemode, key, lease.now, lease.until])) !== null
}

const release = {
  name: 'release idempotency key',
  text: `
    update idempotency_keys set leased_until = null
    where merchant_id = $1 and livemode = $2 and key = $3 and reply_status is null`,
}

/** Lets the next request with the key take over at once. */
export async function endLease(scope: Scope, db: Database, key: string): Promise<void> {
  await run(db, release, [scope.merchantId, scope.livemode, key])
}

/** What is kept of a reply: its bytes, and the id of the request that got it first. */
export interface KeptReply {
  readonly status: number
  readonly body: string
  readonly requestId: string
}

const reply = 'reply_status = $5, reply_body = $6, reply_request_id = $7, leased_until = null'

const finish: WriteStatement = {
  name: 'finish idempotency key',
  text: `
    update idempotency_keys set ${reply}
    where merchant_id = $1 and livemode = $2 and key = $3 and fingerprint = $4 and reply_status is null`,
  perItem: {
    types: ['text', 'bytea', 'integer', 'text', 'text'],
    parts: [
      `
      update idempotency_keys target set ${reply} from item
      where target.merchant_id = $1 and target.livemode = $2 and target.key = $3`,
    ],
    updates: 'idempotency_keys',
  },
}

const unanswered: ConditionKind = {
  name: 'idempotency key unanswered',
  table: 'idempotency_keys',
  keyColumn: 'key',
  compared: { fingerprint: 'bytea', reply_status: 'integer' },
}

/** The request has claimed the key, and the key has no reply. */
export function keyUnanswered({ key, fingerprint }: RequestKey): Condition {
  return { kind: unanswered, values: [key, fingerprint, null] }
}

/** Keeps the reply of a request that has claimed its key. The first reply stays. */
export function keepingReply(scope: Scope, { key, fingerprint }: RequestKey, kept: KeptReply): Write {
  const { status, body, requestId } = kept
  return { statement: finish, values: [scope.merchantId, scope.livemode, key, fingerprint, status, body, requestId] }
}

const refuse = {
  name: 'keep refusal for idempotency key',
  text: `
    insert into idempotency_keys
      (merchant_id, livemode, key, fingerprint, reply_status, reply_body, reply_request_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (merchant_id, livemode, key) do update
      set fingerprint = excluded.fingerprint, object_id = null, leased_until = null, created_at = excluded.created_at,
        reply_status = excluded.reply_status, reply_body = excluded.reply_body,
        reply_request_id = excluded.reply_request_id
      where idempotency_keys.created_at < $9
    returning key`,
}

/** Keeps the refusal of a request that has not claimed its key. False: another request has used the key. */
export async function insertRefusal(
  scope: Scope,
  db: Database,
  requestKey: RequestKey,
  reply: KeptReply,
  times: { now: Date; retainedSince: Date },
): Promise<boolean> {
  const { key, fingerprint } = requestKey
  const values = [scope.merchantId, scope.livemode, key, fingerprint, reply.status, reply.body, reply.requestId]
  return (await runForOne(db, refuse, [...values, times.now, times.retainedSince])) !== null
}

const forget = oldRowsOf('idempotency_keys', { key: 'merchant_id, livemode, key', age: 'created_at' })

/** Deletes a batch of keys older than `before`. True: there may be more. */
export function deleteOldKeys(db: Database, before: Date, limit?: number): Promise<boolean> {
  return clearOld(db, forget, before, limit)
}
