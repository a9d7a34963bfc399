import t, { type Test } from 'tap'
import { sql } from '../support/sql.ts'
import { expectError } from '../http/expect-error.ts'
import { sharedService } from '../support/shared-service.ts'
import type { Answer, TestService } from '../support/service.ts'
import { createLink, deactivate, postLink, readLink, type Link } from './link-calls.ts'

let service: TestService
let keys = 0

t.before(async () => {
  service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

function newKey(): string {
  return `link key ${keys++}`
}

function create(key: string, params: object = {}): Promise<Answer> {
  return postLink(service, params, { 'Idempotency-Key': key })
}

function isReplay(answer: Answer): boolean {
  return answer.headers.get('idempotent-replayed') === 'true'
}

function expectReplay(t: Test, again: Answer, first: Answer): void {
  t.equal(first.headers.get('idempotent-replayed'), null)
  t.same([again.status, again.text, isReplay(again)], [first.status, first.text, true])
}

/** Makes the database look as if the process that created the link had died before it replied. */
async function loseReply(key: string): Promise<void> {
  const until = new Date(service.clock.now().getTime() + 60_000)
  await sql(
    service,
    `update idempotency_keys set reply_status = null, reply_body = null, reply_request_id = null, leased_until = ?
     where key = ?`,
    [until, key],
  )
}

t.test('the same request again gets the same bytes, even if the link has changed since', async (t) => {
  const key = newKey()
  const first = await create(key, { metadata: { a: '1', b: '2' } })
  expectReplay(t, await create(key, { metadata: { b: '2', a: '1' } }), first)
  await deactivate(service, first.body as unknown as Link)
  expectReplay(t, await create(key, { metadata: { a: '1', b: '2' } }), first)
  t.match(await readLink(service, first.body as unknown as Link), { status: 'deactivated' })
})

t.test('another request with the key is a conflict, on the same path or another', async (t) => {
  const key = newKey()
  await create(key)
  for (const params of [{ amount: 2501 }, { reference: null }, { kind: 'single' }])
    expectError(t, await create(key, params), 409, 'idempotency_conflict', null)
  expectError(
    t,
    await service.call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'GBP' }, { 'Idempotency-Key': key }),
    409,
    'idempotency_conflict',
    null,
  )
  expectError(t, await create(key, { amount: 0 }), 400, 'parameter_invalid', 'amount', 'the shape is checked first')
  expectError(
    t,
    await create(key, { metadata: { payment_link: 'x' } }),
    400,
    'parameter_invalid',
    'metadata.payment_link',
    'this rule is part of the shape',
  )
})

t.test('a replay does not fail because time has passed or a currency was turned off', async (t) => {
  const key = newKey()
  const params = { currency: 'USD', expires_at: new Date(service.clock.now().getTime() + 630_000).toISOString() }
  const first = await create(key, params)
  t.equal(first.status, 200)
  service.clock.advance(600)
  await sql(service, `update merchants set currencies = '{GBP}' where merchant_id = ?`, [service.merchantId])
  expectReplay(t, await create(key, params), first)
  expectError(t, await create(newKey(), params), 400, 'parameter_invalid', 'currency')
  await sql(service, `update merchants set currencies = '{GBP,EUR,USD}' where merchant_id = ?`, [service.merchantId])
  service.clock.advance(1.1)
  expectError(t, await create(newKey(), params), 400, 'parameter_invalid', 'expires_at')
})

t.test('a refused request leaves the key free', async (t) => {
  const key = newKey()
  expectError(t, await create(key, { currency: 'JPY' }), 400, 'parameter_invalid', 'currency')
  expectError(t, await create(key, { amount: 100_000_000 }), 400, 'amount_too_large', 'amount')
  const answer = await create(key)
  t.same([answer.status, isReplay(answer)], [200, false])
})

t.test('twenty callers with one key make one link', async (t) => {
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(key, { reference: key })))
  const made = answers.filter(({ status }) => status === 200)
  t.ok(made.length >= 1)
  t.equal(new Set(made.map(({ text }) => text)).size, 1)
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectError(t, answer, 409, 'request_in_progress', null)
  t.equal((await sql(service, 'select id from payment_links where reference = ?', [key])).length, 1)
})

t.test(
  'while a request runs, another gets request_in_progress; after a crash and its lease the retry returns the same link',
  async (t) => {
    const key = newKey()
    const first = await create(key, { reference: key })
    await loseReply(key)
    expectError(t, await create(key, { reference: key }), 409, 'request_in_progress', null)
    service.clock.advance(40)
    expectError(t, await create(key, { reference: key }), 409, 'request_in_progress', null)
    service.clock.advance(21)
    const finished = await create(key, { reference: key })
    t.same([finished.status, finished.text, isReplay(finished)], [200, first.text, false])
    expectReplay(t, await create(key, { reference: key }), finished)
    t.equal((await sql(service, 'select id from payment_links where reference = ?', [key])).length, 1)
  },
)

t.test('a key is free again after 24 hours', async (t) => {
  const key = newKey()
  const first = await create(key)
  service.clock.advance(24 * 3600 - 30)
  t.equal(isReplay(await create(key)), true)
  service.clock.advance(31)
  const again = await create(key)
  t.same([again.status, isReplay(again)], [200, false])
  t.not(again.body['id'], first.body['id'])
})

t.test('without a key each request creates another link', async (t) => {
  const [first, second] = [await createLink(service), await createLink(service)]
  t.not(first.id, second.id)
  t.not(first.code, second.code)
})

t.test('the key has 1 to 255 characters', async (t) => {
  for (const key of ['', 'k'.repeat(256)])
    expectError(t, await create(key), 400, 'parameter_invalid', 'Idempotency-Key')
  t.equal((await create('k'.repeat(255))).status, 200)
})
