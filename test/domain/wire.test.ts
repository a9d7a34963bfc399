import { randomBytes } from 'node:crypto'
import t from 'tap'
import { makeKeyring } from '../../server/domain/crypto/keyring.ts'
import { hostedCheckoutUrl, merchantSession, sessionData } from '../../server/domain/wire/checkout-session.ts'
import { cardAttempt, formSession, type FormView } from '../../server/domain/wire/form-session.ts'
import { newVisitor } from '../../server/domain/sessions/visitor.ts'
import { wireRefund } from '../../server/domain/wire/refund.ts'
import { specifiedResources } from '../contract/specification.ts'
import { attemptWith, merchantWith, paidWith, refundWith, sessionWith } from './records.ts'

const visitor = newVisitor()
const sessionFields = specifiedResources['CheckoutSessionData'] ?? []
const now = new Date('2026-11-21T10:05:00Z')
const keyring = makeKeyring(new Map([[1, randomBytes(32)]]))

t.test('a session in a reply has exactly the specified fields', async (t) => {
  const wire = merchantSession(sessionWith(), 'cs_test_1_secret_x', 'https://pay.example')
  t.same(Object.keys(wire), [...sessionFields, 'client_secret', 'url'])
  t.match(wire, {
    object: 'checkout.session',
    customer: {},
    billing_address: null,
    payment: null,
    paid_at: null,
    metadata: {},
    created_at: '2026-11-21T10:00:00.123Z',
    expires_at: '2026-11-21T10:30:00.123Z',
    client_secret: 'cs_test_1_secret_x',
    url: 'https://pay.example/checkout/cs_test_1_secret_x',
  })
  t.same(Object.keys(sessionData(sessionWith())), sessionFields, 'an event lacks only client_secret and url')
  t.equal(hostedCheckoutUrl('https://pay.example', 's'), 'https://pay.example/checkout/s')
})

t.test('internal fields do not appear in replies', async (t) => {
  const text = JSON.stringify(
    merchantSession(paidWith({ declined_cards: 3, amount_refund_pending: 77 }), 's', 'https://pay.example'),
  )
  for (const name of [
    'declined_cards',
    'amount_refund_pending',
    'merchant_id',
    'payment_link_id',
    'nonce',
    'processor',
  ])
    t.notOk(text.includes(`"${name}"`), name)
})

t.test('the payment appears once paid, and stays after refunds and disputes', async (t) => {
  const payment = {
    card_brand: 'visa',
    card_last4: '0085',
    three_d_secure: null,
    authorization_code: '123456',
    paid_at: '2026-11-21T10:01:00.000Z',
  }
  for (const status of ['paid', 'refunded', 'disputed'] as const)
    t.same(sessionData(paidWith({ status })).payment, payment, status)
  t.equal(sessionData(paidWith()).paid_at, payment.paid_at)
  t.same(sessionData(paidWith({ card_brand: null })).payment?.card_brand, null)
})

t.test('a refund has exactly the specified fields', async (t) => {
  t.same(wireRefund(refundWith({ reason: 'one ticket' })), {
    id: 're_1',
    object: 'refund',
    session: 'cs_test_1',
    amount: 500,
    status: 'succeeded',
    reason: 'one ticket',
    failure_message: null,
    created_at: '2026-11-21T10:00:00.123Z',
  })
})

const acceptedBrands = ['visa', 'mastercard'] as const

t.test('the form receives exactly its own view of the session', async (t) => {
  const view = {
    session: sessionWith({ description: 'Two tickets' }),
    merchant: merchantWith(),
    own: null,
    returned: [],
    now,
    acceptedBrands,
    keyring,
  }
  t.same(formSession(view), {
    id: 'cs_test_1',
    object: 'form_session',
    status: 'open',
    livemode: false,
    amount: 2500,
    currency: 'GBP',
    description: 'Two tickets',
    merchant_name: 'Test shop',
    reference: null,
    support_email: null,
    terms_url: null,
    privacy_url: null,
    needs: { email: true, billing_address: true },
    accepted_brands: ['visa', 'mastercard'],
    attempts_left: null,
    failure_code: null,
    failure_message: null,
    last_attempt: null,
    expires_at: '2026-11-21T10:30:00.123Z',
    server_time: '2026-11-21T10:05:00.000Z',
    cancel_url: null,
    redirect_url: null,
    receipt: null,
  })
})

t.test(
  'a receipt shows the card, each return and what is refunded, on a shared checkout only to the visitor who paid',
  async (t) => {
    const receiptOf = (
      session: ReturnType<typeof sessionWith>,
      returned: FormView['returned'] = [],
      own: FormView['own'] = null,
    ) => formSession({ session, merchant: merchantWith(), own, returned, now, acceptedBrands, keyring }).receipt
    const returned = [{ kind: 'refund', amount: 500, settled_at: now }] as const
    t.same(receiptOf(paidWith({ amount_refunded: 500 }), returned), {
      paid_at: '2026-11-21T10:01:00.000Z',
      card_brand: 'visa',
      card_last4: '0085',
      amount_refunded: 500,
      returned: [{ kind: 'refund', amount: 500, returned_at: now.toISOString() }],
    })
    const late = [{ kind: 'automatic_return', amount: 2500, settled_at: now }] as const
    t.match(receiptOf(sessionWith({ status: 'expired' }), late), { paid_at: null, card_last4: null })
    t.equal(receiptOf(sessionWith({ status: 'expired' })), null)
    const shared = paidWith({ shared: true })
    t.equal(receiptOf(shared), null)
    t.match(receiptOf(shared, [], attemptWith({ status: 'approved' })), { card_last4: '0085' })
    t.equal(receiptOf(shared, [], attemptWith({ status: 'failed', failure_code: 'card_declined' })), null)
    t.match(receiptOf(shared, late, attemptWith({ status: 'returned' })), { paid_at: null, card_last4: null })
  },
)

t.test('the form needs only the data that the merchant did not give', async (t) => {
  const needs = (changes: Parameters<typeof sessionWith>[0]) =>
    formSession({
      session: sessionWith(changes),
      merchant: merchantWith(),
      own: null,
      returned: [],
      now,
      acceptedBrands,
      keyring,
    }).needs
  t.same(needs({ customer: { email: 'ada@example.com' } }), { email: false, billing_address: true })
  t.same(needs({ customer: { name: 'Ada' }, billing_address: { country: 'GB' } }), {
    email: true,
    billing_address: false,
  })
})

t.test('redirect_url is set only when the session is paid', async (t) => {
  const success_url = 'https://shop.example/thanks'
  const redirect = (session: ReturnType<typeof sessionWith>) =>
    formSession({ session, merchant: merchantWith(), own: null, returned: [], now, acceptedBrands, keyring })
      .redirect_url
  t.equal(redirect(sessionWith({ success_url })), null)
  t.equal(redirect(sessionWith({ success_url, status: 'failed' })), null)
  for (const status of ['paid', 'refunded', 'disputed'] as const)
    t.equal(redirect(paidWith({ success_url, status })), `${success_url}?session_id=cs_test_1`, status)
})

t.test('an attempt contains its status and its session', async (t) => {
  const attempt = attemptWith({ status: 'challenge', challenge_url: '/sandbox/challenge/x' })
  const wire = cardAttempt(
    attempt,
    {
      session: sessionWith({ status: 'processing', attempts: 1 }),
      merchant: merchantWith(),
      own: attempt,
      returned: [],
      now,
      acceptedBrands,
      keyring,
    },
    visitor,
  )
  t.match(wire, {
    id: 'att_1',
    object: 'card_attempt',
    visitor_token: visitor.token,
    status: 'challenge',
    challenge_url: '/sandbox/challenge/x',
    challenge_page: /^\/v1\/form\/challenge\/att_1_test_/,
    session: {
      status: 'processing',
      attempts: 1,
      success_url: null,
      last_attempt: {
        id: 'att_1',
        status: 'challenge',
        challenge_url: '/sandbox/challenge/x',
        challenge_page: wire.challenge_page,
      },
    },
  })
  t.notOk(JSON.stringify(wire).includes(attempt.nonce))
})
