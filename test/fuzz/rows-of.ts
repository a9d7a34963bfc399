import { createHash } from 'node:crypto'
import { sql } from '../support/sql.ts'
import type { TestService } from '../support/service.ts'

/**
 * Hashes the rows of one account in every table that has a merchant id, without the count of its data in test mode,
 * which the service saves every few seconds.
 */
export async function rowsOf(service: TestService, merchantId: string): Promise<Record<string, string>> {
  const tables = await sql<{ table_name: string }>(
    service,
    `select table_name from information_schema.columns
     where table_schema = 'public' and column_name = 'merchant_id' and table_name <> 'test_storage' order by 1`,
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
