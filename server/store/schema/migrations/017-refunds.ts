/** The dashboard lists pending and failed refunds, and payments of which a part is refunded. */
export const refundLists = `
create index refunds_unsuccessful on refunds (merchant_id, livemode, status, id desc)
  where status in ('pending', 'failed');
create index checkout_sessions_partly_refunded on checkout_sessions (merchant_id, livemode, id desc)
  where status = 'paid' and amount_refunded > 0;
`
