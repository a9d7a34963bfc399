/** Retries of an expiry that failed, and an index for the deletion of form notices. */
export const dueWork = `
-- Null: the session or link expires at its expires_at. Otherwise an attempt to expire it failed, or a worker is busy
-- with it, and no worker tries before this time.
alter table checkout_sessions add column expire_after timestamptz(3);
alter table payment_links add column expire_after timestamptz(3);

create index form_notices_by_age on form_submissions (done_at) where sealed_notice is not null;
`
