import { inOneTransaction, indexConcurrently } from './steps.ts'

/** What the dashboard compares before it does again what was done just now. */
export const repeatedForms = [
  inOneTransaction(`
-- A hash of what was sent. The same again within the hour leads to a question first. Null: repeating the form does
-- nothing more.
alter table form_submissions add column content text;
`),
  indexConcurrently({
    name: 'form_submissions_by_content',
    on: 'form_submissions (merchant_id, content) where content is not null',
  }),
]
