/** The home page of the dashboard lists open disputes in the order of their deadlines. */
export const needsAttention = `
create index disputes_to_answer on disputes (merchant_id, livemode, respond_by, id) where status = 'open';
`
