import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { inFullRuns } from '../../support/combinations.ts'
import { cloneDatabase, createTemplate, startTestPostgres, testPostgres } from '../../support/database/postgres.ts'
import { until } from '../../support/until.ts'
import { isGone, killHard, query } from './helpers.ts'

t.test('each test gets its own copy, with a role that is no superuser', async (t) => {
  const { adminUrl } = await testPostgres()
  let migrations = 0
  const migrate = async (url: string): Promise<void> => {
    migrations += 1
    await query(url, 'create table things (id int primary key)')
  }
  const name = `template_of_${process.pid}`
  await Promise.all([createTemplate(adminUrl, name, migrate), createTemplate(adminUrl, name, migrate)])
  t.equal(migrations, 1, 'the template is created once')
  const [one, two] = await Promise.all([cloneDatabase(adminUrl, name), cloneDatabase(adminUrl, name)])
  await query(one.url, 'insert into things values (1)')
  t.same(
    await query(
      two.url,
      `select count(*)::int as n, current_user as role,
        (select rolsuper from pg_roles where rolname = current_user)
      from things`,
    ),
    [{ n: 0, role: 'servicepay', rolsuper: false }],
  )
  await one.drop()
  await t.rejects(query(one.url, 'select 1'), { code: '3D000' })
})

t.test('a template is created again after its migration failed', async (t) => {
  const { adminUrl } = await testPostgres()
  const name = `broken_of_${process.pid}`
  await t.rejects(
    createTemplate(adminUrl, name, (url) =>
      query(url, 'create table half (id int)').then(() => {
        throw new Error('no')
      }),
    ),
    { message: 'no' },
  )
  await createTemplate(adminUrl, name, (url) => query(url, 'create table half (id int)').then(() => {}))
  const copy = await cloneDatabase(adminUrl, name)
  t.same(await query(copy.url, 'select * from half'), [])
})

t.test('a stopped test server leaves no file', async (t) => {
  const postgres = await startTestPostgres()
  const [row] = await query<{ dir: string }>(postgres.adminUrl, `select current_setting('data_directory') as dir`)
  await postgres.stop()
  t.equal(existsSync(join(row?.dir ?? '/', '../..')), false)
})

t.test('a killed test process leaves no server', inFullRuns, async (t) => {
  const module = join(import.meta.dirname, '../../support/database/postgres.ts')
  const script = `import { testPostgres } from ${JSON.stringify(module)}
    console.log((await testPostgres()).adminUrl); setInterval(() => {}, 60_000)`
  const env = { ...process.env, TEST_DATABASE_ADMIN_URL: '' }
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => {
    child.kill('SIGKILL')
  })
  const [url] = await once(createInterface(child.stdout), 'line')
  const [row] = await query<{ dir: string; pid: number }>(
    String(url),
    `select current_setting('data_directory') as dir,
    split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  )
  await killHard(child)
  await isGone(row?.pid ?? 1)
  await until(() => !existsSync(join(row?.dir ?? '/', '../..')), 'the end of the folder')
})
