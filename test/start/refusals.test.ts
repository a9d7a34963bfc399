import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import pino from 'pino'
import t from 'tap'
import { cloneDatabase, testPostgres } from '../support/database/postgres.ts'
import { startService } from '../support/service.ts'
import { prepareTemplate, templateName } from '../support/database/template.ts'
import { startProgram, temporaryDirectory } from './operator.ts'
import { refusal } from './refusal.ts'

const masterKey = randomBytes(32).toString('hex')

async function database(t: { teardown(work: () => unknown): void }): Promise<string> {
  const { adminUrl } = await testPostgres()
  await prepareTemplate(adminUrl)
  const clone = await cloneDatabase(adminUrl, templateName)
  t.teardown(() => clone.drop())
  return clone.url
}

t.test('the service lists all bad variables and does not start', async (t) => {
  const run = startProgram(t, { PORT: 'x', ROLE: 'boss', LOG_LEVEL: 'loud', BASE_URL: 'nowhere' })
  t.equal(await run.ended(), 1)
  t.equal(run.said.out, '')
  const [first, ...problems] = run.said.errors.trimEnd().split('\n')
  t.equal(first, 'The service cannot start:')
  t.same(problems.map((line) => line.split(' ')[3]).sort(), ['BASE_URL', 'LOG_LEVEL', 'PORT', 'ROLE'])
})

t.test('a wrong master key is reported in one line', async (t) => {
  const environment = { DATABASE_URL: await database(t) }
  const right = await startService({ databaseUrl: environment.DATABASE_URL, masterKey: Buffer.from(masterKey, 'hex') })
  await right.stop()
  t.match(
    await refusal({ ...environment, MASTER_KEY: randomBytes(32).toString('hex') }),
    /^MASTER_KEY does not decrypt the secrets in this database[^\n]*$/,
  )
  const rotated = { MASTER_KEY: randomBytes(32).toString('base64'), MASTER_KEY_PREVIOUS: masterKey }
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  t.equal(await refusal({ ...environment, ...rotated }, 'serve', log), null)
  t.match(lines.join(''), /the key rotation has finished: MASTER_KEY encrypts every key, so remove MASTER_KEY_PREVIOUS/)
})

t.test('with MIGRATE_ON_START=false, an outdated database is reported in one line', async (t) => {
  const { adminUrl } = await testPostgres()
  const empty = await cloneDatabase(adminUrl, 'template0')
  t.teardown(() => empty.drop())
  const environment = { DATABASE_URL: empty.url, MASTER_KEY: masterKey, MIGRATE_ON_START: 'false' }
  t.match(await refusal(environment), /^The database is not up to date: run `npm run migrate`[^\n]*$/)
  t.equal(await refusal(environment, 'migrate'), null)
  t.equal(await refusal(environment), null)
})

t.test(
  'a database of one role gets a second one by `npm run migrate`, and each start says which it finds',
  async (t) => {
    const { adminUrl } = await testPostgres()
    const [empty, other] = [await cloneDatabase(adminUrl, 'template0'), await cloneDatabase(adminUrl, 'template0')]
    t.teardown(() => Promise.all([empty.drop(), other.drop()]))
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const start = (variables: Record<string, string>, goal: 'migrate' | 'serve' = 'serve'): Promise<string | null> =>
      refusal({ MASTER_KEY: masterKey, ...variables }, goal, log)
    const [owner, running] = [{ DATABASE_URL: empty.url }, { DATABASE_URL: empty.runningUrl }]
    const both = { ...running, MIGRATE_DATABASE_URL: empty.url }

    t.match(await start(running), /^The role of DATABASE_URL does not own the tables.*MIGRATE_DATABASE_URL[^\n]*$/)
    t.equal(await start(owner), null)
    t.match(lines.join(''), /one role owns the tables and runs the service/)
    for (const more of [{}, { MIGRATE_ON_START: 'false' }])
      t.match(await start({ ...running, ...more }), /has no rights on them yet .*permission denied.*npm run migrate/)
    t.match(await start({ ...both, MIGRATE_DATABASE_URL: other.url }, 'migrate'), /lead to different databases/)
    t.match(await start({ ...owner, MIGRATE_DATABASE_URL: empty.runningUrl }), /MIGRATE_DATABASE_URL must own the data/)

    t.equal(await start(both, 'migrate'), null)
    lines.length = 0
    for (const variables of [running, { ...running, MIGRATE_ON_START: 'false' }, both])
      t.equal(await start(variables), null)
    t.match(lines.join(''), /"role":"servicepay_run","owner":"servicepay".*owns no table/)
    t.equal(await start(owner), null, 'and back')
  },
)

t.test('an unreachable database and a port in use are reported in one line', async (t) => {
  const unreachable = await refusal({
    DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/x',
    MASTER_KEY: masterKey,
  })
  t.match(unreachable, /^[^\n]*127\.0\.0\.1:1[^\n]*$/)
  t.notMatch(unreachable, 'hunter2')
  const url = await database(t)
  t.match(
    await refusal({ DATABASE_URL: url.replace(/:[^:@/]+@/, ':wrong@'), MASTER_KEY: masterKey }),
    /^password authentication failed[^\n]*$/,
  )
  const taken = createServer().listen(0, '127.0.0.1')
  t.teardown(() => taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  for (const name of ['PORT', 'METRICS_PORT']) {
    const environment = { DATABASE_URL: url, MASTER_KEY: masterKey, [name]: String(port) }
    t.match(
      await refusal(environment),
      new RegExp(`^[^\\n]*port ${port} of 127.0.0.1: stop it, or set ${name} to [^\\n]*$`),
    )
  }
  const elsewhere = { DATABASE_URL: url, MASTER_KEY: masterKey }
  t.match(await refusal({ ...elsewhere, HOST: '192.0.2.1' }), /has no address 192\.0\.2\.1: set HOST/)
  t.match(await refusal({ ...elsewhere, HOST: 'no-such-host.invalid' }), /^The name in HOST has no address/)
})

t.test('a server, a file and an address that do not work are reported in one line with the variable', async (t) => {
  const { adminUrl } = await testPostgres()
  const admin = new Client({ connectionString: adminUrl })
  await admin.connect()
  t.teardown(() => admin.end())
  const name = `latin_${randomBytes(4).toString('hex')}`
  await admin.query(`create database ${name} owner servicepay encoding 'LATIN1' locale 'C' template template0`)
  t.teardown(() => admin.query(`drop database ${name} with (force)`))
  const url = new URL(await database(t))
  const latin = Object.assign(new URL(url), { pathname: `/${name}` }).href
  const server = { MASTER_KEY: masterKey }
  t.match(await refusal({ ...server, DATABASE_URL: latin }), /^[^\n]*encoding LATIN1 \(DATABASE_URL\)\. Create[^\n]*$/)
  const gone = 'postgres://servicepay@127.0.0.1:1/pay'
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'MIGRATE_DATABASE_URL'])
    t.match(
      await refusal({ ...server, DATABASE_URL: url.href, [name]: gone }),
      new RegExp(`^[^\\n]*127\\.0\\.0\\.1:1[^\\n]* in ${name}\\.$`),
    )
  const noTls = `${url.href}&sslmode=verify-full`.replace('sslmode=disable&', '')
  t.match(await refusal({ ...server, DATABASE_URL: noTls }), /^[^\n]*SSL[^\n]*parameters in DATABASE_URL\.$/)
  const directory = await temporaryDirectory(t)
  await writeFile(join(directory, 'file'), '')
  t.match(await refusal({ DATA_DIR: join(directory, 'file') }), /^Cannot [^\n]*DATA_DIR[^\n]*$/)
  await mkdir(join(directory, 'data', 'master-key'), { recursive: true })
  t.match(await refusal({ DATA_DIR: join(directory, 'data') }), /^Cannot use a file in DATA_DIR \([^\n]*$/)
})

t.test('an old version of Node gets one clear line', async (t) => {
  const file = join(import.meta.dirname, '../../server/require-node.cjs')
  const current = await promisify(execFile)(process.execPath, [file])
  t.same([current.stdout, current.stderr], ['', ''])
  // This Node pretends to be old. If the machine has an old one, the test runs that too.
  const script = `
    Object.defineProperty(process, 'versions', { value: Object.assign({}, process.versions, { node: '18.20.4' }) })
    require(${JSON.stringify(file)})`
  const old = await promisify(execFile)(process.execPath, ['-e', script]).then(
    () => null,
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  t.equal(old?.code, 1)
  t.equal(old?.stdout, '')
  t.match(old?.stderr, /^Node 24 or later is required, but this is Node 18\.20\.4: [^\n]+\n$/)
  const system = await promisify(execFile)('/usr/bin/node', ['--version']).then(
    ({ stdout }) => stdout,
    () => '',
  )
  if (/^v(1\d|2[0-3])\./.test(system)) {
    const real = await promisify(execFile)('/usr/bin/node', [file]).then(
      () => null,
      (error: { code: number; stderr: string }) => error,
    )
    t.equal(real?.code, 1, system)
    t.match(real?.stderr, /^Node 24 or later is required, but this is Node [\d.]+: [^\n]+\n$/)
  }
})
