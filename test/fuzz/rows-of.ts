import { createHash } from 'node:crypto'
import { sql } from '../support/sql.ts'
import type { TestService } from '../support/service.ts'

/**
 * Hashes the rows of one account in every table that has a merchant id. A partition counts for its table, because the
 * worker makes new partitions at any time. `test_storage` and `recorded_requests` are left out, because the service
 * writes them some time after the requests.
 */
export async function rowsOf(service: TestService, merchantId: string): Promise<Record<string, string>> {
  const tables = await sql<{ table_name: string }>(
    service,
    `select c.relname as table_name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = 'merchant_id' and c.relname not in ('test_storage', 'recorded_requests') order by 1`,
  )
  const hashes: Record<string, string> = {}
  for (const { table_name: name } of tables) {
    const rows = await sql<{ line: string }>(
      service,
      `select content::text as line from ${name} as content where merchant_id = ? order by 1`,
      [merchantId],
    )
    const hash = createHash('sha256')
    for (const { line } of rows) hash.update(line).update('\n')
    hashes[name] = `${rows.length} rows, ${hash.digest('hex')}`
  }
  return hashes
}
