import { randomBytes } from 'node:crypto'
import t from 'tap'
import { openBrowser, signIn } from '../dashboard/support.ts'
import type { Member } from '../dashboard/support.ts'
import { bodyOf, expiredSession, readEvents } from '../events/read-events.ts'
import { verifySignature } from '../events/verify-signature.ts'
import { expectEqualLedgers } from '../flows/ledgers.ts'
import { caller } from '../http/accounts.ts'
import type { Caller } from '../http/accounts.ts'
import { createLink, help, openedCheckout, paidLink, readLink, readSession } from '../links/link-calls.ts'
import { createSession, paidSession, submitCard } from '../support/pay.ts'
import type { CreatedSession } from '../support/pay.ts'
import { startReceiver } from '../support/receiver.ts'
import type { Receiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { TestClock } from '../support/test-clock.ts'
import { until } from '../support/until.ts'
import { database, move, rowsOf } from './databases.ts'

const masterKey = randomBytes(32)
const clock = new TestClock()
const environment = { CARD_TESTING_LIMITS: 'all', RATE_LIMIT_PER_SECOND: '100000' }

/** What an account had before the move, and must find after it. */
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
let merchant: Caller

t.before(async () => {
  receiver = await startReceiver({ reply: 500 })
  before = await live(await database(t))
  const targetUrl = await database(t)
  const moved = await move(before.databaseUrl, targetUrl, masterKey)
  t.same(moved.masterKey.key, masterKey, 'the key that opens the secrets is found')
  t.match(
    moved.figures.sums.map(({ ledger, currency, kind }) => `${ledger} ${currency} ${kind}`),
    ['money_movements GBP capture', 'money_movements GBP chargeback'],
  )
  await expectSameRows(before.databaseUrl, targetUrl)
  target = await startService({ databaseUrl: targetUrl, masterKey, clock, environment })
  merchant = caller(target, before.account.merchantId, before.account.secretKey)
})
t.teardown(async () => {
  await target.stop()
  await receiver.stop()
})

/** A service with something of everything, some of it under way, stopped. */
async function live(databaseUrl: string): Promise<Before> {
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
  await until(() => receiver.deliveries.length > 0, 'a delivery has failed')
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
  const tables = await rowsOf<{ name: string }>(
    sourceUrl,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'sandbox_bank') and tablename !~ '^schema_migrations' order by 1`,
  )
  const empty: string[] = []
  for (const { name } of tables) {
    const text = `select to_jsonb(t) - 'transaction_id' as row from ${name} t order by (to_jsonb(t) - 'transaction_id')::text`
    const [there, here] = [await rowsOf(sourceUrl, text), await rowsOf(targetUrl, text)]
    t.same(here, there, name)
    if (there.length === 0) empty.push(name)
  }
  const mayBeEmpty = ['public.live_details', 'public.one_time_links', 'public.outgoing_mail']
  t.same(
    empty.filter((name) => !mayBeEmpty.includes(name)),
    [],
    'the tables had rows',
  )
}

t.test('the old secrets, keys and sessions work on', async (t) => {
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
    'what was under way at the bank ends',
  )
  t.equal((await readLink(merchant, before.link)).code, before.link.code)
  t.match(await openedCheckout(merchant, before.link), { id: /^cs_test_/, status: 'open' })
  const browser = openBrowser(target)
  for (const [name, value] of before.member.cookies) browser.cookies.set(name, value)
  t.equal((await browser.get('/dashboard/test/settings')).status, 200, 'who was signed in still is')
})

t.test('an old payment is refunded, and an old call is not done again', async (t) => {
  const refund = (amount: number, key: string) =>
    merchant.call('POST', `/v1/checkout/sessions/${before.paid.id}/refunds`, { amount }, { 'Idempotency-Key': key })
  const again = await refund(500, 'refund-1')
  t.equal(again.headers.get('idempotent-replayed'), 'true')
  t.match(await refund(2000, 'refund-2'), { status: 200, body: { status: 'succeeded' } })
  t.match(await readSession(merchant, before.paid), { status: 'refunded', amount_refunded: 2500 })
  await target.sweep()
  await expectEqualLedgers(t, target)
})

t.test('deliveries that had failed go out, signed with the old secret', async (t) => {
  receiver.respondWith(200)
  clock.advance(3600)
  const from = receiver.deliveries.length
  await target.sweep()
  const waiting = () => rowsOf(target.databaseUrl, `select id from deliveries where status = 'pending'`)
  await until(async () => (await waiting()).length === 0, 'all are delivered')
  const arrived = receiver.deliveries.slice(from)
  t.ok(arrived.some(({ rawBody }) => rawBody.includes('session.completed') && rawBody.includes(before.paid.id)))
  t.same(
    arrived.filter((delivery) => !verifySignature(delivery, before.signingSecret)),
    [],
  )
})

t.test('the ledger and the audit log stay append-only, and the bank books on', async (t) => {
  for (const table of ['money_movements', 'audit_log'])
    await t.rejects(rowsOf(target.databaseUrl, `delete from ${table}`), { code: '42501' }, table)
  await t.rejects(rowsOf(target.databaseUrl, 'delete from sandbox_bank.ledger'), /append-only/)
  const [numbers] = await rowsOf<{ lines: string; last: string }>(
    target.databaseUrl,
    'select count(*) as lines, max(id) as last from sandbox_bank.ledger',
  )
  await paidSession(target)
  const [after] = await rowsOf<{ last: string }>(target.databaseUrl, 'select max(id) as last from sandbox_bank.ledger')
  t.ok(Number(after?.last) > Number(numbers?.last), 'the next number follows')
})

t.test('a follower of events goes on where it was, whatever the numbers of transactions were', async (t) => {
  const source = await startService({ environment })
  t.teardown(() => source.stop())
  const ids: string[] = []
  for (let count = 0; count < 6; count += 1) ids.push(await expiredSession(source))
  // As by a server that has counted further, with transactions that ended in another order than their events have ids.
  const commits = [3, 5, 0, 4, 1, 2]
  for (const [place, index] of commits.entries()) {
    await rowsOf(source.databaseUrl, 'update events set transaction_id = ($1::text)::xid8 where session_id = $2', [
      String(7_000_000_000 + place),
      ids[index] ?? '',
    ])
  }
  const targetUrl = await database(t)
  await move(source.databaseUrl, targetUrl, source.masterKey)
  const service = await startService({ databaseUrl: targetUrl, masterKey: source.masterKey, environment })
  t.teardown(() => service.stop())
  const follower = caller(service, source.merchantId, source.secretKey)
  const inOrder = commits.map((index) => ids[index] ?? '')
  const [first] = (await readEvents(follower, { limit: 100 })).data.filter(({ data }) => data.id === inOrder[0])
  const later = await expiredSession(follower)
  const followed: string[] = []
  // In as many pages as it takes: the new one is shown when no unfinished transaction, in any database of the server, could still come before it.
  for (let cursor = first?.id ?? ''; !followed.includes(later);) {
    const { data } = await readEvents(follower, { wait: 25, ending_before: cursor, limit: 100 })
    if (data.length === 0) break
    followed.push(...data.map(({ data }) => data.id ?? ''))
    cursor = data.at(-1)?.id ?? cursor
  }
  t.same(followed, [...inOrder.slice(1), later], 'nothing is missed, and the new one comes last')
})
