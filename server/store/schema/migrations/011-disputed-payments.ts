/** The list of payments finds those with an open, won or lost dispute, newest payment first. */
export const disputedPayments = `
create index disputes_by_status_and_session on disputes (merchant_id, livemode, status, session_id desc, id desc);
`
