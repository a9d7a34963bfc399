import { run, type Database } from '../sql/database.ts'
import { deleteTestEvents } from './test-data.ts'

// Finds and deletes sandbox accounts that are no longer used. An account that has or had live access, or has any row of
// live mode, is never among them.

const candidates = {
  name: 'old sandbox accounts',
  text: `
    select merchant_id from merchants
    where merchant_id > $1 and merchant_id < $2 and not live_access and live_access_ended_at is null
      and not public_demo
    order by merchant_id limit $3`,
}

/** Sandbox accounts with ids between the two, oldest first, whether or not they are used. */
export async function sandboxAccounts(
  db: Database,
  range: { after: string; before: string; limit: number },
): Promise<string[]> {
  return merchantsOf(db, candidates, [range.after, range.before, range.limit])
}

/** Ids sort by time, so the primary keys find what was made since then. */
export interface Since {
  readonly time: Date
  readonly sessionId: string
  readonly auditId: string
}

const usedKeys = {
  name: 'accounts with used keys',
  text: `
    select distinct merchant_id from secret_keys
    where merchant_id = any($1::text[]) and (created_at >= $2 or last_used_at >= $2)`,
}
const usedLogins = {
  name: 'accounts with used logins',
  text: 'select distinct merchant_id from logins where merchant_id = any($1::text[]) and last_seen_at >= $2',
}
const newSessions = {
  name: 'accounts with new sessions',
  text: `
    select distinct merchant_id from checkout_sessions
    where merchant_id = any($1::text[]) and not livemode and id >= $2`,
}
const newAudit = {
  name: 'accounts with new audit entries',
  // Calls by key leave entries without a person. The last use of the key counts for them.
  text: `
    select distinct merchant_id from audit_log
    where merchant_id = any($1::text[]) and id >= $2 and person_id is not null`,
}

/** Tables with rows of both modes. A row of live mode in any of them keeps the account. */
const liveTables = [
  'checkout_sessions',
  'payment_links',
  'events',
  'webhook_endpoints',
  'idempotency_keys',
  'outgoing_mail',
  'api_request_log',
  'recorded_requests',
  'event_resends',
  'audit_log',
  'secret_keys',
  'processor_notifications',
  'refused_notifications',
]
const liveRows = {
  name: 'accounts with live rows',
  text: [
    ...liveTables.map((table) => `select merchant_id from ${table} where merchant_id = any($1::text[]) and livemode`),
    'select merchant_id from live_details where merchant_id = any($1::text[])',
    'select merchant_id from processor_credentials where merchant_id = any($1::text[])',
  ].join(' union '),
}

/** Leaves out the accounts that somebody used since then, and those with rows of live mode. */
export async function unusedAmong(db: Database, merchantIds: readonly string[], since: Since): Promise<string[]> {
  if (merchantIds.length === 0) return []
  const kept: string[] = []
  // One after the other, because they may share the connection of a transaction.
  for (const [statement, from] of [
    [usedKeys, since.time],
    [usedLogins, since.time],
    [newSessions, since.sessionId],
    [newAudit, since.auditId],
  ] as const)
    kept.push(...(await merchantsOf(db, statement, [merchantIds, from])))
  kept.push(...(await merchantsOf(db, liveRows, [merchantIds])))
  const keptIds = new Set(kept)
  return merchantIds.filter((id) => !keptIds.has(id))
}

async function merchantsOf(
  db: Database,
  statement: { name: string; text: string },
  values: readonly unknown[],
): Promise<string[]> {
  const rows = await run<{ merchant_id: string }>(db, statement, values)
  return rows.map((row) => row.merchant_id)
}

const ways = [
  { name: 'close webhook endpoints', text: 'delete from webhook_endpoints where merchant_id = $1 and not livemode' },
  { name: 'close secret keys', text: 'delete from secret_keys where merchant_id = $1 and not livemode' },
  { name: 'close one-time links', text: 'delete from one_time_links where merchant_id = $1' },
  { name: 'close invitations', text: 'delete from invitations where merchant_id = $1' },
  { name: 'close logins', text: 'delete from logins where merchant_id = $1' },
]
const leave = { name: 'close memberships', text: 'delete from memberships where merchant_id = $1 returning person_id' }
/** People without an account or a sign-in have no second factor to keep. */
const factors = ['authenticator_apps', 'passkeys', 'recovery_codes'].map((table) => ({
  name: `close ${table}`,
  text: `
    delete from ${table} f
    where f.person_id = any($1::text[]) and not exists (select from memberships m where m.person_id = f.person_id)`,
}))
const deletePeople = {
  name: 'delete people without account',
  text: `
    delete from people p
    where p.id = any($1::text[])
      and not exists (select from memberships m where m.person_id = p.id)
      and not exists (select from logins l where l.person_id = p.id)
      and not exists (select from one_time_links o where o.person_id = p.id)`,
}

/** Deletes every way into an account, so that nothing new appears in it: keys, people, logins and addresses. */
export async function closeAccount(transaction: Database, merchantId: string): Promise<void> {
  for (const statement of ways) await run(transaction, statement, [merchantId])
  const members = await run<{ person_id: string }>(transaction, leave, [merchantId])
  const personIds = members.map((row) => row.person_id)
  for (const statement of factors) await run(transaction, statement, [personIds])
  await run(transaction, deletePeople, [personIds])
}

const events = {
  name: 'test events of account',
  text: 'select id from events where merchant_id = $1 and not livemode order by id limit $2',
}

const links = {
  name: 'delete test links of account',
  text: `
    delete from payment_links where merchant_id = $1 and not livemode and id in (
      select id from payment_links where merchant_id = $1 and not livemode order by id limit $2)
    returning code`,
}
const codes = { name: 'delete link codes', text: 'delete from payment_link_codes where code = any($1::text[])' }

/** Deletes a batch of an account's rows in a table whose key is `(merchant_id, <key>)`, perhaps with the mode. */
function batchOf(table: string, key: string, which = '') {
  return {
    name: `delete ${table} of account`,
    text: `
      delete from ${table} where merchant_id = $1 ${which} and ${key} in (
        select ${key} from ${table} where merchant_id = $1 ${which} order by ${key} limit $2)
      returning 1`,
  }
}

const rest = [
  batchOf('idempotency_keys', 'key', 'and not livemode'),
  batchOf('api_request_log', 'id', 'and not livemode'),
  batchOf('recorded_requests', 'id', 'and not livemode'),
  batchOf('event_resends', 'id', 'and not livemode'),
  batchOf('session_ends', 'session_id', 'and not livemode'),
  batchOf('event_counters', 'merchant_id'),
  batchOf('outgoing_mail', 'id', 'and not livemode'),
  batchOf('form_submissions', 'id'),
  // Only a function of the tables' owner may delete from the audit log.
  { name: 'delete audit_log of account', text: 'select delete_test_audit($1, $2)' },
]

/**
 * Deletes up to `limit` rows of each table of an account that has no sessions any more. True: there may be more. The
 * caller has named the account.
 */
export async function deleteTestRowsOf(transaction: Database, merchantId: string, limit: number): Promise<boolean> {
  const found = await run<{ id: string }>(transaction, events, [merchantId, limit])
  await deleteTestEvents(
    transaction,
    merchantId,
    found.map(({ id }) => id),
  )
  const deletedLinks = await run<{ code: string }>(transaction, links, [merchantId, limit])
  await run(transaction, codes, [deletedLinks.map(({ code }) => code)])
  const counts = [found.length, deletedLinks.length]
  for (const statement of rest) counts.push((await run(transaction, statement, [merchantId, limit])).length)
  return counts.some((count) => count === limit)
}

const deleteMerchant = {
  name: 'delete merchant',
  text: 'delete from merchants where merchant_id = $1 and not live_access and not public_demo',
}

const deleteClock = { name: 'delete test clock', text: 'delete from test_clocks where merchant_id = $1' }

const deleteStorage = { name: 'delete test storage', text: 'delete from test_storage where merchant_id = $1' }

/** Deletes an account that has no rows left. A foreign key refuses it otherwise. */
export async function deleteMerchantRow(transaction: Database, merchantId: string): Promise<void> {
  await run(transaction, deleteClock, [merchantId])
  await run(transaction, deleteStorage, [merchantId])
  await run(transaction, deleteMerchant, [merchantId])
}
