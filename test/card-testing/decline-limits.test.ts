import t, { type Test } from 'tap'
import { expectError } from '../http/expect-error.ts'
import { anotherAccount, liveKey } from '../accounts/accounts.ts'
import { createSession, encryptedCard, type CreatedSession } from '../support/pay.ts'
import type { Scenario } from '../../server/processors/sandbox/scenarios.ts'
import { settleAttempt } from '../../server/flows/sessions/settle-attempt.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { TestClock } from '../support/test-clock.ts'
import { until } from '../support/until.ts'

const hourSeconds = 3_600

/** A service behind one trusted proxy, on a clock at the start of an hour. */
async function limitedService(t: Test, environment: Record<string, string>): Promise<TestService> {
  const clock = new TestClock()
  clock.advance(hourSeconds - ((clock.now().getTime() / 1000) % hourSeconds) + 1)
  const service = await startService({ clock, environment: { TRUST_PROXY: '1', ...environment } })
  t.teardown(() => service.stop())
  return service
}

/** A customer at a client address tries one card. */
async function tryCard(
  service: TestService,
  session: { id: string; client_secret: string },
  card: Scenario,
  address: string,
): Promise<Answer> {
  const headers = { Authorization: `Bearer ${session.client_secret}`, 'X-Forwarded-For': address }
  const answer = await service.call(
    'POST',
    '/v1/form/attempts',
    { encrypted_card: await encryptedCard(service, session.id, card) },
    headers,
  )
  if (String(answer.body['status']) === 'approved')
    await until(() => onlyOpenCardsCount(service), 'the paid card counts no longer')
  return answer
}

/** The reply to a customer who has paid does not wait until the card counts no longer. */
async function onlyOpenCardsCount(service: TestService): Promise<boolean> {
  const [row] = await sql<{ holds: boolean }>(
    service,
    `select coalesce(sum(pending), 0) <=
       (select count(*) from card_attempts where status in ('processing', 'challenge'))
       as holds
     from decline_counts where subject like 'address %'`,
  )
  return row?.holds === true
}

async function decline(service: TestService, times: number, addressOf: (index: number) => string): Promise<void> {
  for (let index = 0; index < times; index++) {
    const { body, text } = await tryCard(service, await createSession(service), 'declined', addressOf(index))
    const status: unknown = body['status']
    if (status !== 'failed') throw new Error(text)
  }
}

function expectLimited(t: Test, service: TestService, answer: Answer): void {
  expectError(t, answer, 429, 'rate_limited', null)
  const wait = Number(answer.headers.get('retry-after'))
  const left = hourSeconds - ((service.clock.now().getTime() / 1000) % hourSeconds)
  t.ok(wait >= left && wait <= left + 10, `the wait lasts until the end of the hour: ${wait}`)
}

t.test('an address with too many declined cards waits for the next hour, and other addresses do not', async (t) => {
  const service = await limitedService(t, { CARD_TESTING_LIMITS: 'all', DECLINE_LIMIT_PER_ADDRESS: '3' })
  const thief = '203.0.113.66'
  t.match((await tryCard(service, await createSession(service), 'approved', thief)).body, { status: 'approved' })
  await decline(service, 3, () => thief)
  const session = await createSession(service)
  for (const card of ['declined', 'approved'] as const)
    expectLimited(t, service, await tryCard(service, session, card, thief))
  expectLimited(t, service, await tryCard(service, session, 'approved', `198.51.100.1, ${thief}:50123`))
  t.match(
    (await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body,
    { status: 'open', attempts: 0 },
    'the session has no attempt',
  )

  const other = await anotherAccount(service)
  const elsewhere = await createSession({ ...service, call: other.call })
  expectLimited(t, service, await tryCard(service, elsewhere, 'approved', thief))
  t.match((await tryCard(service, session, 'approved', '203.0.113.67')).body, { status: 'approved' })

  const later = await createSession(service, { expires_in: 7_200 })
  const refused = await tryCard(service, later, 'approved', thief)
  service.clock.advance(Number(refused.headers.get('retry-after')))
  await service.keepHouse()
  t.match(
    (await tryCard(service, later, 'approved', thief)).body,
    { status: 'approved' },
    'the announced wait is enough',
  )
  await decline(service, 3, () => thief)
  expectLimited(t, service, await tryCard(service, await createSession(service), 'approved', thief))
})

t.test('cards that one address sends at once count before the bank answers, until it does', async (t) => {
  const service = await limitedService(t, { CARD_TESTING_LIMITS: 'all', DECLINE_LIMIT_PER_ADDRESS: '3' })
  const { context } = service.app
  const thief = '203.0.113.66'
  const sessions = await Promise.all(Array.from({ length: 30 }, () => createSession(service)))
  const answers = await Promise.all(sessions.map((session) => tryCard(service, session, 'declined', thief)))
  t.equal(answers.filter(({ status }) => status === 200).length, 3)
  t.equal(answers.filter(({ status }) => status === 429).length, 27)
  expectLimited(t, service, await tryCard(service, await createSession(service), 'approved', thief))

  const customer = '198.51.100.7'
  const asked = [await createSession(service), await createSession(service), await createSession(service)]
  for (const session of asked)
    t.match((await tryCard(service, session, 'challenge', customer)).body, { status: 'challenge' })
  const early = await tryCard(service, await createSession(service), 'approved', customer)
  expectError(t, early, 429, 'rate_limited', null)
  t.equal(early.headers.get('retry-after'), '5', 'the bank will answer soon')

  const scope = { merchantId: service.merchantId, livemode: false }
  const attempts = await sql<{ id: string }>(
    service,
    `select id from card_attempts where status = 'challenge' order by id`,
  )
  const approved = { kind: 'approved', authorizationCode: null, threeDSecure: null } as const
  const refused = { kind: 'declined', failureCode: 'card_declined' } as const
  const ofCustomer = async () =>
    (
      await sql<{ declines: number; pending: number }>(
        service,
        `select declines, pending from decline_counts where subject like 'address %' and declines + pending > 0
          and subject = (select client_address from card_attempts where id = ?)`,
        [attempts[0]?.id],
      )
    )[0]
  const settle = (index: number, outcome: typeof approved | typeof refused) =>
    settleAttempt(context, scope, attempts[index]?.id ?? '', outcome)
  await Promise.all([settle(0, approved), settle(0, approved), settle(0, approved)])
  await until(async () => (await ofCustomer())?.pending === 2)
  await settle(0, refused)
  await Promise.all([settle(1, refused), settle(1, refused)])
  await settle(1, approved)
  t.same(await ofCustomer(), { declines: 1, pending: 1 }, 'repeated and later answers change nothing')
  t.match((await tryCard(service, await createSession(service), 'approved', customer)).body, { status: 'approved' })
})

t.test('an IPv6 network counts as one customer', async (t) => {
  const service = await limitedService(t, { CARD_TESTING_LIMITS: 'all', DECLINE_LIMIT_PER_ADDRESS: '3' })
  await decline(service, 3, (index) => `2001:db8:0:1::${index}`)
  expectLimited(t, service, await tryCard(service, await createSession(service), 'approved', '2001:db8:0:1::99'))
  t.equal(
    (await tryCard(service, await createSession(service), 'approved', '2001:db8:0:2::1')).body['status'],
    'approved',
  )
})

t.test('only a declined card counts', async (t) => {
  const service = await limitedService(t, { CARD_TESTING_LIMITS: 'all', DECLINE_LIMIT_PER_ADDRESS: '1' })
  for (const card of ['processing_error', 'processor_unavailable', 'account_configuration'] as const) {
    t.match((await tryCard(service, await createSession(service), card, '203.0.113.1')).body, { status: 'failed' })
  }
  t.match((await tryCard(service, await createSession(service), 'approved', '203.0.113.1')).body, {
    status: 'approved',
  })
})

/** Opens a reusable link's checkout, as a visitor does. */
async function openLink(service: TestService, code: string): Promise<CreatedSession> {
  const path = `/v1/form/payment_links/${code}/checkout`
  return (await service.call('POST', path, undefined, { Authorization: '' })).body as unknown as CreatedSession
}

async function newLink(service: TestService): Promise<string> {
  const params = { amount: 900, currency: 'GBP', description: 'Tea', kind: 'reusable' }
  return String((await service.call('POST', '/v1/payment_links', params)).body['code'])
}

/** Expects a short wait: until the customer's turn, and not until the end of the hour. */
function expectShortWait(t: Test, answer: Answer): void {
  expectError(t, answer, 429, 'rate_limited', null)
  const wait = Number(answer.headers.get('retry-after'))
  t.ok(wait >= 5 && wait <= 60, `the wait is short: ${wait}`)
}

t.test('strangers with declined cards do not turn an account off', async (t) => {
  const service = await limitedService(t, {
    CARD_TESTING_LIMITS: 'all',
    DECLINE_LIMIT_PER_ADDRESS: '2',
    DECLINE_LIMIT_PER_ACCOUNT: '6',
  })
  const known = '198.51.100.1'
  t.match((await tryCard(service, await createSession(service), 'approved', known)).body, { status: 'approved' })
  await decline(service, 7, (index) => `203.0.113.${Math.floor(index / 2)}`)
  for (const fresh of ['198.51.100.2', '192.0.2.1', '2001:db8::1'])
    t.match((await tryCard(service, await createSession(service), 'approved', fresh)).body, { status: 'approved' })
  t.match((await tryCard(service, await createSession(service), 'declined', '192.0.2.2')).body, { status: 'failed' })
  const hasty = await createSession(service)
  expectShortWait(t, await tryCard(service, hasty, 'approved', '192.0.2.3'))
  t.match(
    (await service.call('GET', `/v1/checkout/sessions/${hasty.id}`)).body,
    { status: 'open', attempts: 0 },
    'a customer who waits has no attempt',
  )
  for (const card of ['declined', 'approved'] as const)
    t.match(
      (await tryCard(service, await createSession(service), card, known)).body,
      { status: card === 'declined' ? 'failed' : 'approved' },
      'a customer who paid before need not wait',
    )
  const other = await anotherAccount(service)
  t.equal(
    (await tryCard(service, await createSession({ ...service, call: other.call }), 'approved', '192.0.2.4')).body[
      'status'
    ],
    'approved',
    'another account is not affected',
  )
  service.clock.advance(60)
  t.match((await tryCard(service, hasty, 'approved', '192.0.2.3')).body, { status: 'approved' })
})

t.test('three addresses do not turn a payment link off', async (t) => {
  const service = await limitedService(t, {
    CARD_TESTING_LIMITS: 'all',
    DECLINE_LIMIT_PER_ADDRESS: '2',
    DECLINE_LIMIT_PER_LINK: '5',
  })
  const [code, otherCode] = [await newLink(service), await newLink(service)]
  for (let index = 0; index < 6; index++) {
    const answer = await tryCard(service, await openLink(service, code), 'declined', `203.0.113.${index % 3}`)
    t.equal(answer.body['status'], 'failed')
  }
  t.match((await tryCard(service, await openLink(service, code), 'approved', '192.0.2.1')).body, { status: 'approved' })
  t.match((await tryCard(service, await openLink(service, code), 'declined', '192.0.2.2')).body, { status: 'failed' })
  expectShortWait(t, await tryCard(service, await openLink(service, code), 'approved', '192.0.2.3'))
  t.equal(
    (await tryCard(service, await openLink(service, otherCode), 'approved', '192.0.2.4')).body['status'],
    'approved',
    'another link is not affected',
  )
})

t.test('a network of many addresses takes turns, and its customers who paid before do not', async (t) => {
  const service = await limitedService(t, { CARD_TESTING_LIMITS: 'all', DECLINE_LIMIT_PER_ADDRESS: '1' })
  const known = '2001:db8:0:ffff::1'
  t.match((await tryCard(service, await createSession(service), 'approved', known)).body, { status: 'approved' })
  await decline(service, 11, (index) => `2001:db8:0:${index}::1`)
  expectShortWait(t, await tryCard(service, await createSession(service), 'approved', '2001:db8:0:20::1'))
  for (const address of [known, '2001:db8:1::1', '192.0.2.1'])
    t.match((await tryCard(service, await createSession(service), 'approved', address)).body, { status: 'approved' })
})

t.test('by default the limits apply in live mode only', async (t) => {
  const service = await limitedService(t, { LIVE_PROCESSOR: 'sandbox', DECLINE_LIMIT_PER_ADDRESS: '2' })
  await decline(service, 4, () => '203.0.113.1')
  t.match((await tryCard(service, await createSession(service), 'approved', '203.0.113.1')).body, {
    status: 'approved',
  })
  const live = await liveKey(service, { liveAccess: true })
  const asLive = { ...service, call: live.call }
  await decline(asLive, 2, () => '203.0.113.1')
  expectLimited(t, service, await tryCard(service, await createSession(asLive), 'approved', '203.0.113.1'))
  t.equal(
    (await tryCard(service, await createSession(service), 'approved', '203.0.113.1')).body['status'],
    'approved',
    'test mode still has no limit',
  )
})

t.test('CARD_TESTING_LIMITS=off removes every limit', async (t) => {
  const service = await limitedService(t, {
    CARD_TESTING_LIMITS: 'off',
    LIVE_PROCESSOR: 'sandbox',
    DECLINE_LIMIT_PER_ADDRESS: '1',
    DECLINE_LIMIT_PER_ACCOUNT: '1',
  })
  const live = await liveKey(service, { liveAccess: true })
  await decline({ ...service, call: live.call }, 3, () => '203.0.113.1')
})
