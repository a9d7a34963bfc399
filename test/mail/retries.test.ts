import t from 'tap'
import { seal } from '../../server/domain/crypto/keyring.ts'
import { inTransaction } from '../../server/store/sql/database.ts'
import { ownMail } from '../../server/engines/mail/own-mail.ts'
import { mailPurpose, queueMail } from '../../server/flows/mail/queue-mail.ts'
import { sql } from '../support/sql.ts'
import { FrozenClock } from '../jobs/frozen-clock.ts'
import { quietPort } from '../support/quiet-port.ts'
import { startService, type TestService } from '../support/service.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { until } from '../support/until.ts'
import { withoutIds } from '../support/without-ids.ts'

// Mail servers that are unreachable, refuse, hang or require a password.

interface Teardown {
  teardown(work: () => unknown): void
}

async function start(
  t: Teardown,
  { server = null, url }: { server?: MailServer | null; url?: string } = {},
): Promise<{ service: TestService; clock: FrozenClock }> {
  const clock = new FrozenClock()
  const smtp = url ?? server?.url
  const service = await startService({
    clock,
    environment: smtp === undefined ? {} : { SMTP_URL: smtp, MAIL_FROM: 'pay@service.example' },
  })
  t.teardown(() => service.stop())
  return { service, clock }
}

async function running(t: Teardown, options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options)
  t.teardown(() => server.stop())
  return server
}

const text = 'The secret of this mail is 7f3a9c.\n'

async function queue(
  service: TestService,
  kind: 'dispute_opened' | 'password_reset' = 'dispute_opened',
  recipient = 'ada@example.com',
): Promise<void> {
  const { context } = service.app
  const scope = { merchantId: service.merchantId, livemode: true }
  await inTransaction(context.db, (transaction) =>
    queueMail(context, scope, transaction, { ...ownMail(kind, 'Hello', [text.trim()]), recipient }),
  )
}

interface Row {
  attempts: number
  sent_at: Date | null
  next_attempt_at: Date | null
  last_error: string | null
}

/** The duration of a claim. No pause between attempts has the same length. */
const leaseMs = 90_000

/**
 * Waits until the result of this attempt is stored, and returns the row. A claim counts the attempt and sets the lease
 * first; the result then replaces the lease. The clock does not move meanwhile.
 */
async function settled(service: TestService, clock: FrozenClock, attempts: number): Promise<Row> {
  const leasedUntil = clock.now().getTime() + leaseMs
  let found: Row | undefined
  await until(async () => {
    const [row] = await sql<Row>(service, 'select attempts, sent_at, next_attempt_at, last_error from outgoing_mail')
    found = row?.attempts === attempts && row.next_attempt_at?.getTime() !== leasedUntil ? row : undefined
    return found !== undefined
  })
  if (!found) throw new Error('Bug: the row was found')
  return found
}

/** A port that refuses connections until the test listens on it. */
async function deadPort(): Promise<{ port: number; url: string }> {
  const port = await quietPort()
  return { port, url: `smtp://127.0.0.1:${String(port)}` }
}

t.test('a mail that the server refuses is retried after growing pauses, with the same Message-ID', async (t) => {
  const server = await running(t)
  server.answers = [451, 550, 421]
  const { service, clock } = await start(t, { server })
  await queue(service)
  for (const [index, [seconds, problem]] of (
    [
      [60, /answered 451/],
      [300, /answered 550/],
      [900, /answered 421/],
    ] as const
  ).entries()) {
    await service.sweep()
    const row = await settled(service, clock, index + 1)
    t.match(row, {
      sent_at: null,
      last_error: problem,
      next_attempt_at: new Date(clock.now().getTime() + seconds * 1000),
    })
    clock.advance(seconds)
  }
  await service.sweep()
  const [mail] = await server.waitFor(1)
  t.match(await settled(service, clock, 4), { sent_at: clock.now(), next_attempt_at: null, last_error: null })
  t.equal(new Set(server.begun.map(({ headers }) => headers.get('message-id'))).size, 1)
  t.equal(server.begun.length, 4)
  t.equal(mail?.body.trim(), `Hello\n\n${text.trim()}`)
  t.notOk(
    service.logLines.some((line) => withoutIds(line).includes('7f3a9c') || line.includes('ada@example.com')),
    'the log contains neither text nor recipient',
  )
  clock.advance(3600)
  await service.sweep()
  t.equal(server.begun.length, 4, 'there is no further attempt')
})

t.test('a mail is abandoned after three days, and sent when the server returns earlier', async (t) => {
  const gone = await deadPort()
  const { service, clock } = await start(t, { url: gone.url })
  await queue(service)
  let attempts = 0
  for (let row: Row | null = null; row === null || row.next_attempt_at !== null;) {
    await service.sweep()
    row = await settled(service, clock, ++attempts)
    if (row.next_attempt_at) clock.advance((row.next_attempt_at.getTime() - clock.now().getTime()) / 1000)
    else t.match(row, { sent_at: null, last_error: /^Given up\. The mail server could not be reached\.$/ })
  }
  t.ok(attempts >= 10 && attempts <= 20, `${String(attempts)} attempts`)
  await sql(service, 'delete from outgoing_mail')
  await queue(service)
  await service.sweep()
  await settled(service, clock, 1)
  const back = await running(t, { port: gone.port })
  clock.advance(60)
  await service.sweep()
  await back.waitFor(1)
})

t.test('a password mail is abandoned after an hour, because its link has expired', async (t) => {
  const gone = await deadPort()
  const { service, clock } = await start(t, { url: gone.url })
  await queue(service, 'password_reset')
  for (const pause of [60, 300, 900, 3600]) {
    await service.sweep()
    await settled(service, clock, [60, 300, 900, 3600].indexOf(pause) + 1)
    clock.advance(pause)
  }
  t.match(await sql(service, 'select next_attempt_at, last_error from outgoing_mail'), [
    { next_attempt_at: null, last_error: /Given up/ },
  ])
})

t.test('a mail is sent again with the same Message-ID when the worker dies before it stores the result', async (t) => {
  const server = await running(t)
  server.answers = ['hang']
  const { service: killed, clock } = await start(t, { server })
  await queue(killed)
  // The first process waits for a reply that the server withholds, so it behaves like a dead one.
  const hanging = killed.sweep()
  await until(() => server.begun.length === 1)
  const second = await startService({
    clock,
    databaseUrl: killed.databaseUrl,
    masterKey: killed.masterKey,
    environment: { SMTP_URL: server.url, MAIL_FROM: 'pay@service.example' },
  })
  t.teardown(() => second.stop())
  await second.sweep()
  t.equal(server.mails.length, 0, 'no other worker takes it during the lease')
  clock.advance(90)
  await second.sweep()
  await server.waitFor(1)
  t.equal(new Set(server.begun.map(({ headers }) => headers.get('message-id'))).size, 1)
  const sent = () => sql(killed, 'select 1 from outgoing_mail where sent_at is not null')
  await until(async () => (await sent()).length === 1)
  await server.stop()
  await hanging
  t.equal((await sent()).length, 1, 'the late failure of the first attempt changes nothing')
})

t.test('two workers send each mail once', async (t) => {
  const server = await running(t)
  const { service, clock } = await start(t, { server })
  const second = await startService({
    clock,
    databaseUrl: service.databaseUrl,
    masterKey: service.masterKey,
    environment: { SMTP_URL: server.url, MAIL_FROM: 'pay@service.example' },
  })
  t.teardown(() => second.stop())
  for (let index = 0; index < 60; index++) await queue(service, 'dispute_opened', `ada-${String(index)}@example.com`)
  await Promise.all([service.sweep(), second.sweep()])
  await until(async () => {
    await Promise.all([service.sweep(), second.sweep()])
    return (await sql(service, 'select 1 from outgoing_mail where sent_at is null')).length === 0
  })
  t.equal(server.mails.length, 60)
  t.equal(new Set(server.mails.map(({ headers }) => headers.get('message-id'))).size, 60)
})

t.test('the server gets the configured password, and the error for a wrong one does not contain it', async (t) => {
  const onAuth: NonNullable<Parameters<typeof startMailServer>[0]>['onAuth'] = (
    { username, password },
    _session,
    callback,
  ) => (username === 'ada' && password === 'p@ss/word' ? callback(null, { user: 'ada' }) : callback(new Error('no')))
  const server = await running(t, { authOptional: false, allowInsecureAuth: true, onAuth })
  const { service: right } = await start(t, { url: `smtp://ada:p%40ss%2Fword@127.0.0.1:${String(server.port)}` })
  await queue(right)
  await right.sweep()
  await server.waitFor(1)
  const { service: wrong, clock } = await start(t, { url: `smtp://ada:wr0ng-p4ss@127.0.0.1:${String(server.port)}` })
  await queue(wrong)
  await wrong.sweep()
  t.match(await settled(wrong, clock, 1), {
    last_error: /^The mail server rejected the user name or password\. It answered 535\.$/,
  })
  t.notOk([...right.logLines, ...wrong.logLines].some((line) => /p@ss|p%40ss|wr0ng/.test(withoutIds(line))))
})

t.test('without a mail server no mail waits, and the log tells the operator how to reset a password', async (t) => {
  const { service } = await start(t)
  await queue(service)
  await queue(service, 'password_reset')
  await service.sweep()
  await until(
    async () => (await sql(service, 'select 1 from outgoing_mail where next_attempt_at is null')).length === 2,
  )
  t.match(await sql(service, 'select sent_at, last_error from outgoing_mail'), [
    { sent_at: null, last_error: /SMTP_URL/ },
    { sent_at: null, last_error: /SMTP_URL/ },
  ])
  t.ok(service.logLines.some((line) => line.includes('--reset-password') && line.includes(service.merchantId)))
  t.notOk(service.logLines.some((line) => withoutIds(line).includes('7f3a9c')))
})

t.test(
  'a mail whose text was altered in the database is not sent, and mails are deleted after thirty days',
  async (t) => {
    const server = await running(t)
    const { service, clock } = await start(t, { server })
    await queue(service)
    await sql(service, 'update outgoing_mail set sealed_text = ?', [
      seal(service.app.context.keyring, mailPurpose('mer_other'), 'not of this account'),
    ])
    await service.sweep()
    t.match(await settled(service, clock, 1), {
      sent_at: null,
      next_attempt_at: null,
      last_error: /cannot decrypt the text/,
    })
    t.equal(server.begun.length, 0)
    clock.advance(29 * 86_400)
    await service.keepHouse()
    t.equal((await sql(service, 'select 1 from outgoing_mail')).length, 1)
    clock.advance(86_401)
    await service.keepHouse()
    t.same(await sql(service, 'select 1 from outgoing_mail'), [])
  },
)
