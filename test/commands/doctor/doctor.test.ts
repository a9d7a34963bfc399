import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { inFullRuns } from '../../support/combinations.ts'
import { ask as askAt } from '../../../server/commands/doctor/ask.ts'
import { examine, type NamedFinding } from '../../../server/commands/doctor/examine.ts'
import { readConfig } from '../../../server/config/config.ts'
import { doctorPath, newDoctorToken } from '../../../server/domain/crypto/doctor-token.ts'
import { makeKeyring } from '../../../server/domain/crypto/keyring.ts'
import { startProgram, temporaryDirectory } from '../../start/operator.ts'
import { cloneDatabase, testPostgres } from '../../support/database/postgres.ts'
import { startService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { runInRealTime } from '../../support/time-outs.ts'

// The doctor compares clocks of programs, so the clock of this service runs like theirs.
runInRealTime()
const service = await startService({ environment: { TRUST_PROXY: '1' } })
t.teardown(() => service.stop())
const port = new URL(service.baseUrl).port

/** The variables of the service under test. */
const environment = {
  DATABASE_URL: service.databaseUrl,
  MASTER_KEY: service.masterKey.toString('hex'),
  PORT: port,
  TRUST_PROXY: '1',
  WEBHOOK_ALLOW: '127.0.0.1,localhost',
}

/** The findings of the doctor by the names of their checks, each as `verdict: text`. */
async function findings(changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const read = readConfig({ ...environment, ...changes })
  if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
  const { config } = read
  const found: NamedFinding[] = []
  const patient = {
    ...{ config, databaseUrl: config.databaseUrl, now: () => new Date(), waits: false },
    masterKeys: config.masterKey && { current: config.masterKey, previous: null },
  }
  for await (const finding of examine(patient)) found.push(finding)
  return Object.fromEntries(found.map(({ check, verdict, says }) => [check, `${verdict}: ${says}`]))
}

interface ProxyFaults {
  /** Changes the headers on their way. */
  readonly headers?: (headers: IncomingMessage['headers']) => OutgoingHttpHeaders
  readonly longestAddress?: number
  /** Drops the rest of a body. */
  readonly longestBody?: number
}

/** Starts a proxy in front of the service, and returns its address. */
async function startProxy({ headers = (all) => all, longestAddress, longestBody = Infinity }: ProxyFaults = {}) {
  const server = createServer((request, response) => {
    if (longestAddress !== undefined && (request.url?.length ?? 0) > longestAddress)
      return void response.writeHead(414).end()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).subarray(0, longestBody)
      const sent = { ...headers(request.headers), 'content-length': body.length }
      const { method, url: path } = request
      httpRequest({ port, host: '127.0.0.1', method, path, headers: sent }, (reply) => {
        response.writeHead(reply.statusCode ?? 500, reply.headers)
        reply.pipe(response)
      }).end(body)
    })
  })
  // Node's own limit is shorter than addresses of banks.
  Object.assign(server, { maxHeaderSize: 65_536 })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  t.teardown(() => server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

t.test('beside a running service the doctor checks the database, the service and the way to it', async (t) => {
  await service.call('POST', '/v1/webhook_endpoints', { url: `${service.baseUrl}/receiver` })
  const found = await findings()
  t.match(found, {
    settings: 'ok: The variables are consistent.',
    database: /^(ok|warning): It (answers in|takes) \d+\.\d ms/,
    'master key': 'ok: It decrypts the secrets in the database.',
    version: /^ok: PostgreSQL \d+/,
    // The servers of tests are fast instead of durable.
    'database settings': /^failed: PostgreSQL runs with fsync = off/,
    connections: /up to 40 connections/,
    backups: /^warning: PostgreSQL archives no WAL/,
    disk: /^ok: PostgreSQL can write/,
    service: /^ok: It is ready/,
    worker: /^ok/,
    webhooks: 'ok: This machine can reach 1 receiver of webhooks.',
    limits: /^skipped/,
    address: /^warning: BASE_URL is not set/,
    certificate: 'skipped: BASE_URL is not https.',
    'sign-up': 'ok: Everyone who reaches this machine can open an account.',
    'from outside': 'ok: Only this machine can reach the ports.',
    clock: 'ok: The clocks of the database, this machine and the process at BASE_URL agree.',
    sizes: 'ok: Addresses of 20 KB and bodies of 1 MB arrive unchanged.',
    'time-outs': /^skipped/,
  })
})

t.test('a service that trusts a proxy which is not there believes forged addresses', async (t) => {
  t.match((await findings())['proxy'], /^failed: A client can forge its address/)
})

t.test('a proxy that adds the address of its client is good', inFullRuns, async (t) => {
  const baseUrl = await startProxy({ headers: (all) => ({ ...all, 'x-forwarded-for': '127.0.0.1' }) })
  t.equal(
    (await findings({ BASE_URL: baseUrl }))['proxy'],
    'ok: The service sees this machine as 127.0.0.1, and trusts no forged address.',
  )
})

t.test('a proxy that passes on what clients write, or that refuses long requests, is found', async (t) => {
  const forging = await startProxy({ longestAddress: 8_000 })
  const found = await findings({ BASE_URL: forging })
  t.match(found['proxy'], /^failed: A client can forge its address/)
  t.match(found['sizes'], /^failed: The proxy refuses an address of 20 KB \(status 414\)/)
  t.match((await findings({ BASE_URL: await startProxy({ longestBody: 1_000 }) }))['sizes'], /changes the body/)
})

t.test('an address that leads nowhere, to another program or past the payment pages is found', async (t) => {
  const answers = async (status: number, body: string): Promise<string | undefined> => {
    const server = createServer((_request, response) => response.writeHead(status).end(body))
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    t.teardown(() => server.close())
    const { port: other } = server.address() as AddressInfo
    return (await findings({ BASE_URL: `http://localhost:${other}` }))['address']
  }
  const proxied = createServer((_request, response) => response.end('# TYPE x counter\nservicepay_refunds_total 1\n'))
  await new Promise<void>((done) => void proxied.listen(0, '127.0.0.1', done))
  t.teardown(() => proxied.close())
  const { port: atProxy } = proxied.address() as AddressInfo
  t.match(
    (await findings({ BASE_URL: `http://localhost:${atProxy}` }))['from outside'],
    /^failed: Everyone can read the metrics at http:\/\/localhost:\d+\/metrics/,
  )
  t.match(await answers(200, 'Welcome'), /^failed: Another program answers .*\(status 200\)/)
  t.match(await answers(502, ''), /^failed: The proxy .*answers 502: it does not reach the service/)
  t.match(await answers(200, '{"status":"ok"}'), /^failed: A service answers .*not with the keys of this database/)
  t.match((await findings({ BASE_URL: 'http://localhost:1' }))['address'], /^failed: .*does not answer/)
})

t.test('a master key of another database is found, and nothing is asked with it', async (t) => {
  const other = await findings({ MASTER_KEY: randomBytes(32).toString('hex') })
  t.match(other, { 'master key': /^failed: MASTER_KEY does not decrypt/, proxy: /^skipped/, address: /^warning/ })
})

t.test('to everybody else the address of the doctor does not exist', async (t) => {
  const ask = async (token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}` }
    return (await fetch(`${service.baseUrl}${doctorPath}?wait=30`, { method: 'POST', headers })).status
  }
  const strange = makeKeyring(new Map([[1, randomBytes(32)]]))
  for (const token of ['', 'x', service.secretKey, newDoctorToken(strange, new Date())])
    t.equal(await ask(token), 404, token)
})

t.test('a program that never ends its reply fills no memory', inFullRuns, async (t) => {
  let sent = 0
  const endless = createServer((_request, response) => {
    const more = (): void => {
      while (response.writable && !response.destroyed) {
        sent += 65_536
        if (!response.write('x'.repeat(65_536))) return
      }
    }
    response.on('drain', more).on('error', () => {})
    more()
  }).listen(0, '127.0.0.1')
  await once(endless, 'listening')
  t.teardown(() => endless.close())
  const { port } = endless.address() as AddressInfo
  t.match(await askAt(`http://127.0.0.1:${port}/metrics`), { kind: 'reply', status: 200, text: '' })
  t.ok(sent < 50_000_000, `${sent} bytes`)
})

t.test('a server that does not answer fails once, and the checks that need it are skipped', async (t) => {
  const found = await findings({ DATABASE_URL: 'postgres://servicepay:secret@127.0.0.1:1/servicepay' })
  t.match(found['database'], /^failed: The database cannot be reached \(ECONNREFUSED\)/)
  t.match(found['disk'], 'skipped: The database does not work, see above.')
})

t.test('before the first start the command ends with code 0, and with code 1 when variables are wrong', async (t) => {
  const DATA_DIR = await temporaryDirectory(t)
  const run = (more: Record<string, string>, ...words: string[]) =>
    startProgram(t, { DATA_DIR, PORT: '0', ...more }, ['server/commands/doctor/main.ts', '--quick', ...words])
  const secrets = {
    MASTER_KEY: 'secret-one',
    DATABASE_URL: 'postgres://user:secret-two@127.0.0.1:1/x y',
    REDIS_URL: 'secret-3',
  }
  const [fresh, wrong, unknown] = [run({}), run(secrets, '--json'), run({}, '--all')]
  t.same(await Promise.all([fresh.ended(), wrong.ended(), unknown.ended()]), [0, 1, 2])
  t.match(fresh.said.out, /^skipped {2}database {11}The embedded database runs only while the service runs\.$/m)
  t.match(fresh.said.out, /^0 failures, 1 warning, \d+ skipped$/m)
  const { findings } = JSON.parse(wrong.said.out) as { findings: NamedFinding[] }
  const problem = { check: 'settings', verdict: 'failed', fix: /\/docs\/running#variables/ }
  t.match(findings, [
    { ...problem, says: /REDIS_URL/ },
    { ...problem, says: /MASTER_KEY/ },
  ])
  t.notMatch(wrong.said.out + wrong.said.errors, /secret-/)
})

t.test('an empty database on a server gives no failure of a check, and says how to make the tables', async (t) => {
  const { adminUrl } = await testPostgres()
  const empty = await cloneDatabase(adminUrl, 'template1')
  t.teardown(() => empty.drop())
  const found = await findings({ DATABASE_URL: empty.url, PORT: '0' })
  t.notMatch(Object.values(found).join('\n'), /broke off|42P01/)
  for (const check of ['worker', 'roles'])
    t.match(found[check], /^skipped: The tables do not exist yet: `npm run migrate`/, check)
})

t.test('the doctor says who could change the ledger', async (t) => {
  t.match((await findings())['roles'], /^warning: The role servicepay owns the tables and runs the service/)
  const ofService = { DATABASE_URL: service.runningUrl }
  t.match((await findings(ofService))['roles'], /^ok: The role servicepay_run owns no table/)
  await sql(service, 'grant update on money_movements to servicepay_run')
  t.match((await findings(ofService))['roles'], /^failed: .*does not need: update on money_movements/)
  await sql(service, 'revoke update on money_movements from servicepay_run')
})

t.test('a process whose clock is an hour ahead is found by its clock, and not by its keys', async (t) => {
  service.clock.advance(3_600)
  const found = await findings({ BASE_URL: service.baseUrl })
  t.match(found['clock'], /^failed: The clock of the process at BASE_URL is 3\d{3}\.\d s ahead of .* the database/)
  t.match(found['address'], /^failed: A service with the keys of this database answers .*its clock differs/)
  t.match(found['master key'], /^ok/)
  service.clock.advance(-3_600)
  const token = newDoctorToken(service.app.context.keyring, new Date(Date.now() - 16 * 60_000))
  const headers = { Authorization: `Bearer ${token}` }
  const reply = await fetch(`${service.baseUrl}${doctorPath}?wait=30`, { method: 'POST', headers })
  t.same(Object.keys((await reply.json()) as object), ['now'], 'an old token gets the time and nothing else')
})

t.test('the doctor prints no secret, whatever is wrong', async (t) => {
  const secrets = {
    ...{ DATABASE_URL: service.databaseUrl.replace(/\/\/[^@]*@/, '//servicepay:marked-1@') },
    ...{
      MASTER_KEY: Buffer.from('marked-2'.padEnd(32, '.')).toString('hex'),
      REDIS_URL: 'redis://u:marked-3@127.0.0.1:1',
    },
    ...{ SMTP_URL: 'smtp://u:marked-4@127.0.0.1:1', MAIL_FROM: 'pay@example.com', BASE_URL: 'https://pay.invalid' },
  }
  const text = JSON.stringify(await findings(secrets))
  t.match(text, /password|database/)
  t.notMatch(text, /marked-/)
  t.notMatch(text, new RegExp(secrets.MASTER_KEY))
})
