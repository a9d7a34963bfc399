import type { Readable } from 'node:stream'
import type { AttemptStatus, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import { refundStatuses } from '../../domain/refunds/refund-state.ts'
import { isDifferenceCode } from '../../domain/settlement/differences.ts'
import { isOverdue } from '../../flows/sessions/expire-session.ts'
import { type ExportedNoun } from '../../flows/accounts/note-export.ts'
import { listAudit } from '../../store/accounts/audit-log.ts'
import { searchDisputes } from '../../store/disputes/dispute-lists.ts'
import { withLatestStates } from '../../store/sessions/latest-states.ts'
import {
  attemptsToExport,
  deliveriesToExport,
  refundsToExport,
  type ExportPart,
} from '../../store/exports/export-rows.ts'
import { loadSession } from '../../store/sessions/checkout-sessions.ts'
import { searchPayments } from '../../store/sessions/payment-search.ts'
import { listDifferences } from '../../store/settlement/lists.ts'
import { readDays } from '../shell/day-range.ts'
import { readAuditFilter } from '../accounts/audit-filter.ts'
import { readDisputeFilter } from '../disputes/dispute-filter.ts'
import { bookedLines, bookedPayments, bookedRefunds } from './export-booked.ts'
import {
  attemptColumns,
  auditColumns,
  deliveryColumns,
  disputeColumns,
  ledgerColumns,
  paymentColumns,
  refundColumns,
  settlementDifferenceColumns,
  type Columns,
  type ExportedPayment,
  type ExportedRefund,
} from './export-columns.ts'
import { allRows, fileStream, type FileContent } from './export-stream.ts'
import { type FileKind } from '../shell/file-kind.ts'
import type { MemberVisit } from '../shell/page.ts'
import { readFilter } from '../sessions/payment-filter.ts'

/** The request of one of this page's forms. */
export interface Asked<Stream> {
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  /** Null: a value is wrong. */
  readonly stream: Stream | null
}

export type OpenFile = (kind: FileKind) => Readable

function opening<Row>(visit: MemberVisit, content: FileContent<Row>): OpenFile {
  return (kind) => fileStream(visit, kind, content)
}

export const titles: Readonly<Record<ExportedNoun, string>> = {
  payments: 'Payments',
  refunds: 'Refunds',
  disputes: 'Disputes',
  ledger: 'Ledger',
  card_attempts: 'Card attempts',
  deliveries: 'Webhook deliveries',
  settlement_differences: 'Settlement differences',
  audit_log: 'Audit log',
}

export const readers: Readonly<
  Record<ExportedNoun, (visit: MemberVisit) => Promise<Asked<OpenFile>> | Asked<OpenFile>>
> = {
  payments: async (visit) => {
    const { values, errors, filter } = await readFilter(visit)
    const by = readBy(visit)
    const { context, scope } = visit
    const now = context.clock.now()
    const exported = (payments: readonly SessionRecord[]): Promise<ExportedPayment[]> =>
      withLatestStates(
        scope,
        context.db,
        payments.map((session) => ({ ...session, isOverdue: isOverdue(session, now) })),
      )
    const asked = { values: { ...values, by: by.value }, errors: { ...errors, ...by.errors } }
    if (!filter || by.errors.by !== undefined) return { ...asked, stream: null }
    if (by.value === 'booked') {
      if (filter.text !== null)
        return { ...asked, errors: { q: 'A search cannot be combined with booked days.' }, stream: null }
      const read = bookedPayments(visit, filter)
      const stream = opening(visit, {
        title: titles.payments,
        columns: paymentColumns,
        read: async (part) => {
          const { rows, next } = await read(part)
          return { rows: await exported(rows), next }
        },
      })
      return { ...asked, stream }
    }
    const stream = opening(visit, {
      title: titles.payments,
      columns: paymentColumns,
      read: allRows(async (part) =>
        exported((await searchPayments(scope, context.db, { ...filter, ...part, now }, Infinity)).payments),
      ),
    })
    return { ...asked, stream }
  },
  refunds: (visit) => {
    const { context, scope } = visit
    const withPayments = (refunds: readonly RefundRecord[]): Promise<ExportedRefund[]> =>
      Promise.all(
        refunds.map(async (refund) => ({
          ...refund,
          payment: await loadSession(scope, context.db, refund.session_id),
        })),
      )
    const columns = { title: titles.refunds, columns: refundColumns }
    const { narrowing, stream, ...asked } = readNarrowed(visit, refundStatuses, columns, async (scope, db, part) =>
      withPayments(await refundsToExport(scope, db, part)),
    )
    const by = readBy(visit)
    const common = { values: { ...asked.values, by: by.value }, errors: { ...asked.errors, ...by.errors } }
    if (!stream || by.errors.by !== undefined) return { ...common, stream: null }
    if (by.value !== 'booked') return { ...common, stream }
    const booked = bookedRefunds(visit, narrowing)
    const read: FileContent<ExportedRefund>['read'] = async (part) => {
      const { rows, next } = await booked(part)
      return { rows: await withPayments(rows), next }
    }
    return { ...common, stream: opening(visit, { ...columns, read }) }
  },
  disputes: (visit) => {
    const { values, errors, filter } = readDisputeFilter(visit)
    const { context, scope } = visit
    const stream =
      filter &&
      opening(visit, {
        title: titles.disputes,
        columns: disputeColumns,
        read: allRows((part) => searchDisputes(scope, context.db, filter, part)),
      })
    return { values, errors, stream }
  },
  ledger: (visit) => {
    const { values, errors, days } = readDaysAsked(visit)
    const stream = opening(visit, { title: titles.ledger, columns: ledgerColumns, read: bookedLines(visit, days) })
    return { values, errors, stream: Object.keys(errors).length === 0 ? stream : null }
  },
  card_attempts: (visit) =>
    readNarrowed(visit, attemptStatuses, { title: titles.card_attempts, columns: attemptColumns }, attemptsToExport),
  deliveries: (visit) =>
    readNarrowed(visit, deliveryStatuses, { title: titles.deliveries, columns: deliveryColumns }, deliveriesToExport),
  settlement_differences: (visit) => {
    const { context, scope, query } = visit
    const asked = query['code'] ?? ''
    const code = isDifferenceCode(asked) ? asked : null
    if (asked !== '' && code === null)
      return { values: {}, errors: { code: 'There is no such difference.' }, stream: null }
    const stream = opening(visit, {
      title: titles.settlement_differences,
      columns: settlementDifferenceColumns,
      read: allRows((part) => listDifferences(scope, context.db, { code, ...part })),
    })
    return { values: { code: asked }, errors: {}, stream }
  },
  audit_log: (visit) => {
    const { values, errors, filter } = readAuditFilter(visit)
    const { context, scope } = visit
    const stream =
      filter &&
      opening(visit, {
        title: titles.audit_log,
        columns: auditColumns,
        read: allRows((part) => listAudit(scope, context.db, filter, part)),
      })
    return { values, errors, stream }
  },
}

/** Which day of a payment or refund the first and the last day are about. */
const dayKinds = ['created', 'booked'] as const

function readBy({ query }: MemberVisit): { value: string; errors: { by?: string } } {
  const value = (query['by'] ?? '').trim()
  const isKnown = value === '' || dayKinds.some((kind) => kind === value)
  return { value, errors: isKnown ? {} : { by: 'Choose the day created or the day booked.' } }
}

interface AskedDays {
  readonly values: { readonly from: string; readonly to: string }
  readonly errors: Readonly<Record<string, string>>
  readonly days: { readonly createdFrom: Date | null; readonly createdBefore: Date | null }
}

function readDaysAsked({ query, merchant }: MemberVisit): AskedDays {
  const values = { from: (query['from'] ?? '').trim(), to: (query['to'] ?? '').trim() }
  const { from, before, errors } = readDays(values, merchant.time_zone)
  return { values, errors: { ...errors }, days: { createdFrom: from, createdBefore: before } }
}

export const attemptWords: Readonly<Record<AttemptStatus, string>> = {
  processing: 'Processing',
  challenge: 'Waiting for 3-D Secure',
  approved: 'Approved',
  failed: 'Failed',
  returned: 'Returned automatically',
}
export const attemptStatuses = Object.keys(attemptWords) as readonly AttemptStatus[]

const deliveryStatuses = ['pending', 'delivered', 'abandoned'] as const

/** Reads the filters by status and day. Days are whole days in the account's time zone. */
function readNarrowed<Status extends string, Row extends { id: string }>(
  visit: MemberVisit,
  statuses: readonly Status[],
  content: { readonly title: string; readonly columns: Columns<Row> },
  read: (scope: MemberVisit['scope'], db: MemberVisit['context']['db'], part: ExportPart<Status>) => Promise<Row[]>,
): Asked<OpenFile> & { narrowing: AskedDays['days'] & { readonly status: Status | null } } {
  const { query, context, scope } = visit
  const { values, days, ...asked } = readDaysAsked(visit)
  const status = (query['status'] ?? '').trim()
  const known = statuses.find((one) => one === status) ?? null
  const errors: Record<string, string> = {
    ...(status !== '' && !known && { status: 'There is no such status. Choose one from the list.' }),
    ...asked.errors,
  }
  const narrowing = { status: known, ...days }
  const all = allRows<Row>((part) => read(scope, context.db, { ...narrowing, ...part }))
  const stream = opening(visit, { ...content, read: all })
  return { values: { status, ...values }, errors, narrowing, stream: Object.keys(errors).length === 0 ? stream : null }
}
