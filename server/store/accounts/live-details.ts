import type { LiveDetails } from '../../domain/accounts/live-details.ts'
import { parameters, valuesOf } from '../sql/columns.ts'
import { run, runForOne, type Database } from '../sql/database.ts'

/** The live details of an account, with the time of the last submit. */
export type LiveDetailsRecord = LiveDetails & { readonly merchant_id: string; readonly submitted_at: Date }

const columns = [
  'legal_name',
  'country',
  'registration_number',
  'contact_name',
  'contact_email',
  'statement_descriptor',
  'submitted_at',
] as const satisfies readonly (keyof LiveDetailsRecord)[]

const save = {
  name: 'save live details',
  text: `
    insert into live_details (merchant_id, ${columns.join(', ')})
    values ($1, ${parameters(columns, 2)})
    on conflict (merchant_id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
}

export async function saveLiveDetails(
  transaction: Database,
  merchantId: string,
  details: LiveDetails,
  now: Date,
): Promise<void> {
  await run(transaction, save, [merchantId, ...valuesOf(columns, { ...details, submitted_at: now })])
}

const find = {
  name: 'find live details',
  text: `select merchant_id, ${columns.join(', ')} from live_details where merchant_id = $1`,
}

/** Null when the account has not submitted them. */
export function findLiveDetails(db: Database, merchantId: string): Promise<LiveDetailsRecord | null> {
  return runForOne(db, find, [merchantId])
}
