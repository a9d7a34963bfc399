// How a line of a settlement report finds what it is about, and what can differ.
//
//   payment, capture      the attempt with the processor's id of the purchase, otherwise with our reference
//   refund                the refund or automatic return with the processor's id, otherwise with our reference
//   chargeback            the dispute with the processor's reference, otherwise any dispute of the attempt
//   fee, payout, other    nothing: these lines never differ
//
// A line that finds nothing is `unknown_payment`, `unknown_refund` or `unknown_chargeback`. One that finds something is
// compared in this order: currency, amount, then whether our ledger has the movement, and whether it still has it. The
// first that does not fit is the difference. Null: the line agrees with our books.
//
// Example: the report has a refund of 20.00 GBP with our reference re_1. We have re_1 with 25.00 GBP, so the difference
// is `amount_differs`, whatever the status of re_1 is.

/**
 * SQL that adds to the lines of `source` the object that each is about, our amount, and the difference. It finds a
 * payment, refund or dispute by the processor's id first, then by our reference. Parameters 1 and 2 are the scope.
 */
export function matched(source: string, processor: string): string {
  const own = (table: string): string =>
    `${table}.merchant_id = $1 and ${table}.livemode = $2 and ${table}.processor = ${processor}`
  return `(
    select m.*,
      case
        when m.kind in ('fee', 'payout', 'other') then null
        when m.object_id is null and m.session_id is null then 'unknown_payment'
        when m.object_id is null and m.kind in ('refund', 'refund_reversed') then 'unknown_refund'
        when m.object_id is null then 'unknown_chargeback'
        when m.our_currency <> m.gross_currency then 'currency_differs'
        when m.our_amount <> abs(m.gross_amount) then 'amount_differs'
        when m.has_movement and m.is_undone_here then case m.kind when 'payment' then 'settled_after_failure'
          else 'refund_failed' end
        when m.has_movement then null
        when m.kind = 'payment' then 'payment_not_paid'
        when m.kind = 'refund' then case when m.our_status = 'failed' then 'refund_failed' end
        when m.kind in ('chargeback', 'second_chargeback') then 'chargeback_not_booked'
        else 'reversal_not_booked'
      end as difference
    from (
      select l.*,
        case when l.kind in ('refund', 'refund_reversed') then r.id
          when l.kind in ('chargeback', 'second_chargeback', 'chargeback_reversed') then d.id
          else a.id end as object_id,
        coalesce(r.session_id, d.session_id, a.session_id) as session_id,
        coalesce(r.amount, v.amount, d.amount, a.amount)::bigint as our_amount,
        coalesce(r.currency, v.currency, d.currency, a.currency) as our_currency,
        r.status as our_status,
        exists (
          select from money_movements v
          where v.merchant_id = $1 and v.livemode = $2
            and v.attempt_id = coalesce(r.attempt_id, d.attempt_id, a.id)
            and (r.refund_id is null or v.refund_id = r.refund_id)
            and v.kind = case l.kind
              when 'payment' then 'capture'
              when 'capture_reversed' then 'capture_reversal'
              when 'refund' then case when r.refund_id is null then 'reversal' else 'refund' end
              when 'refund_reversed'
                then case when r.refund_id is null then 'return_reversal' else 'refund_reversal' end
              when 'chargeback_reversed' then 'chargeback_reversal'
              else 'chargeback' end
        ) as has_movement,
        -- Our side has taken the movement back, and no report has.
        l.kind in ('payment', 'refund') and exists (
          select from money_movements v
          where v.merchant_id = $1 and v.livemode = $2
            and v.attempt_id = coalesce(r.attempt_id, a.id)
            and case when l.kind = 'payment' then v.kind = 'capture_reversal'
              when r.refund_id is null then v.kind = 'return_reversal'
              else v.kind = 'refund_reversal' and v.refund_id = r.refund_id end
        ) and not exists (
          select from settlement_lines o
          where o.merchant_id = $1 and o.livemode = $2 and o.object_id = coalesce(r.id, a.id)
            and o.kind = case l.kind when 'payment' then 'capture_reversed' else 'refund_reversed' end
        ) and not exists (
          -- Somebody captured the payment after all, and a notification has said so.
          select from money_movements v
          where v.merchant_id = $1 and v.livemode = $2 and v.attempt_id = a.id and l.kind = 'payment'
            and v.kind = 'chargeback_reversal'
        ) as is_undone_here
      from ${source} l
      left join lateral (
        select * from (
          (select id, session_id, amount, currency, 1 as rank from card_attempts a
            where ${own('a')} and a.processor_id = l.purchase_id order by a.id limit 1)
          union all
          (select id, session_id, amount, currency, 2 from card_attempts a
            where ${own('a')} and a.processor_reference = l.purchase_reference)
        ) found order by rank limit 1
      ) a on l.kind not in ('fee', 'payout', 'other')
      left join lateral (
        select * from (
          (select id, id as refund_id, session_id, attempt_id, coalesce(booked_amount, amount) as amount,
            coalesce(booked_currency, currency) as currency, status, 1 as rank from refunds f
            where ${own('f')} and f.processor_id = l.processor_id order by f.id limit 1)
          union all
          (select id, null, session_id, attempt_id, amount, currency, status, 2 from automatic_returns t
            where ${own('t')} and t.processor_id = l.processor_id order by t.id limit 1)
          union all
          (select id, id, session_id, attempt_id, coalesce(booked_amount, amount), coalesce(booked_currency, currency),
            status, 3 from refunds f
            where ${own('f')} and f.processor_reference = l.reference)
          union all
          (select id, null, session_id, attempt_id, amount, currency, status, 4 from automatic_returns t
            where ${own('t')} and t.id = split_part(l.reference, '.', 1))
        ) found order by rank limit 1
      ) r on l.kind in ('refund', 'refund_reversed')
      left join lateral (
        select * from (
          (select id, session_id, attempt_id, amount, currency, 1 as rank from disputes d
            where ${own('d')} and d.processor_reference = l.processor_id)
          union all
          (select id, session_id, attempt_id, amount, currency, 2 from disputes d
            where ${own('d')} and d.attempt_id = a.id and d.processor_reference not like '%:capture_failed'
            order by d.id limit 1)
        ) found order by rank limit 1
      ) d on l.kind in ('chargeback', 'second_chargeback', 'chargeback_reversed')
      -- A dispute may move other amounts at each of its stages.
      left join lateral (
        select amount, currency from money_movements o
        where o.merchant_id = $1 and o.livemode = $2 and o.attempt_id = d.attempt_id
          and o.kind = case l.kind when 'chargeback_reversed' then 'chargeback_reversal' else 'chargeback' end
        order by o.currency <> l.gross_currency, abs(o.amount - abs(l.gross_amount)), o.id limit 1
      ) v on d.id is not null
    ) m)`
}
