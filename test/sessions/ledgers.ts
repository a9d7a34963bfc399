import type { Test } from 'tap'
import { sql } from '../support/sql.ts'
import type { TestService } from '../support/service.ts'

/** A movement of money, in the words of our ledger. */
export interface Line {
  readonly reference: string
  readonly kind: string
  readonly amount: number
  readonly currency: string
}

/** To the bank, an automatic return is a refund like any other. */
const kindAtBank = `case kind when 'reversal' then 'refund' when 'return_reversal' then 'refund_reversal' else kind end`

/**
 * Compares our ledger with the processor's, line by line, and the totals of sessions and links with both. `theirs`: by
 * default the ledger of the simulated bank.
 */
export async function expectEqualLedgers(t: Test, service: TestService, theirs?: readonly Line[]): Promise<void> {
  const ours = await sql<Line>(
    service,
    `select processor_reference as reference, ${kindAtBank} as kind, amount, currency from money_movements`,
  )
  const bank = theirs ?? (await service.app.sandbox.ledger())
  t.same(sorted(ours), sorted(bank), 'our ledger and the processor’s are equal')
  await expectEqualTotals(t, service)
}

/** Compares the totals of sessions and links with our ledger and with the refunds. */
export async function expectEqualTotals(t: Test, service: TestService): Promise<void> {
  const wrong = await sql(
    service,
    `select s.id from checkout_sessions s left join (
       select line.session_id,
         sum(case when kind in ('capture', 'return_reversal') then line.amount
           when kind = 'reversal' or (kind = 'capture_reversal' and back.id is not null) then -line.amount end)
           as captured
       from money_movements line
       left join automatic_returns back using (merchant_id, livemode, attempt_id)
       group by line.session_id) m on m.session_id = s.id
     left join (
       select session_id, sum(case status when 'succeeded' then amount when 'failed' then kept_amount end) as returned
       from refunds group by session_id) r on r.session_id = s.id
     where coalesce(m.captured, 0) <> (case when s.paid_at is null then 0 else s.amount end)
       or coalesce(r.returned, 0) <> s.amount_refunded`,
  )
  t.same(wrong, [], 'the amounts of each session equal its movements')
  const refunds = await sql(
    service,
    `select r.id from refunds r left join (
       select refund_id, sum(case kind when 'refund' then amount else -amount end) as out from money_movements
       where refund_id is not null group by refund_id) m on m.refund_id = r.id
     where coalesce(m.out, 0) <> (case r.status when 'succeeded' then coalesce(r.booked_amount, r.amount)
       else coalesce(r.kept_amount, 0) end)`,
  )
  t.same(refunds, [], 'what each refund has returned equals its movements')
  const totals = await sql(
    service,
    `select l.id from payment_links l left join (
       select payment_link_id, count(*) as payments, sum(amount - amount_refunded) as collected
       from checkout_sessions where paid_at is not null group by payment_link_id) s on s.payment_link_id = l.id
     where l.payments_count <> coalesce(s.payments, 0) or l.amount_collected <> coalesce(s.collected, 0)`,
  )
  t.same(totals, [], 'the totals of each link equal those of its sessions')
  const reserved = await sql(
    service,
    `select s.id from checkout_sessions s where s.amount_refund_pending <>
       (select coalesce(sum(amount), 0) from refunds r
         where r.merchant_id = s.merchant_id and r.livemode = s.livemode and r.session_id = s.id
           and r.status = 'pending')`,
  )
  t.same(reserved, [], 'the reserved amount of each session equals its pending refunds')
}

function sorted(lines: readonly Line[]): string[] {
  return lines.map((line) => `${line.reference} ${line.kind} ${line.amount} ${line.currency}`).sort()
}

/** Types of the events of a session, oldest first. */
export async function eventsOf(service: TestService, sessionId: string): Promise<string[]> {
  const rows = await sql<{ type: string }>(service, 'select type from events where session_id = ? order by id', [
    sessionId,
  ])
  return rows.map(({ type }) => type)
}
