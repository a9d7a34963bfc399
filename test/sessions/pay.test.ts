import t, { type Test } from 'tap'
import { cancelledMessages, failureMessages } from '../../server/domain/sessions/failure-codes.ts'
import { operationsOf } from '../../spec/generate/document.ts'
import { isScenario, testCards, type Scenario } from '../../server/processors/sandbox/scenarios.ts'
import { eventsOf, expectEqualLedgers } from './ledgers.ts'
import { expectError } from '../http/expect-error.ts'
import { bodyOf, help, listen, payWith, readSession } from '../links/link-calls.ts'
import { SteppingClock } from '../model/stepping-clock.ts'
import { asVisitor, createSession, submitCard, type CreatedSession } from '../support/pay.ts'
import { contractDocument } from '../support/contract-document.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'

let service: TestService

t.before(async () => {
  // Without a worker and with a clock that moves only with `advance`, so that a waiting session keeps waiting.
  service = await startService({
    clock: new SteppingClock(),
    environment: { RATE_LIMIT_PER_SECOND: '100000', ROLE: 'api' },
  })
})
t.teardown(() => service.stop())

interface Outcome {
  readonly status: string
  readonly failure_code: string | null
  /** Default: the message of the code. */
  readonly failure_message?: string
  readonly three_d_secure?: string | null
  /** The outcome after this many seconds without any call. */
  readonly later?: {
    readonly seconds: number
    readonly status: string
    readonly failure_code: string | null
    readonly three_d_secure?: string | null
  }
}

const paid = { status: 'paid', failure_code: null, three_d_secure: null }
const refused = (failure_code: string): Outcome => ({ status: 'open', failure_code })
const waiting = { status: 'processing', failure_code: null }

/** Every scenario with its result. */
const outcomes: Record<Scenario, Outcome> = {
  approved: paid,
  background_check: { ...waiting, later: { ...paid, seconds: 3, three_d_secure: 'frictionless' } },
  challenge: { ...waiting, later: { seconds: 901, status: 'open', failure_code: 'authentication_failed' } },
  declined: refused('card_declined'),
  invalid_card: refused('invalid_card'),
  expired_card: refused('expired_card'),
  risk_declined: refused('risk_declined'),
  authentication_failed: refused('authentication_failed'),
  processing_error: refused('processing_error'),
  processor_unavailable: refused('processor_unavailable'),
  account_configuration: refused('account_configuration'),
  no_answer: { ...waiting, later: { seconds: 901, status: 'failed', failure_code: 'processor_unavailable' } },
  late_approval: { ...waiting, later: { seconds: 901, status: 'failed', failure_code: 'processor_unavailable' } },
  refund_pending: paid,
  refund_failed: paid,
  refund_unavailable: paid,
}

/** The documented test cards, typed again so that a mistake in the code shows. */
const cards: Record<string, string[]> = {
  approved: ['4012 0000 0006 0085'],
  background_check: ['5200 0000 0000 1021', '4066 3300 0000 0004'],
  challenge: ['4918 1900 0000 0002'],
  declined: ['4111 1100 0000 0922'],
  invalid_card: ['4012 0000 0011 0013'],
  expired_card: ['4012 0000 0011 0021'],
  risk_declined: ['4012 0000 0011 0039'],
  authentication_failed: ['4012 0000 0011 0047'],
  processing_error: ['4012 0000 0011 0054'],
  processor_unavailable: ['4012 0000 0011 0062'],
  account_configuration: ['4012 0000 0011 0070'],
  no_answer: ['4012 0000 0011 0088'],
  late_approval: ['4012 0000 0011 0096'],
  refund_pending: ['5200 0000 0011 0012'],
  refund_failed: ['5200 0000 0011 0020'],
  refund_unavailable: ['5200 0000 0011 0038'],
}

function shown({ status, failure_code, three_d_secure, ...given }: Omit<Outcome, 'later'>): object {
  const usual = failure_code === null ? null : (failureMessages as Record<string, string>)[failure_code]
  const { failure_message = usual } = given
  return {
    status,
    failure_code,
    failure_message,
    payment: status === 'paid' ? { three_d_secure: three_d_secure ?? null } : null,
  }
}

async function expectLater(t: Test, session: CreatedSession, { later }: Outcome): Promise<void> {
  if (!later) return
  service.clock.advance(later.seconds)
  await service.sweep()
  t.match(await readSession(service, session), shown(later), `after ${later.seconds} s`)
}

for (const [scenario, outcome] of Object.entries(outcomes)) {
  t.test(
    `pay with ${scenario}: ${outcome.status}${outcome.failure_code === null ? '' : `, ${outcome.failure_code}`}`,
    async (t) => {
      if (!isScenario(scenario)) throw new Error(scenario)
      const session = await createSession(service, { expires_in: 86_400 })
      const answer = await payWith(service, session, scenario)
      t.match(answer.body, {
        id: session.id,
        object: 'checkout.session',
        client_secret: session.client_secret,
        url: session.url,
        attempts: 1,
        ...shown(outcome),
      })
      t.match(await readSession(service, session), shown(outcome), 'a read returns the same')
      await expectLater(t, session, outcome)
    },
  )
}

t.test('the contract names every scenario whose reply is `processing`', async (t) => {
  const operations = operationsOf(contractDocument).map(({ operation }) => operation)
  const description = operations.find(({ operationId }) => operationId === 'testPaySession')?.description ?? ''
  const named = Object.keys(testCards).filter((scenario) => description.includes(`\`${scenario}\``))
  const processing = Object.entries(outcomes).filter(([, { status }]) => status === 'processing')
  t.same(
    named,
    processing.map(([scenario]) => scenario),
  )
})

t.test('each test card has the same outcome in the form as its scenario in the helper', async (t) => {
  t.same(Object.keys(cards), Object.keys(testCards))
  for (const [scenario, numbers] of Object.entries(cards)) {
    for (const number of numbers) {
      const session = await createSession(service, { expires_in: 86_400 })
      const answer = await submitCard(service, session, number.replaceAll(' ', ''))
      const expected = outcomes[scenario as Scenario]
      t.match(
        answer.body,
        { session: { status: expected.status, failure_code: expected.failure_code } },
        `${number}: ${scenario}`,
      )
      t.match(await readSession(service, session), shown(expected))
      await expectLater(t, session, expected)
    }
  }
  const session = await createSession(service)
  t.match(
    (await submitCard(service, session, '4242424242424242')).body,
    { session: { status: 'open', failure_code: 'invalid_card' } },
    'another number',
  )
})

t.test('without a body or a card, the card is approved', async (t) => {
  for (const body of [undefined, {}]) {
    const session = await createSession(service)
    t.match((await help(service, session, 'pay', body)).body, {
      status: 'paid',
      payment: { card_brand: 'visa', card_last4: '0085', authorization_code: /\w/ },
    })
  }
  const session = await createSession(service)
  for (const card of ['Approved', '4012000000060085', '', 1, 'constructor'])
    expectError(t, await help(service, session, 'pay', { card }), 400, 'parameter_invalid', 'card')
  expectError(t, await help(service, session, 'pay', { scenario: 'approved' }), 400, 'parameter_invalid', 'scenario')
  t.match(await readSession(service, session), { status: 'open', attempts: 0 })
})

t.test(
  'the pay helper takes the real path: attempts count, and the fifth declined card fails the session with its event',
  async (t) => {
    const worker = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
    t.teardown(() => worker.stop())
    const next = await listen(t, worker)
    const session = await createSession(worker)
    for (let attempt = 1; attempt <= 4; attempt++)
      t.match((await payWith(worker, session, 'declined')).body, { status: 'open', attempts: attempt })
    t.match((await payWith(worker, session, 'risk_declined')).body, {
      status: 'failed',
      failure_code: 'risk_declined',
      attempts: 5,
    })
    t.match((await next('session.failed')).data, { id: session.id, status: 'failed' })
    const other = await createSession(worker)
    await payWith(worker, other, 'declined')
    t.match((await payWith(worker, other, 'approved')).body, {
      status: 'paid',
      attempts: 2,
      failure_code: null,
      failure_message: null,
    })
    t.match((await next('session.completed')).data, { id: other.id, status: 'paid' })
  },
)

t.test('paying a session that is not payable is refused with the reason', async (t) => {
  const [done, expired, failed, refunded, disputed] = [
    await createSession(service),
    await createSession(service),
    await createSession(service),
    await createSession(service),
    await createSession(service),
  ]
  for (const session of [done, refunded, disputed]) await payWith(service, session, 'approved')
  await help(service, expired, 'expire')
  for (let card = 0; card < 5; card++) await payWith(service, failed, 'declined')
  await service.call('POST', `/v1/checkout/sessions/${refunded.id}/refunds`)
  await help(service, disputed, 'dispute')
  for (const session of [done, expired, failed, refunded, disputed])
    expectError(t, await payWith(service, session, 'approved'), 409, 'session_not_payable', null)
  const processing = await createSession(service)
  await payWith(service, processing, 'no_answer')
  expectError(t, await payWith(service, processing, 'approved'), 409, 'payment_in_progress', null)
  expectError(t, await help(service, { id: 'cs_test_unknown' }, 'pay'), 404, 'session_not_found', null)
  const overdue = await createSession(service, { expires_in: 300 })
  service.clock.advance(301)
  expectError(t, await payWith(service, overdue, 'approved'), 409, 'session_not_payable', null)
  t.match(await readSession(service, overdue), { status: 'expired', attempts: 0 })
})

t.test('only one of many simultaneous payments succeeds', async (t) => {
  const session = await createSession(service)
  const answers = await Promise.all(Array.from({ length: 10 }, () => payWith(service, session, 'approved')))
  t.equal(answers.filter(({ status }) => status === 200).length, 1)
  t.ok(
    answers.every(
      ({ status, body }) =>
        status === 200 || ['payment_in_progress', 'session_not_payable'].includes(body.error?.code ?? ''),
    ),
  )
  t.same(await eventsOf(service, session.id), ['session.completed'])
})

function complete(session: { id: string }, outcome: unknown): Promise<Answer> {
  return help(service, session, 'complete_challenge', { outcome })
}

t.test('the confirmation window can be approved, declined or abandoned', async (t) => {
  for (const [outcome, expected] of [
    ['approved', { ...paid, three_d_secure: 'challenge' }],
    ['declined', refused('authentication_failed')],
    ['abandoned', { ...refused('authentication_failed'), failure_message: cancelledMessages.confirmed }],
  ] as const) {
    const session = await createSession(service)
    t.match((await payWith(service, session, 'challenge')).body, { status: 'processing', payment: null })
    t.match(
      bodyOf<object>(await complete(session, outcome)),
      { id: session.id, attempts: 1, client_secret: session.client_secret, ...shown(expected) },
      outcome,
    )
    t.match(await readSession(service, session), shown(expected))
    expectError(t, await complete(session, 'approved'), 409, 'session_not_payable', null, 'the window has ended')
    t.same(await eventsOf(service, session.id), outcome === 'approved' ? ['session.completed'] : [])
  }
})

t.test('a declined window lets the customer try again, five times', async (t) => {
  const session = await createSession(service)
  for (let card = 1; card <= 5; card++) {
    await payWith(service, session, 'challenge')
    t.match((await complete(session, 'declined')).body, { status: card < 5 ? 'open' : 'failed', attempts: card })
  }
  t.same(await eventsOf(service, session.id), ['session.failed'])
})

t.test('a cancelled window is not a declined card, but the twentieth attempt ends the session', async (t) => {
  const session = await createSession(service)
  const form = async () =>
    bodyOf<Record<string, unknown>>(await service.call('GET', '/v1/form/session', undefined, asVisitor(session)))
  for (let attempt = 1; attempt <= 20; attempt++) {
    // The form shows only what its own visitor has tried.
    await (attempt === 6 ? submitCard(service, session, 'challenge') : payWith(service, session, 'challenge'))
    const answered = await complete(session, 'abandoned')
    const status = attempt < 20 ? 'open' : 'failed'
    t.match(answered.body, { status, attempts: attempt, failure_code: 'authentication_failed' })
    t.match(answered.body, { failure_message: cancelledMessages.confirmed })
    if (attempt === 6)
      t.match(
        await form(),
        { attempts_left: 5, last_attempt: { status: 'failed', abandoned: true } },
        'of the five cards',
      )
  }
  t.same(await eventsOf(service, session.id), ['session.failed'])
  const another = await createSession(service)
  for (const outcome of ['abandoned', 'declined', 'abandoned', 'approved']) {
    await payWith(service, another, 'challenge')
    await complete(another, outcome)
    if (outcome === 'declined')
      t.match(await readSession(service, another), { failure_message: failureMessages.authentication_failed })
  }
  t.match(await readSession(service, another), { status: 'paid', attempts: 4, failure_code: null })
})

t.test('a window without an answer fails the attempt at the deadline, also after the session’s own end', async (t) => {
  const session = await createSession(service, { expires_in: 86_400 })
  for (let card = 0; card < 4; card++) await payWith(service, session, 'declined')
  await payWith(service, session, 'challenge')
  service.clock.advance(901)
  expectError(t, await complete(session, 'approved'), 409, 'session_not_payable', null, 'too late')
  t.match(await readSession(service, session), { status: 'failed', failure_code: 'authentication_failed', attempts: 5 })
  const expiring = await createSession(service, { expires_in: 300 })
  await payWith(service, expiring, 'challenge')
  service.clock.advance(301)
  t.match(
    await readSession(service, expiring),
    { status: 'processing' },
    'the session’s time is over, but the attempt continues',
  )
  service.clock.advance(600)
  t.match(await readSession(service, expiring), { status: 'expired', failure_code: 'authentication_failed' })
  const approved = await createSession(service, { expires_in: 300 })
  await payWith(service, approved, 'challenge')
  service.clock.advance(301)
  t.match((await complete(approved, 'approved')).body, { status: 'paid' })
})

t.test('complete_challenge without a window is refused', async (t) => {
  const [open, processing, done] = [
    await createSession(service),
    await createSession(service),
    await createSession(service),
  ]
  await payWith(service, processing, 'no_answer')
  await payWith(service, done, 'approved')
  for (const session of [open, processing, done])
    expectError(t, await complete(session, 'approved'), 409, 'session_not_payable', null)
  expectError(t, await complete({ id: 'cs_test_unknown' }, 'approved'), 404, 'session_not_found', null)
  expectError(t, await help(service, open, 'complete_challenge'), 400, 'parameter_missing', 'outcome')
  for (const outcome of ['won', '', null, true])
    expectError(t, await complete(open, outcome), 400, 'parameter_invalid', 'outcome')
  t.match(await readSession(service, processing), { status: 'processing' })
})

t.test('only one of many simultaneous answers to a window counts', async (t) => {
  for (let round = 0; round < 5; round++) {
    const session = await createSession(service)
    await payWith(service, session, 'challenge')
    const answers = await Promise.all(
      ['approved', 'declined', 'approved', 'abandoned'].map((outcome) => complete(session, outcome)),
    )
    t.equal(answers.filter(({ status }) => status === 200).length, 1)
    const { status } = await readSession(service, session)
    t.same(await eventsOf(service, session.id), status === 'paid' ? ['session.completed'] : [])
  }
})

t.test('after all these tests the ledgers are equal', async (t) => {
  // Late approvals arrive and are returned first.
  for (let quarter = 0; quarter < 3; quarter++) {
    service.clock.advance(901)
    await service.sweep()
  }
  await expectEqualLedgers(t, service)
})
