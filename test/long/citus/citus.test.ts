// Own process: it watches every statement of the driver.
import { randomBytes } from 'node:crypto'
import t from 'tap'
import { migrateAll } from '../../../server/app.ts'
import { dashboardPages } from '../../../server/dashboard/pages.ts'
import { systemClock } from '../../../server/domain/time/clock.ts'
import { silentLog } from '../../../server/flow-context.ts'
import { publicDemoMerchantId } from '../../../server/flows/accounts/create-account.ts'
import { anotherAccount, liveKey, publicDemo } from '../../accounts/accounts.ts'
import { samples } from '../../dashboard/shell/samples.ts'
import { signIn } from '../../dashboard/shell/support.ts'
import { createLink, openLink } from '../../links/link-calls.ts'
import { expectEqualLedgers } from '../../sessions/ledgers.ts'
import { createSession, paidSession, submitCard } from '../../support/pay.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { captureStatements } from '../postgres/captured-statements.ts'
import { CitusCluster, skipWithoutCitus } from './citus-cluster.ts'
import { distributedTables, tablesByMerchant } from './citus-tables.ts'
import { expectOneShard } from './one-shard.ts'

// The same service on a Citus cluster, with all rows of an account on one node.

const daySeconds = 86_400

t.test('the service runs on a database that is distributed by merchant', skipWithoutCitus, async (t) => {
  const cluster = await CitusCluster.start(t, 2)
  const { databaseUrl, coordinator } = cluster
  const migrateAt = (url: string) => migrateAll({ databaseUrl: url, clock: systemClock, log: silentLog })
  await t.rejects(migrateAt(cluster.workers[0]?.serviceUrl ?? ''), { message: /worker node of a Citus cluster/ })
  await migrateAt(databaseUrl)
  t.same(
    await distributedTables(coordinator),
    await tablesByMerchant(coordinator),
    'every table whose key begins with the merchant is distributed',
  )
  await migrateAt(databaseUrl)
  const captured = captureStatements()

  const receiver = await startReceiver()
  const service = await startService({
    databaseUrl,
    masterKey: randomBytes(32),
    environment: {
      LIVE_PROCESSOR: 'sandbox',
      RATE_LIMIT_PER_SECOND: '1000',
      DECLINE_LIMIT_PER_ADDRESS: '2',
      TEST_STORAGE_GB: '1',
    },
  })
  t.teardown(async () => {
    await service.stop()
    await receiver.stop()
  })
  t.equal((await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })).status, 200)
  const arrives = async (type: string, id: string) =>
    t.ok(await receiver.next(({ rawBody }) => rawBody.includes(`"${type}"`) && rawBody.includes(id)), `${type} arrives`)

  await t.test('a payment and a refund', async (t) => {
    const session = await paidSession(service, { reference: 'order 1' })
    await arrives('session.completed', session.id)
    const path = `/v1/checkout/sessions/${session.id}/refunds`
    const refund = await service.call('POST', path, { amount: 700 }, { 'Idempotency-Key': 'refund 1' })
    t.match(refund.body, { status: 'succeeded', amount: 700 }, refund.text)
    const again = await service.call('POST', path, { amount: 700 }, { 'Idempotency-Key': 'refund 1' })
    t.equal(again.text, refund.text)
    t.equal(again.headers.get('idempotent-replayed'), 'true')
    await arrives('session.refunded', session.id)
    t.match((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body, {
      status: 'paid',
      amount_refunded: 700,
    })
    t.match((await service.call('GET', '/v1/search/checkout/sessions?reference=order%201')).body, {
      data: [{ id: session.id }],
    })
  })

  await t.test('a decline, an expiry, and the work of the sweep', async (t) => {
    const session = await createSession(service)
    t.match((await pay(service, session.id, 'declined')).body, { status: 'open', failure_code: 'card_declined' })
    t.match((await pay(service, session.id, 'late_approval')).body, { status: 'processing' })
    const left = await createSession(service, { expires_in: 300 })
    service.clock.advance(901)
    await service.keepHouse()
    t.match((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body, { status: 'failed' })
    await arrives('session.expired', left.id)
    service.clock.advance(1000)
    await service.keepHouse()
    await service.keepHouse()
  })

  await t.test('a link payment, and a second payment by the same link', async (t) => {
    const link = await service.call(
      'POST',
      '/v1/payment_links',
      { amount: 900, currency: 'GBP', description: 'Tea' },
      { 'Idempotency-Key': 'link 1' },
    )
    t.equal(link.status, 200, link.text)
    const opened = await service.call(
      'POST',
      `/v1/form/payment_links/${String(link.body['code'])}/checkout`,
      undefined,
      { Authorization: '' },
    )
    t.equal(opened.status, 200, opened.text)
    const paid = await pay(service, String(opened.body['id']), 'approved')
    t.match(paid.body, { status: 'paid', payment_link: link.body['id'] }, paid.text)
    await arrives('payment_link.paid', String(link.body['id']))
    const twice = await service.call(
      'POST',
      `/v1/test_helpers/payment_links/${String(link.body['id'])}/duplicate_payment`,
    )
    t.match(twice.body, { status: 'paid', payments_count: 1 }, twice.text)
    await arrives('payment_link.duplicate_payment', String(link.body['id']))
    t.match((await service.call('GET', '/v1/payment_links?status=paid')).body, { data: [{ id: link.body['id'] }] })
  })

  await t.test('a dispute and a second approval', async (t) => {
    const session = await paidSession(service)
    for (const [act, body] of [
      ['dispute', undefined],
      ['close_dispute', { outcome: 'won' }],
      ['second_approval', undefined],
    ] as const) {
      const answer = await service.call('POST', `/v1/test_helpers/checkout/sessions/${session.id}/${act}`, body)
      t.equal(answer.status, 200, answer.text)
    }
    await arrives('session.duplicate_refunded', session.id)
  })

  await t.test('replays of an Idempotency-Key, and concurrent calls with one key', async (t) => {
    for (let key = 0; key < 20; key += 1) {
      const call = () =>
        service.call(
          'POST',
          '/v1/checkout/sessions',
          { amount: 100, currency: 'GBP' },
          { 'Idempotency-Key': `create ${key}` },
        )
      const answers = await Promise.all(Array.from({ length: 8 }, call))
      const last = await call()
      t.equal(last.headers.get('idempotent-replayed'), 'true')
      t.same(
        [...new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body['id']))],
        [last.body['id']],
      )
      t.same(
        answers
          .filter(({ status, body }) => status !== 200 && body.error?.code !== 'request_in_progress')
          .map(({ text }) => text),
        [],
      )
    }
  })

  await t.test('the list of events, and a resend', async (t) => {
    const events = (await service.call('GET', '/v1/events?limit=100')).body as unknown as { data: { id: string }[] }
    const oldest = events.data.at(-1)?.id
    const after = await service.call('GET', `/v1/events?ending_before=${oldest}&limit=100`)
    t.equal((after.body as unknown as { data: unknown[] }).data.length, events.data.length - 1, after.text)
    t.match((await service.call('POST', `/v1/events/${oldest}/resend`)).body, { resent: 1 })
  })

  await t.test('sessions and links that the worker finds due expire, and their events are delivered', async () => {
    const sessions = await Promise.all(Array.from({ length: 50 }, () => createSession(service, { expires_in: 300 })))
    const link = await createLink(service, { expires_at: new Date(service.clock.now().getTime() + 3600_000) })
    const opened = String((await openLink(service, link)).body['id'])
    service.clock.advance(301)
    for (const { id } of sessions) await arrives('session.expired', id)
    service.clock.advance(3600)
    await until(
      async () => (await service.call('GET', '/v1/payment_links?status=expired')).text.includes(link.id),
      'the link has expired',
    )
    await arrives('session.expired', opened)
  })

  await t.test('a delivery that failed is repeated', async () => {
    receiver.respondWith([500, 200])
    const { id } = await paidSession(service)
    await arrives('session.completed', id)
    const failed = 'select from deliveries where merchant_id = $1 and failed_attempts = 1'
    await until(async () => (await coordinator.query(failed, [service.merchantId])).length === 1, failed)
    service.clock.advance(3600)
    await arrives('session.completed', id)
  })

  const live = await liveKey(service, { liveAccess: true })
  const liveService = { ...service, call: live.call }
  const livePaid = await paidSession(liveService)

  await t.test('twenty visitors who open two reusable links at once', async (t) => {
    const links = await Promise.all([1, 2].map(() => createLink(service, { kind: 'reusable' })))
    const visits = Array.from({ length: 10 }, () => links).flat()
    for (const opened of await Promise.all(visits.map((link) => openLink(service, link))))
      t.equal(opened.status, 200, opened.text)
  })

  await t.test('the limits on declined cards', async (t) => {
    for (let card = 0; card < 2; card++) {
      const answer = await submitCard(service, await createSession(liveService), 'declined')
      t.match(answer.body, { status: 'failed' }, answer.text)
    }
    const refused = await submitCard(service, await createSession(liveService))
    t.match(refused, { status: 429, body: { error: { code: 'rate_limited' } } }, refused.text)
  })

  await t.test('the limit on what test mode holds', async (t) => {
    const create = () => service.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' })
    const full = 'update test_storage set bytes = $1, day_bytes = 2000000 where merchant_id = $2'
    await create()
    await service.app.context.testStorage.save()
    await coordinator.query(full, [250_000_000, service.merchantId])
    await create()
    await service.app.context.testStorage.save()
    t.match((await create()).body, { error: { code: 'rate_limited' } })
    service.clock.advance(2 * daySeconds)
    await service.keepHouse()
    await service.app.context.testStorage.save()
    t.equal((await create()).status, 200, 'a count finds that the account holds little')
  })

  await t.test('every page of the dashboard', async (t) => {
    const member = await signIn(service)
    for (const { path } of dashboardPages) {
      const page = `/dashboard/test/${(await samples[path]?.(service)) ?? path}`
      t.equal((await member.get(page)).status, 200, page)
    }
    t.equal((await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })).status, 200)
  })

  await t.test('old test data goes, and live money stays', async (t) => {
    const demo = publicDemo(service)
    const unused = await anotherAccount(service)
    const accounts = [demo, unused].map(({ call }) => ({ ...service, call }))
    for (const account of accounts) {
      const { id } = await paidSession(account)
      await account.call('POST', `/v1/checkout/sessions/${id}/refunds`, { amount: 1 }, { 'Idempotency-Key': id })
      await createSession(account)
    }
    await openLink(service, await createLink(unused))
    const unpaid = await createSession(service)
    service.clock.advance(daySeconds)
    await service.keepHouse()
    await arrives('session.expired', unpaid.id)
    service.clock.advance(30 * daySeconds)
    await service.keepHouse()
    t.equal((await service.call('GET', `/v1/checkout/sessions/${unpaid.id}`)).status, 404)
    const ofDemo = 'select id from checkout_sessions where merchant_id = $1'
    t.same(await coordinator.query(ofDemo, [publicDemoMerchantId]), [])
    // The simulated bank has just decided the dispute whose deadline has passed, and that event is new.
    const bodies =
      'select from delivery_attempts where merchant_id = $1 and response_excerpt is not null and attempted_at < $2'
    const yesterday = new Date(service.clock.now().getTime() - daySeconds * 1000)
    t.same(await coordinator.query(bodies, [service.merchantId, yesterday]), [])
    await service.app.context.testStorage.save()
    service.clock.advance(91 * daySeconds)
    await service.keepHouse()
    for (const table of await tablesByMerchant(coordinator))
      t.same(await coordinator.query(`select from ${table} where merchant_id = $1`, [unused.merchantId]), [], table)

    t.equal((await live.call('GET', `/v1/checkout/sessions/${livePaid.id}`)).status, 200)
    for (const table of ['card_attempts', 'money_movements', 'checkout_sessions'])
      await t.rejects(
        coordinator.query(`delete from ${table} where merchant_id = $1 and livemode`, [service.merchantId]),
        /must never be deleted|append-only/,
        table,
      )
    for (const change of ['update money_movements set amount = 1', 'delete from audit_log'])
      await t.rejects(
        coordinator.query(`${change} where merchant_id = $1`, [service.merchantId]),
        /append-only/,
        change,
      )
  })

  captured.stop()
  await expectOneShard(t, databaseUrl, captured.seen)
  await expectEqualLedgers(t, service)
  t.same(
    service.logLines.filter((line) => line.includes('"level":"error"')),
    [],
    'the log has no error',
  )
  t.comment(
    `figure: ${(await distributedTables(coordinator)).length} tables distributed by merchant_id ` +
      `over ${cluster.workers.length} worker nodes; ${receiver.deliveries.length} deliveries`,
  )
})

function pay(service: TestService, sessionId: string, card: string) {
  return service.call('POST', `/v1/test_helpers/checkout/sessions/${sessionId}/pay`, { card })
}
