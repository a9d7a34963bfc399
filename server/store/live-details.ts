import type { LiveDetails } from '../domain/live-details.ts'
import type { Database } from './database.ts'
import { run, runForOne } from './database.ts'

/** An account's details with when they were last sent. */
export type LiveDetailsRecord = LiveDetails & { readonly merchant_id: string; readonly submitted_at: Date }

const save = {
  name: 'save live details',
  text: `
    insert into live_details (merchant_id, legal_name, country, registration_number, contact_name, contact_email, statement_descriptor, submitted_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (merchant_id) do update set legal_name = excluded.legal_name, country = excluded.country,
      registration_number = excluded.registration_number, contact_name = excluded.contact_name, contact_email = excluded.contact_email,
      statement_descriptor = excluded.statement_descriptor, submitted_at = excluded.submitted_at`,
}

export async function saveLiveDetails(
  transaction: Database,
  merchantId: string,
  details: LiveDetails,
  now: Date,
): Promise<void> {
  const { legal_name, country, registration_number, contact_name, contact_email, statement_descriptor } = details
  await run(transaction, save, [
    merchantId,
    legal_name,
    country,
    registration_number,
    contact_name,
    contact_email,
    statement_descriptor,
    now,
  ])
}

const find = { name: 'find live details', text: 'select * from live_details where merchant_id = $1' }

/** Null: the account has not sent them. */
export function findLiveDetails(db: Database, merchantId: string): Promise<LiveDetailsRecord | null> {
  return runForOne(db, find, [merchantId])
}
