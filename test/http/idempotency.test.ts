import { Client } from 'pg'
import t, { type Test } from 'tap'
import { until } from '../support/until.ts'
import { createSession, paidSession, submitCard } from '../support/pay.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { addKey, caller, publicDemo, rowCounts } from '../accounts/accounts.ts'
import { sql } from '../support/sql.ts'
import { expectError } from './expect-error.ts'

let service: TestService
let keys = 0

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000', TRUST_PROXY: '1' } })
})
t.teardown(() => service.stop())

function newKey(): string {
  return `key ${keys++}`
}

function create(key: string, params: object | string = {}): Promise<Answer> {
  const body = typeof params === 'string' ? params : { amount: 2500, currency: 'GBP', ...params }
  return service.call('POST', '/v1/checkout/sessions', body, { 'Idempotency-Key': key })
}

function refund(sessionId: string, key: string, params?: object): Promise<Answer> {
  return service.call('POST', `/v1/checkout/sessions/${sessionId}/refunds`, params, { 'Idempotency-Key': key })
}

function isReplay(answer: Answer): boolean {
  return answer.headers.get('idempotent-replayed') === 'true'
}

/** Waits out the second for which the service may remember the account of a key. */
async function enableCurrencies(currencies: string): Promise<void> {
  const values = [`{${currencies}}`, service.merchantId]
  await sql(service, 'update merchants set currencies = ?::text[] where merchant_id = ?', values)
  service.clock.advance(1.1)
}

function keptKeys(key: string): Promise<object[]> {
  return sql(service, 'select * from idempotency_keys where key = ?', [key])
}

/** The fingerprint that the service keeps for a refund of everything that is left. */
async function fingerprintOfRefund(sessionId: string): Promise<Buffer> {
  const key = newKey()
  await refund(sessionId, key)
  const [kept] = await sql<{ fingerprint: Buffer }>(service, 'select fingerprint from idempotency_keys where key = ?', [
    key,
  ])
  if (!kept) throw new Error('The refund was not refused, or its refusal not kept')
  return kept.fingerprint
}

/** Whether a statement of the service waits for the transaction that `holder` has open. */
async function someoneWaitsFor(holder: Client): Promise<boolean> {
  const { rows } = await holder.query(
    'select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
  )
  return rows.length > 0
}

async function expectReplay(t: Test, again: Answer, first: Answer): Promise<void> {
  t.equal(isReplay(first), false)
  t.equal(first.headers.get('idempotent-replayed'), null)
  t.same([again.status, again.text, isReplay(again)], [first.status, first.text, true])
}

t.test('twenty callers with one key make one session', async (t) => {
  const key = newKey()
  const before = await rowCounts(service)
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(key)))
  const made = answers.filter(({ status }) => status === 200)
  t.equal(made.filter((answer) => !isReplay(answer)).length, 1, 'exactly one of them created it')
  t.equal(new Set(made.map(({ body }) => body['id'])).size, 1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectError(t, answer, 409, 'request_in_progress', null)
  t.equal((await rowCounts(service))['checkout_sessions'], (before['checkout_sessions'] ?? 0) + 1)
  await expectReplay(t, await create(key), made.find((answer) => !isReplay(answer)) as Answer)
})

t.test('twenty refund calls with one key return the money once', async (t) => {
  const session = await paidSession(service)
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(session.id, key, { amount: 100 })))
  const made = answers.filter(({ status }) => status === 200)
  t.ok(made.length >= 1)
  t.equal(new Set(made.map(({ text }) => text)).size, 1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectError(t, answer, 409, 'request_in_progress', null)
  t.equal((await sql(service, 'select id from refunds where session_id = ?', [session.id])).length, 1)
  t.match((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body, { amount_refunded: 100 })
  await expectReplay(
    t,
    await refund(session.id, key, { amount: 100 }),
    made.find((answer) => !isReplay(answer)) as Answer,
  )
})

t.test('the order of fields does not matter; a different request with the key is a conflict', async (t) => {
  const key = newKey()
  const first = await create(key, '{"amount":2500,"currency":"GBP","metadata":{"a":"1","b":"2"}}')
  await expectReplay(
    t,
    await create(key, ' {"metadata":{"b":"2","a":"1"},\n"currency":"G\\u0042P","amount":25e2}'),
    first,
  )
  for (const other of [
    '{"amount":2501,"currency":"GBP","metadata":{"a":"1","b":"2"}}',
    '{"amount":2500,"currency":"GBP"}',
    '{"amount":2500,"currency":"GBP","metadata":{"a":"2","b":"1"}}',
  ]) {
    expectError(t, await create(key, other), 409, 'idempotency_conflict', null)
  }
  expectError(
    t,
    await refund('cs_test_unknown', key),
    409,
    'idempotency_conflict',
    null,
    'the same key on another path',
  )
  expectError(
    t,
    await create(key, '{"amount":0,"currency":"GBP"}'),
    400,
    'parameter_invalid',
    'amount',
    'the shape is checked first',
  )
  const session = await paidSession(service)
  const [refundKey, other] = [newKey(), await paidSession(service)]
  t.equal((await refund(session.id, refundKey, { amount: 5 })).status, 200)
  expectError(t, await refund(session.id, refundKey, { amount: 6 }), 409, 'idempotency_conflict')
  expectError(t, await refund(other.id, refundKey, { amount: 5 }), 409, 'idempotency_conflict', null, 'another session')
  expectError(t, await create(refundKey), 409, 'idempotency_conflict', null)
})

t.test('no body and an empty body have the same fingerprint', async (t) => {
  const session = await paidSession(service)
  const key = newKey()
  const first = await refund(session.id, key)
  await expectReplay(t, await refund(session.id, key, {}), first)
})

t.test('all secret keys of an account share their idempotency keys', async (t) => {
  const key = newKey()
  const first = await create(key)
  const second = caller(service, service.merchantId, await addKey(service, { livemode: false }))
  await expectReplay(
    t,
    await second.call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'GBP' }, { 'Idempotency-Key': key }),
    first,
  )
})

t.test('a replayed create answers the session as it is now, with the same client secret', async (t) => {
  const key = newKey()
  const first = await create(key, { expires_in: 300 })
  const session = first.body as unknown as { id: string; client_secret: string }
  await submitCard(service, session)
  const paid = await create(key, { expires_in: 300 })
  t.match(paid.body, {
    id: session.id,
    status: 'paid',
    client_secret: session.client_secret,
    payment: { card_last4: '0085' },
  })
  t.equal(isReplay(paid), true)
  await refund(session.id, newKey())
  t.match((await create(key, { expires_in: 300 })).body, { id: session.id, status: 'refunded', amount_refunded: 2500 })
  const unpaid = newKey()
  await create(unpaid, { expires_in: 300 })
  service.clock.advance(301)
  t.match((await create(unpaid, { expires_in: 300 })).body, { status: 'expired' })
})

t.test('a replay does not fail because the account has changed', async (t) => {
  const key = newKey()
  const first = await create(key, { currency: 'usd' })
  await enableCurrencies('GBP')
  await expectReplay(t, await create(key, { currency: 'usd' }), first)
  await enableCurrencies('GBP,EUR,USD')
})

t.test('a currency that was not enabled can be enabled, and then the same key makes the session', async (t) => {
  await enableCurrencies('GBP')
  const key = newKey()
  for (const answer of await Promise.all([1, 2, 3].map(() => create(key, { currency: 'usd' })))) {
    expectError(t, answer, 400, 'currency_not_enabled', 'currency')
    t.equal(isReplay(answer), false)
  }
  t.same(await keptKeys(key), [], 'the refused requests hold no key')
  await enableCurrencies('GBP,EUR,USD')
  const made = await create(key, { currency: 'usd' })
  t.same([made.status, isReplay(made)], [200, false], made.text)
  await expectReplay(t, await create(key, { currency: 'usd' }), made)
})

t.test('after a 400 the same key may carry another body', async (t) => {
  const key = newKey()
  expectError(t, await create(key, { currency: 'jpy' }), 400, 'currency_not_enabled', 'currency')
  const made = await create(key)
  t.same([made.status, isReplay(made)], [200, false], made.text)
  expectError(t, await create(key, { currency: 'usd' }), 409, 'idempotency_conflict', null)
})

t.test('an amount above the cap of the public demo key leaves the idempotency key free', async (t) => {
  const demo = publicDemo(service)
  const key = { 'Idempotency-Key': newKey() }
  const ask = (amount: number) => demo.call('POST', '/v1/checkout/sessions', { amount, currency: 'GBP' }, key)
  expectError(t, await ask(5001), 400, 'amount_too_large', 'amount')
  const made = await ask(5000)
  t.same([made.status, isReplay(made)], [200, false], made.text)
})

t.test('two visitors with the public demo key and one idempotency key get a session each', async (t) => {
  const demo = publicDemo(service)
  const key = newKey()
  const create = (address: string) =>
    demo.call(
      'POST',
      '/v1/checkout/sessions',
      { amount: 2500, currency: 'GBP' },
      { 'Idempotency-Key': key, 'X-Forwarded-For': address },
    )
  const first = await create('198.51.100.1')
  const second = await create('198.51.100.2')
  t.same([first.status, second.status, isReplay(second)], [200, 200, false])
  t.not(second.body['client_secret'], first.body['client_secret'])
  await expectReplay(t, await create('198.51.100.1'), first)
})

t.test('a refund that was too large succeeds with the same key once enough is left', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  const pending = await refund(session.id, newKey(), { amount: 2000 })
  t.match(pending.body, { status: 'pending' }, pending.text)
  const key = newKey()
  for (const answer of await Promise.all([1, 2, 3].map(() => refund(session.id, key, { amount: 600 })))) {
    expectError(t, answer, 400, 'refund_exceeds_amount', 'amount')
    t.equal(isReplay(answer), false)
  }
  t.same(await keptKeys(key), [], 'the refused requests hold no key')
  const settled = await service.call('POST', `/v1/test_helpers/refunds/${String(pending.body['id'])}/settle`, {
    status: 'failed',
  })
  t.equal(settled.status, 200, settled.text)
  const made = await refund(session.id, key, { amount: 600 })
  t.same([made.status, isReplay(made)], [200, false], made.text)
  await expectReplay(t, await refund(session.id, key, { amount: 600 }), made)
})

t.test(
  'a refund refused with 404 or 409 is replayed byte for byte, with the first request’s id, even after the payment',
  async (t) => {
    const session = await createSession(service)
    const [unpaid, unknown] = [newKey(), newKey()]
    const first = await refund(session.id, unpaid)
    expectError(t, first, 409, 'session_not_refundable', null)
    const absent = await refund('cs_test_unknown', unknown)
    expectError(t, absent, 404, 'session_not_found', null)
    for (const { body } of [first, absent])
      t.match(body['error']?.fix, /repeats this reply for 24 hours, so call again with a new key\.$/)
    const keyless = await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`)
    t.notMatch(keyless.body['error']?.fix, /key/, 'without a key, nothing repeats the reply')
    await submitCard(service, session)
    for (const [again, before] of [
      [await refund(session.id, unpaid), first],
      [await refund('cs_test_unknown', unknown), absent],
    ] as const) {
      await expectReplay(t, again, before)
      t.equal(again.headers.get('request-id'), before.headers.get('request-id'))
    }
    expectError(t, await refund(session.id, unpaid, { amount: 5 }), 409, 'idempotency_conflict', null)
    t.match((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body, {
      amount_refunded: 0,
      status: 'paid',
    })
  },
)

t.test('twenty callers with one key whose refund is refused get one answer', async (t) => {
  const session = await createSession(service)
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(session.id, key)))
  for (const answer of answers) expectError(t, answer, 409, 'session_not_refundable', null)
  t.equal(new Set(answers.map(({ text }) => text)).size, 1)
  t.equal(answers.filter((answer) => !isReplay(answer)).length, 1)
})

t.test('a refusal gives way to the request that took the key at the same moment', async (t) => {
  const session = await createSession(service)
  const columns = 'merchant_id, livemode, key, fingerprint, object_id, leased_until, created_at'
  const now = service.clock.now()
  for (const [fingerprint, code] of [
    [await fingerprintOfRefund(session.id), 'request_in_progress'],
    [Buffer.alloc(32), 'idempotency_conflict'],
  ] as const) {
    const key = newKey()
    const holder = new Client({ connectionString: service.databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query(`insert into idempotency_keys (${columns}) values ($1, false, $2, $3, 're_1', $4, $5)`, [
      service.merchantId,
      key,
      fingerprint,
      new Date(now.getTime() + 60_000),
      now,
    ])
    const waiting = refund(session.id, key)
    await until(() => someoneWaitsFor(holder))
    await holder.query('commit')
    await holder.end()
    expectError(t, await waiting, 409, code, null)
  }
})

t.test('a request with a mistake leaves its key free for the corrected request', async (t) => {
  const key = newKey()
  expectError(t, await create(key, { amount: 0 }), 400, 'parameter_invalid', 'amount')
  expectError(t, await create(key, { amount: 100_000_000 }), 400, 'amount_too_large', 'amount')
  expectError(t, await create(key, '{'), 400, 'parameter_invalid')
  expectError(
    t,
    await service.call('POST', '/v1/checkout/sessions', {}, { 'Idempotency-Key': key, Authorization: 'Bearer x' }),
    401,
    'invalid_api_key',
  )
  const answer = await create(key)
  t.same([answer.status, isReplay(answer)], [200, false])
})

t.test('while a create with the key runs, another one gets request_in_progress', async (t) => {
  const key = newKey()
  const holder = new Client({ connectionString: service.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(
    'select pg_advisory_xact_lock(hashtextextended($1::text || false::boolean::text || $2::text, 0))',
    [service.merchantId, key],
  )
  const before = await rowCounts(service)
  expectError(t, await create(key), 409, 'request_in_progress', null)
  t.same(await rowCounts(service), before)
  await holder.query('rollback')
  await holder.end()
  t.same([(await create(key)).status, isReplay(await create(key))], [200, true])
})

t.test('a key is free again after exactly 24 hours, even if no sweep has run', async (t) => {
  const session = await paidSession(service)
  const [made, returned, refused] = [newKey(), newKey(), newKey()]
  const first = await create(made)
  const firstRefund = await refund(session.id, returned, { amount: 10 })
  const unpaid = await createSession(service)
  expectError(t, await refund(unpaid.id, refused, { amount: 9_999 }), 409, 'session_not_refundable')
  service.clock.advance(24 * 3600 - 30)
  t.equal(isReplay(await create(made)), true)
  t.equal(isReplay(await refund(session.id, returned, { amount: 10 })), true)
  service.clock.advance(31)
  // No sweep runs in between: the statement itself must treat an old key as unused.
  const again = await create(made, { amount: 7 })
  t.same([again.status, isReplay(again)], [200, false], again.text)
  t.not(again.body['id'], first.body['id'])
  await expectReplay(t, await create(made, { amount: 7 }), again)
  const secondRefund = await refund(session.id, returned, { amount: 20 })
  t.same([secondRefund.status, isReplay(secondRefund)], [200, false], secondRefund.text)
  t.not(secondRefund.body['id'], firstRefund.body['id'])
  await expectReplay(t, await refund(session.id, returned, { amount: 20 }), secondRefund)
  const otherwise = await refund(unpaid.id, refused, { amount: 8_888 })
  expectError(t, otherwise, 409, 'session_not_refundable')
  await expectReplay(t, await refund(unpaid.id, refused, { amount: 8_888 }), otherwise)
  t.match((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body, { amount_refunded: 30 })
})
