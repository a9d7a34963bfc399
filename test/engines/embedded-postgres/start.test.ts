import { readFileSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { inFullRuns } from '../../support/combinations.ts'
import { findPackage } from '../../../server/engines/embedded-postgres/binaries.ts'
import { findForeignConfiguration } from '../../../server/engines/embedded-postgres/foreign-configuration.ts'
import { query, spawnOwner, start, temporaryDirectory } from './helpers.ts'

const cardNumber = '4012000000060085'

/** One database for most tests, which run in this order. The last one breaks it. */
const dataDir = join(await temporaryDirectory(t), 'data')

t.test('the first start creates a database, and the second start keeps its data', async (t) => {
  const steps: string[] = []
  const first = await start(t, dataDir, { onStep: (step) => steps.push(step) })
  await query(first.ownerUrl, `create table kept as select 42 as answer`)
  await first.stop()
  await first.stop()
  const second = await start(t, dataDir, { onStep: (step) => steps.push(step) })
  t.same(await query(second.ownerUrl, 'select answer from kept'), [{ answer: 42 }])
  t.match(second.version, /^18\./)
  t.same(steps, ['Creating the database (first start only)', 'Starting PostgreSQL', 'Starting PostgreSQL'])
})

t.test(
  'where only our content is expected, settings that could run a command are refused before any start',
  async (t) => {
    const cluster = join(dataDir, 'postgres')
    t.same(await findForeignConfiguration(cluster), [], 'a cluster of ours has none')
    const planted = {
      'postgresql.auto.conf': `# a comment\nArchive_Command = 'touch x'\nmax_connections = 9\n 'odd'\n`,
      'recovery.signal': '',
    }
    const own = await readFile(join(cluster, 'postgresql.auto.conf'), 'utf8')
    for (const [name, text] of Object.entries(planted)) await writeFile(join(cluster, name), text)
    const refused = start(t, dataDir, { expectsOnlyOurs: true })
    await t.rejects(refused, {
      name: 'EmbeddedPostgresError',
      message:
        /could run: the file recovery\.signal; the setting archive_command in postgresql\.auto\.conf; a line in .*None of it ran/,
    })
    await rm(join(cluster, 'recovery.signal'))
    await writeFile(join(cluster, 'postgresql.auto.conf'), own)
    await (await start(t, dataDir, { expectsOnlyOurs: true })).stop()
  },
)

t.test('a running database', async (t) => {
  const { databaseUrl, ownerUrl, adminUrl } = await start(t, dataDir)

  t.test('gives the service a role that owns nothing, and its owner one that is no superuser', async (t) => {
    const text = `
      select current_user as role, current_database() as database, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls,
        rolreplication,
        (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) as owner
      from pg_roles where rolname = current_user`
    for (const [url, role] of [
      [databaseUrl, 'servicepay_run'],
      [ownerUrl, 'servicepay'],
    ] as const)
      t.same(await query(url, text), [
        {
          role,
          database: 'servicepay',
          owner: 'servicepay',
          rolsuper: false,
          rolcreatedb: false,
          rolcreaterole: false,
          rolbypassrls: false,
          rolreplication: false,
        },
      ])
    await t.rejects(query(databaseUrl, 'create table mine (n int)'), { code: '42501' })
  })

  t.test('is durable, uses UTF-8 and listens only on this machine', async (t) => {
    const rows = await query(
      adminUrl,
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'listen_addresses',
      'server_encoding', 'unix_socket_directories', 'data_checksums') order by name`,
    )
    t.same(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), {
      data_checksums: 'on',
      fsync: 'on',
      listen_addresses: '127.0.0.1',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
      unix_socket_directories: '',
    })
  })

  t.test('requires the password, which only the owner can read', async (t) => {
    await t.rejects(query(databaseUrl.replace(/:[0-9a-f]+@/, ':wrong@'), 'select 1'), { code: '28P01' })
    t.equal(statSync(join(dataDir, 'postgres-password')).mode & 0o777, 0o600)
    t.equal(statSync(join(dataDir, 'postgres.log')).mode & 0o777, 0o600)
  })

  t.test('keeps the values of failed statements out of its log', async (t) => {
    await query(ownerUrl, 'create table numbers (id int primary key, pan text check (length(pan) < 5))')
    const failing = [
      `insert into numbers values (1, '${cardNumber}')`,
      `select '${cardNumber}x'::int`,
      `select ${cardNumber}::int`,
      `selct '${cardNumber}'`,
      `insert into numbers (id) values (1), (1) /* ${cardNumber} */`,
      `do $$ begin raise exception 'pan ${cardNumber}'; end $$`,
      `do $$ begin raise warning 'pan ${cardNumber}'; end $$; select 1/0`,
    ]
    for (const text of failing) await t.rejects(query(ownerUrl, text))
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    t.match(log, /ready to accept connections/)
    t.notMatch(log, cardNumber)
  })
})

t.test('a second process on the same directory is refused with the pid of the first', async (t) => {
  const owner = await spawnOwner(t, dataDir)
  await t.rejects(start(t, dataDir), {
    name: 'EmbeddedPostgresError',
    message: new RegExp(`Another process \\(pid ${owner.child.pid}\\) is serving`),
  })
  t.same(await query(owner.databaseUrl, 'select 1 as alive'), [{ alive: 1 }], 'the first process continues')
  owner.child.kill('SIGTERM')
  const next = await start(t, dataDir)
  t.same(
    await query(next.databaseUrl, 'select 1 as alive'),
    [{ alive: 1 }],
    'the directory is free after the first process has ended',
  )
})

t.test(
  'the database starts in a checkout that other users cannot enter, and without the links of the install script',
  inFullRuns,
  async (t) => {
    const closed = join(await temporaryDirectory(t), 'closed')
    await mkdir(closed, { mode: 0o700 })
    const packageRoot = join(closed, 'package')
    await cp(findPackage(), packageRoot, { recursive: true, verbatimSymlinks: true })
    for (const name of await listedTargets(packageRoot)) await rm(join(packageRoot, name), { force: true })
    await chmod(join(packageRoot, 'native', 'bin', 'postgres'), 0o600)
    const [one, two] = await Promise.all([
      start(t, join(closed, 'one'), { packageRoot }),
      start(t, join(closed, 'two'), { packageRoot }),
    ])
    t.same(await query(one.databaseUrl, 'select 1 as alive'), [{ alive: 1 }])
    t.same(await query(two.databaseUrl, 'select 1 as alive'), [{ alive: 1 }], 'two starts at the same time work')
    const libraries = await readdir(join(packageRoot, 'native', 'lib'))
    t.notOk(
      libraries.some((name) => /\.[0-9a-f]{12}$/.test(name)),
      'no temporary link remains',
    )
  },
)

t.test('a start refuses a directory that may hold other data, names the problem and changes nothing', async (t) => {
  const dir = await temporaryDirectory(t)
  await mkdir(join(dir, 'other', 'postgres'), { recursive: true })
  await writeFile(join(dir, 'other', 'postgres', 'letter.txt'), 'dear')
  await t.rejects(start(t, join(dir, 'other')), {
    name: 'EmbeddedPostgresError',
    message: /is not empty, and it is not a PostgreSQL cluster/,
  })
  t.equal(readFileSync(join(dir, 'other', 'postgres', 'letter.txt'), 'utf8'), 'dear')

  await mkdir(join(dir, 'older', 'postgres'), { recursive: true })
  await writeFile(join(dir, 'older', 'postgres', 'PG_VERSION'), '15\n')
  await t.rejects(start(t, join(dir, 'older')), {
    name: 'EmbeddedPostgresError',
    message: /belongs to PostgreSQL 15, but this program needs 18/,
  })

  await writeFile(join(dir, 'file'), '')
  await t.rejects(start(t, join(dir, 'file')), {
    name: 'EmbeddedPostgresError',
    message: /there is a file instead of a directory: choose another DATA_DIR/,
  })

  await t.rejects(start(t, '/proc/none/data'), {
    name: 'EmbeddedPostgresError',
    message: /^Cannot use \/proc\/none\/data .* choose another DATA_DIR/,
  })

  await rm(join(dataDir, 'postgres', 'global', 'pg_control'))
  await t.rejects(start(t, dataDir), {
    name: 'EmbeddedPostgresError',
    message: /does not start: .*pg_control.*Nothing was deleted/,
  })
})

async function listedTargets(packageRoot: string): Promise<string[]> {
  const links: { target: string }[] = JSON.parse(readFileSync(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8'))
  return links.map((link) => link.target)
}
