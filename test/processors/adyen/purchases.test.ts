import t from 'tap'
import { CardDetails } from '../../../server/domain/sessions/card-details.ts'
import type { FailureCode } from '../../../server/domain/sessions/failure-codes.ts'
import { refusalRows } from '../../../server/processors/adyen/refusals.ts'
import { account, approval, cvc, pan, purchaseOf, reference, scriptedAdyen } from './scripted-adyen.ts'

const adyen = await scriptedAdyen(t)
const { processor, calls, logged } = adyen

function refused(fields: object): [number, object] {
  const { amount, merchantReference, pspReference } = approval
  return [200, { amount, merchantReference, pspReference, resultCode: 'Refused', ...fields }]
}

t.test('a payment carries everything that Adyen wants to know', async (t) => {
  adyen.answer([200, approval])
  t.same(await processor.purchase(purchaseOf()), {
    kind: 'approved',
    processorId: '993617895204576J',
    authorizationCode: '065696',
    threeDSecure: null,
    checks: { address: '7 Both match', securityCode: '1 Matches', liabilityShifted: true },
  })
  t.match(calls, [{ path: '/v72/payments', headers: { 'x-api-key': account.apiKey, 'idempotency-key': reference } }])
  t.same(calls[0]?.body, {
    merchantAccount: 'ServicePayCOM',
    amount: { value: 4200, currency: 'GBP' },
    reference,
    returnUrl: `https://pay.example/v1/form/challenge_returns/${reference}`,
    captureDelayHours: 0,
    shopperInteraction: 'Ecommerce',
    paymentMethod: {
      type: 'scheme',
      number: pan,
      expiryMonth: '03',
      expiryYear: '2030',
      cvc,
      holderName: 'Ada Lovelace',
    },
    merchantOrderReference: 'order-7',
    shopperEmail: 'ada@example.com',
    shopperName: { firstName: 'Ada', lastName: 'Lovelace' },
    telephoneNumber: '+442071234567',
    shopperStatement: 'Muller Sohne *Shop* wi',
    billingAddress: {
      street: 'High Street',
      houseNumberOrName: '12',
      city: 'London',
      postalCode: 'SW1A 1AA',
      country: 'GB',
    },
    channel: 'Web',
    origin: 'https://shop.example',
    shopperIP: '192.0.2.7',
    browserInfo: {
      acceptHeader: 'text/html',
      userAgent: 'Mozilla/5.0',
      language: 'en-GB',
      colorDepth: 24,
      screenHeight: 900,
      screenWidth: 1440,
      timeZoneOffset: 0,
      javaEnabled: false,
      javaScriptEnabled: true,
    },
    authenticationData: { threeDSRequestData: { nativeThreeDS: 'preferred', challengeWindowSize: '05' } },
    threeDS2RequestData: { notificationURL: `https://pay.example/v1/form/challenge_returns/${reference}` },
  })
})

t.test('a payment without a browser and with the network that the customer chose', async (t) => {
  adyen.answer([200, approval])
  const customer = { email: null, name: null, phone: '020 7123', billingAddress: {}, country: null, browser: null }
  await processor.purchase(purchaseOf({ network: 'cartes_bancaires', merchantReference: null, customer }))
  t.match(calls[0]?.body, { paymentMethod: { brand: 'cartebancaire' } })
  const left = ['billingAddress', 'browserInfo', 'channel', 'merchantOrderReference', 'shopperEmail', 'telephoneNumber']
  t.same(
    Object.keys(calls[0]?.body).filter((name) => left.includes(name)),
    [],
  )
})

t.test('native 3-D Secure is asked for only with an origin that Adyen takes', async (t) => {
  const customer = purchaseOf().customer
  const browser = customer.browser && {
    ...customer.browser,
    origin: `https://${'a'.repeat(60)}.${'b'.repeat(20)}.example`,
  }
  const long = `https://${'p'.repeat(60)}.${'q'.repeat(20)}.example/returns`
  const cases = [
    ['https://pay.example/returns', { origin: 'https://pay.example', nativeThreeDS: 'preferred' }],
    [long, { origin: undefined, nativeThreeDS: 'disabled' }],
  ] as const
  for (const [returnUrl, { origin, nativeThreeDS }] of cases) {
    adyen.answer([200, approval])
    await processor.purchase(purchaseOf({ returnUrl, customer: { ...customer, browser } }))
    t.match(calls[0]?.body, { origin, authenticationData: { threeDSRequestData: { nativeThreeDS } } })
  }
})

t.test('every refusal of the table has its failure code, and an unknown one counts as a refusal', async (t) => {
  for (const { code, text, failure, isCancelled } of refusalRows) {
    adyen.answer(refused({ refusalReasonCode: code, refusalReason: text }))
    t.match(await processor.purchase(purchaseOf()), {
      kind: 'declined',
      failureCode: failure,
      refusal: { code, text },
      ...(isCancelled && { abandoned: true }),
    })
    t.same(logged, [], text)
  }
  adyen.answer(refused({ refusalReasonCode: '999', refusalReason: 'Something new' }))
  t.match(await processor.purchase(purchaseOf()), { kind: 'declined', failureCode: 'card_declined' })
  t.match(logged, [/not in the table/])
})

t.test('every result code has its meaning, and an unknown one is never an approval', async (t) => {
  const meanings: [resultCode: unknown, kind: string][] = [
    ['Authorised', 'approved'],
    ['Refused', 'declined'],
    ['Error', 'declined'],
    ['Cancelled', 'declined'],
    ['Pending', 'pending'],
    ['Received', 'pending'],
    ['PresentToShopper', 'unreachable'],
    ['PartiallyAuthorised', 'unreachable'],
    ['AuthenticationFinished', 'unreachable'],
    ['AuthenticationNotRequired', 'unreachable'],
    ['RedirectShopper', 'unreachable'],
    ['Success', 'unreachable'],
    ['AUTHORISED', 'unreachable'],
    [undefined, 'unreachable'],
    [['Authorised'], 'unreachable'],
  ]
  for (const [resultCode, kind] of meanings) {
    adyen.answer([200, { ...approval, resultCode }])
    t.equal((await processor.purchase(purchaseOf())).kind, kind, String(resultCode))
  }
})

t.test('Adyen’s risk rules cancel for another reason than the customer', async (t) => {
  adyen.answer(refused({ resultCode: 'Cancelled', refusalReason: 'FRAUD-CANCELLED', refusalReasonCode: '22' }))
  const byRules = await processor.purchase(purchaseOf())
  t.match(byRules, { failureCode: 'risk_declined', abandoned: undefined })
  adyen.answer(refused({ resultCode: 'Cancelled' }))
  t.match(await processor.purchase(purchaseOf()), { failureCode: 'authentication_failed', abandoned: true })
})

t.test('an approval of something else is not ours', async (t) => {
  const contradicting = [
    [{ amount: { value: 4201, currency: 'GBP' } }, { about: 'amount', found: '4201 GBP' }],
    [{ amount: { value: 4200, currency: 'EUR' } }, { about: 'amount', found: '4200 EUR' }],
    [{ amount: null }, { about: 'amount' }],
    [{ merchantReference: 'att_another' }, { about: 'reference', found: 'att_another' }],
  ] as const
  for (const [other, contradiction] of contradicting) {
    adyen.answer([200, { ...approval, ...other }])
    t.match(await processor.purchase(purchaseOf()), { kind: 'pending', contradiction }, JSON.stringify(other))
    t.match(logged, [/is about a different payment/])
  }
  for (const other of [{ pspReference: undefined }, { pspReference: 'a/../b' }]) {
    adyen.answer([200, { ...approval, ...other }])
    t.same(await processor.purchase(purchaseOf()), { kind: 'unreachable' }, JSON.stringify(other))
    t.match(logged, [/cannot be used/])
  }
})

t.test('an error status says whether Adyen has processed the payment', async (t) => {
  const outcomes: [status: number, errorCode: string, failureCode: FailureCode][] = [
    [401, '000', 'account_configuration'],
    [403, '901', 'account_configuration'],
    [422, '101', 'invalid_card'],
    [422, '103', 'invalid_card'],
    [422, '140', 'expired_card'],
    [422, '138', 'account_configuration'],
    [422, '14_007', 'processing_error'],
    [400, '702', 'processing_error'],
    [404, '000', 'processing_error'],
  ]
  for (const [status, errorCode, failureCode] of outcomes) {
    adyen.answer([status, { status, errorCode, message: `Invalid card number ${pan}` }])
    t.match(await processor.purchase(purchaseOf()), { kind: 'declined', failureCode }, errorCode)
    t.equal(calls.length, 1, 'and the adapter does not repeat it')
    t.notMatch(logged.join(), pan)
  }
})

t.test('the adapter repeats an unanswered payment under the same key while it has the card', async (t) => {
  const failures = [
    [500, { errorCode: '905' }],
    [503, 'Service Unavailable'],
    [422, { errorCode: '704' }],
    [422, { errorCode: '1' }, { 'transient-error': 'true' }],
    [200, '{"resultCode":'],
    [200, '[]'],
    [302, {}, { location: 'http://127.0.0.1:1/' }],
    [408, {}],
    'cut',
  ] as const
  for (const failure of failures) {
    adyen.answer(failure, [200, approval])
    t.match(await processor.purchase(purchaseOf()), { kind: 'approved' }, JSON.stringify(failure))
    t.same(
      calls.map(({ headers }) => headers['idempotency-key']),
      [reference, reference],
    )
  }
})

t.test('a payment without any answer may have taken money, and one that Adyen turned away has not', async (t) => {
  for (const failure of [[503, 'Service Unavailable'], 'silent'] as const) {
    adyen.answer(failure)
    t.same(await processor.purchase(purchaseOf()), { kind: 'unreachable' })
  }
  adyen.answer([429, {}])
  t.same(await processor.purchase(purchaseOf()), { kind: 'declined', failureCode: 'processor_unavailable' })
  t.equal(calls.length, 4)
  adyen.answer('cut', [429, {}])
  t.same(await processor.purchase(purchaseOf()), { kind: 'unreachable' }, 'the first try may have arrived')
  adyen.answer('cut', [401, {}])
  t.same(await processor.purchase(purchaseOf()), { kind: 'unreachable' }, 'also when the key is refused later')
  adyen.answer('cut', [404, '<html>'])
  t.same(await processor.purchase(purchaseOf()), { kind: 'unreachable' }, 'also when a proxy refuses the second try')
  adyen.answer('cut', [422, { errorCode: '140' }])
  t.match(await processor.purchase(purchaseOf()), { kind: 'declined', failureCode: 'expired_card' })
})

t.test('an approval as in the example of Adyen’s document, with a number as its code', async (t) => {
  const { pspReference, merchantReference } = approval
  adyen.answer([
    200,
    { additionalData: { authCode: 44925 }, pspReference, resultCode: 'Authorised', merchantReference },
  ])
  t.match(await processor.purchase(purchaseOf()), { kind: 'approved', authorizationCode: '44925' })
})

t.test('an amount that Adyen cannot express is refused before anything is sent', async (t) => {
  adyen.answer([200, approval])
  const outcome = await processor.purchase(purchaseOf({ amount: 4250, currency: 'IDR' }))
  t.same(outcome, { kind: 'declined', failureCode: 'account_configuration' })
  t.same(calls, [])
})

t.test('no card data and no key is in the log, also when Adyen returns them', async (t) => {
  const echo = { message: `${pan} ${account.apiKey}`, errorCode: pan, pspReference: pan, refusalReason: pan }
  for (const status of [200, 401, 422, 500])
    for (const resultCode of ['Authorised', 'Refused', 'Pending', pan]) {
      adyen.answer([status, { ...echo, resultCode, additionalData: { authCode: pan, avsResult: pan } }])
      const outcome = await processor.purchase(purchaseOf())
      t.notMatch(logged.join() + JSON.stringify(outcome), new RegExp(`${pan}|${account.apiKey}`))
    }
})

t.test('an account takes the brands that it entered, and Adyen is not asked about others', async (t) => {
  adyen.answer([200, approval])
  const withoutVisa = adyen.withAccount({ brands: ['mastercard', 'amex'] })
  t.same(withoutVisa.acceptedBrands, ['mastercard', 'amex'])
  t.match(await withoutVisa.purchase(purchaseOf()), { kind: 'declined', failureCode: 'invalid_card' })
  t.same(calls, [])
  t.match(await adyen.withAccount({ brands: ['visa'] }).purchase(purchaseOf()), { kind: 'approved' })
})

t.test('a Bancontact card has no code, and Adyen takes its money at once', async (t) => {
  const card = new CardDetails({ pan: '6703444444444449', cvc: '', expMonth: 3, expYear: 2030, name: '' })
  const manual = adyen.withAccount({ capture: 'manual' })
  adyen.answer([200, approval])
  await manual.purchase(purchaseOf({ card, network: 'bancontact' }))
  t.same(adyen.calls.at(-1)?.body['paymentMethod'], {
    type: 'scheme',
    number: '6703444444444449',
    expiryMonth: '03',
    expiryYear: '2030',
    holderName: 'Ada Lovelace',
    brand: 'bcmc',
  })
  t.match(adyen.calls.at(-1)?.body, { captureDelayHours: 0, additionalData: undefined })
  t.equal(manual.capturesSeparately?.('bancontact'), false)
  t.equal(manual.capturesSeparately?.('maestro'), true)
})

t.test('Adyen gives the networks of a co-badged card', async (t) => {
  adyen.answer([
    200,
    { brands: [{ type: 'cartebancaire', supported: true }, { type: 'mc' }, { type: 'x', supported: false }] },
  ])
  t.same(await processor.cardNetworks('40355010'), ['cartes_bancaires', 'mastercard'])
  t.match(calls, [{ path: '/v72/cardDetails', body: { cardNumber: '40355010', merchantAccount: 'ServicePayCOM' } }])
  adyen.answer([200, { brands: [{ type: 'visa', supported: true }] }])
  t.same(await processor.cardNetworks('41111111'), [], 'there is no choice')
  adyen.answer([200, { brands: 'visa' }])
  t.same(await processor.cardNetworks('41111111'), [])
  adyen.answer([403, {}])
  t.equal(await processor.cardNetworks('41111111'), null)
  adyen.answer('silent')
  t.equal(await processor.cardNetworks('41111111'), null)
  t.ok(logged.length > 0 && logged.every((line) => line.includes('"level":"warn"')), 'the payment does not need them')
})
