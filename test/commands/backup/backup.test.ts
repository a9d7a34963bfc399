import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { isBackupLabel } from '../../../server/commands/backup/archive-entries.ts'
import { ArchiveWriter } from '../../../server/commands/backup/archive.ts'
import { findBackup, listBackups, removeOld, removeUnfinished } from '../../../server/commands/backup/backups.ts'
import { fingerprintOf, newManifest, type Manifest } from '../../../server/commands/backup/manifest.ts'
import { expectEmptyDirectory, restoreBackup } from '../../../server/commands/restore/restore-backup.ts'
import { backup } from '../../../server/commands/backup/main.ts'
import type { OperatorCommand } from '../../../server/commands/operator-command.ts'
import { restore } from '../../../server/commands/restore/main.ts'
import { verify } from '../../../server/commands/verify/main.ts'
import { runCommand } from '../../support/run-command.ts'
import { runProgram } from '../../support/run-program.ts'

const base = await mkdtemp(join(tmpdir(), 'servicepay-backup-'))
t.teardown(() => rm(base, { recursive: true, force: true }))

interface Entry {
  readonly name: string
  readonly content?: string
  readonly type?: string
  /** Default: the size of `content`. */
  readonly size?: string
}

const backupLabel = `START WAL LOCATION: 0/2000028 (file 000000010000000000000002)
CHECKPOINT LOCATION: 0/20000B8
BACKUP METHOD: streamed
BACKUP FROM: primary
START TIME: 2026-11-28 00:57:02 UTC
LABEL: servicepay_backup
START TIMELINE: 1
`

/** A tar archive as PostgreSQL writes it. */
function tar(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ name, content = '', type = '0', size }) => {
    const header = Buffer.alloc(512)
    header.write(name, 0, 'latin1')
    header.write(size ?? content.length.toString(8).padStart(11, '0'), 124, 'latin1')
    header.write(type, 156, 'latin1')
    const bytes = Buffer.alloc(Math.ceil(content.length / 512) * 512)
    bytes.write(content, 0, 'latin1')
    return [header, bytes]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

async function unpack(
  archive: Buffer,
  pieces: number,
  most: ArchiveLimits = { bytes: Infinity },
): Promise<UnpackedArchive> {
  const directory = await mkdtemp(join(base, 'archive-'))
  const parts = Array.from({ length: Math.ceil(archive.length / pieces) }, (_, index) =>
    archive.subarray(index * pieces, (index + 1) * pieces),
  )
  const writer = new ArchiveWriter(directory, most)
  await pipeline(parts, writer)
  return { directory, leftOut: writer.leftOut }
}

type ArchiveLimits = ConstructorParameters<typeof ArchiveWriter>[1]

interface UnpackedArchive {
  readonly directory: string
  readonly leftOut: readonly string[]
}

t.test('an archive becomes the same files, however its bytes arrive', async (t) => {
  const long = 'x'.repeat(2_000)
  const archive = tar([
    { name: 'backup_label', content: 'START' },
    { name: 'base/', type: '5' },
    { name: './pg_wal/archive_status/', type: '5' },
    { name: 'base/1/1', content: long },
    { name: 'base/1/2' },
    { name: 'base/1/2_vm.3', content: 'v' },
  ])
  for (const pieces of [7, 512, 100_000]) {
    const { directory } = await unpack(archive, pieces)
    t.equal(await readFile(join(directory, 'backup_label'), 'utf8'), 'START')
    t.equal(await readFile(join(directory, 'base/1/1'), 'utf8'), long)
    t.equal(await readFile(join(directory, 'base/1/2'), 'utf8'), '')
    t.equal(await readFile(join(directory, 'base/1/2_vm.3'), 'utf8'), 'v')
    t.same(await readdir(join(directory, 'pg_wal')), ['archive_status'])
  }
})

t.test('an archive cannot write outside its directory, and must be whole', async (t) => {
  const refused = async (archive: Buffer, message: RegExp, most?: ArchiveLimits) =>
    t.rejects(unpack(archive, 512, most), { name: 'BackupError', message })
  for (const name of ['../evil', '/etc/evil', 'base/../../evil', 'base//1', './../evil', '..', 'base/1/\x1b[2J/..'])
    await refused(tar([{ name, content: 'x' }]), /unexpected file: /)
  await refused(tar([{ name: '../\x1b[2J', content: 'x' }]), /unexpected file: \.\.\/\?\[2J$/)
  for (const type of ['1', '2', '3', '4', '6', '7', 'L', 'x', 'g'])
    await refused(tar([{ name: 'base/1/1', type }]), /something other than files and folders/)
  const twice = { name: 'base/1/1', content: 'x' }
  await refused(tar([twice, twice]), /has the same file twice: base\/1\/1/)
  await refused(tar([twice]).subarray(0, 1024), /ends too early/)
  await refused(tar([{ name: 'base/1/1', content: 'x'.repeat(5_000) }]), /longer than the manifest says/, {
    bytes: 4_096,
  })
  await refused(tar([{ name: 'x' }, { name: 'y' }, { name: 'z' }]), /too many files/, { bytes: Infinity, entries: 2 })
  for (const size of ['-1', '0x10', '7e9', '']) await refused(tar([{ name: 'base/1/1', size }]), /unexpected file/)
})

t.test('an archive brings only data: no configuration, and no order to PostgreSQL', async (t) => {
  const configuration = [
    ...['postgresql.conf', 'postgresql.auto.conf', 'pg_hba.conf', 'pg_ident.conf', 'conf.d/1.conf', 'server.key'],
    ...[
      'archive.sh',
      'base/evil.so',
      'base/1/evil.so',
      'pg_wal/evil',
      'global/pg_internal.init',
      'pg_stat/pgstat.stat',
    ],
    ...['pg_twophase/0000000000000001', 'pg_replslot/x/state', 'current_logfiles', 'PG_VERSION/x', 'BASE/1/1'],
  ]
  const { directory, leftOut } = await unpack(
    tar([...configuration.map((name) => ({ name, content: 'x' })), { name: 'evil/', type: '5' }]),
    512,
  )
  t.same(leftOut, configuration)
  t.same(await readdir(directory), [])
  const orders = ['recovery.signal', 'standby.signal', 'recovery.conf', 'tablespace_map', 'promote', 'postmaster.pid']
  for (const name of [...orders, 'postmaster.opts', 'pg_tblspc/1', 'pg_tblspc/1/PG_18_202506291/1/1'])
    await t.rejects(unpack(tar([{ name, content: 'x' }]), 512), {
      message: /has a file that controls PostgreSQL/,
    })
})

t.test('a label of a backup has the lines of ours, and no others', async (t) => {
  t.ok(isBackupLabel(backupLabel))
  for (const changed of [
    `${backupLabel}RECOVERY TARGET: x\n`,
    `${backupLabel}INCREMENTAL FROM LSN: 0/1\n`,
    backupLabel.replace('primary', 'standby'),
    backupLabel.replace('streamed', 'pg_rewound'),
    backupLabel.replace('LABEL: servicepay_backup\n', ''),
    '',
  ])
    t.notOk(isBackupLabel(changed), changed)
})

const masterKey = randomBytes(32)

/** A backup of two files, which passes every check but is no database. `key` proves it. */
async function fakeBackup(
  directory: string,
  name: string,
  overrides: Partial<Omit<Manifest, 'format'>> = {},
  key = masterKey,
): Promise<string> {
  const path = join(directory, name)
  await mkdir(path, { recursive: true })
  const archive = tar([
    { name: 'PG_VERSION', content: '18\n' },
    { name: 'backup_label', content: backupLabel },
  ])
  const contents = new Map([
    ['base.tar.gz', gzipSync(archive)],
    ['master-key', Buffer.from(`${masterKey.toString('hex')}\n`)],
  ])
  for (const [file, bytes] of contents) await writeFile(join(path, file), bytes)
  const manifest = newManifest(
    {
      created_at: '2026-01-01T00:00:00.000Z',
      completed_at: '2026-01-01T00:00:01.000Z',
      release: '0.1.0',
      minimum_release: null,
      postgres: '18',
      cluster: '1',
      log: { timeline: 1, start: '0/1', end: '0/2' },
      uncompressed_bytes: archive.length,
      master_key: { fingerprint: fingerprintOf(masterKey), generated: true, included: true },
      needs_card_key: false,
      files: [...contents].map(([file, bytes]) => ({
        name: file,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      })),
      ...overrides,
    },
    key,
  )
  await writeFile(join(path, 'backup.json'), JSON.stringify(manifest))
  return path
}

/** Changes the manifest as somebody would who has no master key. */
async function changeManifest(path: string, change: (manifest: Record<string, unknown>) => object): Promise<void> {
  const file = join(path, 'backup.json')
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>)))
}

t.test('the newest whole backup counts; unfinished and damaged ones do not', async (t) => {
  const directory = await mkdtemp(join(base, 'backups-'))
  const older = await fakeBackup(directory, 'servicepay-2026-01-01T00-00-00-000Z')
  const at = (day: string) => ({ created_at: `2026-01-${day}T00:00:00.000Z` })
  const newer = await fakeBackup(directory, 'servicepay-2026-01-02T00-00-00-000Z', at('02'))
  const other = await fakeBackup(directory, 'servicepay-2026-01-03T00-00-00-000Z', { ...at('03'), cluster: '2' })
  await fakeBackup(directory, 'servicepay-2026-01-06T00-00-00-000Z', at('01'))
  await mkdir(join(directory, 'servicepay-2026-01-04T00-00-00-000Z'))
  await mkdir(join(directory, '.unfinished-1'))
  const damaged = await fakeBackup(directory, 'servicepay-2026-01-05T00-00-00-000Z')
  await writeFile(join(damaged, 'backup.json'), '{"format": 1')
  t.equal((await findBackup(directory)).directory, other)
  t.equal((await findBackup(older)).directory, older)
  t.match((await listBackups(directory)).problems, [
    /the name of .*06T.* does not match its time 2026-01-01/,
    /05T.*is damaged/,
    /04T.*is not a complete backup/,
  ])
  t.same(await removeOld(directory, '1', 1), [older], 'the backups of another database stay')
  t.equal((await findBackup(newer)).directory, newer)
  await removeUnfinished(directory)
  t.notOk((await readdir(directory)).includes('.unfinished-1'))
  await t.rejects(findBackup(await mkdtemp(join(base, 'empty-'))), { message: /^There is no complete backup in/ })
  await t.rejects(findBackup(join(base, 'nowhere')), { message: /^There is no directory/ })
})

t.test('a restore refuses what would not work, and leaves the data directory empty', async (t) => {
  const directory = await mkdtemp(join(base, 'backups-'))
  const attempts = { count: 0 }
  const refused = async (
    message: RegExp,
    overrides = {},
    damage?: (path: string) => Promise<void>,
    { keys = [masterKey], isKeyLost = false, key = masterKey } = {},
  ) => {
    const path = await fakeBackup(directory, `servicepay-${(attempts.count += 1)}`, overrides, key)
    await damage?.(path)
    const dataDir = join(base, `data-${attempts.count}`)
    await expectEmptyDirectory(dataDir)
    const restoring = async () =>
      restoreBackup({
        backup: await findBackup(path),
        dataDir,
        masterKeys: keys,
        isKeyLost,
        onStep() {},
        signal: new AbortController().signal,
      })
    await t.rejects(restoring(), { name: 'BackupError', message })
    t.same(await readdir(dataDir), [], String(message))
  }
  await refused(/is from PostgreSQL 17, but this release has 18/, { postgres: '17' })
  await refused(/need release 99\.0\.0 or later/, { minimum_release: '99.0.0' })
  await refused(/^MASTER_KEY is not the key of this backup/, {}, undefined, { keys: [randomBytes(32)] })
  const lost = { keys: [], isKeyLost: true }
  await refused(/master-key is not the key of this backup/, {}, (path) => rm(join(path, 'master-key')), lost)
  await refused(/base\.tar\.gz is damaged or was changed/, {}, (path) => writeFile(join(path, 'base.tar.gz'), 'x'))
  const changeArchive = (entries: readonly Entry[]) => async (path: string) => {
    await writeFile(join(path, 'base.tar.gz'), gzipSync(tar(entries)))
  }
  const whole = [
    { name: 'PG_VERSION', content: '18\n' },
    { name: 'backup_label', content: backupLabel },
  ]
  await refused(/base\.tar\.gz is damaged: it does not have the checksum/, {}, changeArchive([{ name: 'PG_VERSION' }]))
  await refused(/changed: The archive has a file that controls/, {}, changeArchive([{ name: 'standby.signal' }]))
  await refused(/changed: The archive is longer than the manifest/, {}, changeArchive([...whole, ...whole]))
  // Without a proof, everything behind it is still checked.
  const unchecked = (entries: readonly Entry[]) => async (path: string) => {
    const bytes = gzipSync(tar(entries))
    await writeFile(join(path, 'base.tar.gz'), bytes)
    await changeManifest(path, (manifest) => ({
      ...manifest,
      uncompressed_bytes: 1e6,
      files: [{ name: 'base.tar.gz', bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }],
    }))
  }
  await refused(/changed: The archive has something other than/, {}, unchecked([{ name: 'base', type: '2' }]), lost)
  await refused(/its backup_label is not one of ours/, {}, unchecked(whole.slice(0, 1)), lost)
  await refused(/it is not from PostgreSQL 18/, {}, unchecked([{ name: 'PG_VERSION' }, ...whole.slice(1)]), lost)
  await refused(/^PostgreSQL cannot read .*Nothing was restored$/, {}, unchecked(whole), lost)
  const full = join(base, 'full')
  await mkdir(full)
  await writeFile(join(full, 'precious'), '')
  await t.rejects(expectEmptyDirectory(full), { message: /is not empty \(precious\): a restore never overwrites/ })
})

t.test('a restore takes a backup only with the proof of its master key, or when that key is lost', async (t) => {
  const directory = await mkdtemp(join(base, 'backups-'))
  const dataDir = await mkdtemp(join(base, 'data-'))
  const names = { count: 0 }
  const restoring = async (change: (path: string) => Promise<void>, keys: readonly Buffer[], key = masterKey) => {
    const path = await fakeBackup(directory, `servicepay-${(names.count += 1)}`, {}, key)
    await change(path)
    const options = { dataDir, isKeyLost: false, onStep() {}, signal: new AbortController().signal }
    return restoreBackup({ ...options, backup: await findBackup(path), masterKeys: keys }).then(
      () => '',
      (error: Error) => error.message,
    )
  }
  const unchanged = async () => {}
  const proven = /^PostgreSQL cannot read/
  t.match(await restoring(unchanged, [masterKey]), proven, 'the files are no database, but they are ours')
  t.match(await restoring(unchanged, [randomBytes(32), masterKey]), proven, 'MASTER_KEY_PREVIOUS counts too')
  const reordered = (path: string) =>
    changeManifest(path, (manifest) => Object.fromEntries(Object.entries(manifest).reverse()))
  t.match(await restoring(reordered, [masterKey]), proven, 'the order of the fields does not count')
  const notOurs = /is not ours: its backup\.json was changed.*Nothing was restored$/
  const changes: readonly ((manifest: Record<string, unknown>) => object)[] = [
    (manifest) => ({ ...manifest, uncompressed_bytes: 1e9 }),
    (manifest) => ({ ...manifest, created_at: '2027-01-01T00:00:00.000Z' }),
    (manifest) => ({ ...manifest, minimum_release: '0.0.1' }),
    (manifest) => ({ ...manifest, more: true }),
    (manifest) => ({ ...manifest, mac: 'f'.repeat(64) }),
    (manifest) => ({ ...manifest, mac: '' }),
    ({ files, ...manifest }) => ({
      ...manifest,
      files: (files as { name: string }[]).map((file) => ({ ...file, sha256: 'a'.repeat(64) })),
    }),
    ({ files, ...manifest }) => ({ ...manifest, files: (files as object[]).slice(0, 1) }),
  ]
  for (const change of changes)
    t.match(await restoring((path) => changeManifest(path, change), [masterKey]), notOurs, String(change))
  t.match(await restoring(unchanged, [masterKey], randomBytes(32)), notOurs, 'another key has proved it')
  const withoutProof = (path: string) => changeManifest(path, ({ mac, ...manifest }) => ({ ...manifest, format: 1 }))
  t.match(await restoring(withoutProof, [masterKey]), /has no proof of its origin\. Use another backup/)
  const included = await restoring(unchanged, [])
  t.match(included, /^Only the master key proves.*set MASTER_KEY.*--lost-key/, 'a key in the backup proves nothing')
  t.same(await readdir(dataDir), [])
})

t.test('wrong arguments and settings get one line', async (t) => {
  const DATA_DIR = await mkdtemp(join(base, 'data-'))
  await chmod(DATA_DIR, 0o755)
  const said = (command: OperatorCommand, environment: Record<string, string>, ...args: string[]) =>
    runCommand(command, { DATA_DIR, ...environment }, ...args)
  const DATABASE_URL = 'postgres://ada:hunter2@db.example:5432/shop'
  const [none, number, server, inside, nowhere, restoreNone, restoreServer, verifyNone, verifyMore] = await Promise.all(
    [
      said(backup, {}),
      said(backup, {}, base, '--keep', '0'),
      said(backup, { DATABASE_URL }, base),
      said(backup, {}, join(DATA_DIR, 'backups')),
      said(backup, {}, join(base, 'new')),
      said(restore, {}),
      said(restore, { DATABASE_URL }, base),
      said(verify, {}),
      said(verify, {}, '--all'),
    ],
  )
  t.match(none, { code: 2, stderr: /^Name the directory of backups\. Run [^\n]*\n$/ })
  t.match(number, { code: 2, stderr: /^--keep needs a number of at least 1\. / })
  t.match(server, { code: 1, stderr: /^DATABASE_URL is set, [^\n]*pgBackRest[^\n]*\n$/ })
  t.match(inside, { code: 1, stderr: /is inside the data directory: choose a directory elsewhere/ })
  t.match(nowhere, { code: 1, stderr: /^There is no embedded database in [^\n]*\n$/ })
  t.match(restoreNone, { code: 2, stderr: /^Name the directory of the backup\. / })
  t.match(restoreServer, { code: 1, stderr: /^DATABASE_URL is set, [^\n]*\n$/ })
  t.match(verifyNone, { code: 1, stderr: /^There is no database in [^\n]*\n$/ })
  t.match(verifyMore, { code: 2, stderr: /^Unknown option '--all'\. Run/ })
})

t.test('each command is a program that reads its arguments and variables, and ends with its exit code', async (t) => {
  const DATA_DIR = await mkdtemp(join(base, 'data-'))
  const ended = ['backup', 'restore', 'verify'].map((name) =>
    runProgram([join(import.meta.dirname, `../../../server/commands/${name}/main.ts`), '--all', '--json'], {
      DATA_DIR,
    }),
  )
  for (const { code, stdout, stderr } of await Promise.all(ended))
    t.match([code, JSON.parse(stdout), stderr], [2, { error: { code: 'usage', message: /--all/ } }, ''])
})
