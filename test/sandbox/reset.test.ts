import t from 'tap'
import { addKey, anotherAccount, caller, liveKey, publicDemo } from '../accounts/accounts.ts'
import { expectError } from '../http/expect-error.ts'
import { expectEqualLedgers } from '../sessions/ledgers.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const reset = '/v1/test_helpers/reset'
const helpers = '/v1/test_helpers/checkout/sessions'

/** Its own, because the test compares both ledgers as a whole. */
let service: TestService
t.before(async () => {
  service = await startService({ environment: { LIVE_PROCESSOR: 'sandbox', RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

const call = (path: string, body: object = {}): Promise<Answer> => service.call('POST', path, body)

/**
 * Rows of an account and mode by table, without those that stay: the audit log, and the counter of events. A process
 * writes requests down a little later, perhaps after the reset.
 */
async function rowsOf(merchantId: string, livemode: boolean): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>(
    service,
    `select table_name as name from information_schema.columns join pg_class on relname = table_name
      where table_schema = current_schema() and column_name = 'livemode' and not relispartition
        and table_name not in ('audit_log', 'event_counters', 'api_request_log', 'recorded_requests') group by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await sql<{ n: number }>(
      service,
      `select count(*)::integer as n from ${name} where merchant_id = ? and livemode = ?`,
      [merchantId, livemode],
    )
    if (row && row.n > 0) counts[name] = row.n
  }
  return counts
}

/** A session in each state that a payment can end in, and what is beside sessions. */
async function fill(): Promise<void> {
  await createSession(service)
  const [refunded, disputed, declined, expired] = [
    await paidSession(service),
    await paidSession(service),
    await createSession(service),
    await createSession(service),
  ]
  await call(`/v1/checkout/sessions/${refunded.id}/refunds`, { amount: 100 })
  await call(`${helpers}/${disputed.id}/dispute`)
  await call(`${helpers}/${declined.id}/pay`, { card: 'declined' })
  await call(`${helpers}/${expired.id}/expire`)
  const twice = await paidSession(service)
  await call(`${helpers}/${twice.id}/second_approval`)
  const wanted = { amount: 100, currency: 'GBP', description: 'Tea' }
  const link = await service.call('POST', '/v1/payment_links', wanted, { 'Idempotency-Key': `key-${twice.id}` })
  await service.call('POST', `/v1/form/payment_links/${String(link.body['code'])}/checkout`, {})
  await call(`/v1/payment_links/${String(link.body['id'])}/deactivate`)
  await call('/v1/checkout/sessions', { amount: -1, currency: 'GBP' })
  const [event] = (await service.call('GET', '/v1/events')).body['data'] as unknown as { id: string }[]
  await call(`/v1/events/${event?.id}/resend`)
}

t.test('a reset empties test mode, and touches neither live mode nor another account', async (t) => {
  const live = await liveKey(service, { liveAccess: true })
  await paidSession({ ...service, ...live })
  const other = await anotherAccount(service)
  await paidSession({ ...service, ...other })
  await call('/v1/webhook_endpoints', { url: 'https://shop.example/webhooks' })
  await fill()
  await service.keepHouse()
  const before = await Promise.all([rowsOf(service.merchantId, true), rowsOf(other.merchantId, false)])
  const spare = await addKey(service, { livemode: false })

  const kept = await call(reset, { keep: { keys: true, webhook_endpoint: true, settings: true } })
  t.match(kept.body, { object: 'test_reset', livemode: false, deleted_sessions: 7, has_more: false })
  t.same(await rowsOf(service.merchantId, false), { secret_keys: 2, webhook_endpoints: 1 })
  t.equal((await caller(service, '', spare).call('GET', '/v1/webhook_endpoint')).status, 200)

  t.match((await call(reset)).body, { deleted_sessions: 0, has_more: false })
  t.same(await rowsOf(service.merchantId, false), { secret_keys: 1 })
  // A process remembers a key for a second.
  service.clock.advance(2)
  expectError(t, await caller(service, '', spare).call('GET', '/v1/events'), 401, 'invalid_api_key', null)
  t.same(await Promise.all([rowsOf(service.merchantId, true), rowsOf(other.merchantId, false)]), before)
  await expectEqualLedgers(t, service)
  const log = await sql(service, 'select detail from audit_log where action = ? and merchant_id = ?', [
    ...['test_mode.reset', service.merchantId],
  ])
  t.equal(log.length, 2)
  t.equal((await paidSession(service)).id.slice(0, 7), 'cs_test', 'the key goes on')
})

t.test('while money is under way, a reset deletes nothing and says what to do', async (t) => {
  await call(reset)
  const open = await createSession(service)
  await call('/v1/webhook_endpoints', { url: 'https://shop.example/webhooks' })
  await call(`${helpers}/${open.id}/pay`, { card: 'challenge' })
  const before = await rowsOf(service.merchantId, false)
  const refused = await call(reset)
  expectError(t, refused, 409, 'payment_in_progress', null)
  t.match(refused.body.error, { message: `A payment of the session ${open.id} is with the bank`, fix: /complete_/ })
  t.same(await rowsOf(service.merchantId, false), before)
  await call(`${helpers}/${open.id}/complete_challenge`, { outcome: 'approved' })

  const paid = await createSession(service)
  await call(`${helpers}/${paid.id}/pay`, { card: 'refund_pending' })
  const refund = await call(`/v1/checkout/sessions/${paid.id}/refunds`)
  t.match((await call(reset)).body.error, { code: 'payment_in_progress', message: /^A refund of .*nothing was/ })
  await call(`/v1/test_helpers/refunds/${String(refund.body['id'])}/settle`, { status: 'succeeded' })
  t.match((await call(reset)).body, { deleted_sessions: 2, has_more: false })
})

t.test('payments and refunds during a reset happen whole or not at all', async (t) => {
  const sessions = await Promise.all(Array.from({ length: 12 }, () => createSession(service)))
  const paid = await Promise.all(Array.from({ length: 6 }, () => paidSession(service)))
  const answers = await Promise.all([
    ...sessions.map(({ id }) => call(`${helpers}/${id}/pay`)),
    ...paid.map(({ id }) => call(`/v1/checkout/sessions/${id}/refunds`, { amount: 100 })),
    ...[1, 2, 3].map(() => call(reset)),
  ])
  t.same(
    answers.filter(({ status }) => ![200, 404, 409].includes(status)).map(({ text }) => text),
    [],
    'done, gone, or with the bank',
  )
  await service.sweep()
  await expectEqualLedgers(t, service)
  t.match((await call(reset)).body, { has_more: false })
  await expectEqualLedgers(t, service)
})

t.test('a live key and the public demo key cannot empty anything', async (t) => {
  const live = await liveKey(service, { liveAccess: true })
  expectError(t, await live.call('POST', reset), 404, 'not_found', null)
  expectError(t, await publicDemo(service).call('POST', reset), 403, 'webhooks_not_available', null)
  expectError(t, await call(reset, { keep: { key: true } }), 400, 'parameter_invalid', 'keep.key')
})

t.test('the database itself keeps live lines of the ledger, whatever a reset asks for', async (t) => {
  const live = await liveKey(service, { liveAccess: true })
  const { id } = await paidSession({ ...service, ...live })
  const wrong = `begin; set local servicepay.deleted_account to '${service.merchantId}';
    delete from money_movements where session_id = '${id}'; commit`
  await t.rejects(service.ownerDb.raw(wrong), { message: /must never be deleted: it belongs to live mode/ })
})
