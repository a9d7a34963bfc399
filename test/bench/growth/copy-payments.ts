import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import type { Client } from 'pg'
import copyStreams from 'pg-copy-streams'
import { valuesOf, type Copy, type TableTemplate } from './row-template.ts'

const chunk = 2_000
const yearMs = 365 * 24 * 3600_000
/** Half of the payments belong to one account, the others to a thousand. */
const otherAccounts = 1_000
/** What stays free on the disk, because others use it too. */
const reserveBytes = 12 * 2 ** 30
/** The indexes of a payment with four events, which are built after its rows are there. */
const indexBytesEach = 9_000

export interface Growth {
  /** A superuser on the service's database. */
  readonly admin: Client
  readonly dataDir: string
  readonly templates: readonly TableTemplate[]
  readonly sampleAt: Date
  readonly merchantId: string
  /** The last number of an event of the account `merchantId`. */
  lastSequence: number
}

export async function addAccounts({ admin, merchantId }: Growth): Promise<void> {
  await admin.query(
    // An account that had live access is not deleted for lack of use.
    `insert into merchants (merchant_id, email, currencies, live_access_ended_at, created_at)
     select 'mer_' || lpad(n::text, 30, '0'), 'n' || n || '@example.com', currencies, created_at, created_at
     from merchants, generate_series(1, $2::integer) n where merchant_id = $1`,
    [merchantId, otherAccounts],
  )
}

/**
 * Adds the payments `from` to `to`, spread evenly over the last year, and returns how many there are then: fewer when
 * the disk is nearly full. Without indexes the rows go in much faster, so it makes these anew afterwards.
 */
export async function growTo(growth: Growth, { from, to }: { from: number; to: number }): Promise<number> {
  const { admin, dataDir } = growth
  await admin.query(`set session_replication_role to replica; set synchronous_commit to off`)
  await admin.query(`set maintenance_work_mem to '512MB'`)
  const indexes = await dropIndexes(admin, growth.templates)
  const first = Date.now() - yearMs
  let number = from
  while (number < to && (await freeBytes(dataDir)) > reserveBytes + (number - from) * indexBytesEach) {
    const end = Math.min(to, number + chunk)
    const copies: Copy[] = []
    for (; number < end; number += 1) {
      const isOwn = number % 2 === 0
      const other = String((((number - 1) / 2) % otherAccounts) + 1).padStart(30, '0')
      copies.push({
        number,
        merchantId: isOwn ? growth.merchantId : `mer_${other}`,
        at: new Date(first + ((number - from) / (to - from)) * (yearMs - 3600_000)),
        firstSequence: growth.lastSequence + 1,
      })
      if (isOwn) growth.lastSequence += 4
    }
    await copyRows(growth, copies)
    if (number % 100_000 === 0) process.stderr.write(`${number} payments\n`)
  }
  for (const index of indexes) await admin.query(index)
  await admin.query(
    `insert into event_counters (merchant_id, livemode, last_sequence) values ($1, false, $2)
     on conflict (merchant_id, livemode) do update set last_sequence = excluded.last_sequence`,
    [growth.merchantId, growth.lastSequence],
  )
  for (const { table } of growth.templates) await admin.query(`vacuum (analyze, freeze) ${table}`)
  await admin.query('checkpoint')
  return number
}

async function copyRows({ admin, templates, sampleAt }: Growth, copies: readonly Copy[]): Promise<void> {
  const values = copies.map((copy) => valuesOf(copy, sampleAt))
  await admin.query('begin')
  for (const { table, columns, lines } of templates) {
    const stream = admin.query(copyStreams.from(`copy ${table} (${columns.join(', ')}) from stdin`))
    let text = ''
    for (const [index, value] of values.entries()) {
      text += lines(value)
      if (text.length < 1_000_000 && index < values.length - 1) continue
      if (!stream.write(text)) await once(stream, 'drain')
      text = ''
    }
    stream.end()
    await once(stream, 'finish')
  }
  await admin.query('commit')
}

/** Drops the indexes that hold no constraint, and returns the statements that make them anew. */
async function dropIndexes(admin: Client, templates: readonly TableTemplate[]): Promise<string[]> {
  const { rows } = await admin.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indexrelid
     where indrelid = any($1::regclass[]) and not relispartition
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [templates.map(({ table }) => table)],
  )
  for (const { name } of rows) await admin.query(`drop index ${name}`)
  // PostgreSQL would leave out the partitions.
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '))
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
