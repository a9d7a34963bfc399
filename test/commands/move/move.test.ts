import { randomBytes } from 'node:crypto'
import t from 'tap'
import { reportText } from '../../../server/commands/move/report.ts'
import { caller, type TestAccount } from '../../accounts/accounts.ts'
import { openBrowser, signIn, type Member } from '../../dashboard/shell/support.ts'
import { createLink, help, openedCheckout, paidLink, readLink, readSession } from '../../links/link-calls.ts'
import { expectEqualLedgers } from '../../sessions/ledgers.ts'
import { createSession, paidSession, submitCard, type CreatedSession } from '../../support/pay.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { startService, type TestService } from '../../support/service.ts'
import { TestClock } from '../../support/test-clock.ts'
import { until } from '../../support/until.ts'
import { bodyOf, expiredSession, readEvents } from '../../webhooks/events/read-events.ts'
import { verifySignature } from '../../webhooks/events/verify-signature.ts'
import { database, move, rowsOf, tableNames } from './databases.ts'

const masterKey = randomBytes(32)
const clock = new TestClock()
const environment = {
  CARD_KEY: randomBytes(32).toString('hex'),
  CARD_TESTING_LIMITS: 'all',
  RATE_LIMIT_PER_SECOND: '100000',
}

/** What an account has before the move and must still have afterwards. */
interface Before {
  readonly databaseUrl: string
  readonly account: { readonly merchantId: string; readonly secretKey: string }
  readonly signingSecret: string
  readonly open: CreatedSession
  readonly paid: CreatedSession
  readonly waiting: CreatedSession
  readonly link: { readonly id: string; readonly code: string }
  readonly member: Member
}

let receiver: Receiver
let before: Before
let target: TestService
let merchant: TestAccount

t.before(async () => {
  receiver = await startReceiver({ reply: 500 })
  before = await useService(await database(t))
  const targetUrl = await database(t)
  const moved = await move(before.databaseUrl, targetUrl, masterKey)
  t.same(moved.masterKey.key, masterKey, 'the move finds the right master key')
  t.match(
    moved.figures.sums.map(({ ledger, currency, kind }) => `${ledger} ${currency} ${kind}`),
    ['money_movements GBP capture', 'money_movements GBP chargeback'],
  )
  t.match(
    reportText(moved.figures, { masterKey: '…', dataDir: '.data', movedTo: 'db.example/shop' }),
    'MASTER_KEY=… CARD_KEY=<unchanged> npm start',
    'the command for the next start names both keys',
  )
  await expectSameRows(before.databaseUrl, targetUrl)
  target = await startService({ databaseUrl: targetUrl, masterKey, clock, environment })
  merchant = caller(target, before.account.merchantId, before.account.secretKey)
})
t.teardown(async () => {
  await target.stop()
  await receiver.stop()
})

/** Uses every feature of a service, leaves some work unfinished, and stops the service. */
async function useService(databaseUrl: string): Promise<Before> {
  const service = await startService({ databaseUrl, masterKey, clock, environment })
  const { secret } = bodyOf<{ secret: string }>(
    await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url }),
  )
  const paid = await paidSession(service)
  bodyOf(
    await service.call(
      'POST',
      `/v1/checkout/sessions/${paid.id}/refunds`,
      { amount: 500 },
      { 'Idempotency-Key': 'refund-1' },
    ),
  )
  bodyOf(await help(service, await paidSession(service), 'dispute'))
  bodyOf(await help(service, await paidSession(service), 'second_approval'))
  await paidLink(service)
  const link = await createLink(service, { kind: 'reusable' })
  await openedCheckout(service, link)
  await submitCard(service, await createSession(service), 'declined')
  await service.call('GET', '/v1/checkout/sessions/cs_test_unknown')
  const member = await signIn(service)
  const waiting = await createSession(service)
  bodyOf(await submitCard(service, waiting, 'challenge'))
  const open = await createSession(service, { metadata: { text: 'tab\t, line\n, \\N, "é" and 🥝' } })
  const [event] = bodyOf<{ data: { id: string }[] }>(await service.call('GET', '/v1/events?limit=1')).data
  bodyOf(await service.call('POST', `/v1/events/${event?.id ?? ''}/resend`))
  await until(() => receiver.deliveries.length > 0, 'a failed delivery')
  await service.stop()
  return {
    databaseUrl,
    account: { merchantId: service.merchantId, secretKey: service.secretKey },
    signingSecret: secret,
    open,
    paid,
    waiting,
    link,
    member,
  }
}

async function expectSameRows(sourceUrl: string, targetUrl: string): Promise<void> {
  const empty: string[] = []
  for (const name of await tableNames(sourceUrl)) {
    const text = `select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`
    const [sourceRows, targetRows] = [await rowsOf(sourceUrl, text), await rowsOf(targetUrl, text)]
    t.same(targetRows, sourceRows, name)
    if (sourceRows.length === 0) empty.push(name)
  }
  const mayBeEmpty = [
    ...['decline_turns', 'invitations', 'live_details', 'mail_counts', 'one_time_links', 'outgoing_mail'],
    ...[
      'captures',
      'closed_days',
      'event_counters',
      'processor_credentials',
      'processor_notifications',
      'refused_notifications',
    ],
    'schema_migration_steps',
    ...['payment_notes', 'test_clocks'],
    ...['authenticator_apps', 'passkeys', 'recovery_codes'],
    ...['batches', 'differences', 'lines', 'reports', 'staged_lines'].map((name) => `settlement_${name}`),
  ].map((name) => `public.${name}`)
  t.same(
    empty.filter((name) => !mayBeEmpty.includes(name)),
    [],
    'the tables had rows',
  )
}

t.test('old secrets, keys, sessions, links and logins keep working after a move', async (t) => {
  t.match(await readSession(merchant, before.open), {
    status: 'open',
    client_secret: before.open.client_secret,
    metadata: { text: 'tab\t, line\n, \\N, "é" and 🥝' },
  })
  t.match(
    await submitCard(target, before.open),
    { status: 200, body: { status: 'approved' } },
    'an old client secret opens its session',
  )
  t.match(
    await help(merchant, before.waiting, 'complete_challenge', { outcome: 'approved' }),
    { status: 200, body: { status: 'paid' } },
    'a payment that waited for the bank ends',
  )
  t.equal((await readLink(merchant, before.link)).code, before.link.code)
  t.match(await openedCheckout(merchant, before.link), { id: /^cs_test_/, status: 'open' })
  const browser = openBrowser(target)
  for (const [name, value] of before.member.cookies) browser.cookies.set(name, value)
  t.equal((await browser.get('/dashboard/test/settings')).status, 200, 'a login is still valid')
})

t.test('an old payment can be refunded, and an old idempotency key still replays its reply', async (t) => {
  const refund = (amount: number, key: string) =>
    merchant.call('POST', `/v1/checkout/sessions/${before.paid.id}/refunds`, { amount }, { 'Idempotency-Key': key })
  const again = await refund(500, 'refund-1')
  t.equal(again.headers.get('idempotent-replayed'), 'true')
  t.match(await refund(2000, 'refund-2'), { status: 200, body: { status: 'succeeded' } })
  t.match(await readSession(merchant, before.paid), { status: 'refunded', amount_refunded: 2500 })
  await target.sweep()
  await expectEqualLedgers(t, target)
})

t.test('failed deliveries are retried after a move, signed with the old secret', async (t) => {
  receiver.respondWith(200)
  clock.advance(3600)
  const from = receiver.deliveries.length
  await target.sweep()
  const waiting = () => rowsOf(target.databaseUrl, `select id from deliveries where status = 'pending'`)
  await until(async () => (await waiting()).length === 0, 'all deliveries')
  const delivered = receiver.deliveries.slice(from)
  t.ok(delivered.some(({ rawBody }) => rawBody.includes('session.completed') && rawBody.includes(before.paid.id)))
  t.same(
    delivered.filter((delivery) => !verifySignature(delivery, before.signingSecret)),
    [],
  )
})

t.test(
  'after a move the ledgers and the audit log are append-only, and the bank’s ledger continues its ids',
  async (t) => {
    for (const table of ['money_movements', 'audit_log'])
      await t.rejects(rowsOf(target.databaseUrl, `delete from ${table}`), { code: '42501' }, table)
    await t.rejects(rowsOf(target.databaseUrl, 'delete from sandbox_bank.ledger'), /append-only/)
    const [before] = await rowsOf<{ lines: string; last: string }>(
      target.databaseUrl,
      'select count(*) as lines, max(id) as last from sandbox_bank.ledger',
    )
    await paidSession(target)
    const [after] = await rowsOf<{ last: string }>(
      target.databaseUrl,
      'select max(id) as last from sandbox_bank.ledger',
    )
    t.ok(Number(after?.last) > Number(before?.last), 'the new lines continue the old ids')
  },
)

t.test('a follower of events continues at its cursor in the new database', async (t) => {
  // Without a worker, which would number the events before the test does.
  const source = await startService({ environment: { ...environment, CARD_KEY: '', ROLE: 'api' } })
  t.teardown(() => source.stop())
  const ids: string[] = []
  for (let count = 0; count < 6; count += 1) ids.push(await expiredSession(source))
  // The events got their numbers in another order than their ids, as they do when their transactions last longer.
  const numbered = [3, 5, 0, 4, 1, 2]
  const events = (await readEvents(caller(source, source.merchantId, source.secretKey), { limit: 100 })).data
  for (const [position, index] of numbered.entries())
    await rowsOf(source.databaseUrl, 'update events set sequence = $1 where session_id = $2', [
      position + 1,
      ids[index] ?? '',
    ])
  await rowsOf(source.databaseUrl, 'insert into event_counters values ($1, false, 6)', [source.merchantId])
  const targetUrl = await database(t)
  await move(source.databaseUrl, targetUrl, source.masterKey)
  const service = await startService({ databaseUrl: targetUrl, masterKey: source.masterKey, environment })
  t.teardown(() => service.stop())
  const follower = caller(service, source.merchantId, source.secretKey)
  const inOrder = numbered.map((index) => ids[index] ?? '')
  const first = events.find(({ data }) => data.id === inOrder[0])
  const later = await expiredSession(follower)
  const { data } = await readEvents(follower, { ending_before: first?.id ?? '', limit: 100 })
  const followed = data.map((event) => event.data.id)
  t.same(followed, [...inOrder.slice(1), later], 'the follower misses no event, and the new one comes last')
})
