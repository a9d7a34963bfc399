import { run, runForOne, type Database } from '../sql/database.ts'
import { listOf } from '../sql/columns.ts'

/** What people may see of a secret. */
export interface ShownSecret {
  /** Its last characters. Null: it is too short to show any. */
  readonly end: string | null
  readonly at: string
  readonly by: string
  /** An earlier secret works until then. */
  readonly until?: string
}

/** A row of `processor_credentials`: an account's access to an acquirer, for live mode. */
export interface ProcessorCredentialsRecord {
  readonly merchant_id: string
  readonly processor: string
  readonly revision: number
  readonly settings: Readonly<Record<string, string | null>>
  readonly sealed_secrets: string
  readonly secrets: Readonly<Record<string, ShownSecret>>
  readonly connected_at: Date
  readonly connected_by: string
  readonly changed_at: Date
  readonly checked_at: Date | null
  readonly check_result: string | null
}

const columns = listOf<ProcessorCredentialsRecord>({
  merchant_id: true,
  processor: true,
  revision: true,
  settings: true,
  sealed_secrets: true,
  secrets: true,
  connected_at: true,
  connected_by: true,
  changed_at: true,
  checked_at: true,
  check_result: true,
})

/** An account's credentials for one processor. */
interface Key {
  readonly merchantId: string
  readonly processor: string
}

const find = {
  name: 'find processor credentials',
  text: `select ${columns} from processor_credentials where merchant_id = $1 and processor = $2`,
}

export function findProcessorCredentials(db: Database, key: Key): Promise<ProcessorCredentialsRecord | null> {
  return runForOne(db, find, [key.merchantId, key.processor])
}

const list = {
  name: 'list processor credentials',
  text: `select ${columns} from processor_credentials where merchant_id = $1 order by processor`,
}

export function listProcessorCredentials(db: Database, merchantId: string): Promise<ProcessorCredentialsRecord[]> {
  return run(db, list, [merchantId])
}

const save = {
  name: 'save processor credentials',
  text: `
    insert into processor_credentials (merchant_id, processor, revision, settings, sealed_secrets, secrets,
      connected_at, connected_by, changed_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (merchant_id, processor) do update set revision = excluded.revision, settings = excluded.settings,
      sealed_secrets = excluded.sealed_secrets, secrets = excluded.secrets, changed_at = excluded.changed_at,
      checked_at = null, check_result = null`,
}

/** Saves the credentials in place of earlier ones. The caller has locked the account. */
export async function saveProcessorCredentials(
  transaction: Database,
  record: Omit<ProcessorCredentialsRecord, 'checked_at' | 'check_result'>,
): Promise<void> {
  await run(transaction, save, [
    record.merchant_id,
    record.processor,
    record.revision,
    JSON.stringify(record.settings),
    record.sealed_secrets,
    JSON.stringify(record.secrets),
    record.connected_at,
    record.connected_by,
    record.changed_at,
  ])
}

const saveCheck = {
  name: 'save connection check',
  text: `
    update processor_credentials set checked_at = $4, check_result = $5
    where merchant_id = $1 and processor = $2 and revision = $3 returning revision`,
}

/** Stores the result of a connection check. False: the credentials have changed since. */
export async function saveConnectionCheck(
  db: Database,
  { merchantId, processor, revision }: Key & { readonly revision: number },
  check: { readonly at: Date; readonly result: string },
): Promise<boolean> {
  return (await runForOne(db, saveCheck, [merchantId, processor, revision, check.at, check.result])) !== null
}

const remove = {
  name: 'delete processor credentials',
  text: 'delete from processor_credentials where merchant_id = $1 and processor = $2',
}

export async function deleteProcessorCredentials(transaction: Database, key: Key): Promise<void> {
  await run(transaction, remove, [key.merchantId, key.processor])
}

/** Live payments, refunds and returns that wait for a processor. No number exceeds `maxCounted`. */
export interface Outstanding {
  readonly payments: number
  readonly captures: number
  readonly refunds: number
  readonly returns: number
}

const maxCounted = 100

/** Each part reads a partial index that contains only waiting rows. */
const outstanding = {
  name: 'outstanding at processor',
  text: `
    select
      (select count(*)::integer from (
        (select from card_attempts where merchant_id = $1 and livemode and status in ('processing', 'challenge')
          and processor = $2 limit ${maxCounted})
        union all
        -- A late approval is still possible, and its money would go back.
        (select from card_attempts where merchant_id = $1 and livemode and status = 'failed'
          and next_check_at is not null and processor = $2 limit ${maxCounted})
        limit ${maxCounted}) payments) as payments,
      (select count(*)::integer from (
        select from captures where merchant_id = $1 and livemode and status in ('due', 'requested')
          and processor = $2 limit ${maxCounted}) captures) as captures,
      (select count(*)::integer from (
        select from refunds where merchant_id = $1 and livemode and status = 'pending' and processor = $2
        limit ${maxCounted}) refunds) as refunds,
      (select count(*)::integer from (
        select from automatic_returns where merchant_id = $1 and livemode and status = 'pending' and processor = $2
        limit ${maxCounted}) returned) as returns`,
}

export async function outstandingAt(db: Database, key: Key): Promise<Outstanding> {
  const found = await runForOne<Outstanding>(db, outstanding, [key.merchantId, key.processor])
  if (!found) throw new Error('Bug: the query of outstanding money returned no row')
  return found
}
