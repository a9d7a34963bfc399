import { createHash } from 'node:crypto'
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import t from 'tap'
import { newManifest, type Manifest } from '../../server/commands/backup/manifest.ts'
import { startEmbeddedPostgres } from '../../server/engines/embedded-postgres/start-embedded-postgres.ts'
import { ready, startProgram, temporaryDirectory, type Run } from '../start/operator.ts'

const command = (name: string): string => join(import.meta.dirname, `../../server/commands/${name}/main.ts`)
const base = await temporaryDirectory(t)
const [dataDir, backups] = [join(base, 'data'), join(base, 'backups')]
// PostgreSQL runs as another user when the tests run as root. It must be able to leave the mark.
const marks = await mkdtemp('/tmp/servicepay-attack-')
await chmod(marks, 0o777)
t.teardown(() => rm(marks, { recursive: true, force: true }))
const mark = join(marks, 'ran')

const service = startProgram(t, { DATA_DIR: dataDir })
await ready(service)
service.child.kill('SIGTERM')
await service.ended()
const masterKey = (await readFile(join(dataDir, 'master-key'), 'utf8')).trim()

async function backUp(): Promise<string> {
  const run = startProgram(t, { DATA_DIR: dataDir }, [command('backup'), backups])
  if ((await run.ended()) !== 0) throw new Error(run.said.errors)
  return join(backups, (await readdir(backups)).sort().at(-1) ?? '')
}

async function restore(
  backup: string,
  to: string,
  ...more: string[]
): Promise<Run['said'] & { code: number | string }> {
  const run = startProgram(t, { DATA_DIR: to, MASTER_KEY: masterKey }, [command('restore'), backup, ...more])
  const code = await run.ended()
  return { ...run.said, code }
}

const isMarked = (): Promise<boolean> =>
  stat(mark).then(
    () => true,
    () => false,
  )

/** A file of an archive, as PostgreSQL writes it. */
function entry(name: string, content: string): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0, 'latin1')
  header.write(content.length.toString(8).padStart(11, '0'), 124, 'latin1')
  header.write('0', 156, 'latin1')
  return Buffer.concat([header, Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, '\0'))])
}

/** A copy of a backup with other files in front, in place of those with the same names. */
async function withFiles(backup: string, files: Readonly<Record<string, string>>, key: string | null): Promise<string> {
  const copy = join(base, `changed-${Object.keys(files).length}-${key === null ? 'unproven' : 'proven'}`)
  await cp(backup, copy, { recursive: true })
  const archive = gunzipSync(await readFile(join(copy, 'base.tar.gz')))
  const kept: Buffer[] = []
  for (let at = 0; at < archive.length && archive[at] !== 0;) {
    const name = archive.toString('latin1', at, at + 100).split('\0')[0] ?? ''
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8)
    const end = at + 512 + Math.ceil(size / 512) * 512
    if (!Object.hasOwn(files, name)) kept.push(archive.subarray(at, end))
    at = end
  }
  const planted = Object.entries(files).map(([name, content]) => entry(name, content))
  const whole = Buffer.concat([...planted, ...kept, Buffer.alloc(1024)])
  const bytes = gzipSync(whole, { level: 1 })
  await writeFile(join(copy, 'base.tar.gz'), bytes)
  const path = join(copy, 'backup.json')
  const { format, mac, ...manifest } = JSON.parse(await readFile(path, 'utf8')) as Manifest
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const changed = {
    ...manifest,
    uncompressed_bytes: whole.length,
    files: manifest.files.map((file) =>
      file.name === 'base.tar.gz' ? { ...file, bytes: bytes.length, sha256 } : file,
    ),
  }
  const signed =
    key === null ? { format, ...changed, ...(mac && { mac }) } : newManifest(changed, Buffer.from(key, 'hex'))
  await writeFile(path, JSON.stringify(signed))
  return copy
}

const clean = await backUp()

t.test('a changed configuration never runs a command', async (t) => {
  const evil = {
    'postgresql.auto.conf': `archive_mode = on\narchive_command = 'touch ${mark}'\narchive_timeout = 1\n`,
    'postgresql.conf': `include_if_exists = '${base}/evil.conf'\nrestore_command = 'touch ${mark}'\n`,
    'pg_hba.conf': 'host all all 0.0.0.0/0 trust\n',
    'pg_ident.conf': 'm all all\n',
    'evil.sh': `#!/bin/sh\ntouch ${mark}\n`,
  }
  const unproven = await restore(await withFiles(clean, evil, null), join(base, 'unproven'))
  t.match(unproven, { code: 1, errors: /is not ours: its backup\.json was changed/ })
  t.same(await readdir(join(base, 'unproven')), [])
  // Even somebody who has the key, or an operator who has lost it, gets only the rows.
  const to = join(base, 'proven')
  const restored = await restore(await withFiles(clean, evil, masterKey), to)
  t.match(restored, {
    code: 0,
    out: /Left out, because a restore copies only data: .*evil\.sh[\s\S]*Nothing is wrong\./,
  })
  const text = (name: string) => readFile(join(to, 'postgres', name), 'utf8')
  for (const name of ['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf'])
    t.match(await text(name), /^# Written by the service\.\n/)
  t.notOk((await readdir(join(to, 'postgres'))).includes('evil.sh'))
  t.notOk(await isMarked(), 'no command ran')
  t.equal((await readFile(join(to, 'master-key'), 'utf8')).trim(), masterKey)
  t.not(
    await readFile(join(to, 'postgres-password'), 'utf8'),
    await readFile(join(dataDir, 'postgres-password'), 'utf8'),
  )
  const signal = await withFiles(clean, { ...evil, 'standby.signal': '' }, masterKey)
  const ordered = await restore(signal, join(base, 'ordered'), '--lost-key')
  t.match(ordered, { code: 1, errors: /has a file that controls PostgreSQL: standby\.signal/ })
})

t.test('a database with code of somebody else is listed and refused, before any of it runs', async (t) => {
  const running = await startEmbeddedPostgres({ dataDir, log: { info() {}, warn() {} } })
  const admin = new Client({ connectionString: running.adminUrl.replace('/postgres?', '/servicepay?') })
  await admin.connect()
  await admin.query(`
    create function mark() returns event_trigger security definer language plpgsql
      as $$ begin copy (select 1) to program 'touch ${mark}'; end $$;
    create event trigger mark_login on login execute function mark();
    create event trigger mark_ddl on ddl_command_start execute function mark();
    alter database template1 set session_preload_libraries to '/tmp/evil.so';
    create role mallory superuser login;
    alter table merchants alter column email set default pg_read_file('/etc/passwd')`)
  await admin.end()
  await running.stop()
  const planted = await backUp()
  t.ok(await isMarked(), 'on the old machine the trigger runs')
  await rm(mark)
  const names = new RegExp(
    [
      'the role mallory',
      'settings of every role: session_preload_libraries="/tmp/evil.so"',
      'the event trigger mark_login',
      'the function public\\.mark\\(\\)',
      'the default of public\\.merchants, which calls pg_read_file\\(text\\)',
    ]
      .map((name) => `(?=[^]*${name})`)
      .join(''),
  )
  for (const more of [[], ['--lost-key']]) {
    const to = join(base, `planted${more.length}`)
    const refused = await restore(planted, to, ...more)
    t.match(refused, { code: 1, errors: /Nothing was restored, and none of it ran/ })
    t.match(refused.errors, names)
    t.same(await readdir(to), [])
  }
  const DATABASE_URL = 'postgres://ada:hunter2@127.0.0.1:1/shop'
  const move = startProgram(t, { DATA_DIR: dataDir, DATABASE_URL }, [command('move')])
  t.equal(await move.ended(), 1)
  t.match(move.said.errors, /has content that the service never creates.*None of it ran/)
  t.match(move.said.errors, names)
  t.notOk(await isMarked(), 'no command ran')
})
