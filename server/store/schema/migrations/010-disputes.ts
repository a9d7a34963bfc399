/** What a bank says about a dispute, and an index for the totals of disputes. */
export const disputes = `
-- Null: the bank did not say, or an earlier version of the service stored the dispute.
alter table disputes add column reason text;
alter table disputes add column respond_by timestamptz(3);
-- The totals of disputes read only this index.
create index disputes_by_currency on disputes (merchant_id, livemode, currency, status, id desc) include (amount);
`
