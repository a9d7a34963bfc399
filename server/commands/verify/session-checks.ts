import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../../store/sql/database.ts'
import type { Statement } from '../../store/sql/statement.ts'
import type { Findings, Subject } from './findings.ts'

/** What the checks share. */
export interface Checked {
  readonly findings: Findings
  /** Housekeeping may have deleted older attempts of deliveries. */
  readonly attemptsSince: Date
  /** Housekeeping may have deleted older events and deliveries. */
  readonly eventsSince: Date
}

/** A statement that returns only wrong rows, and the sentence about each. `$1` to `$3`: account, mode and ids. */
interface Check<Row> {
  readonly subject: Subject
  readonly statement: Statement
  readonly say: (row: Row) => string
  /** Values from `$4` on. */
  readonly more?: (checked: Checked) => unknown[]
}

/** Lets a list hold checks with different rows. */
export type AnyCheck = (scope: Scope, db: Database, ids: readonly string[], checked: Checked) => Promise<void>

export function check<Row>({ subject, statement, say, more = () => [] }: Check<Row>): AnyCheck {
  return async (scope, db, ids, checked) => {
    const values = [scope.merchantId, scope.livemode, ids, ...more(checked)]
    for (const row of await run<Row>(db, statement, values)) checked.findings.add(subject, say(row))
  }
}

const inScope = (alias: string): string => `${alias}.merchant_id = $1 and ${alias}.livemode = $2`

const totals = check<{
  id: string
  status: string
  currency: string
  amount: number
  paid: boolean
  refunded: number
  pending: number
  ledger_captured: string
  refunds_succeeded: string
  refunds_pending: string
}>({
  subject: 'totals',
  statement: {
    name: 'verify session totals',
    // Money that goes back by itself pays nothing, and "verify returns" checks it. A refund counts in the payment's
    // currency, and the ledger has what the bank moved.
    text: `
      with line as (
        select m.session_id, sum(m.amount) as captured from money_movements m
        where ${inScope('m')} and m.session_id = any($3::text[]) and m.kind = 'capture' and not exists (
          select from automatic_returns r where ${inScope('r')} and r.attempt_id = m.attempt_id)
        group by m.session_id
      ), reserved as (
        select session_id, sum(amount) filter (where r.status = 'pending') as pending,
          sum(case r.status when 'succeeded' then r.amount when 'failed' then r.kept_amount end) as refunded
        from refunds r
        where ${inScope('r')} and r.session_id = any($3::text[]) group by session_id
      )
      select s.id, s.status, s.currency, s.amount, s.paid_at is not null as paid, s.amount_refunded as refunded,
        s.amount_refund_pending as pending, coalesce(line.captured, 0)::text as ledger_captured,
        coalesce(reserved.refunded, 0)::text as refunds_succeeded,
        coalesce(reserved.pending, 0)::text as refunds_pending
      from checkout_sessions s left join line on line.session_id = s.id left join reserved on reserved.session_id = s.id
      where ${inScope('s')} and s.id = any($3::text[]) and (
        coalesce(line.captured, 0) <> (case when s.paid_at is null then 0 else s.amount end)
        or coalesce(reserved.refunded, 0) <> s.amount_refunded
        or coalesce(reserved.pending, 0) <> s.amount_refund_pending)`,
  },
  say: (row) => {
    const { id, status, currency, amount, paid, refunded, pending } = row
    return (
      `Session ${id} (${status}) shows ${paid ? amount : 0} ${currency} paid, ${refunded} refunded and ${pending} ` +
      `reserved for refunds; the ledger has ${row.ledger_captured} captured, its refunds have returned ` +
      `${row.refunds_succeeded}, and its pending refunds have ${row.refunds_pending}`
    )
  },
})

const attempts = check<{ id: string; status: string; paid: boolean; approved: number; live: number }>({
  subject: 'states',
  statement: {
    name: 'verify session attempts',
    text: `
      select s.id, s.status, s.paid_at is not null as paid,
        count(a.id) filter (where a.status = 'approved')::integer as approved,
        count(a.id) filter (where a.status in ('processing', 'challenge'))::integer as live
      from checkout_sessions s
      left join card_attempts a on ${inScope('a')} and a.session_id = s.id
      where ${inScope('s')} and s.id = any($3::text[])
      group by s.id, s.status, s.paid_at
      having count(a.id) filter (where a.status = 'approved') <> (case when s.paid_at is null then 0 else 1 end)
        or count(a.id) filter (where a.status in ('processing', 'challenge'))
          <> (case when s.status = 'processing' then 1 else 0 end)`,
  },
  say: ({ id, status, approved, live }) =>
    `Session ${id} is ${status} and has ${approved} approved card attempts and ${live} in progress`,
})

const status = check<{ id: string; status: string; amount: number; refunded: number; currency: string }>({
  subject: 'states',
  statement: {
    name: 'verify refunded sessions',
    text: `
      select s.id, s.status, s.amount, s.amount_refunded as refunded, s.currency from checkout_sessions s
      where ${inScope('s')} and s.id = any($3::text[]) and s.status = 'paid' and s.amount_refunded >= s.amount`,
  },
  say: ({ id, amount, refunded, currency }) =>
    `Session ${id} is paid, although ${refunded} of ${amount} ${currency} are refunded`,
})

const otherCurrencies = check<{ id: string; currency: string; other: string }>({
  subject: 'ledger',
  statement: {
    name: 'verify currencies',
    text: `
      select s.id, s.currency, line.id || ' in ' || line.currency as other
      from checkout_sessions s join money_movements line on ${inScope('line')} and line.session_id = s.id
      where ${inScope('s')} and s.id = any($3::text[]) and line.currency <> s.currency
        and line.kind = 'capture'`,
  },
  say: ({ id, currency, other }) => `Session ${id} is in ${currency} and has the ledger line ${other}`,
})

const endEvents = check<{ id: string; status: string; completed: number; failed: number; expired: number }>({
  subject: 'events',
  statement: {
    name: 'verify end events',
    // When another customer has paid a one-off link, the session ends with an event of the link instead.
    text: `
      with ended as (
        select e.session_id, count(*) filter (where e.type = 'session.completed')::integer as completed,
          count(*) filter (where e.type = 'session.failed')::integer as failed,
          count(*) filter (where e.type = 'session.expired')::integer as expired
        from events e
        where ${inScope('e')} and e.session_id = any($3::text[])
          and e.type in ('session.completed', 'session.failed', 'session.expired')
        group by e.session_id
      )
      select s.id, s.status, coalesce(completed, 0) as completed, coalesce(failed, 0) as failed,
        coalesce(expired, 0) as expired
      from checkout_sessions s left join ended on ended.session_id = s.id
      where ${inScope('s')} and s.id = any($3::text[]) and s.created_at >= $4 and (
        coalesce(completed, 0) <> (case when s.paid_at is null then 0 else 1 end)
        or coalesce(failed, 0) <> (case when s.status = 'failed' then 1 else 0 end)
        or (coalesce(expired, 0) <> (case when s.status = 'expired' then 1 else 0 end)
          and not (s.status = 'expired' and exists (
            select from automatic_returns r where ${inScope('r')} and r.session_id = s.id
              and r.reason = 'duplicate_link_payment'))))`,
  },
  more: ({ eventsSince }) => [eventsSince],
  say: ({ id, status: is, completed, failed, expired }) =>
    `Session ${id} is ${is} and has ${completed} events session.completed, ${failed} session.failed and ` +
    `${expired} session.expired`,
})

const refunds = check<{ id: string; session_id: string; status: string; amount: number; out: string; back: string }>({
  subject: 'refunds',
  statement: {
    name: 'verify refunds',
    text: `
      with line as (
        select m.refund_id, coalesce(sum(m.amount) filter (where m.kind = 'refund'), 0) as out,
          coalesce(sum(m.amount) filter (where m.kind = 'refund_reversal'), 0) as back
        from money_movements m
        where ${inScope('m')} and m.session_id = any($3::text[]) and m.refund_id is not null group by m.refund_id
      )
      select r.id, r.session_id, r.status, r.amount, coalesce(line.out, 0)::text as out,
        coalesce(line.back, 0)::text as back
      from refunds r left join line on line.refund_id = r.id
      where ${inScope('r')} and r.session_id = any($3::text[]) and not (case r.status
        when 'succeeded' then coalesce(line.out, 0) = coalesce(r.booked_amount, r.amount) and coalesce(line.back, 0) = 0
        when 'pending' then coalesce(line.out, 0) = coalesce(line.back, 0) and coalesce(line.out, 0) = 0
        else (coalesce(line.out, 0) = 0) = (coalesce(line.back, 0) = 0) end)`,
  },
  say: ({ id, session_id: session, status: is, amount, out, back }) =>
    `Refund ${id} of ${amount} for session ${session} is ${is}; the ledger has ${out} refunded and ${back} come back`,
})

const refundEvents = check<{ id: string; session_id: string; status: string; type: string; count: number }>({
  subject: 'refunds',
  statement: {
    name: 'verify refund events',
    text: `
      select r.id, r.session_id, r.status, wanted.type, count(e.id)::integer as count
      from refunds r
      join (values ('succeeded', 'session.refunded'), ('failed', 'session.refund_failed')) as wanted (status, type)
        on wanted.status = r.status
      left join events e on ${inScope('e')} and e.session_id = r.session_id and e.type = wanted.type
        and strpos(e.body, '"' || r.id || '"') > 0
      where ${inScope('r')} and r.session_id = any($3::text[]) and r.created_at >= $4
      group by r.id, r.session_id, r.status, wanted.type having count(e.id) <> 1`,
  },
  more: ({ eventsSince }) => [eventsSince],
  say: ({ id, session_id: session, status: is, type, count }) =>
    `Refund ${id} of session ${session} is ${is} and has ${count} events ${type}`,
})

const returns = check<{ id: string; session_id: string; status: string; back: number; lost: number }>({
  subject: 'returns',
  statement: {
    name: 'verify returns',
    text: `
      select r.id, r.session_id, r.status,
        (count(m.id) filter (where m.kind = 'reversal')
          - count(m.id) filter (where m.kind = 'return_reversal'))::integer as back,
        count(m.id) filter (where m.kind = 'capture_reversal')::integer as lost
      from automatic_returns r
      left join money_movements m on ${inScope('m')} and m.attempt_id = r.attempt_id
      where ${inScope('r')} and r.session_id = any($3::text[])
      group by r.id, r.session_id, r.attempt_id, r.status, r.amount
      having case r.status
        when 'pending' then
          count(m.id) filter (where m.kind = 'reversal') <> count(m.id) filter (where m.kind = 'return_reversal')
          -- The rest of a return of which a bank took a part, and gave it back to the merchant.
          and (
            not exists (select from disputes d where ${inScope('d')} and d.attempt_id = r.attempt_id)
            or coalesce(sum(m.amount) filter (where m.kind = 'reversal'), 0)
              - coalesce(sum(m.amount) filter (where m.kind = 'return_reversal'), 0) >= r.amount
          )
        else count(m.id) filter (where m.kind = 'reversal') + count(m.id) filter (where m.kind = 'capture_reversal')
          <= count(m.id) filter (where m.kind = 'return_reversal') and not exists (
            -- The bank has given the customer the money.
            select from disputes d
            where ${inScope('d')} and d.attempt_id = r.attempt_id and d.status <> 'won') end`,
  },
  say: ({ id, session_id: session, status: is, back, lost }) =>
    `Return ${id} of session ${session} is ${is}; the ledger has ${back} reversals and ${lost} failed captures`,
})

const returnedAttempts = check<{ id: string; session_id: string; returns: number }>({
  subject: 'returns',
  statement: {
    name: 'verify returned attempts',
    text: `
      select a.id, a.session_id, count(r.id)::integer as returns from card_attempts a
      left join automatic_returns r on ${inScope('r')} and r.attempt_id = a.id
      where ${inScope('a')} and a.session_id = any($3::text[])
      group by a.id, a.session_id, a.status
      having count(r.id) <> (case when a.status = 'returned' then 1 else 0 end)`,
  },
  say: ({ id, session_id: session, returns: count }) =>
    `Card attempt ${id} of session ${session} has ${count} returns, which does not fit its status`,
})

/** What must hold for a batch of sessions. */
export const sessionChecks: readonly AnyCheck[] = [
  totals,
  attempts,
  status,
  otherCurrencies,
  endEvents,
  refunds,
  refundEvents,
  returns,
  returnedAttempts,
]
