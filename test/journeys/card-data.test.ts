import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import t from 'tap'
import { encryptCard } from '../../form/frame/card/encrypt-card.ts'
import { migrateAll } from '../../server/app.ts'
import { systemClock } from '../../server/domain/time/clock.ts'
import { runningRole } from '../../server/engines/embedded-postgres/roles.ts'
import { startEmbeddedPostgres } from '../../server/engines/embedded-postgres/start-embedded-postgres.ts'
import { testCards, type Scenario } from '../../server/processors/sandbox/scenarios.ts'
import { query } from '../engines/embedded-postgres/helpers.ts'
import { isFull, someOf } from '../support/combinations.ts'
import { dumpDatabase } from '../support/database/dump-database.ts'
import { createSession, encryptedCard, type CreatedSession } from '../support/pay.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { Canaries, hitsIn, scanDirectory, spellingsOf } from './canaries.ts'
import { brokenRequests, formRequests, otherRequests, requestsEverywhere, sendRaw } from './plain-card-requests.ts'

// See spec/promises.md#card-details-stay-out-of-everything-we-keep.
// Own process: the test reads everything that the process writes to its standard error.

/** Calls that are running when their database goes away. */
const forcedFailures = isFull ? 50 : 20

/** Test cards that the bank accepts, so that more happens than a refusal. */
const scenarios: readonly Scenario[] = [
  'approved',
  'background_check',
  'challenge',
  'declined',
  'processing_error',
  'refund_failed',
]

const dir = await mkdtemp(join(tmpdir(), 'servicepay-card-data-'))
const dataDir = join(dir, 'data')
const logLines: string[] = []
const note = (message: string): void => void logLines.push(message)
const errorOutput: string[] = []
const writeError = process.stderr.write.bind(process.stderr)
process.stderr.write = (text: string | Uint8Array, ...rest: never[]) => {
  errorOutput.push(Buffer.from(text as string).toString())
  return writeError(text, ...rest)
}

const postgres = await startEmbeddedPostgres({ dataDir, log: { info: note, warn: note }, onStep: note, onExit: note })
await migrateAll({
  databaseUrl: postgres.ownerUrl,
  runningRole,
  clock: systemClock,
  log: { info() {}, warn() {}, error() {} },
})
const service = await startService({
  databaseUrl: postgres.databaseUrl,
  environment: { RATE_LIMIT_PER_SECOND: '1000000' },
  // The database goes away before, during and after the bank's answer.
  bankMs: 80,
})
const receiver = await startReceiver({ reply: [500, 200] })
t.teardown(async () => {
  await receiver.stop()
  await service.stop()
  await postgres.stop()
  await rm(dir, { recursive: true, force: true, maxRetries: 5 })
})

/** As the superuser, who may read every table. */
const serviceDatabaseUrl = postgres.adminUrl.replace('/postgres?', '/servicepay?')

const canaries = new Canaries(scenarios.map((scenario) => testCards[scenario][0]))
const pan = (): string => canaries.next()
const replies: string[] = []

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await service.call(method, path, body, headers)
  replies.push(`${answer.status} ${JSON.stringify([...answer.headers])} ${answer.text}`)
  return answer
}

/** Encrypts a card as the form does, with `changes` to its plaintext. Returns the call that submits it. */
async function encrypted(
  session: CreatedSession,
  number: string,
  changes: object = {},
): Promise<() => Promise<Answer>> {
  const key = await call('GET', '/v1/form/encryption_key')
  if (key.status !== 200) throw new Error(`No key: ${key.text}`)
  const plain = { number, exp_month: 12, exp_year: 2039, cvc: '123', name: `Ada ${pan()}`, ...changes }
  const encrypted_card = await encryptCard(
    plain,
    key.body as unknown as JsonWebKey & { kid: string },
    session.id,
    Math.floor(service.clock.now().getTime() / 1000),
  )
  return () =>
    call('POST', '/v1/form/attempts', { encrypted_card }, { Authorization: `Bearer ${session.client_secret}` })
}

async function submit(session: CreatedSession, number: string, changes: object = {}): Promise<Answer> {
  return (await encrypted(session, number, changes))()
}

t.test('the form’s call refuses a plain card number in any wrapping', async (t) => {
  for (const [index, request] of formRequests(pan, (await createSession(service)).client_secret).entries()) {
    const answer = await call(request.method, request.path, request.body, request.headers)
    t.same([answer.status, answer.body.error?.code], [400, 'card_not_encrypted'], `request ${index}`)
    service.clock.move(1)
  }
})

t.test('a plain card number in any other place gets an ordinary error or has no effect', async (t) => {
  const session = await createSession(service)
  const requests = [...otherRequests(pan, session.client_secret), ...someOf(requestsEverywhere(pan), 60)]
  for (const { method, path, body, headers } of requests) {
    const answer = await call(method, path, body, headers)
    if (answer.status >= 500) t.fail(`${method} gives ${answer.status}`)
    service.clock.move(1)
  }
  for (const bytes of brokenRequests(pan)) replies.push(await sendRaw(service, bytes))
  t.ok(replies.length > 100, `${replies.length} replies so far`)
})

t.test('encrypted numbers are approved, declined and replayed', async (t) => {
  // The calls before may have emptied test mode.
  t.equal((await call('POST', '/v1/webhook_endpoints', { url: receiver.url })).status, 200)
  for (let count = 0; count < 5; count += 1) {
    const answer = await submit(await createSession(service), pan())
    t.match(answer.body, { status: 'failed', session: { failure_code: 'invalid_card' } })
  }
  for (const scenario of scenarios) {
    const session = await createSession(service)
    t.equal((await submit(session, testCards[scenario][0])).status, 200, scenario)
    await call('GET', `/v1/checkout/sessions/${session.id}`)
    await call('POST', `/v1/checkout/sessions/${session.id}/refunds`, { amount: 100 })
    await call('GET', session.url.slice(service.baseUrl.length))
  }
  const session = await createSession(service)
  for (const wrong of [
    { exp_month: 13 },
    { exp_year: 39 },
    { cvc: pan() },
    { number: `${pan()}0000` },
    { number: Number(pan()) },
  ])
    t.equal((await submit(session, pan(), wrong)).status, 400)
  const body = { encrypted_card: await encryptedCard(service, session.id, pan()) }
  const headers = { Authorization: `Bearer ${session.client_secret}` }
  t.equal((await call('POST', '/v1/form/attempts', body, headers)).status, 200)
  t.equal(
    (await call('POST', '/v1/form/attempts', body, headers)).body.error?.code,
    'card_not_encrypted',
    'a replayed submit',
  )
  t.equal(
    (
      await call('POST', '/v1/form/attempts', body, {
        Authorization: `Bearer ${(await createSession(service)).client_secret}`,
      })
    ).body.error?.code,
    'card_not_encrypted',
    'for another session',
  )
})

t.test(`${forcedFailures} payments lose their database while they run`, async (t) => {
  const outcomes = new Map<number, number>()
  for (let round = 0; round < forcedFailures / 10; round += 1) {
    const sessions = await Promise.all(Array.from({ length: 10 }, () => patient(() => createSession(service))))
    const submits = await Promise.all(
      sessions.map((session, index) =>
        patient(() => encrypted(session, index % 2 === 0 ? testCards.approved[0] : pan())),
      ),
    )
    const paying = submits.map((submit) => submit().catch(() => null))
    await sleep(40 + round * 25)
    await breakDatabase(round)
    for (const answer of await Promise.all(paying))
      outcomes.set(answer?.status ?? 0, (outcomes.get(answer?.status ?? 0) ?? 0) + 1)
  }
  t.ok(
    [...outcomes.keys()].every((status) => [200, 503].includes(status)),
    `answers: ${JSON.stringify([...outcomes])}`,
  )
  t.ok(
    service.logLines.some((line) => line.includes('a request failed')) || (outcomes.get(200) ?? 0) === forcedFailures,
    'failures were logged',
  )
  // The sweep asks the bank about everything that the crash interrupted.
  service.clock.advance(60)
  await patient(async () => {
    await service.sweep()
    const { rows } = await service.app.context.db.raw<{ rows: { open: number }[] }>(
      `select count(*)::int as open from card_attempts where status = 'processing' and created_at < ?`,
      [service.clock.now()],
    )
    if (rows[0]?.open !== 0) throw new Error('Some are still with the bank')
  })
  const forgotten = await patient(() => createSession(service, { expires_in: 300 }))
  service.clock.advance(301)
  await patient(async () => {
    const { rows } = await service.app.context.db.raw<{ rows: { status: string }[] }>(
      'select status from checkout_sessions where id = ?',
      [forgotten.id],
    )
    if (rows[0]?.status !== 'expired') throw new Error('The worker does not sweep')
  })
})

/** Stops the database server, or ends every connection of the service. */
async function breakDatabase(round: number): Promise<void> {
  if (round === 1) process.kill(postgres.pid, 'SIGKILL')
  else
    await patient(() =>
      query(
        postgres.adminUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${runningRole}'`,
      ),
    )
}

/** Repeats what fails while the database is away. The limit of the file ends it. */
async function patient<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch {
      await sleep(100)
    }
  }
}

t.test('no reply, log, webhook, table or file contains a card number', async (t) => {
  await waitForWebhooks(service)
  const text = await dumpDatabase(serviceDatabaseUrl)
  for (const table of [
    'public.card_attempts',
    'sandbox_bank.purchases',
    'graphile_worker._private_jobs',
    'public.delivery_attempts',
  ])
    t.ok(text.includes(table), table)
  const webhooks = receiver.deliveries.map(({ headers, rawBody }) => JSON.stringify(headers) + rawBody)
  t.ok(webhooks.length > 5)
  const spoken = {
    replies,
    'service log': service.logLines,
    'database log': logLines,
    'error output': errorOutput,
    webhooks,
    'database dump': [text],
  }
  for (const [place, lines] of Object.entries(spoken)) {
    const hits = lines.flatMap((line, index) => hitsIn(`${place} ${index}`, line, canaries.sought))
    t.same(hits, [], `${place}: ${lines.length} lines searched`)
  }
  await query(postgres.adminUrl, 'checkpoint')
  const { hits, files, bytes } = await scanDirectory(dataDir, canaries.sought)
  t.same(hits, [], `${files} files of the database, its WAL and its log, ${Math.round(bytes / 1e6)} MB`)
  t.ok(files > 500 && bytes > 30e6)
  t.comment(
    `figure: ${replies.length} replies, ${webhooks.length} webhooks, ${service.logLines.length} log lines and ` +
      `${files} files (${Math.round(bytes / 1e6)} MB) searched in six encodings: 0 hits`,
  )
})

t.test('the search finds a planted number in each encoding', async (t) => {
  const planted = new Canaries()
  const digits = planted.sought[0] ?? ''
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  await client.query('create table planted (text text)')
  const spellings = spellingsOf(digits)
  for (const [encoding, [spelling = '']] of Object.entries(spellings)) {
    t.match(hitsIn('here', `some text ${spelling} and more`, planted.sought), [`here: number 0, ${encoding}`])
    await client.query('insert into planted values ($1)', [`before ${spelling} after`])
  }
  for (const prefix of ['', 'x', 'xy'])
    t.match(hitsIn('here', Buffer.from(`${prefix}${planted.next()}`).toString('base64'), planted.sought), [
      'here: number 0, base64',
    ])
  await client.end()
  await query(postgres.adminUrl, 'checkpoint')
  const found = (hits: string[]): string[] =>
    Object.keys(spellings).filter((encoding) => hits.some((hit) => hit.endsWith(encoding)))
  t.same(found(hitsIn('dump', await dumpDatabase(serviceDatabaseUrl), planted.sought)), Object.keys(spellings))
  const { hits } = await scanDirectory(dataDir, planted.sought)
  t.same(found(hits), Object.keys(spellings))
  t.ok(
    hits.some((hit) => hit.includes('pg_wal')),
    'in the WAL',
  )
  t.ok(
    hits.some((hit) => hit.includes('/base/')),
    'in the table',
  )
})

async function waitForWebhooks(service: TestService): Promise<void> {
  await patient(async () => {
    await service.sweep()
    const { rows } = await service.app.context.db.raw<{ rows: { open: number }[] }>(
      `select count(*)::int as open from deliveries where status = 'pending' and next_attempt_at <= ?`,
      [service.clock.now()],
    )
    if (rows[0]?.open !== 0) throw new Error('Some are not delivered')
  })
}
