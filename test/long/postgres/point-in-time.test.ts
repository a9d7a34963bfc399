import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { migrateAll } from '../../../server/app.ts'
import { verifyDatabase } from '../../../server/commands/verify/verify-database.ts'
import { systemClock } from '../../../server/domain/time/clock.ts'
import { freePort } from '../../../server/engines/embedded-postgres/postmaster.ts'
import { chooseSystemUser } from '../../../server/engines/embedded-postgres/system-user.ts'
import { silentLog } from '../../../server/flow-context.ts'
import { temporaryDirectory } from '../../start/operator.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { Chance } from '../load/chance.ts'
import { Client } from '../load/client.ts'
import { arrivedEvents } from '../load/followers.ts'
import { payOnAndOn } from '../load/pay-on-and-on.ts'
import { debianPrograms, PostgresServer, skipWithoutDebianPostgres } from './postgres-server.ts'

// Needs the Debian packages postgresql-15 and pgbackrest. The guide has the same settings.

const program = process.env['PGBACKREST_PATH'] ?? '/usr/bin/pgbackrest'
const options = existsSync(program)
  ? skipWithoutDebianPostgres
  : { skip: 'pgBackRest is missing: install the Debian package pgbackrest, or set PGBACKREST_PATH' }

const stanza = 'servicepay'

t.test('a server goes back to a point in time from its archive of the log', options, async (t) => {
  const base = await temporaryDirectory(t)
  await chmod(base, 0o711)
  const user = chooseSystemUser('')
  const own = (path: string): string => {
    mkdirSync(path, { recursive: true })
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }
  const [data, copy] = [join(base, 'data'), join(base, 'copy')]
  const config = join(base, 'pgbackrest.conf')
  const port = await freePort()
  const socket = own(join(base, 'socket'))
  writeFileSync(
    config,
    `[global]
repo1-path=${own(join(base, 'repo'))}
repo1-retention-full=2
log-path=${own(join(base, 'log'))}
lock-path=${own(join(base, 'lock'))}
spool-path=${own(join(base, 'spool'))}
start-fast=y
log-level-console=error

[${stanza}]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${socket}
pg1-user=postgres
`,
  )
  const pgbackrest = (...args: string[]) =>
    promisify(execFile)(program, [`--config=${config}`, `--stanza=${stanza}`, ...args], { cwd: '/', ...user })
  const archive = {
    archive_mode: 'on',
    archive_command: `${program} --config=${config} --stanza=${stanza} archive-push %p`,
    archive_timeout: '1',
    unix_socket_directories: socket,
  }
  const server = new PostgresServer({ programs: debianPrograms, folder: data, port, settings: archive })
  t.teardown(() => server.stop())
  await server.create()
  await pgbackrest('stanza-create')
  await migrateAll({ databaseUrl: server.serviceUrl, clock: systemClock, log: silentLog })

  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  const environment = { RATE_LIMIT_PER_SECOND: '100000' }
  const before = await startService({ databaseUrl: server.serviceUrl, environment })
  const { clock, masterKey } = before
  const client = new Client([before.baseUrl], new Chance(), before.secretKey)
  await client.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
  const load = payOnAndOn(client)
  await until(() => load.paid.length > 10)

  await pgbackrest('backup', '--type=full')
  await until(() => load.paid.length > 30)
  await pgbackrest('backup', '--type=incr')
  await until(() => load.paid.length > 50)
  const acknowledged = [...load.paid]
  const [moment] = await server.query<{ at: string }>('select clock_timestamp()::text as at')
  await until(() => load.paid.length > acknowledged.length + 20)
  await load.stop()
  const everything = [...load.paid]
  const { stdout: info } = await pgbackrest('info')
  t.match(info, /full backup[\s\S]*incr backup/)

  const [segment] = await server.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
  await until(async () => {
    const [row] = await server.query<{ done: boolean }>(
      'select last_archived_wal >= $1 as done from pg_stat_archiver',
      [segment?.name],
    )
    return row?.done === true
  }, 'the log is in the archive')
  const ledger = await before.app.sandbox.ledger()
  await before.stop()
  await server.kill()

  own(copy)
  await chmod(copy, 0o700)
  await pgbackrest(`--pg1-path=${copy}`, '--type=time', `--target=${moment?.at}`, '--target-action=promote', 'restore')
  const next = new PostgresServer({
    programs: debianPrograms,
    folder: copy,
    port: await freePort(),
    settings: { ...archive, archive_mode: 'off' },
  })
  t.teardown(() => next.stop())
  await next.start()
  await until(async () => {
    const [row] = await next.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
    return row?.recovering === false
  }, 'the promotion')

  const verify = () =>
    verifyDatabase({
      databaseUrl: next.serviceUrl,
      adminUrl: next.url('postgres'),
      masterKeys: { current: masterKey, previous: null },
      cardKeys: null,
      clock,
      retention: { deliveryBodyDays: 30, eventDays: 36_500 },
    })
  const restored = await verify()
  t.same(restored.findings.named, [], 'both ledgers agree at that point')
  const after = await startService({ databaseUrl: next.serviceUrl, masterKey, clock, environment })
  t.teardown(() => after.stop())

  await t.test('it has every payment acknowledged before that point, and none of the later ones', async (t) => {
    const rows = await next.query<{ id: string }>('select id from checkout_sessions where paid_at is not null')
    const known = new Set(rows.map(({ id }) => id))
    t.same(
      acknowledged.filter((id) => !known.has(id)),
      [],
    )
    const lost = everything.filter((id) => !known.has(id))
    t.ok(lost.length > 0)
    const atBank = new Set((await after.app.sandbox.ledger()).map(({ reference }) => reference))
    const onlyBefore = ledger.filter(({ reference }) => !atBank.has(reference))
    t.ok(onlyBefore.length >= lost.length, 'a real bank would still have these lines, and its report shows them')
    t.comment(`figure: ${known.size} payments at the point, ${lost.length} after it`)
  })

  await t.test('webhooks and payments go on', async (t) => {
    const again = new Client([after.baseUrl], new Chance(), before.secretKey)
    const fresh = await again.succeed({ path: '/v1/checkout/sessions', body: { amount: 300, currency: 'GBP' } })
    await again.succeed({ path: `/v1/test_helpers/checkout/sessions/${String(fresh['id'])}/pay` })
    clock.advance(120)
    await until(async () => {
      await after.keepHouse()
      return (await next.query(`select from deliveries where status = 'pending'`)).length === 0
    })
    const arrived = new Set(arrivedEvents(receiver))
    const events = await next.query<{ id: string }>('select id from events')
    t.same(
      events.filter(({ id }) => !arrived.has(id)),
      [],
      'every event arrived',
    )
    t.same((await verify()).findings.named, [])
  })
})
