import { distributedLike, inOneTransaction } from './steps.ts'

/** What people of an account write about a payment for each other. */
export const paymentNotes = [
  inOneTransaction(`
create table payment_notes (
  merchant_id text not null,
  livemode boolean not null,
  session_id text not null,
  id text not null,
  -- Neither of them refers to people, because a note stays when its author leaves.
  author_id text not null,
  author text not null,
  text text not null,
  created_at timestamptz(3) not null,
  -- The page of a payment reads only this index.
  primary key (merchant_id, livemode, session_id, id),
  -- A process of the release before does not know the notes of a test payment that it deletes.
  foreign key (merchant_id, livemode, session_id) references checkout_sessions on delete cascade
);
${distributedLike('payment_notes', 'checkout_sessions')};
`),
]
