import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { Client } from 'pg'
import { isAlive } from '../../../server/engines/embedded-postgres/postmaster-file.ts'
import { until } from '../../support/until.ts'
import {
  isGone,
  killHard,
  query,
  spawnOwner,
  start,
  temporaryDirectory,
} from '../../engines/embedded-postgres/helpers.ts'

t.test('the embedded database recovers from every accident in one directory', async (t) => {
  const dataDir = join(await temporaryDirectory(t), 'data')
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')

  await t.test('a start removes what an interrupted first start left', async (t) => {
    await mkdir(join(dataDir, 'postgres-new-0123', 'cluster', 'base'), { recursive: true })
    const postgres = await start(t, dataDir)
    await query(postgres.ownerUrl, 'create table kept (n int primary key)')
    t.notOk(readdirSync(dataDir).some((name) => name.startsWith('postgres-new-')))
  })

  await t.test('a start stops and replaces the server that a killed service left running', async (t) => {
    const owner = await spawnOwner(t, dataDir)
    await query(owner.ownerUrl, 'insert into kept values (1)')
    await killHard(owner.child)
    t.ok(isAlive(owner.serverPid), 'the server outlives its owner')
    const postgres = await start(t, dataDir)
    await isGone(owner.serverPid)
    t.same(await query(postgres.ownerUrl, 'select n from kept'), [{ n: 1 }], 'committed rows survive')
  })

  await t.test('a start is refused while another connection holds the owner lock', async (t) => {
    const owner = await spawnOwner(t, dataDir)
    await killHard(owner.child)
    const holder = new Client({
      connectionString: owner.adminUrl.replace('/postgres?', '/servicepay?'),
      application_name: 'servicepay-owner-4711',
    })
    holder.on('error', () => {})
    await holder.connect()
    await holder.query('select pg_advisory_lock($1)', [0x73766370])
    await t.rejects(start(t, dataDir), { message: /Another process \(pid 4711\) is serving/ })
    await holder.end()
    const postgres = await start(t, dataDir)
    t.same(await query(postgres.ownerUrl, 'select n from kept'), [{ n: 1 }])
  })

  await t.test('a start recovers the data of a server that was killed together with its service', async (t) => {
    const owner = await spawnOwner(t, dataDir)
    await query(owner.ownerUrl, 'insert into kept values (2)')
    await killHard(owner.child)
    process.kill(owner.serverPid, 'SIGKILL')
    const postgres = await start(t, dataDir)
    t.same(await query(postgres.ownerUrl, 'select n from kept order by n'), [{ n: 1 }, { n: 2 }])
  })

  await t.test(
    'a stale file with the process id of another program neither blocks the start nor harms that program',
    async (t) => {
      // It runs in the data directory as the same user, so only its command line shows that it is no server.
      const otherProgram = spawn('/bin/sleep', ['600'], { cwd: join(dataDir, 'postgres'), stdio: 'ignore' })
      t.teardown(() => {
        otherProgram.kill('SIGKILL')
      })
      await writeFile(
        pidFile,
        `${otherProgram.pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`,
      )
      const postgres = await start(t, dataDir)
      t.same(await query(postgres.ownerUrl, 'select count(*)::int as n from kept'), [{ n: 2 }])
      t.equal(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), postgres.pid)
      t.equal(otherProgram.exitCode ?? otherProgram.signalCode, null)
    },
  )

  await t.test('a server that dies while its service runs restarts on the same address', async (t) => {
    const exits: string[] = []
    const postgres = await start(t, dataDir, { onExit: (how) => exits.push(how) })
    const first = postgres.pid
    process.kill(first, 'SIGKILL')
    await until(
      () =>
        query(postgres.ownerUrl, 'select 1').then(
          () => postgres.pid !== first,
          () => false,
        ),
      'the new server',
    )
    t.same(exits, ['signal SIGKILL'])
    await until(() => lockIsHeld(postgres.adminUrl), 'the service takes the lock again')
  })

  await t.test('the service takes the lock again when only its connection is lost', async (t) => {
    const postgres = await start(t, dataDir)
    const [lost] = await query<{ pid: number; ended: boolean }>(
      postgres.adminUrl,
      `select pid, pg_terminate_backend(pid) as ended from pg_locks where locktype = 'advisory'`,
    )
    t.match(lost, { ended: true })
    const isTakenAgain = async (): Promise<boolean> => {
      const [pid, ...others] = await holders(postgres.adminUrl)
      return pid !== undefined && pid !== lost?.pid && others.length === 0
    }
    await until(isTakenAgain, 'another connection holds the lock')
  })

  await t.test('a process that crashes takes its server along', async (t) => {
    const { child, serverPid } = await spawnOwner(t, dataDir)
    process.kill(serverPid, 'SIGSTOP')
    child.kill('SIGUSR2')
    await isGone(serverPid)
  })

  await t.test('a server that hangs, with all its connections, ends within the time of a stop', async (t) => {
    const postgres = await start(t, dataDir)
    const pids = [postgres.pid, ...(await backends(postgres.adminUrl))]
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    await postgres.stop(500)
    for (const pid of pids) await isGone(pid)
    const again = await start(t, dataDir)
    t.same(await query(again.ownerUrl, 'select count(*)::int as n from kept'), [{ n: 2 }])
  })

  await t.test('a start replaces a lost password file', async (t) => {
    await rm(join(dataDir, 'postgres-password'))
    const postgres = await start(t, dataDir)
    t.same(await query(postgres.ownerUrl, 'select count(*)::int as n from kept'), [{ n: 2 }])
  })

  await t.test('Ctrl-C in a terminal does not reach the server', async (t) => {
    const postgres = await start(t, dataDir)
    const ps = spawn('/bin/ps', ['-o', 'pgid=', '-p', String(postgres.pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
    const output = await ps.stdout
      .setEncoding('utf8')
      .toArray()
      .then((parts) => parts.join(''))
    t.equal(Number(output), postgres.pid, 'it leads its own process group')
  })
})

/** The processes of all connections and of the server's own work. */
async function backends(adminUrl: string): Promise<number[]> {
  const rows = await query<{ pid: number }>(adminUrl, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
  return rows.map(({ pid }) => pid)
}

async function lockIsHeld(adminUrl: string): Promise<boolean> {
  return (await holders(adminUrl)).length === 1
}

/** The server processes of the connections that hold the lock. */
async function holders(adminUrl: string): Promise<number[]> {
  return (
    await query<{ pid: number }>(adminUrl, `select pid from pg_locks where locktype = 'advisory' and granted`)
  ).map(({ pid }) => pid)
}
