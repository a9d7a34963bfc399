import type { RequestKey } from '../domain/request-key.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from './database.ts'
import { run, runForOne } from './database.ts'

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

const find = {
  name: 'find idempotency key',
  text: 'select * from idempotency_keys where merchant_id = $1 and livemode = $2 and key = $3 and created_at >= $4',
}

/** A key used since `retainedSince`; one that is older is as good as unused, whether or not it has been deleted. */
export function findKey(scope: Scope, db: Database, key: string, retainedSince: Date): Promise<KeyRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, key, retainedSince])
}

const claim = {
  name: 'claim idempotency key',
  text: `
    insert into idempotency_keys (merchant_id, livemode, key, fingerprint, object_id, leased_until, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (merchant_id, livemode, key) do update
      set fingerprint = excluded.fingerprint, object_id = excluded.object_id, leased_until = excluded.leased_until,
        created_at = excluded.created_at, reply_status = null, reply_body = null, reply_request_id = null
      where idempotency_keys.created_at < $8
    returning key`,
}

/** Takes an unused key for a request that runs until `leasedUntil`. False: it was used before. */
export async function claimKey(
  scope: Scope,
  transaction: Database,
  claimed: RequestKey & { objectId: string; leasedUntil: Date; now: Date; retainedSince: Date },
): Promise<boolean> {
  const { key, fingerprint, objectId, leasedUntil, now, retainedSince } = claimed
  const values = [scope.merchantId, scope.livemode, key, fingerprint, objectId, leasedUntil, now, retainedSince]
  const row = await runForOne(transaction, claim, values)
  return row !== null
}

const takeOver = {
  name: 'take over idempotency key',
  text: `
    update idempotency_keys set leased_until = $5
    where merchant_id = $1 and livemode = $2 and key = $3 and reply_status is null and (leased_until is null or leased_until <= $4)
    returning key`,
}

/** Takes over the work of a request that ended without a reply. False: it is still running, or was answered meanwhile. */
export async function takeOverKey(
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
    update idempotency_keys set leased_until = null where merchant_id = $1 and livemode = $2 and key = $3 and reply_status is null`,
}

/** Lets the next call with the key go on at once: this one ended without knowing the outcome. */
export async function releaseKey(scope: Scope, db: Database, key: string): Promise<void> {
  await run(db, release, [scope.merchantId, scope.livemode, key])
}

export interface StoredReply {
  readonly status: number
  readonly body: string
  readonly requestId: string
}

const finish = {
  name: 'finish idempotency key',
  text: `
    update idempotency_keys set reply_status = $5, reply_body = $6, reply_request_id = $7, leased_until = null
    where merchant_id = $1 and livemode = $2 and key = $3 and fingerprint = $4 and reply_status is null`,
}

/** Keeps the reply of a request that claimed its key. The first reply stays. */
export async function finishKey(scope: Scope, db: Database, requestKey: RequestKey, reply: StoredReply): Promise<void> {
  const { key, fingerprint } = requestKey
  await run(db, finish, [scope.merchantId, scope.livemode, key, fingerprint, reply.status, reply.body, reply.requestId])
}

const refuse = {
  name: 'keep refusal for idempotency key',
  text: `
    insert into idempotency_keys (merchant_id, livemode, key, fingerprint, reply_status, reply_body, reply_request_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (merchant_id, livemode, key) do update
      set fingerprint = excluded.fingerprint, object_id = null, leased_until = null, created_at = excluded.created_at,
        reply_status = excluded.reply_status, reply_body = excluded.reply_body, reply_request_id = excluded.reply_request_id
      where idempotency_keys.created_at < $9`,
}

/** Keeps a refusal, whose request claimed no key. It never takes the place of what another request does with the key. */
export async function keepRefusal(
  scope: Scope,
  db: Database,
  requestKey: RequestKey,
  reply: StoredReply,
  times: { now: Date; retainedSince: Date },
): Promise<void> {
  const { key, fingerprint } = requestKey
  const values = [scope.merchantId, scope.livemode, key, fingerprint, reply.status, reply.body, reply.requestId]
  await run(db, refuse, [...values, times.now, times.retainedSince])
}

const forget = {
  name: 'forget old idempotency keys',
  text: `
    delete from idempotency_keys where (merchant_id, livemode, key) in (
      select merchant_id, livemode, key from idempotency_keys where created_at < $1 order by created_at limit $2)`,
}

/** Deletes a batch of keys older than `before`. */
export async function forgetKeys(db: Database, before: Date, limit: number): Promise<void> {
  await run(db, forget, [before, limit])
}
