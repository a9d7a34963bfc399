import { Client } from 'pg'
import { testPostgres } from './postgres.ts'
import type { TestService } from './service.ts'

/** Takes the service's database away under it, or gives it back. */
export async function setDatabase(service: TestService, state: 'away' | 'there'): Promise<void> {
  const admin = new Client({ connectionString: (await testPostgres()).adminUrl })
  await admin.connect()
  const name = new URL(service.databaseUrl).pathname.slice(1)
  await admin.query(`alter database ${name} allow_connections ${state === 'there'}`)
  // Until none is left: the call returns before the connections have ended, and one may be opened in the same moment.
  while (state === 'away') {
    const { rowCount } = await admin.query(
      'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1',
      [name],
    )
    if (rowCount === 0) break
  }
  await admin.end()
}
