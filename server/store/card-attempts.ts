import type { AttemptRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from './database.ts'
import { run, runForOne } from './database.ts'
import { findDue } from './due.ts'
import type { Due } from './due.ts'

const insert = {
  name: 'insert attempt',
  text: `
    insert into card_attempts (merchant_id, livemode, id, session_id, status, processor, processor_reference, amount, currency, nonce,
      card_brand, card_last4, created_at, next_check_at, client_address)
    values ($1, $2, $3, $4, 'processing', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
    returning *`,
}

export type NewAttempt = Pick<
  AttemptRecord,
  | 'id'
  | 'session_id'
  | 'processor'
  | 'processor_reference'
  | 'amount'
  | 'currency'
  | 'nonce'
  | 'client_address'
  | 'card_brand'
  | 'card_last4'
  | 'created_at'
  | 'next_check_at'
>

export async function insertAttempt(scope: Scope, transaction: Database, attempt: NewAttempt): Promise<AttemptRecord> {
  const made = await runForOne<AttemptRecord>(transaction, insert, [
    scope.merchantId,
    scope.livemode,
    attempt.id,
    attempt.session_id,
    attempt.processor,
    attempt.processor_reference,
    attempt.amount,
    attempt.currency,
    attempt.nonce,
    attempt.card_brand,
    attempt.card_last4,
    attempt.created_at,
    attempt.next_check_at,
    attempt.client_address,
  ])
  if (!made) throw new Error('Bug: an insert gives its row')
  return made
}

const find = {
  name: 'find attempt',
  text: 'select * from card_attempts where merchant_id = $1 and livemode = $2 and id = $3',
}

export function findAttempt(scope: Scope, db: Database, id: string): Promise<AttemptRecord | null> {
  return runForOne(db, find, [scope.merchantId, scope.livemode, id])
}

const last = {
  name: 'last attempt of session',
  text: 'select * from card_attempts where merchant_id = $1 and livemode = $2 and session_id = $3 order by id desc limit 1',
}

export function lastAttemptOf(scope: Scope, db: Database, sessionId: string): Promise<AttemptRecord | null> {
  return runForOne(db, last, [scope.merchantId, scope.livemode, sessionId])
}

const ofSession = {
  name: 'attempts of session',
  text: 'select * from card_attempts where merchant_id = $1 and livemode = $2 and session_id = $3 order by id desc limit $4',
}

/** Newest first. */
export function attemptsOf(scope: Scope, db: Database, sessionId: string, limit: number): Promise<AttemptRecord[]> {
  return run(db, ofSession, [scope.merchantId, scope.livemode, sessionId, limit])
}

const approved = {
  name: 'approved attempt of session',
  text: `select * from card_attempts where merchant_id = $1 and livemode = $2 and session_id = $3 and status = 'approved'`,
}

/** The attempt that paid the session: what its refunds return. */
export function approvedAttemptOf(scope: Scope, db: Database, sessionId: string): Promise<AttemptRecord | null> {
  return runForOne(db, approved, [scope.merchantId, scope.livemode, sessionId])
}

const save = {
  name: 'save attempt',
  text: `
    update card_attempts set status = $4, failure_code = $5, challenge_url = $6, three_d_secure = $7, authorization_code = $8,
      settled_at = $9, next_check_at = $10, checks = $11
    where merchant_id = $1 and livemode = $2 and id = $3`,
}

/** Writes back an attempt whose session this transaction has locked. */
export async function saveAttempt(scope: Scope, transaction: Database, attempt: AttemptRecord): Promise<void> {
  await run(transaction, save, [
    scope.merchantId,
    scope.livemode,
    attempt.id,
    attempt.status,
    attempt.failure_code,
    attempt.challenge_url,
    attempt.three_d_secure,
    attempt.authorization_code,
    attempt.settled_at,
    attempt.next_check_at,
    attempt.checks,
  ])
}

const due = {
  name: 'attempts due for a check',
  text: 'select merchant_id, livemode, id from card_attempts where next_check_at <= $1 order by next_check_at limit $2',
}

/** Attempts of every account whose outcome the bank is to be asked for. */
export function attemptsDueForCheck(db: Database, now: Date, limit: number): Promise<Due[]> {
  return findDue(db, due, now, limit)
}
