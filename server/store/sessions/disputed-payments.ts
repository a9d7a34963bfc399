import type { DisputeStatus } from '../../domain/disputes/dispute-state.ts'
import type { Scope } from '../../domain/scope.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import { listIn } from '../sql/columns.ts'
import type { Database } from '../sql/database.ts'
import { sessionColumns } from '../sql/table-columns.ts'
import type { SessionQuery } from './checkout-sessions.ts'
import { narrow, type PaymentFilter } from './payment-filter.ts'
import { meaningsOf, wordsOf } from './search-meanings.ts'
import type { SearchedWord } from './word-search.ts'

/**
 * Payments by the status of their latest dispute. The disputes give the order, because a search through all payments
 * would read most of an account with few disputes.
 */
export async function disputedPayments(
  scope: Scope,
  db: Database,
  filter: PaymentFilter,
  dispute: DisputeStatus,
): Promise<SessionRecord[]> {
  const { text, status, olderThan, limit } = filter
  const latest = db
    .from('disputes as dispute')
    .join('checkout_sessions as session', {
      'session.merchant_id': 'dispute.merchant_id',
      'session.id': 'dispute.session_id',
    })
    // The mode is no condition of the join: with one, PostgreSQL would not see that the index has the wanted order.
    .where({ 'session.livemode': scope.livemode, 'dispute.livemode': scope.livemode })
    .where({ 'dispute.merchant_id': scope.merchantId, 'dispute.status': dispute })
    // `offset 0` makes PostgreSQL check one dispute at a time. As a join, the check would read all disputes.
    .whereRaw(
      `not exists (
        select from disputes newer where newer.merchant_id = dispute.merchant_id and newer.livemode = dispute.livemode
          and newer.session_id = dispute.session_id and newer.id > dispute.id offset 0)`,
    )
    .select(db.raw(listIn('session', sessionColumns)))
  if (olderThan !== null) latest.where('dispute.session_id', '<', olderThan)
  const query: SessionQuery = db.from(latest.as('disputed'))
  narrow(query, scope, filter)
  if (status !== null) query.where('status', status)
  if (text !== null) {
    const { exact, card, beginning } = await meaningsOf({ scope, db }, text)
    const words = await wordsOf({ scope, db }, text)
    query.where((any: SessionQuery) => {
      for (const condition of exact) any.orWhere((one: SessionQuery) => void condition(one))
      if (card !== null) any.orWhereRaw(`${hasTerm} and term = ? offset 0)`, [card])
      if (beginning !== '') any.orWhereRaw(`${hasTerm} and starts_with(term, ?) offset 0)`, [beginning])
      if (words.length > 0)
        any.orWhere((all: SessionQuery) => {
          for (const word of words) all.where((one: SessionQuery) => contain(one, word))
        })
    })
  }
  return query.orderBy('id', 'desc').limit(limit)
}

/** Reads the terms of one payment at a time. */
const hasTerm = `exists (
  select from search_terms where merchant_id = disputed.merchant_id and livemode = disputed.livemode
    and session_id = disputed.id`

function contain(any: SessionQuery, { beginning, card, email, amounts }: SearchedWord): void {
  if (beginning !== '') any.orWhereRaw(`${hasTerm} and starts_with(term, ?) offset 0)`, [beginning])
  if (card !== null) any.orWhereRaw(`${hasTerm} and term = ? offset 0)`, [card])
  if (email !== null) any.orWhereRaw(`lower(customer ->> 'email') = ?`, [email])
  for (const { currency, from, to } of amounts)
    any.orWhere((one: SessionQuery) => void one.where({ currency }).whereBetween('amount', [from, to]))
}
