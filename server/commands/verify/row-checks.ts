import { firstIdFrom } from '../../domain/ids.ts'
import { check, type AnyCheck } from './session-checks.ts'

/** A table that is checked in batches of its ids. */
export interface CheckedTable {
  readonly table: 'checkout_sessions' | 'money_movements' | 'payment_links' | 'events' | 'deliveries'
  readonly checks: readonly AnyCheck[]
}

const scoped = (alias: string): string =>
  `${alias}.merchant_id = $1 and ${alias}.livemode = $2 and ${alias}.id = any($3::text[])`

const sameScope = (one: string, other: string): string =>
  `${one}.merchant_id = ${other}.merchant_id and ${one}.livemode = ${other}.livemode`

const movements = check<{ id: string; kind: string; problem: string }>({
  subject: 'ledger',
  statement: {
    name: 'verify movements',
    text: `
      select m.id, m.kind, case
          when s.id is null then 'names the session ' || m.session_id || ', which does not exist'
          when a.id is null then 'names the card attempt ' || m.attempt_id || ', which does not exist'
          when a.session_id <> m.session_id then 'names a card attempt of another session'
          when m.refund_id is not null and r.id is null
            then 'names the refund ' || m.refund_id || ', which does not exist'
          when m.kind = 'capture' and m.processor_reference <> a.processor_reference
            then 'has another reference than its card attempt'
          when m.kind = 'capture' and m.amount <> a.amount then 'has another amount than its card attempt'
        end as problem
      from money_movements m
      left join checkout_sessions s on ${sameScope('s', 'm')} and s.id = m.session_id
      left join card_attempts a on ${sameScope('a', 'm')} and a.id = m.attempt_id
      left join refunds r on ${sameScope('r', 'm')} and r.id = m.refund_id
      where ${scoped('m')} and (s.id is null or a.id is null or a.session_id <> m.session_id
        or (m.refund_id is not null and r.id is null)
        or (m.kind = 'capture' and (m.processor_reference <> a.processor_reference or m.amount <> a.amount)))`,
  },
  say: ({ id, kind, problem }) => `The ledger line ${id} (${kind}) ${problem}`,
})

const links = check<{ id: string; payments: number; collected: string; shown: number; shown_amount: string }>({
  subject: 'links',
  statement: {
    name: 'verify payment links',
    text: `
      with paid as (
        select s.payment_link_id, count(*)::integer as payments, sum(s.amount - s.amount_refunded) as collected
        from checkout_sessions s
        where s.merchant_id = $1 and s.livemode = $2 and s.payment_link_id = any($3::text[]) and s.paid_at is not null
        group by s.payment_link_id
      )
      select l.id, coalesce(paid.payments, 0) as payments, coalesce(paid.collected, 0)::text as collected,
        l.payments_count as shown, l.amount_collected::text as shown_amount
      from payment_links l left join paid on paid.payment_link_id = l.id
      where ${scoped('l')}
        and (l.payments_count <> coalesce(paid.payments, 0) or l.amount_collected <> coalesce(paid.collected, 0))`,
  },
  say: (row) =>
    `Payment link ${row.id} shows ${row.shown} payments and ${row.shown_amount} collected; its sessions have ` +
    `${row.payments} and ${row.collected}`,
})

const paidLinks = check<{ id: string; status: string; named: string | null; paid: string | null }>({
  subject: 'links',
  statement: {
    name: 'verify paid links',
    text: `
      select l.id, l.status, l.paid_session_id as named, max(s.id) as paid from payment_links l
      left join checkout_sessions s on ${sameScope('s', 'l')} and s.payment_link_id = l.id and s.paid_at is not null
      where ${scoped('l')} and l.kind = 'single'
      group by l.id, l.status, l.paid_session_id
      having (count(s.id) = 1) <> (l.status = 'paid') or (l.status = 'paid' and max(s.id) <> l.paid_session_id)`,
  },
  say: ({ id, status, named, paid }) =>
    `Payment link ${id} is ${status} and names ${named ?? 'no session'}; the session that paid it is ${paid ?? 'none'}`,
})

const events = check<{ id: string; type: string; problem: string }>({
  subject: 'events',
  statement: {
    name: 'verify events',
    text: `
      select e.id, e.type, case
          when e.session_id is not null and s.id is null
            then 'names the session ' || e.session_id || ', which does not exist'
          when strpos(e.body, '"' || e.id || '"') = 0 then 'has a body with another id'
          when strpos(e.body, '"' || e.type || '"') = 0 then 'has a body with another type'
          else 'has the number ' || e.sequence || ', and the counter of its account is at '
            || coalesce(counter.last_sequence, 0) end as problem
      from events e
      left join checkout_sessions s on ${sameScope('s', 'e')} and s.id = e.session_id
      left join event_counters counter on counter.merchant_id = $1 and counter.livemode = $2
      where ${scoped('e')} and ((e.session_id is not null and s.id is null)
        or strpos(e.body, '"' || e.id || '"') = 0 or strpos(e.body, '"' || e.type || '"') = 0
        or (e.sequence is not null and e.sequence > coalesce(counter.last_sequence, 0)))`,
  },
  say: ({ id, type, problem }) => `Event ${id} (${type}) ${problem}`,
})

const numberedTwice = check<{ id: string; other: string; sequence: string }>({
  subject: 'events',
  statement: {
    name: 'verify event numbers',
    text: `
      select e.id, min(other.id) as other, e.sequence::text as sequence from events e
      join events other on ${sameScope('other', 'e')} and other.sequence = e.sequence and other.id > e.id
      where ${scoped('e')}
      group by e.id, e.sequence`,
  },
  say: ({ id, other, sequence }) => `Events ${id} and ${other} have the same number ${sequence}`,
})

const deliveries = check<{ id: string; event_id: string; status: string; problem: string }>({
  subject: 'deliveries',
  statement: {
    name: 'verify deliveries',
    text: `
      select d.id, d.event_id, d.status, case when e.id is null then 'its event does not exist'
          else 'no attempt got a reply from 200 to 299' end as problem
      from deliveries d
      left join events e on ${sameScope('e', 'd')} and e.id = d.event_id
      where ${scoped('d')} and ((e.id is null and d.event_id >= $5)
        or (d.status = 'delivered' and d.created_at > $4 and not exists (
        select from delivery_attempts a
        where ${sameScope('a', 'd')} and a.delivery_id = d.id and a.status between 200 and 299)))`,
  },
  more: ({ attemptsSince, eventsSince }) => [attemptsSince, firstIdFrom('evt', eventsSince)],
  say: ({ id, event_id: event, status, problem }) => `Delivery ${id} of event ${event} is ${status}, but ${problem}`,
})

export const rowChecks: readonly CheckedTable[] = [
  { table: 'money_movements', checks: [movements] },
  { table: 'payment_links', checks: [links, paidLinks] },
  { table: 'events', checks: [events, numberedTwice] },
  { table: 'deliveries', checks: [deliveries] },
]
