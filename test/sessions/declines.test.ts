import t from 'tap'
import { failureMessages } from '../../server/domain/sessions/failure-codes.ts'
import type { Scenario } from '../../server/processors/sandbox/scenarios.ts'
import { expectError } from '../http/expect-error.ts'
import { StillClock } from '../http/still-clock.ts'
import { checkDelivery } from '../support/contract-hook.ts'
import { asVisitor, createSession, encryptedCard, submitCard, type CreatedSession } from '../support/pay.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type TestService } from '../support/service.ts'
import { withoutIds } from '../support/without-ids.ts'
import { eventsOf, expectEqualLedgers } from './ledgers.ts'

let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

async function read(session: CreatedSession, of = service): Promise<Record<string, unknown>> {
  return (await of.call('GET', `/v1/checkout/sessions/${session.id}`)).body
}

/** Pays with each card in turn. Waits a second in between, because the form may send only twenty requests a second. */
async function tryCards(session: CreatedSession, cards: readonly Scenario[]): Promise<unknown[]> {
  const statuses: unknown[] = []
  for (const card of cards) {
    service.clock.advance(1)
    statuses.push((await submitCard(service, session, card)).body['status'])
  }
  return statuses
}

t.test('a decline reopens the session and states the reason', async (t) => {
  const codes = [
    'invalid_card',
    'expired_card',
    'risk_declined',
    'authentication_failed',
    'processing_error',
    'processor_unavailable',
    'account_configuration',
  ] as const
  for (const [card, code] of [['declined', 'card_declined'] as const, ...codes.map((code) => [code, code] as const)]) {
    const session = await createSession(service)
    const answer = await submitCard(service, session, card)
    t.match(answer.body, {
      status: 'failed',
      challenge_url: null,
      session: { status: 'open', attempts: 1, failure_code: code, failure_message: failureMessages[code] },
    })
    t.match(await read(session), {
      status: 'open',
      attempts: 1,
      failure_code: code,
      failure_message: failureMessages[code],
      payment: null,
      paid_at: null,
    })
    t.same(await eventsOf(service, session.id), [])
  }
})

t.test('five declined cards fail the session with one event, and a sixth is refused', async (t) => {
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  const session = await createSession(service)
  const cards: Scenario[] = ['declined', 'invalid_card', 'expired_card', 'risk_declined']
  t.same(await tryCards(session, cards), ['failed', 'failed', 'failed', 'failed'])
  t.match(await read(session), { status: 'open', attempts: 4 })
  const fifth = await submitCard(service, session, 'authentication_failed')
  t.match(fifth.body, { status: 'failed', session: { status: 'failed', attempts: 5, attempts_left: 0 } })
  t.match(await read(session), {
    status: 'failed',
    attempts: 5,
    failure_code: 'authentication_failed',
    failure_message: failureMessages.authentication_failed,
    payment: null,
  })
  expectError(t, await submitCard(service, session), 409, 'session_not_payable', null)
  expectError(
    t,
    await service.call('POST', `/v1/checkout/sessions/${session.id}/refunds`),
    409,
    'session_not_refundable',
  )
  service.clock.advance(3600)
  await service.sweep()
  t.same(await eventsOf(service, session.id), ['session.failed'], 'it does not expire as well')
  const delivery = await receiver.next()
  checkDelivery(delivery)
  t.match(JSON.parse(delivery.rawBody), {
    type: 'session.failed',
    data: { id: session.id, status: 'failed', attempts: 5 },
  })
})

t.test('a session that is paid after declines has no failure', async (t) => {
  const session = await createSession(service)
  t.same(await tryCards(session, ['declined', 'declined', 'declined', 'declined', 'approved']), [
    'failed',
    'failed',
    'failed',
    'failed',
    'approved',
  ])
  t.match(await read(session), {
    status: 'paid',
    attempts: 5,
    failure_code: null,
    failure_message: null,
    payment: { card_brand: 'visa', card_last4: '0085' },
  })
  t.same(await eventsOf(service, session.id), ['session.completed'])
})

t.test('a fault of the bank does not count as a declined card, but the twentieth attempt is the last', async (t) => {
  const session = await createSession(service)
  const faults: Scenario[] = ['processing_error', 'processor_unavailable', 'account_configuration']
  await tryCards(
    session,
    Array.from({ length: 19 }, (_, index) => faults[index % 3] ?? 'processing_error'),
  )
  t.match(await read(session), { status: 'open', attempts: 19, failure_code: 'processing_error' })
  await tryCards(session, ['processor_unavailable'])
  t.match(await read(session), { status: 'failed', attempts: 20, failure_code: 'processor_unavailable' })
  t.same(await eventsOf(service, session.id), ['session.failed'])
  const mixed = await createSession(service)
  await tryCards(mixed, [
    'declined',
    'processing_error',
    'declined',
    'account_configuration',
    'declined',
    'declined',
    'processing_error',
  ])
  t.match((await service.call('GET', '/v1/form/session', undefined, asVisitor(mixed))).body, {
    status: 'open',
    attempts_left: 1,
  })
  await tryCards(mixed, ['declined'])
  t.match(await read(mixed), { status: 'failed', attempts: 8 })
})

t.test('a session has one card attempt at a time, even when many submits arrive at once', async (t) => {
  const waiting = await createSession(service)
  t.match((await submitCard(service, waiting, 'challenge')).body, {
    status: 'challenge',
    challenge_url: /\/sandbox\/challenge\//,
    session: { status: 'processing' },
  })
  expectError(t, await submitCard(service, waiting), 409, 'payment_in_progress', null)
  const session = await createSession(service)
  const cards = await Promise.all(Array.from({ length: 8 }, () => encryptedCard(service, session.id)))
  const headers = { Authorization: `Bearer ${session.client_secret}` }
  const answers = await Promise.all(
    cards.map((encrypted_card) => service.call('POST', '/v1/form/attempts', { encrypted_card }, headers)),
  )
  t.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    const code = answer.body.error?.code ?? ''
    t.ok(['payment_in_progress', 'session_not_payable'].includes(code), code)
  }
  t.match(await read(session), { status: 'paid', attempts: 1 })
  t.same(await eventsOf(service, session.id), ['session.completed'])
})

t.test('a bank that never answers fails the session at the deadline', async (t) => {
  // The clock moves only with `advance`, so that the deadline can be tested exactly.
  const still = await startService({ clock: new StillClock() })
  t.teardown(() => still.stop())
  const session = await createSession(still, { expires_in: 86_400 })
  t.match((await submitCard(still, session, 'no_answer')).body, {
    status: 'processing',
    session: { status: 'processing' },
  })
  still.clock.advance(899)
  t.match(await read(session, still), { status: 'processing' })
  still.clock.advance(120)
  t.match(await read(session, still), { status: 'failed', failure_code: 'processor_unavailable' })
  t.same(await eventsOf(still, session.id), ['session.failed'])
})

t.test('no reply or log line repeats card details', async (t) => {
  const session = await createSession(service)
  const headers = { Authorization: `Bearer ${session.client_secret}` }
  const plain = { number: '4012000000060085', exp_month: 12, exp_year: 2039, cvc: '123' }
  const encrypted_card = await encryptedCard(service, session.id)
  const other = await createSession(service)
  const bodies = [
    plain,
    { card: plain },
    { encrypted_card: '4012000000060085' },
    { encrypted_card: JSON.stringify(plain) },
    { encrypted_card, cvc: '123' },
    { encrypted_card: encrypted_card.slice(0, -4) },
  ]
  for (const body of [...bodies, { encrypted_card: await encryptedCard(service, other.id) }]) {
    service.clock.advance(1)
    const answer = await service.call('POST', '/v1/form/attempts', body, headers)
    expectError(t, answer, 400, 'card_not_encrypted', undefined, JSON.stringify(body))
    t.notMatch(withoutIds(answer.text), /401200/)
  }
  t.equal((await service.call('POST', '/v1/form/attempts', { encrypted_card }, headers)).status, 200)
  const again = await createSession(service)
  const card = await encryptedCard(service, again.id, 'declined')
  const secret = { Authorization: `Bearer ${again.client_secret}` }
  t.match((await service.call('POST', '/v1/form/attempts', { encrypted_card: card }, secret)).body, {
    status: 'failed',
  })
  expectError(
    t,
    await service.call('POST', '/v1/form/attempts', { encrypted_card: card }, secret),
    400,
    'card_not_encrypted',
    'encrypted_card',
    'a replayed card',
  )
  t.same(
    service.logLines.filter((line) => line.includes('401200')),
    [],
  )
})

t.test('after all these tests the ledgers are equal', (t) => expectEqualLedgers(t, service))
