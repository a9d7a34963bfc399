import t from 'tap'
import { rollKey } from '../../server/flows/accounts/change-keys.ts'
import { continueMoves } from '../../server/flows/move-time.ts'
import { operator } from '../../server/domain/accounts/caller.ts'
import { retryPausesMs } from '../../server/webhooks/retry-schedule.ts'
import { addKey, anotherAccount, caller, liveKey, publicDemo } from '../accounts/accounts.ts'
import { signIn } from '../dashboard/shell/support.ts'
import { expectError } from '../http/expect-error.ts'
import { createLink } from '../links/link-calls.ts'
import { createSession } from '../support/pay.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'

const path = '/v1/test_helpers/clock'
const hour = 3600
const day = 24 * hour
const ladderMs = retryPausesMs.reduce((sum, ms) => sum + ms, 0)

let service: TestService

t.before(async () => {
  service = await startService({ environment: { LIVE_PROCESSOR: 'sandbox', PUBLIC_DEMO_KEY: 'sk_test_public_demo' } })
})
t.after(() => service.stop())

interface Clock {
  readonly object: string
  readonly now: string
  readonly offset_seconds: number
  readonly status: string
  readonly advancing_to: string | null
}

type Account = Pick<TestService, 'call'>

function bodyOf<Body>(answer: Answer): Body {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body as Body
}

const advance = async (account: Account, seconds: number): Promise<Clock> =>
  bodyOf(await account.call('POST', path, { advance: seconds }))

const clockOf = async (account: Account): Promise<Clock> => bodyOf(await account.call('GET', path))

const newSession = (account: Account, params: object = {}) =>
  createSession({ ...account, clock: service.clock }, params)

async function sessionOf(account: Account, id: string): Promise<Record<string, string | null>> {
  return bodyOf(await account.call('GET', `/v1/checkout/sessions/${id}`))
}

async function withReceiver(
  t: { teardown(stop: () => Promise<void>): void },
  account: Account,
  reply: number,
): Promise<Awaited<ReturnType<typeof startReceiver>>> {
  const receiver = await startReceiver({ reply })
  t.teardown(() => receiver.stop())
  bodyOf(await account.call('POST', '/v1/webhook_endpoints', { url: receiver.url }))
  return receiver
}

const signedAt = (header: unknown): number => Number(/^t=(\d+),/.exec(String(header))?.[1])

t.test('a move makes every attempt of the ladder of retries, each at its time', async (t) => {
  const account = await anotherAccount(service)
  const receiver = await withReceiver(t, account, 500)
  const session = await newSession(account)
  await account.call('POST', `/v1/test_helpers/checkout/sessions/${session.id}/expire`)
  await receiver.next()
  const clock = await advance(account, ladderMs / 1000)
  t.match(clock, { object: 'test_clock', status: 'ready', advancing_to: null })
  t.equal(receiver.deliveries.length, 1 + retryPausesMs.length)
  const attempts = await sql<{ attempt: number; attempted_at: Date }>(
    service,
    'select attempt, attempted_at from delivery_attempts where merchant_id = ? order by attempt',
    [account.merchantId],
  )
  const pauses = attempts.slice(2).map(({ attempted_at: at }, n) => +at - +(attempts[n + 1]?.attempted_at ?? 0))
  t.same(pauses, retryPausesMs.slice(1), 'each retry follows its pause exactly')
  t.same(
    receiver.deliveries.map(({ headers }) => signedAt(headers['service-signature'])),
    attempts.map(({ attempted_at: at }) => Math.floor(+at / 1000)),
    'the signatures have the time of the account',
  )
  const [delivery] = await sql(service, 'select status from deliveries where merchant_id = ?', [account.merchantId])
  t.same(delivery, { status: 'abandoned' })
})

t.test('what is due on the way happens at its time and in its order', async (t) => {
  const account = await anotherAccount(service)
  const receiver = await withReceiver(t, account, 200)
  const { now } = await clockOf(account)
  const at = (seconds: number): string => new Date(Date.parse(now) + seconds * 1000).toISOString()
  const link = await createLink(account, { expires_at: at(3 * day) })
  const early = await sessionOf(account, (await newSession(account)).id)
  await advance(account, hour)
  const late = await sessionOf(account, (await newSession(account)).id)
  const slow = await newSession(account)
  await account.call('POST', `/v1/test_helpers/checkout/sessions/${slow.id}/pay`, { card: 'background_check' })
  const refunded = await newSession(account)
  await account.call('POST', `/v1/test_helpers/checkout/sessions/${refunded.id}/pay`, { card: 'refund_pending' })
  const refund = bodyOf<{ id: string; status: string }>(
    await account.call('POST', `/v1/checkout/sessions/${refunded.id}/refunds`, {}),
  )
  t.equal(refund.status, 'pending')
  const clock = await advance(account, 8 * day)
  t.equal(clock.status, 'ready')
  t.ok(Math.abs(clock.offset_seconds - 8 * day - hour) <= 1)
  t.equal((await sessionOf(account, slow.id)).status, 'paid', 'the bank has finished its check')
  t.match(bodyOf(await account.call('GET', `/v1/refunds/${refund.id}`)), { status: 'succeeded' })
  t.match(bodyOf(await account.call('GET', `/v1/payment_links/${link.id}`)), { status: 'expired' })
  const events = await sql<{ type: string; session_id: string | null; created_at: Date }>(
    service,
    'select type, session_id, created_at from events where merchant_id = ? order by created_at, id',
    [account.merchantId],
  )
  const expired = events.filter(({ type }) => type === 'session.expired')
  t.same(
    expired.map(({ created_at: time }) => time.toISOString()),
    [early.expires_at, late.expires_at],
    'each expiry has its own time',
  )
  t.same(
    expired.map(({ session_id: id }) => id),
    [early.id, late.id],
  )
  await until(() => receiver.deliveries.length >= events.length, 'every event arrives')
  const order = receiver.deliveries.map(({ headers }) => signedAt(headers['service-signature']))
  t.same(
    order,
    order.toSorted((one, other) => one - other),
    'deliveries arrive in the order of the account',
  )
})

t.test('after a move, the account goes on in its own time, and others in real time', async (t) => {
  const account = await anotherAccount(service)
  const other = await anotherAccount(service)
  const live = await liveKey(service, { liveAccess: true })
  const receiver = await withReceiver(t, account, 200)
  await advance(account, 40 * day)
  const ahead = async (of: Account): Promise<number> => {
    const { id } = await newSession(of)
    const { created_at: created } = await sessionOf(of, id)
    return Math.round((Date.parse(String(created)) - service.clock.now().getTime()) / 1000 / day)
  }
  t.same([await ahead(account), await ahead(other), await ahead(live)], [40, 0, 0])
  const { id } = await newSession(account)
  await account.call('POST', `/v1/test_helpers/checkout/sessions/${id}/pay`)
  const { headers } = await receiver.next()
  const signed = signedAt(headers['service-signature'])
  t.equal(Math.round((signed - service.clock.now().getTime() / 1000) / day), 40, 'deliveries go out at once')
  const open = await newSession(account)
  service.clock.advance(25 * hour)
  await until(async () => {
    const [row] = await sql<{ status: string }>(service, 'select status from checkout_sessions where id = ?', [open.id])
    return row?.status === 'expired'
  }, 'the worker expires a session by the time of its account')
})

t.test('an idempotency key and a rolled secret key end by the time of the account', async (t) => {
  const account = await anotherAccount(service)
  const create = async (): Promise<string> => {
    const key = { 'Idempotency-Key': 'order-1' }
    const body = { amount: 100, currency: 'GBP' }
    return bodyOf<{ id: string }>(await account.call('POST', '/v1/checkout/sessions', body, key)).id
  }
  const first = await create()
  await advance(account, day - 60)
  t.equal(await create(), first, 'the key is remembered for 24 hours')
  await advance(account, 120)
  t.not(await create(), first)
  const own = caller(service, service.merchantId, await addKey(service, { livemode: false }))
  const scope = { merchantId: service.merchantId, livemode: false }
  const [key] = await sql<{ id: string }>(
    service,
    'select id from secret_keys where merchant_id = ? and not livemode order by created_at desc, id desc limit 1',
    [service.merchantId],
  )
  await rollKey(service.app.context, operator, scope, { id: key?.id ?? '', overlapMs: hour * 1000 })
  await advance(own, hour / 2)
  t.equal((await own.call('GET', path)).status, 200)
  await advance(service, hour)
  await until(async () => (await own.call('GET', path)).status === 401, 'the rolled key ends')
  bodyOf(await service.call('DELETE', path))
})

t.test('an account returns to real time, and its objects keep their times', async (t) => {
  const account = await anotherAccount(service)
  await advance(account, 30 * day)
  const before = await sessionOf(account, (await newSession(account)).id)
  const clock = bodyOf<Clock>(await account.call('DELETE', path))
  t.match(clock, { offset_seconds: 0, status: 'ready' })
  t.match(await sessionOf(account, String(before.id)), { created_at: before.created_at, status: 'open' })
  const after = await sessionOf(account, (await newSession(account)).id)
  t.ok(String(after.created_at) < String(before.created_at))
  t.match(bodyOf(await account.call('DELETE', path)), { offset_seconds: 0 }, 'a repeated return changes nothing')
})

t.test('what is no way forward gets a clear refusal', async (t) => {
  const account = await anotherAccount(service)
  const refused = (body: object): Promise<Answer> => account.call('POST', path, body)
  const past = new Date(service.clock.now().getTime() - 365 * day * 1000).toISOString()
  const far = new Date(service.clock.now().getTime() + 3653 * day * 1000).toISOString()
  expectError(t, await refused({ advance: -60 }), 400, 'parameter_invalid', 'advance', 'a negative number')
  expectError(t, await refused({ advance: 0 }), 400, 'parameter_invalid', 'advance', 'no step')
  expectError(t, await refused({ advance: 10 * 366 * day }), 400, 'parameter_invalid', 'advance', 'ten years')
  expectError(t, await refused({ advance_to: past }), 400, 'parameter_invalid', 'advance_to', 'last year')
  expectError(t, await refused({ advance_to: far }), 400, 'parameter_invalid', 'advance_to', 'in ten years')
  expectError(t, await refused({ advance_to: 'tomorrow' }), 400, 'parameter_invalid', 'advance_to', 'no time')
  expectError(t, await refused({ advance: 1, advance_to: far }), 400, 'parameter_invalid', 'advance_to', 'both')
  expectError(t, await refused({}), 400, 'parameter_missing', 'advance', 'neither')
  await advance(account, 300 * day)
  expectError(t, await refused({ advance: 100 * day }), 400, 'parameter_invalid', 'advance', 'a year in all')
  const demo = publicDemo(service)
  const live = await liveKey(service, { liveAccess: true })
  for (const method of ['GET', 'POST', 'DELETE']) {
    const body = method === 'POST' ? { advance: 60 } : undefined
    expectError(t, await demo.call(method, path, body), 403, 'webhooks_not_available', null, `${method}, public demo`)
    expectError(t, await live.call(method, path, body), 404, 'not_found', null, `${method}, live mode`)
  }
})

t.test('time does not move while a card is with the bank, or while it moves already', async (t) => {
  const account = await anotherAccount(service)
  const { id } = await newSession(account)
  await account.call('POST', `/v1/test_helpers/checkout/sessions/${id}/pay`, { card: 'no_answer' })
  const atBank = `update card_attempts set checks = ? where merchant_id = ?`
  await sql(service, atBank, [0, account.merchantId])
  await sql(service, `update card_attempts set next_check_at = ? where merchant_id = ?`, [
    new Date(service.clock.now().getTime() + 30_000),
    account.merchantId,
  ])
  expectError(t, await account.call('POST', path, { advance: 60 }), 409, 'payment_in_progress', null)
  expectError(t, await account.call('DELETE', path), 409, 'payment_in_progress', null)
  await sql(service, atBank, [1, account.merchantId])
  const receiver = await startReceiver({ reply: 'hang' })
  bodyOf(await account.call('POST', '/v1/webhook_endpoints', { url: receiver.url }))
  const moving = account.call('POST', path, { advance: hour })
  await until(async () => (await clockOf(account)).status === 'advancing', 'the time is on its way')
  expectError(t, await account.call('POST', path, { advance: 60 }), 429, 'rate_limited', null)
  expectError(t, await account.call('DELETE', path), 429, 'rate_limited', null)
  await receiver.stop()
  t.equal((await moving).status, 200)
  await until(async () => (await clockOf(account)).status === 'ready', 'the time arrives')
})

t.test('a move whose process has stopped goes on in another one', async (t) => {
  const account = await anotherAccount(service)
  const { id } = await newSession(account)
  const now = service.clock.now()
  await sql(
    service,
    `insert into test_clocks (merchant_id, offset_ms, stands_at, moves_to, mover, leased_until, changed_at)
     values (?, 0, ?, ?, 'stopped', ?, ?)`,
    [account.merchantId, now, new Date(now.getTime() + 2 * day * 1000), new Date(now.getTime() - 1), now],
  )
  t.match(await clockOf(account), { status: 'advancing' })
  t.equal(await continueMoves(service.app.workContext), true)
  await until(async () => (await clockOf(account)).status === 'ready', 'the move ends')
  t.match(await sessionOf(account, id), { status: 'expired' })
  const { offset_seconds: offset } = await clockOf(account)
  t.ok(Math.abs(offset - 2 * day) <= 2)
})

t.test('another process has the time of the account, and its moves wait for each other', async (t) => {
  const { runningUrl, masterKey, clock } = service
  const other = await startService({ databaseUrl: runningUrl, masterKey, clock, environment: { ROLE: 'api' } })
  t.teardown(() => other.stop())
  const account = await anotherAccount(service)
  const there = caller(other, account.merchantId, account.secretKey)
  const { id } = await newSession(there)
  t.equal((await clockOf(there)).offset_seconds, 0)
  await advance(account, day)
  t.match(await sessionOf(there, id), { status: 'expired' })
  t.ok(Math.abs((await clockOf(there)).offset_seconds - day) <= 1, 'it reads the clock at once')
  const aheadThere = async (): Promise<number> => {
    const made = await sessionOf(there, (await newSession(there)).id)
    return Math.round((Date.parse(String(made['created_at'])) - clock.now().getTime()) / 1000 / day)
  }
  await until(async () => (await aheadThere()) === 1, 'it works in this time within a second')
  await advance(there, day)
  t.equal(await aheadThere(), 2, 'from then on at once')
  const both = await Promise.all([account, there].map((each) => each.call('POST', path, { advance: 60 })))
  t.ok(both.every(({ status }) => status === 200 || status === 429))
  t.ok(both.some(({ status }) => status === 200))
  const made = both.filter(({ status }) => status === 200).length
  t.ok(Math.abs((await clockOf(account)).offset_seconds - 2 * day - made * 60) <= 1, 'each move counts once')
})

t.test('pages, lists and files have the time of the account', async (t) => {
  const shop = caller(service, service.merchantId, service.secretKey)
  const member = await signIn(service)
  await advance(shop, 40 * day)
  const { now } = await clockOf(shop)
  const today = now.slice(0, 10)
  const order = { amount: 4242, currency: 'GBP', reference: 'in forty days' }
  const session = bodyOf<{ id: string; url: string }>(await shop.call('POST', '/v1/checkout/sessions', order))
  const link = bodyOf<{ url: string }>(
    await shop.call('POST', '/v1/payment_links', { ...order, reference: null, description: 'Tea', expires_at: null }),
  )
  const paid = bodyOf<{ id: string }>(await shop.call('POST', '/v1/checkout/sessions', order))
  await shop.call('POST', `/v1/test_helpers/checkout/sessions/${paid.id}/pay`)
  await shop.call('POST', `/v1/checkout/sessions/${paid.id}/refunds`, { amount: 42 })
  const file = async (query: string): Promise<string> => (await member.get(`/dashboard/test/export?${query}`)).html
  for (const what of ['payments', 'refunds', 'ledger'])
    t.match(await file(`what=${what}&range=today`), new RegExp(`${today}T`), `the file of ${what} of today`)
  t.match((await member.get('/dashboard/test/numbers?range=today')).text, /42\.42/, 'the numbers of today')
  const seen = (await member.get(`/dashboard/test/payments?from=${today}&to=${today}`)).html
  t.match(seen, `<time datetime="${today}`)
  const page = async (url: string): Promise<string> => (await fetch(url)).text()
  t.notMatch(await page(session.url), /This checkout has closed/)
  t.equal((await fetch(link.url)).status, 200)
  await advance(shop, 2 * hour)
  t.match(await page(session.url), /This checkout has closed/, 'it has expired since')
  bodyOf(await shop.call('DELETE', path))
})
