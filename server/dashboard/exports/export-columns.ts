import type { AuditRecord } from '../../domain/accounts/account-records.ts'
import { lineKind, signedAmount, type LedgerLine } from '../../domain/money/ledger.ts'
import { inMajorUnits } from '../../domain/money/major-units.ts'
import type { AttemptRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { Cell } from '../../domain/text/cell.ts'
import { dayOf } from '../../domain/time/periods.ts'
import type { ListedDispute } from '../../store/disputes/dispute-lists.ts'
import type { ExportedDelivery } from '../../store/exports/export-rows.ts'
import type { LatestStates } from '../../store/sessions/latest-states.ts'
import type { ListedDifference } from '../../store/settlement/lists.ts'
import { actionText } from '../accounts/audit-words.ts'
import { differenceWords } from '../settlement/words.ts'

/** The columns of a file: each name with the function that reads its cell from a row. Days are in the time zone. */
export type Columns<Row> = Readonly<Record<string, (row: Row, timeZone: string) => Cell>>

const amountColumns: Columns<Pick<SessionRecord, 'amount' | 'currency'>> = {
  currency: ({ currency }) => currency,
  amount: ({ amount, currency }) => decimalOf(amount, currency),
  amount_minor: ({ amount }) => amount,
}

const orderColumns: Columns<Pick<SessionRecord, 'reference' | 'description' | 'customer'>> = {
  reference: ({ reference }) => reference,
  description: ({ description }) => description,
  customer_email: ({ customer }) => customer.email ?? null,
  customer_name: ({ customer }) => customer.name ?? null,
}

/** `isOverdue`: the payment's time is over, but the worker has not expired it yet. The file calls it expired. */
export interface ExportedPayment extends SessionRecord, LatestStates {
  readonly isOverdue: boolean
}

export const paymentColumns: Columns<ExportedPayment> = {
  id: ({ id }) => id,
  created_utc: ({ created_at }) => created_at,
  status: ({ status, isOverdue }) => (isOverdue ? 'expired' : status),
  ...amountColumns,
  refunded: ({ amount_refunded, currency }) => decimalOf(amount_refunded, currency),
  refunded_minor: ({ amount_refunded }) => amount_refunded,
  paid_utc: ({ paid_at }) => paid_at,
  ...orderColumns,
  card_brand: ({ card_brand }) => card_brand,
  card_last4: ({ card_last4 }) => card_last4,
  three_d_secure: ({ three_d_secure }) => three_d_secure,
  attempts: ({ attempts }) => attempts,
  failure_code: ({ failure_code }) => failure_code,
  payment_link: ({ payment_link_id }) => payment_link_id,
  metadata: ({ metadata }) => (Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata)),
  dispute: ({ dispute }) => dispute,
  latest_refund: ({ refund }) => refund,
  created_day: ({ created_at }, timeZone) => ({ day: dayOf(created_at, timeZone) }),
  booked_day: ({ paid_at }, timeZone) => paid_at && { day: dayOf(paid_at, timeZone) },
  card_network: ({ card_network }) => card_network,
}

/** A refund with its payment, which says whose money it is. */
export type ExportedRefund = RefundRecord & { readonly payment: SessionRecord | null }

export const refundColumns: Columns<ExportedRefund> = {
  id: ({ id }) => id,
  created_utc: ({ created_at }) => created_at,
  status: ({ status }) => status,
  ...amountColumns,
  settled_utc: ({ settled_at }) => settled_at,
  payment: ({ session_id }) => session_id,
  reason: ({ reason }) => reason,
  failure_message: ({ failure_message }) => failure_message,
  created_day: ({ created_at }, timeZone) => ({ day: dayOf(created_at, timeZone) }),
  booked_day: ({ status, settled_at }, timeZone) =>
    status === 'succeeded' && settled_at ? { day: dayOf(settled_at, timeZone) } : null,
  reference: ({ payment }) => payment?.reference ?? null,
  description: ({ payment }) => payment?.description ?? null,
  customer_email: ({ payment }) => payment?.customer.email ?? null,
  customer_name: ({ payment }) => payment?.customer.name ?? null,
  card_brand: ({ payment }) => payment?.card_brand ?? null,
  card_last4: ({ payment }) => payment?.card_last4 ?? null,
}

/** A line of the ledger with the reference of its payment. */
export type ExportedLine = LedgerLine & { readonly reference: string | null }

/** Amounts are signed, so that their sum is the net. */
export const ledgerColumns: Columns<ExportedLine> = {
  id: ({ id }) => id,
  booked_utc: ({ created_at }) => created_at,
  booked_day: ({ created_at }, timeZone) => ({ day: dayOf(created_at, timeZone) }),
  kind: (line) => lineKind(line),
  currency: ({ currency }) => currency,
  amount: (line) => decimalOf(signedAmount(lineKind(line), line.amount), line.currency),
  amount_minor: (line) => signedAmount(lineKind(line), line.amount),
  payment: ({ session_id }) => session_id,
  reference: ({ reference }) => reference,
  refund: ({ refund_id }) => refund_id,
  card_attempt: ({ attempt_id }) => attempt_id,
  bank_reference: ({ processor_reference }) => processor_reference,
}

export const attemptColumns: Columns<AttemptRecord> = {
  id: ({ id }) => id,
  created_utc: ({ created_at }) => created_at,
  status: ({ status }) => status,
  ...amountColumns,
  settled_utc: ({ settled_at }) => settled_at,
  payment: ({ session_id }) => session_id,
  card_brand: ({ card_brand }) => card_brand,
  card_last4: ({ card_last4 }) => card_last4,
  three_d_secure: ({ three_d_secure }) => three_d_secure,
  authorization_code: ({ authorization_code }) => authorization_code,
  failure_code: ({ failure_code }) => failure_code,
  created_day: ({ created_at }, timeZone) => ({ day: dayOf(created_at, timeZone) }),
  card_network: ({ card_network }) => card_network,
}

export const disputeColumns: Columns<ListedDispute> = {
  id: ({ id }) => id,
  opened_utc: ({ opened_at }) => opened_at,
  status: ({ status }) => status,
  ...amountColumns,
  reason: ({ reason }) => reason,
  respond_by_utc: ({ respond_by }) => respond_by,
  closed_utc: ({ closed_at }) => closed_at,
  payment: ({ session_id }) => session_id,
  ...orderColumns,
  stage: ({ stage }) => stage,
  bank_reference: ({ processor_reference }) => processor_reference,
}

export const deliveryColumns: Columns<ExportedDelivery> = {
  id: ({ id }) => id,
  created_utc: ({ created_at }) => created_at,
  status: ({ status }) => status,
  event: ({ event_id }) => event_id,
  event_type: ({ type }) => type,
  payment: ({ session_id }) => session_id,
  attempts: ({ attempt }) => attempt ?? 0,
  last_attempt_utc: ({ attempted_at }) => attempted_at,
  last_url: ({ url }) => url,
  last_response_status: ({ response_status }) => response_status,
  last_error: ({ error }) => error,
  last_duration_ms: ({ duration_ms }) => duration_ms,
  next_attempt_utc: ({ next_attempt_at }) => next_attempt_at,
}

export const settlementDifferenceColumns: Columns<ListedDifference> = {
  id: ({ id }) => id,
  noted_utc: ({ noted_at }) => noted_at,
  difference: ({ code }) => code,
  happened_utc: ({ at }) => at,
  merchant_account: ({ account }) => account,
  batch: ({ batch }) => batch,
  payment: ({ session_id }) => session_id,
  reference: ({ reference }) => reference,
  our_currency: ({ expected_currency }) => expected_currency,
  our_amount: ({ expected, expected_currency }) => decimalOf(expected, expected_currency),
  report_currency: ({ found_currency }) => found_currency,
  report_amount: ({ found, found_currency }) => decimalOf(found, found_currency),
  report_line: ({ line }) => line,
  what_to_do: ({ code }) => differenceWords[code].task,
}

export const auditColumns: Columns<AuditRecord> = {
  id: ({ id }) => id,
  at_utc: ({ at }) => at,
  day: ({ at }, timeZone) => ({ day: dayOf(at, timeZone) }),
  action: ({ action }) => action,
  what: ({ action }) => actionText(action),
  who: ({ actor }) => actor,
  person: ({ person_id }) => person_id,
  address: ({ address }) => address,
  mode: ({ livemode }) => (livemode === null ? null : livemode ? 'live' : 'test'),
  detail: ({ detail }) => (Object.keys(detail).length === 0 ? null : JSON.stringify(detail)),
}

function decimalOf(amount: number | null, currency: string | null): Cell {
  return amount === null || currency === null ? null : { decimal: inMajorUnits(amount, currency) }
}
