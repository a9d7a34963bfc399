import { Client } from 'pg'
import { testPostgres } from './postgres.ts'
import type { TestService } from '../service.ts'

/** Makes the service's database unreachable while the service runs, or reachable again. */
export async function setDatabase(service: TestService, state: 'away' | 'there'): Promise<void> {
  const admin = new Client({ connectionString: (await testPostgres()).adminUrl })
  await admin.connect()
  const name = new URL(service.databaseUrl).pathname.slice(1)
  await admin.query(`alter database ${name} allow_connections ${state === 'there'}`)
  // Repeated until no connection is left, because a new one may open in the same moment.
  while (state === 'away') {
    const { rowCount } = await admin.query(
      'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1',
      [name],
    )
    if (rowCount === 0) break
  }
  await admin.end()
}
