import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { ReturnRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { Database } from '../sql/database.ts'
import { listIn } from '../sql/columns.ts'
import { sumsOf, type PaymentSums } from '../sessions/payment-sums.ts'
import { refundColumns, returnColumns } from '../sql/table-columns.ts'

// Refunds and automatic returns as the dashboard lists them.

/** What people know a payment by. */
type Named = Pick<SessionRecord, 'reference' | 'description' | 'customer'>

/** Money that goes back to a card: a refund that the merchant made, or an automatic return. */
export type MoneyBack =
  | { readonly kind: 'refund'; readonly record: RefundRecord & Named }
  | { readonly kind: 'return'; readonly record: ReturnRecord & Named }

export const moneyBackStates = ['pending', 'failed'] as const
export type MoneyBackState = (typeof moneyBackStates)[number]

export interface MoneyBackFilter {
  /** Null matches both kinds. */
  readonly kind: MoneyBack['kind'] | null
  /** Null matches every state. An automatic return counts as failed until the bank accepts another order of it. */
  readonly state: MoneyBackState | null
  /** The position of the last entry of the previous page (`positionOf`). */
  readonly olderThan: string | null
  readonly limit: number
}

/** Ids of both kinds hold their time after the prefix, so this part gives their common order. */
export function positionOf({ record }: MoneyBack): string {
  return record.id.slice(record.id.indexOf('_') + 1)
}

/** The newest refunds and automatic returns that match. An index gives every page of each directly. */
export async function searchMoneyBack(scope: Scope, db: Database, filter: MoneyBackFilter): Promise<MoneyBack[]> {
  const found: MoneyBack[] = []
  if (filter.kind !== 'return')
    for (const record of await newest<RefundRecord>(scope, db, 'refunds', filter))
      found.push({ kind: 'refund', record })
  if (filter.kind !== 'refund')
    for (const record of await newest<ReturnRecord>(scope, db, 'automatic_returns', filter))
      found.push({ kind: 'return', record })
  return found.sort((a, b) => (positionOf(a) < positionOf(b) ? 1 : -1)).slice(0, filter.limit)
}

const prefixes = { refunds: 're_', automatic_returns: 'ret_' } as const
const columnsOf = { refunds: refundColumns, automatic_returns: returnColumns }

type Table = keyof typeof prefixes

async function newest<Row extends { id: string }>(
  { merchantId, livemode }: Scope,
  db: Database,
  table: Table,
  { state, olderThan, limit }: MoneyBackFilter,
): Promise<(Row & Named)[]> {
  const query = inState({ merchantId, livemode }, db, table, state)
    .select(db.raw(columnsOf[table]))
    .orderBy('id', 'desc')
    .limit(limit)
  if (olderThan !== null) query.where('id', '<', prefixes[table] + olderThan)
  const rows: unknown = await db
    .from(query.as('money_back'))
    .join('checkout_sessions as session', {
      'session.merchant_id': 'money_back.merchant_id',
      'session.livemode': 'money_back.livemode',
      'session.id': 'money_back.session_id',
    })
    // Without these, a distributed database would read the sessions of every node.
    .where({ 'session.merchant_id': merchantId, 'session.livemode': livemode })
    .select(
      db.raw(`${listIn('money_back', columnsOf[table])}, session.reference, session.description, session.customer`),
    )
    .orderBy('money_back.id', 'desc')
  return rows as (Row & Named)[]
}

function inState({ merchantId, livemode }: Scope, db: Database, table: Table, state: MoneyBackState | null) {
  const query = db.from(table).where({ merchant_id: merchantId, livemode })
  if (state !== null && table === 'refunds') query.where('status', state)
  // The service repeats a refused return until the bank accepts it, so its status stays pending.
  if (state !== null && table === 'automatic_returns') {
    query.where('status', 'pending')
    if (state === 'failed') query.whereNotNull('last_failure')
    else query.whereNull('last_failure')
  }
  return query
}

/** As many as a filtered list of payments adds up. */
const maxSummed = 2_500

/** The number and the sums of all that match, unless there are more than `most` of a kind. */
export async function sumMoneyBack(
  scope: Scope,
  db: Database,
  { kind, state }: Pick<MoneyBackFilter, 'kind' | 'state'>,
  most = maxSummed,
): Promise<PaymentSums> {
  const tables = (['refunds', 'automatic_returns'] as const)
    .filter((table) => kind === null || (kind === 'refund') === (table === 'refunds'))
    .map((table) =>
      inState(scope, db, table, state)
        .select('currency', 'amount')
        .limit(most + 1),
    )
  const rows: unknown = await db
    .from(db.unionAll(tables, true).as('money_back'))
    .select('currency')
    .count('* as count')
    .sum('amount as amount')
    .groupBy('currency')
  const sums = rows as { currency: string; count: string; amount: string }[]
  return sumsOf(
    sums.map(({ currency, count, amount }) => ({ currency, count: Number(count), amount: Number(amount) })),
    most,
  )
}
