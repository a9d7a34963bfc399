import { lineKind, type LineKind } from '../../domain/money/ledger.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { RefundStatus } from '../../domain/refunds/refund-state.ts'
import { ledgerLines, referencesOf, refundsById, type LedgerPart } from '../../store/exports/ledger-lines.ts'
import { searchPayments } from '../../store/sessions/payment-search.ts'
import type { Narrowing } from '../sessions/payment-filter.ts'
import type { MemberVisit } from '../shell/page.ts'
import type { ExportedLine } from './export-columns.ts'
import type { ChosenRows, ReadChosen } from './export-stream.ts'

// Files of what the ledger booked on chosen days, in the order of the ledger.

type Days = Pick<LedgerPart, 'createdFrom' | 'createdBefore'>
type Reading = Pick<MemberVisit, 'context' | 'scope'>

export function bookedLines({ context, scope }: Reading, days: Days): ReadChosen<ExportedLine> {
  return async (part) => {
    const lines = await ledgerLines(scope, context.db, { ...days, ...part })
    const references = await referencesOf(scope, context.db, [...new Set(lines.map((line) => line.session_id))])
    return {
      rows: lines.map((line) => ({ ...line, reference: references.get(line.session_id) ?? null })),
      next: lines.length < part.limit ? null : (lines.at(-1)?.id ?? null),
    }
  }
}

/** Payments by the day on which they were paid. The days of `filter` are these days. */
export function bookedPayments({ context, scope }: Reading, filter: Narrowing): ReadChosen<SessionRecord> {
  return async (part) => {
    const { rows, next } = await linesOfKind({ context, scope }, 'payment', { ...filter, ...part })
    if (rows.length === 0) return { rows: [], next }
    const { payments } = await searchPayments(scope, context.db, {
      ...filter,
      createdFrom: null,
      createdBefore: null,
      among: rows.map(({ session_id }) => session_id),
      olderThan: null,
      limit: rows.length,
      now: context.clock.now(),
    })
    const timeOf = ({ paid_at }: SessionRecord): number => paid_at?.getTime() ?? 0
    return { rows: payments.sort((a, b) => timeOf(b) - timeOf(a)), next }
  }
}

/** Refunds by the day on which the bank made them. */
export function bookedRefunds(
  { context, scope }: Reading,
  filter: Days & { readonly status: RefundStatus | null },
): ReadChosen<RefundRecord> {
  return async (part) => {
    const { rows, next } = await linesOfKind({ context, scope }, 'refund', { ...filter, ...part })
    const ids = rows.flatMap(({ refund_id }) => refund_id ?? [])
    const refunds = await refundsById(scope, context.db, ids)
    return { rows: refunds.filter(({ status }) => filter.status === null || status === filter.status), next }
  }
}

/** Lines that one query reads to find those of one kind, which may be few. */
const linesAtOnce = 1_000

async function linesOfKind(
  { context, scope }: Reading,
  kind: LineKind,
  { createdFrom, createdBefore, olderThan, limit }: LedgerPart,
): Promise<ChosenRows<{ session_id: string; refund_id: string | null }>> {
  const lines = await ledgerLines(scope, context.db, { createdFrom, createdBefore, olderThan, limit: linesAtOnce })
  const rows = lines.filter((line) => lineKind(line) === kind).slice(0, limit)
  const last = rows.length === limit ? rows.at(-1) : lines.length < linesAtOnce ? undefined : lines.at(-1)
  return { rows, next: last?.id ?? null }
}
