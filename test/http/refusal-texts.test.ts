import t, { type Test } from 'tap'
import { refund } from '../refunds/refund-calls.ts'
import { createLink, deactivate, help, helpLink, openLink, paidLink, payWith } from '../links/link-calls.ts'
import { inBatches } from '../support/in-batches.ts'
import { createSession, encryptedCard, paidSession } from '../support/pay.ts'
import { sharedService } from '../support/shared-service.ts'
import type { Answer, TestService } from '../support/service.ts'
import { expectError } from './expect-error.ts'

// The texts of a refusal describe the state that the call found, and their advice is right in that state.

let service: TestService
t.before(async () => {
  service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

interface Subject {
  readonly id: string
  readonly client_secret: string
}

/** Makes a session in each state. */
const states = {
  open: () => createSession(service),
  'with the bank': () => sessionAfter(createSession(service), (session) => payWith(service, session, 'challenge')),
  paid: () => paidSession(service),
  'with a pending refund': () =>
    sessionAfter(paidSession(service, {}, 'refund_pending'), (session) => refund(service, session, 2500)),
  failed: () =>
    sessionAfter(createSession(service), async (session) => {
      for (let card = 0; card < 5; card++) await payWith(service, session, 'declined')
    }),
  expired: () => sessionAfter(createSession(service), (session) => help(service, session, 'expire')),
  refunded: () => sessionAfter(paidSession(service), (session) => refund(service, session)),
  disputed: () => sessionAfter(paidSession(service), (session) => help(service, session, 'dispute')),
  'disputed and lost': () =>
    sessionAfter(paidSession(service), async (session) => {
      await help(service, session, 'dispute')
      await help(service, session, 'close_dispute', { outcome: 'lost' })
    }),
} satisfies Record<string, () => Promise<Subject>>

async function sessionAfter(made: Promise<Subject>, change: (session: Subject) => Promise<unknown>): Promise<Subject> {
  const session = await made
  await change(session)
  return session
}

const calls = {
  expire: (session: Subject) => service.call('POST', `/v1/checkout/sessions/${session.id}/expire`),
  'expire by helper': (session: Subject) => help(service, session, 'expire'),
  pay: (session: Subject) => payWith(service, session, 'approved'),
  submit: async (session: Subject) =>
    service.call(
      'POST',
      '/v1/form/attempts',
      { encrypted_card: await encryptedCard(service, session.id) },
      { Authorization: `Bearer ${session.client_secret}` },
    ),
  'complete a challenge': (session: Subject) => help(service, session, 'complete_challenge', { outcome: 'approved' }),
  refund: (session: Subject) => refund(service, session),
  dispute: (session: Subject) => help(service, session, 'dispute'),
  'close a dispute': (session: Subject) => help(service, session, 'close_dispute', { outcome: 'won' }),
  'approve twice': (session: Subject) => help(service, session, 'second_approval'),
} satisfies Record<string, (session: Subject) => Promise<Answer>>

type State = keyof typeof states
type Call = keyof typeof calls

/** What each call says in each state that refuses it: its message, then its fix. */
const refusals: Readonly<Record<Call, Partial<Record<State, readonly [message: RegExp, fix: RegExp]>>>> = {
  expire: {
    'with the bank': [/with the bank/, /Wait for the result/],
    paid: [/is paid/, /refund the session/],
    failed: [/already failed/, /do not need to do anything/],
    expired: [/already expired/, /do not need to do anything/],
    refunded: [/paid and refunded/, /do not need to do anything/],
    disputed: [/is disputed/, /do not need to do anything/],
  },
  'expire by helper': { paid: [/is paid/, /refund the session/] },
  pay: {
    'with the bank': [/already in progress/, /complete_challenge/],
    paid: [/already paid/, /would pay twice/],
    failed: [/has failed/, /create a new checkout session/],
    expired: [/has expired/, /create a new checkout session/],
    refunded: [/whole amount was refunded/, /only if the customer orders again/],
    disputed: [/has opened a dispute/, /would pay twice/],
  },
  submit: {
    'with the bank': [/already in progress/, /Wait for its result/],
    paid: [/already paid/, /would pay twice/],
    expired: [/has expired/, /create a new checkout session/],
  },
  'complete a challenge': {
    open: [/`open` and has no open confirmation window/, /pay it with the card `challenge`/],
    paid: [/`paid` and has no/, /Create another session/],
    expired: [/`expired` and has no/, /Create another session/],
  },
  refund: {
    open: [/not paid yet/, /when its `status` is `paid`/],
    'with the bank': [/with the bank/, /Wait for the result/],
    'with a pending refund': [/Pending refunds reserve everything/, /Wait for their results/],
    failed: [/has failed/, /No money was taken/],
    expired: [/expired unpaid/, /No money was taken/],
    refunded: [/whole amount of this session is refunded/, /nothing left/],
    disputed: [/in a dispute/, /would get it twice/],
  },
  dispute: {
    open: [/`open`/, /First pay it/],
    refunded: [/`refunded`/, /Create another session/],
    disputed: [/`disputed`/, /Close its dispute first/],
  },
  'close a dispute': {
    open: [/no open dispute/, /First pay it/],
    paid: [/no open dispute/, /First open one/],
    refunded: [/no open dispute/, /Create and pay another/],
    'disputed and lost': [/you lost it/, /stays lost/],
  },
  'approve twice': { open: [/`open`/, /First pay it/], expired: [/`expired`/, /Create another session/] },
}

function expectTexts(t: Test, answer: Answer, [message, fix]: readonly [RegExp, RegExp], about: string): void {
  const { error } = answer.body
  t.match(error?.message, message, `${about}: ${error?.message}`)
  t.match(error?.fix, fix, `${about}: ${error?.fix}`)
}

/** The states in which another session would charge the customer again. */
const charged: readonly State[] = ['with the bank', 'paid', 'with a pending refund', 'disputed', 'disputed and lost']

t.test(
  'a call that a session refuses describes the state of the session, with advice that is right in it',
  async (t) => {
    const rows = Object.entries(refusals).flatMap(([call, byState]) =>
      Object.entries(byState).map(([state, texts]) => ({ call: call as Call, state: state as State, texts })),
    )
    await inBatches(rows, async ({ call, state, texts }) => {
      const answer = await calls[call](await states[state]())
      t.equal(answer.status, 409, `${call}, ${state}: ${answer.text.slice(0, 200)}`)
      expectTexts(t, answer, texts, `${call}, ${state}`)
      if (charged.includes(state)) t.notMatch(answer.body.error?.fix, /create a new checkout session/i)
    })
  },
)

t.test('a refund that is too large names the amount that is left, without what pending refunds reserve', async (t) => {
  const session = await paidSession(service, {}, 'refund_pending')
  await refund(service, session, 500)
  const answer = await refund(service, session, 2200)
  expectError(t, answer, 400, 'refund_exceeds_amount', 'amount')
  expectTexts(t, answer, [/2200 is larger than the 2000 .* reserve 500/, /at most 2000/], 'refund')
})

t.test('a refund that is settled, and a link in the wrong state, say so', async (t) => {
  const done = await refund(service, await paidSession(service), 100)
  const settle = `/v1/test_helpers/refunds/${(done.body as unknown as { id: string }).id}/settle`
  const settled = await service.call('POST', settle, { status: 'failed' })
  expectTexts(t, settled, [/already succeeded/, /`refund_pending`/], 'settle')

  const { link: paid } = await paidLink(service)
  expectTexts(t, await helpLink(service, paid, 'expire'), [/`paid`/, /`active`/], 'expire')
  expectTexts(t, await openLink(service, paid), [/already paid/, /do not need to pay again/], 'open')
  const active = await createLink(service)
  expectTexts(t, await helpLink(service, active, 'duplicate_payment'), [/`active`/, /open the link and pay/], 'twice')
  const reusable = await createLink(service, { kind: 'reusable' })
  expectTexts(t, await helpLink(service, reusable, 'duplicate_payment'), [/many times/, /one-off/], 'twice')
  await deactivate(service, active)
  expectTexts(t, await openLink(service, active), [/no longer take payment/, /Ask the merchant/], 'open')
})

t.test('a value that is not in a list is answered with the list', async (t) => {
  const answer = await help(service, await createSession(service), 'pay', { card: 'gold' })
  expectError(t, answer, 400, 'parameter_invalid', 'card')
  t.match(answer.body.error?.message, 'card must be one of approved, background_check, challenge, declined')
})

t.test('an address of the own machine is sent to the thank-you address of the dashboard', async (t) => {
  const post = (success_url: string): Promise<Answer> =>
    service.call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'GBP', success_url })
  for (const local of ['http://localhost:3000/thanks', 'http://127.0.0.1/', 'http://shop.localhost'])
    expectTexts(t, await post(local), [/must be an https address/, /thank-you address.*http:\/\/localhost/], local)
  for (const other of ['http://shop.example', 'http://localhost.example'])
    t.notMatch((await post(other)).body.error?.fix, 'localhost', other)
})

t.test('an amount that is too large says which limit applies to the key', async (t) => {
  const post = (amount: number, headers = {}): Promise<Answer> =>
    service.call('POST', '/v1/checkout/sessions', { amount, currency: 'GBP' }, headers)
  const own = await post(100_000_000)
  expectError(t, own, 400, 'amount_too_large', 'amount')
  t.match(own.body.error?.fix, /99,999,999/)
  t.notMatch(own.body.error?.fix, 'demo')
  const demo = await post(5001, { Authorization: 'Bearer sk_test_public_demo' })
  expectTexts(t, demo, [/demo key takes at most 50 GBP/, /at most 5000, or use a key of your own/], 'demo')
})

t.test('a currency that is not enabled is answered with those that are', async (t) => {
  const answer = await service.call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'ISK' })
  expectError(t, answer, 400, 'currency_not_enabled', 'currency')
  t.match(answer.body.error?.fix, /Use an enabled currency \(.*GBP.*\), or enable/)
})

t.test('a list that the demo key may not read names the key and the call', async (t) => {
  const answer = await service.call('GET', '/v1/checkout/sessions', undefined, {
    Authorization: 'Bearer sk_test_public_demo',
  })
  expectError(t, answer, 403, 'webhooks_not_available', null)
  expectTexts(t, answer, [/demo key cannot call `GET \/v1\/checkout\/sessions`/, /key of your own/], 'list')
})

t.test('a request without a key is told apart from one with a wrong key', async (t) => {
  const get = (Authorization: string): Promise<Answer> =>
    service.call('GET', '/v1/checkout/sessions', undefined, { Authorization })
  expectTexts(t, await get(''), [/has no secret key/, /Authorization: Bearer/], 'none')
  // The tests before this one have used up the new keys of a minute.
  service.clock.advance(60)
  expectTexts(t, await get('Bearer sk_test_wrong'), [/wrong or revoked/, /signup/], 'wrong')
})

t.test('the refusal of an address of this machine names the way for a laptop', async (t) => {
  const advice: readonly [string, string, object, RegExp][] = [
    ['/v1/checkout/sessions', 'success_url', { amount: 100, currency: 'GBP' }, /thank-you address of test mode/],
    ['/v1/checkout/sessions', 'cancel_url', { amount: 100, currency: 'GBP' }, /leave cancel_url out/],
    ['/v1/webhook_endpoints', 'url', {}, /servicepay listen --forward-to.*`WEBHOOK_ALLOW`/],
  ]
  const ofThisMachine = ['http://localhost:4242/x', 'http://127.0.0.1:4242/x', 'http://[::1]:4242/x']
  for (const [path, param, body, fix] of advice)
    // The services of the tests accept the usual names for webhooks.
    for (const address of param === 'url' ? ['http://shop.localhost:4242/x'] : ofThisMachine) {
      const answer = await service.call('POST', path, { ...body, [param]: address })
      expectError(t, answer, 400, 'parameter_invalid', param)
      t.match((answer.body as { error?: { fix?: string } }).error?.fix, fix, `${param} ${address}`)
    }
})
