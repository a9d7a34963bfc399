import { inOneTransaction } from './steps.ts'

/** Mails in the language of the customer, as HTML. */
export const customerLanguage = [
  inOneTransaction(`
-- The language in which the customer pays, as a language tag.
alter table card_attempts add column locale text;
-- Encrypted, like the text. Null: a release without HTML in its mails has queued the mail.
alter table outgoing_mail add column sealed_body text;
`),
]
