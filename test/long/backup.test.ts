import { spawn } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t from 'tap'
import { query } from '../engines/embedded-postgres/helpers.ts'
import {
  embeddedUrl,
  followProgram,
  processesIn,
  ready,
  startProgram,
  temporaryDirectory,
  type Run,
} from '../start/operator.ts'
import { inheritedEnvironment } from '../support/inherited-environment.ts'
import { startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'
import { Chance } from './load/chance.ts'
import { Client } from './load/client.ts'
import { arrivedEvents } from './load/followers.ts'
import { payOnAndOn } from './load/pay-on-and-on.ts'

const root = join(import.meta.dirname, '../..')
const guide = join(root, 'server/pages/docs/guides/running.md')
const backupFile = join(root, 'server/commands/backup/main.ts')

/** The commands of the runbook in the guide, in their order. */
async function runbook(): Promise<string[]> {
  const text = await readFile(guide, 'utf8')
  const section = /### When the machine is lost\n([\s\S]*?)\n### /.exec(text)?.[1] ?? ''
  return [...section.matchAll(/```sh no-run\n([\s\S]*?)```/g)].map(([, command = '']) => command.trim())
}

t.test('a lost machine comes back from its backup, as the guide says', async (t) => {
  const base = await temporaryDirectory(t)
  const [dataDir, backups, newDataDir] = ['old', 'backups', 'new'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ]
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  const settings = { WEBHOOK_ALLOW: '127.0.0.1', RATE_LIMIT_PER_SECOND: '100000', LOG_LEVEL: 'info' }
  const service = startProgram(t, { ...settings, DATA_DIR: dataDir })
  const baseUrl = await ready(service)
  const key = (await readFile(join(dataDir, 'developer-key'), 'utf8')).trim()
  const safeKey = join(base, 'safe-key')
  await copyFile(join(dataDir, 'master-key'), safeKey)
  const client = new Client([baseUrl], new Chance(), key)
  await client.succeed({ path: '/v1/webhook_endpoints', body: { url: receiver.url } })
  const load = payOnAndOn(client)
  await until(() => load.paid.length > 20)
  const lastEvent = async (of: Client): Promise<string> => {
    const { data } = await of.succeed({ method: 'GET', path: '/v1/events?limit=1' })
    return (data as { id: string }[])[0]?.id ?? ''
  }
  const cursorBefore = await lastEvent(client)
  const backUp = (...args: string[]): Run => startProgram(t, { DATA_DIR: dataDir }, [backupFile, backups, ...args])

  await t.test('a killed backup leaves nothing that counts', async (t) => {
    await mkdir(backups)
    const killed = backUp()
    await until(async () => (await readdir(backups)).some((name) => name.startsWith('.unfinished-')))
    killed.child.kill('SIGKILL')
    t.equal(await killed.ended(), 'SIGKILL')
    t.same(
      (await readdir(backups)).filter((name) => !name.startsWith('.')),
      [],
    )
    const slots = () => query(dataDirUrl, 'select from pg_replication_slots')
    const dataDirUrl = await embeddedUrl(dataDir)
    await until(async () => (await slots()).length === 0, 'the database keeps no log for it')
  })

  const acknowledged: string[] = []
  await t.test('backups under load succeed, one at a time, and replace the old ones', async (t) => {
    for (let count = 0; count < 3; count += 1) {
      acknowledged.splice(0, Infinity, ...load.paid)
      const run = backUp('--keep', '2')
      t.equal(await run.ended(), 0, run.said.errors)
      t.match(run.said.out, /does not contain the master key: keep a copy.*\n.*on the same disk/)
    }
    t.equal((await readdir(backups)).length, 2, 'the killed one and the oldest are gone')
    t.ok(acknowledged.length < load.paid.length, 'payments went on')
  })

  await until(() => load.paid.length > acknowledged.length + 20)
  const cursorAfter = await lastEvent(client)
  const everything = [...load.paid]
  service.child.kill('SIGKILL')
  await load.stop()
  const [postmaster = ''] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(postmaster), 'SIGQUIT')
  await until(async () => (await processesIn(dataDir)).length === 0, 'the machine is gone')
  await rm(dataDir, { recursive: true, force: true })

  const commands = await runbook()
  t.equal(commands.length, 2, 'the guide restores and starts')
  const [restore = '', start = ''] = commands.map((command) =>
    command
      .replaceAll('/srv/servicepay', newDataDir)
      .replaceAll('/backups/servicepay', backups)
      .replaceAll('/safe/master-key', safeKey),
  )
  const shell = (command: string): Run => {
    const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`
    const env = { ...inheritedEnvironment('HOME', 'NODE_ENV'), ...settings, PATH, PORT: new URL(baseUrl).port }
    return followProgram(t, spawn('/bin/sh', ['-c', `exec env ${command}`], { cwd: root, env }))
  }
  const restored = shell(restore)
  t.equal(await restored.ended(), 0, restored.said.out + restored.said.errors)
  t.match(restored.said.out, /Restored .*servicepay-.*\n[\s\S]*Nothing is wrong\./)
  const again = shell(start)
  const startedAt = again.said
  await until(() => startedAt.out.includes('"msg":"ready"'), 'the service starts')

  await t.test('every payment acknowledged before the backup is there; later ones are not', async (t) => {
    const rows = await query<{ id: string }>(
      await embeddedUrl(newDataDir),
      'select id from checkout_sessions where paid_at is not null',
    )
    const known = new Set(rows.map(({ id }) => id))
    t.same(
      acknowledged.filter((id) => !known.has(id)),
      [],
    )
    const lost = everything.filter((id) => !known.has(id))
    t.ok(lost.length > 0, 'a restore goes back in time')
    t.comment(`figure: ${known.size} payments restored, ${lost.length} after the backup`)
    t.match(await client.once({ method: 'GET', path: `/v1/checkout/sessions/${lost.at(-1)}` }), { status: 404 })
  })

  await t.test('webhooks and followers go on', async (t) => {
    const fresh = await client.succeed({ path: '/v1/checkout/sessions', body: { amount: 300, currency: 'GBP' } })
    await client.succeed({ path: `/v1/test_helpers/checkout/sessions/${String(fresh['id'])}/pay` })
    const url = await embeddedUrl(newDataDir)
    await until(async () => (await query(url, `select from deliveries where status = 'pending'`)).length === 0)
    const arrived = new Set(arrivedEvents(receiver))
    const events = await query<{ id: string }>(url, `select id from events order by sequence, id`)
    t.same(
      events.filter(({ id }) => !arrived.has(id)),
      [],
      'every event of the restored database arrived',
    )
    const read = (cursor: string) =>
      client.once({ method: 'GET', path: `/v1/events?limit=100&ending_before=${cursor}` })
    t.match(await read(cursorBefore), { status: 200 }, 'a follower from before the backup continues')
    const refused = await read(cursorAfter)
    t.match(refused, { status: 400, body: { error: { fix: /restored from a backup/ } } })
    // The error names an event that is a minute older, or none when there is none.
    t.match(refused?.text, /leave ending_before out|send evt_/)
    t.match(await client.once({ method: 'GET', path: '/v1/events?limit=100' }), { status: 200 })
  })

  const verified = startProgram(t, { DATA_DIR: newDataDir }, [join(root, 'server/commands/verify/main.ts')])
  t.equal(await verified.ended(), 0, verified.said.out)
  const first = startProgram(t, { DATA_DIR: newDataDir }, [backupFile, backups])
  t.equal(await first.ended(), 0, 'the new machine makes its first backup')
  again.child.kill('SIGTERM')
  await again.ended()
  await until(async () => (await processesIn(newDataDir)).length === 0)
})
