import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { ArchiveWriter } from '../../server/backup/archive.ts'
import { findBackup, listBackups, removeOld, removeUnfinished } from '../../server/backup/backups.ts'
import { fingerprintOf, newManifest } from '../../server/backup/manifest.ts'
import type { Manifest } from '../../server/backup/manifest.ts'
import { expectEmptyDirectory, restoreBackup } from '../../server/backup/restore-backup.ts'
import { startProgram } from '../start/operator.ts'

const base = await mkdtemp(join(tmpdir(), 'servicepay-backup-'))
t.teardown(() => rm(base, { recursive: true, force: true }))
const command = (name: string): string => join(import.meta.dirname, `../../server/${name}.ts`)

interface Entry {
  readonly name: string
  readonly content?: string
  readonly type?: string
}

/** A tar archive as PostgreSQL writes it. */
function tar(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ name, content = '', type = '0' }) => {
    const header = Buffer.alloc(512)
    header.write(name, 0, 'latin1')
    header.write(content.length.toString(8).padStart(11, '0'), 124, 'latin1')
    header.write(type, 156, 'latin1')
    const bytes = Buffer.alloc(Math.ceil(content.length / 512) * 512)
    bytes.write(content, 0, 'latin1')
    return [header, bytes]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

async function unpack(archive: Buffer, pieces: number): Promise<string> {
  const directory = await mkdtemp(join(base, 'archive-'))
  const parts = Array.from({ length: Math.ceil(archive.length / pieces) }, (_, index) =>
    archive.subarray(index * pieces, (index + 1) * pieces),
  )
  await pipeline(parts, new ArchiveWriter(directory))
  return directory
}

t.test('an archive becomes the same files, however its bytes arrive', async (t) => {
  const long = 'x'.repeat(2_000)
  const archive = tar([
    { name: 'backup_label', content: 'START' },
    { name: 'base/', type: '5' },
    { name: './pg_wal/archive_status/', type: '5' },
    { name: 'base/1', content: long },
    { name: 'base/empty' },
  ])
  for (const pieces of [7, 512, 100_000]) {
    const directory = await unpack(archive, pieces)
    t.equal(await readFile(join(directory, 'backup_label'), 'utf8'), 'START')
    t.equal(await readFile(join(directory, 'base/1'), 'utf8'), long)
    t.equal(await readFile(join(directory, 'base/empty'), 'utf8'), '')
    t.same(await readdir(join(directory, 'pg_wal')), ['archive_status'])
  }
})

t.test('an archive cannot write outside its directory, and must be whole', async (t) => {
  const refused = async (archive: Buffer, message: RegExp) => t.rejects(unpack(archive, 512), { message })
  await refused(tar([{ name: '../evil', content: 'x' }]), /strange file: \.\.\/evil/)
  await refused(tar([{ name: '/etc/evil', content: 'x' }]), /strange file/)
  await refused(tar([{ name: 'base/../../evil', content: 'x' }]), /strange file/)
  await refused(tar([{ name: 'pg_tblspc/1', type: '2' }]), /something other than files and folders/)
  await refused(tar([{ name: 'base/1', content: 'x' }]).subarray(0, 1024), /ends too early/)
})

const masterKey = randomBytes(32)

/** A backup of one file, which passes every check but is no database. */
async function fakeBackup(
  directory: string,
  name: string,
  overrides: Partial<Omit<Manifest, 'format'>> = {},
): Promise<string> {
  const path = join(directory, name)
  await mkdir(path, { recursive: true })
  const contents = new Map([
    ['base.tar.gz', gzipSync(tar([{ name: 'PG_VERSION', content: '18\n' }]))],
    ['master-key', Buffer.from(`${masterKey.toString('hex')}\n`)],
  ])
  for (const [file, bytes] of contents) await writeFile(join(path, file), bytes)
  const manifest = newManifest({
    created_at: '2026-01-01T00:00:00.000Z',
    completed_at: '2026-01-01T00:00:01.000Z',
    release: '0.1.0',
    minimum_release: null,
    postgres: '18',
    cluster: '1',
    log: { timeline: 1, start: '0/1', end: '0/2' },
    uncompressed_bytes: 100,
    master_key: { fingerprint: fingerprintOf(masterKey), included: true },
    needs_card_key: false,
    files: [...contents].map(([file, bytes]) => ({
      name: file,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })),
    ...overrides,
  })
  await writeFile(join(path, 'backup.json'), JSON.stringify(manifest))
  return path
}

t.test('the newest whole backup counts; unfinished and damaged ones do not', async (t) => {
  const directory = await mkdtemp(join(base, 'backups-'))
  const older = await fakeBackup(directory, 'servicepay-2026-01-01T00-00-00-000Z')
  const newer = await fakeBackup(directory, 'servicepay-2026-01-02T00-00-00-000Z')
  const other = await fakeBackup(directory, 'servicepay-2026-01-03T00-00-00-000Z', { cluster: '2' })
  await mkdir(join(directory, 'servicepay-2026-01-04T00-00-00-000Z'))
  await mkdir(join(directory, '.unfinished-1'))
  const damaged = await fakeBackup(directory, 'servicepay-2026-01-05T00-00-00-000Z')
  await writeFile(join(damaged, 'backup.json'), '{"format": 1')
  t.equal((await findBackup(directory)).directory, other)
  t.equal((await findBackup(older)).directory, older)
  t.match((await listBackups(directory)).problems, [/05T.*is damaged/, /04T.*is not a whole backup/])
  t.same(await removeOld(directory, '1', 1), [older], 'the backups of another database stay')
  t.equal((await findBackup(newer)).directory, newer)
  await removeUnfinished(directory)
  t.notOk((await readdir(directory)).includes('.unfinished-1'))
  await t.rejects(findBackup(await mkdtemp(join(base, 'empty-'))), { message: /^There is no whole backup in/ })
  await t.rejects(findBackup(join(base, 'nowhere')), { message: /^There is no directory/ })
})

t.test('a restore refuses what would not work, and leaves the data directory empty', async (t) => {
  const directory = await mkdtemp(join(base, 'backups-'))
  const attempts = { count: 0 }
  const refused = async (
    message: RegExp,
    overrides = {},
    damage?: (path: string) => Promise<void>,
    keys = [masterKey],
  ) => {
    const path = await fakeBackup(directory, `servicepay-${(attempts.count += 1)}`, overrides)
    await damage?.(path)
    const dataDir = join(base, `data-${attempts.count}`)
    await expectEmptyDirectory(dataDir)
    const backup = await findBackup(path)
    const options = { backup, dataDir, masterKeys: keys, onStep() {}, signal: new AbortController().signal }
    await t.rejects(restoreBackup(options), { name: 'BackupError', message })
    t.same(await readdir(dataDir), [], String(message))
  }
  await refused(/is from PostgreSQL 17, and this release has 18/, { postgres: '17' })
  await refused(/need release 99\.0\.0 or a later one/, { minimum_release: '99.0.0' })
  await refused(/^MASTER_KEY is not the key of this backup/, {}, undefined, [randomBytes(32)])
  const withoutKey = { master_key: { fingerprint: fingerprintOf(masterKey), included: false } }
  await refused(/does not contain the master key.*set MASTER_KEY/, withoutKey, undefined, [])
  await refused(/master-key is not the key of this backup/, {}, (path) => rm(join(path, 'master-key')), [])
  await refused(/master-key \(ENOENT\)/, {}, (path) => rm(join(path, 'master-key')))
  await refused(/base\.tar\.gz is damaged/, {}, (path) => writeFile(join(path, 'base.tar.gz'), 'no archive'))
  await refused(/base\.tar\.gz is damaged: it does not have the checksum/, {}, async (path) => {
    await writeFile(join(path, 'base.tar.gz'), gzipSync(tar([{ name: 'PG_VERSION', content: '17\n' }])))
  })
  const full = join(base, 'full')
  await mkdir(full)
  await writeFile(join(full, 'precious'), '')
  await t.rejects(expectEmptyDirectory(full), { message: /is not empty \(precious\): a restore never overwrites/ })
})

t.test('wrong arguments and settings get one line', async (t) => {
  const DATA_DIR = await mkdtemp(join(base, 'data-'))
  await chmod(DATA_DIR, 0o755)
  const said = async (name: string, environment: Record<string, string>, ...args: string[]) => {
    const run = startProgram(t, { DATA_DIR, ...environment }, [command(name), ...args])
    return { code: await run.ended(), ...run.said }
  }
  const DATABASE_URL = 'postgres://ada:hunter2@db.example:5432/shop'
  const [none, number, server, inside, nowhere, restoreNone, restoreServer, verifyNone, verifyMore] = await Promise.all(
    [
      said('backup', {}),
      said('backup', {}, base, '--keep', '0'),
      said('backup', { DATABASE_URL }, base),
      said('backup', {}, join(DATA_DIR, 'backups')),
      said('backup', {}, join(base, 'new')),
      said('restore', {}),
      said('restore', { DATABASE_URL }, base),
      said('verify', {}),
      said('verify', {}, '--all'),
    ],
  )
  t.match(none, { code: 2, errors: /^Name the directory of backups\. Run [^\n]*\n$/ })
  t.match(number, { code: 2, errors: /^--keep needs a number of at least 1\. / })
  t.match(server, { code: 1, errors: /^DATABASE_URL is set, [^\n]*pgBackRest[^\n]*\n$/ })
  t.match(inside, { code: 1, errors: /is inside the data directory: choose a directory elsewhere/ })
  t.match(nowhere, { code: 1, errors: /^There is no embedded database in [^\n]*\n$/ })
  t.match(restoreNone, { code: 2, errors: /^Name the directory of the backup\. / })
  t.match(restoreServer, { code: 1, errors: /^DATABASE_URL is set, [^\n]*\n$/ })
  t.match(verifyNone, { code: 1, errors: /^There is no database in [^\n]*\n$/ })
  t.match(verifyMore, { code: 2, errors: /^Unknown option '--all'\. Run/ })
})
