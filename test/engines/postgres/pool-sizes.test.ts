import { randomBytes } from 'node:crypto'
import t from 'tap'
import { checkConnections } from '../../../server/check-connections.ts'
import { readConfig } from '../../../server/config/config.ts'
import { poolSizes, sumOf } from '../../../server/engines/postgres/pool-sizes.ts'
import { cloneDatabase, testPostgres } from '../../support/database/postgres.ts'
import { prepareTemplate, templateName } from '../../support/database/template.ts'

const { adminUrl } = await testPostgres()

t.test('the pools of a process use exactly its connections, at least one each', (t) => {
  for (const role of ['all', 'api', 'cards', 'worker'] as const) {
    for (const total of [16, 20, 25, 40, 97, 1_000]) {
      const sizes = poolSizes(role, total)
      t.equal(sumOf(sizes), total, `${role} ${total}`)
      const unused = Object.entries(poolSizes(role, null)).filter(([, size]) => size === 0)
      t.same(
        Object.entries(sizes).filter(([, size]) => size < 1),
        unused,
      )
    }
  }
  const sums = (['api', 'api', 'worker'] as const).map((role) => sumOf(poolSizes(role, null)))
  t.same(sums, [25, 25, 20], 'two API processes and a worker fit into 100 connections, with a third API process')
  t.end()
})

t.test('a start compares its connections with the limit of the database', async (t) => {
  await prepareTemplate(adminUrl)
  const { url, drop } = await cloneDatabase(adminUrl, templateName)
  t.teardown(drop)
  const warnings: string[] = []
  const log = { info(): void {}, error(): void {}, warn: (_: object, message: string) => void warnings.push(message) }
  const check = async (connections: number, aheadMs = 0): Promise<boolean> => {
    const read = readConfig({
      DATABASE_URL: url,
      MASTER_KEY: randomBytes(32).toString('hex'),
      DATABASE_CONNECTIONS: String(connections),
    })
    if (read.kind === 'invalid') throw new Error(read.problems.join())
    const clock = { now: () => new Date(Date.now() + aheadMs) }
    return checkConnections({ config: read.config, databaseUrl: url, log, clock })
  }
  t.equal(await check(16), true, 'PostgreSQL itself holds prepared statements')
  t.same(warnings, [])
  for (const hours of [1, -1]) await check(16, hours * 3_600_000)
  t.match(warnings, [/^the clock of this machine is ahead of the clock of the database/, /is behind the clock/])
  await t.rejects(check(1_000), {
    name: 'StartError',
    message: /needs up to 1000 connections \(DATABASE_CONNECTIONS\), .*\(max_connections\)\. Raise max_connections/,
  })
})
