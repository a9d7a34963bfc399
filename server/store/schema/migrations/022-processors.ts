/** What an acquirer says about payments and refunds, and its own ids of them. */
export const processors = `
alter table card_attempts add column processor_id text;
alter table card_attempts add column challenge jsonb;
alter table card_attempts add column refusal_code text;
alter table card_attempts add column refusal_text text;
alter table card_attempts add column address_check text;
alter table card_attempts add column security_code_check text;
alter table card_attempts add column liability_shifted boolean;
-- The processor has received the request to take no money any more.
alter table card_attempts add column given_up_at timestamptz(3);

alter table refunds add column processor_id text;
alter table refunds add column purchase_processor_id text;

alter table automatic_returns add column processor_id text;
alter table automatic_returns add column purchase_processor_id text;
-- When the current order was first sent. Null: at created_at.
alter table automatic_returns add column ordered_at timestamptz(3);
`
