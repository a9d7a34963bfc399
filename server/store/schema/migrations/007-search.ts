/** An index for open sessions whose time is over: a search for expired sessions includes them. */
export const search = `
create index checkout_sessions_open_by_end on checkout_sessions (merchant_id, livemode, expires_at)
  where status = 'open';
`
