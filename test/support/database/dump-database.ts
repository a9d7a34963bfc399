import { Client } from 'pg'

/** Every row of all tables, including those of the bank and of the job queue, as text. */
export async function dumpDatabase(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const tables = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const parts: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
    parts.push(`${name}\n${rows.map(({ row }) => row).join('\n')}`)
  }
  await client.end()
  return parts.join('\n')
}
