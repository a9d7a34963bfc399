import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client as Sql } from 'pg'
import t from 'tap'
import { until } from '../../support/until.ts'
import { Chance } from '../load/chance.ts'
import { Client } from '../load/client.ts'
import { ServiceProcess, statusOf } from '../processes/processes.ts'
import { startRestartablePostgres } from './restartable-postgres.ts'

t.test('a service finds out that its database is a standby, and goes on when it is promoted', async (t) => {
  const postgres = await startRestartablePostgres(t)
  const process = await ServiceProcess.start(t, { databaseUrl: postgres.databaseUrl, masterKey: randomBytes(32) })
  const client = await Client.signUp([process.baseUrl], new Chance())
  const create = { path: '/v1/checkout/sessions', body: { amount: 100, currency: 'GBP' }, key: 'failover' }
  await postgres.halt()
  await writeFile(join(postgres.clusterDir, 'standby.signal'), '')
  // The start ends with the promotion, because a standby does not report that it is ready.
  const promoted = postgres.start()
  const problem = async (): Promise<unknown> => {
    const response = await fetch(`${process.baseUrl}/readyz`)
    return ((await response.json()) as { message?: string }).message
  }
  await until(async () => String(await problem()).startsWith('The database does not accept writes'))
  t.match(await client.once(create), { status: 503, body: { error: { code: 'internal_error' } } })
  const admin = new Sql({ connectionString: postgres.adminUrl })
  await admin.connect()
  await admin.query('select pg_promote()')
  await admin.end()
  await promoted
  await until(async () => (await statusOf(`${process.baseUrl}/readyz`)) === 200)
  t.equal((await client.once(create))?.status, 200, 'the first call succeeds')
  t.ok(process.isRunning, 'the service did not restart')
})
