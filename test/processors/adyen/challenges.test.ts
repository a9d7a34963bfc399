import t from 'tap'
import type { ChallengeAnswer, Challenged, PurchaseOutcome } from '../../../server/processors/processor.ts'
import { approval, purchaseOf, reference, scriptedAdyen } from './scripted-adyen.ts'

const adyen = await scriptedAdyen(t)
const { processor, calls, logged } = adyen

const transaction = 'd9b1f5f1-3a3c-4d3f-9d5e-0d3b8a6a4d11'
const returnUrl = purchaseOf().returnUrl

function token(fields: object): string {
  return Buffer.from(JSON.stringify({ threeDSServerTransID: transaction, ...fields })).toString('base64')
}

function native(subtype: string, fields: object): [number, object] {
  const resultCode = subtype === 'challenge' ? 'ChallengeShopper' : 'IdentifyShopper'
  const action = { type: 'threeDS2', subtype, token: token(fields), paymentData: 'pd', authorisationToken: 'at' }
  return [200, { resultCode, action }]
}

const fingerprint = native('fingerprint', {
  threeDSMethodURL: 'https://acs.example/method',
  threeDSMethodNotificationURL: 'https://adyen.example/notify',
})

const challenge = native('challenge', {
  acsURL: 'https://acs.example/challenge',
  acsTransID: 'acs-1',
  messageVersion: '2.2.0',
  threeDSNotificationURL: 'https://adyen.example/notify',
})

function redirect(fields: object = {}): [number, object] {
  const action = { type: 'redirect', method: 'GET', url: 'https://acs.example/redirect?a=b', ...fields }
  return [200, { resultCode: 'RedirectShopper', pspReference: '993617895204576J', action }]
}

async function challenged(answer: [number, object]): Promise<Challenged> {
  adyen.answer(answer)
  const outcome = await processor.purchase(purchaseOf())
  if (outcome.kind !== 'challenge') throw new Error(`No challenge: ${JSON.stringify(outcome)} ${logged.join()}`)
  return outcome
}

function answerTo({ state = null }: { state?: string | null }, result: ChallengeAnswer['result']): ChallengeAnswer {
  return { reference, processorId: null, orderedAt: new Date(0), state, result }
}

function json(text: string | undefined): unknown {
  return JSON.parse(Buffer.from(text ?? '', 'base64').toString())
}

function cres(fields: object): ChallengeAnswer['result'] {
  const message = { threeDSServerTransID: transaction, messageType: 'CRes', transStatus: 'Y', ...fields }
  return { kind: 'returned', fields: { cres: Buffer.from(JSON.stringify(message)).toString('base64url') } }
}

t.test('a redirect is a page to open, or a form to post', async (t) => {
  t.match(await challenged(redirect()), {
    challenge: { kind: 'page', url: 'https://acs.example/redirect?a=b' },
    processorId: '993617895204576J',
  })
  const posted = redirect({ method: 'POST', data: { PaReq: 'p', MD: 'm', TermUrl: returnUrl } })
  t.match(await challenged(posted), {
    challenge: { kind: 'form', url: 'https://acs.example/redirect?a=b', fields: { PaReq: 'p', MD: 'm' } },
  })
})

t.test('a fingerprint and then a challenge have the messages of EMV 3-D Secure', async (t) => {
  const first = await challenged(fingerprint)
  t.match(first.challenge, { kind: 'fingerprint', url: 'https://acs.example/method' })
  const { threeDSMethodData = '' } = 'fields' in first.challenge ? first.challenge.fields : {}
  t.match(threeDSMethodData, /^[\w-]+$/, 'base64url without padding')
  t.same(json(threeDSMethodData), { threeDSServerTransID: transaction, threeDSMethodNotificationURL: returnUrl })

  adyen.answer(challenge)
  const second = await processor.continueChallenge(answerTo(first, { kind: 'fingerprint', isComplete: true }))
  const { details, paymentData } = calls[0]?.body
  t.match(calls, [{ path: '/v72/payments/details' }])
  t.equal(paymentData, 'pd')
  t.same(json(details['threeds2.fingerprint']), { threeDSCompInd: 'Y' })
  if (second.kind !== 'challenge') throw new Error('No challenge')
  t.match(second.challenge, { kind: 'form', url: 'https://acs.example/challenge' })
  t.same(json('fields' in second.challenge ? second.challenge.fields['creq'] : ''), {
    threeDSServerTransID: transaction,
    acsTransID: 'acs-1',
    messageVersion: '2.2.0',
    messageType: 'CReq',
    challengeWindowSize: '05',
  })

  adyen.answer([200, approval])
  const outcome = await processor.continueChallenge(answerTo(second, cres({})))
  t.match(outcome, { kind: 'approved', threeDSecure: 'challenge' })
  t.same(json(calls[0]?.body.details.threeDSResult), { transStatus: 'Y', authorisationToken: 'at' })
})

t.test('a bank without a fingerprint page needs nothing from the browser', async (t) => {
  adyen.answer(native('fingerprint', {}), [200, { ...approval, additionalData: { threeDAuthenticated: 'true' } }])
  t.match(await processor.purchase(purchaseOf()), { kind: 'approved', threeDSecure: 'frictionless' })
  t.same(json(calls[1]?.body.details['threeds2.fingerprint']), { threeDSCompInd: 'U' })
})

t.test('a fingerprint that did not end in time is reported as such', async (t) => {
  const first = await challenged(fingerprint)
  adyen.answer([200, approval])
  await processor.continueChallenge(answerTo(first, { kind: 'fingerprint', isComplete: false }))
  t.same(json(calls[0]?.body.details['threeds2.fingerprint']), { threeDSCompInd: 'N' })
})

t.test('a return from a redirect carries its result to Adyen, and a doubled one has the same key', async (t) => {
  const { state } = await challenged(redirect())
  adyen.answer([200, approval])
  const back = answerTo({ state: state ?? null }, { kind: 'returned', fields: { redirectResult: 'X6Xtf', extra: 'y' } })
  const outcomes = [await processor.continueChallenge(back), await processor.continueChallenge(back)]
  t.match(outcomes, [{ kind: 'approved' }, { kind: 'approved' }])
  const [first, second] = calls
  t.same(first?.body, { details: { redirectResult: 'X6Xtf' } })
  t.equal(first?.headers['idempotency-key'], second?.headers['idempotency-key'])
  t.ok(String(first?.headers['idempotency-key']).length <= 64)
  adyen.answer([200, approval])
  await processor.continueChallenge(
    answerTo({ state: state ?? null }, { kind: 'returned', fields: { redirectResult: 'other' } }),
  )
  t.not(calls[0]?.headers['idempotency-key'], first?.headers['idempotency-key'])
})

t.test('a return that does not answer the step changes nothing and sends nothing', async (t) => {
  const steps = {
    redirect: await challenged(redirect()),
    challenge: await challenged(challenge),
    fingerprint: await challenged(fingerprint),
  }
  const forged: [keyof typeof steps, ChallengeAnswer['result']][] = [
    ['redirect', { kind: 'returned', fields: {} }],
    ['redirect', { kind: 'returned', fields: { MD: 'm' } }],
    ['redirect', cres({})],
    ['redirect', { kind: 'fingerprint', isComplete: true }],
    ['challenge', { kind: 'returned', fields: { redirectResult: 'r' } }],
    ['challenge', { kind: 'returned', fields: { cres: '!!!' } }],
    ['challenge', cres({ threeDSServerTransID: 'another' })],
    ['challenge', cres({ transStatus: 7 })],
    ['challenge', { kind: 'fingerprint', isComplete: true }],
    ['fingerprint', { kind: 'returned', fields: {} }],
    ['fingerprint', cres({})],
  ]
  adyen.answer([200, approval])
  for (const [step, result] of forged)
    t.same(
      await processor.continueChallenge(answerTo(steps[step], result)),
      { kind: 'pending' },
      JSON.stringify(result),
    )
  for (const state of [null, '', '{', '[]'])
    t.same(await processor.continueChallenge(answerTo({ state }, cres({}))), { kind: 'pending' })
  t.same(calls, [])
})

t.test('a result that Adyen does not accept leaves the payment open, and an outage as well', async (t) => {
  const step = await challenged(redirect())
  const back = answerTo(step, { kind: 'returned', fields: { redirectResult: 'forged' } })
  adyen.answer([422, { errorCode: '14_0423' }])
  t.same(await processor.continueChallenge(back), { kind: 'pending' })
  adyen.answer('cut')
  t.same(await processor.continueChallenge(back), { kind: 'unreachable' })
  adyen.answer([429, {}])
  t.same(await processor.continueChallenge(back), { kind: 'unreachable' })
  adyen.answer([200, { ...approval, amount: { value: 1, currency: 'GBP' } }])
  t.match(
    await processor.continueChallenge(back),
    { kind: 'pending', contradiction: { about: 'amount', found: '1 GBP' } },
    'an approval of another amount',
  )
})

/** Adyen's own example of a reply after a redirect, with the `pspReference` of the redirect or with another one. */
const brief = { resultCode: 'Authorised', pspReference: '993617895204576J' }
const briefAnother = { ...brief, pspReference: 'V4HZ4RBFJGXXGN82' }
const firstId = '993617895204576J'

t.test('a reply after a redirect counts only with evidence that it is about this payment', async (t) => {
  const { state = null } = await challenged(redirect())
  const after = (reply: object, processorId: string | null): Promise<PurchaseOutcome | { kind: 'closed' }> => {
    adyen.answer([200, reply])
    const result = { kind: 'returned', fields: { redirectResult: 'X6Xtf' } } as const
    return processor.continueChallenge({ ...answerTo({ state }, result), processorId })
  }
  const amount = { value: 4200, currency: 'GBP' }
  const evidence: [string, object, string | null][] = [
    ['our reference', { ...briefAnother, merchantReference: reference }, firstId],
    ['our reference, and no earlier id', { ...brief, merchantReference: reference }, null],
    [
      'our reference in the additional data',
      { ...briefAnother, additionalData: { merchantReference: reference } },
      null,
    ],
    ['the id of the redirect', brief, firstId],
    ['the id of the redirect, and the amount', { ...brief, amount }, firstId],
  ]
  for (const [name, reply, id] of evidence) t.match(await after(reply, id), { kind: 'approved' }, name)
  const none: [string, object, string | null][] = [
    ['Adyen’s example', briefAnother, null],
    ['only the amount', { ...briefAnother, amount }, null],
    ['no id', { resultCode: 'Authorised' }, firstId],
  ]
  for (const resultCode of ['Authorised', 'Refused', 'Cancelled', 'Error', 'Pending', 'Received', 'ChallengeShopper'])
    for (const [name, reply, id] of none) {
      const outcome = await after({ ...reply, resultCode, action: action(challenge) }, id)
      t.same(outcome, { kind: 'pending' }, `${name}, ${resultCode}: nothing of it counts, not even the id`)
    }
  t.match(logged, [/does not show which payment/])
  const wrong: [object, object][] = [
    [briefAnother, { about: 'processor_id', found: briefAnother.pspReference, processorId: briefAnother.pspReference }],
    [
      { ...brief, merchantReference: 'att_another' },
      { about: 'reference', found: 'att_another' },
    ],
    [
      { ...brief, amount: { value: 100, currency: 'GBP' } },
      { about: 'amount', found: '100 GBP' },
    ],
    [{ ...brief, merchantReference: reference, amount: { value: 4200, currency: 'EUR' } }, { found: '4200 EUR' }],
    [{ ...brief, merchantReference: reference, additionalData: { merchantReference: 'x' } }, { found: 'x' }],
    [
      {
        ...brief,
        merchantReference: reference,
        additionalData: { authorisedAmountValue: '100', authorisedAmountCurrency: 'GBP' },
      },
      { about: 'amount', found: '100 GBP' },
    ],
    [
      { ...brief, merchantReference: { a: 'x'.repeat(500) } },
      { about: 'reference', found: 'object' },
    ],
  ]
  for (const resultCode of ['Authorised', 'Refused', 'ChallengeShopper'])
    for (const [reply, contradiction] of wrong)
      t.match(await after({ ...reply, resultCode, action: action(challenge) }, firstId), {
        kind: 'pending',
        contradiction,
      })
})

function action([, body]: [number, object]): unknown {
  return (body as { action: unknown }).action
}

t.test('a native challenge names its payment itself, and fields of a redirect do not', async (t) => {
  const named: [string, [number, object], ChallengeAnswer['result']][] = [
    ['a challenge', challenge, cres({})],
    ['a fingerprint', fingerprint, { kind: 'fingerprint', isComplete: true }],
  ]
  for (const [name, step, result] of named) {
    const { state = null } = await challenged(step)
    adyen.answer([200, brief])
    t.match(await processor.continueChallenge(answerTo({ state }, result)), { kind: 'approved' }, name)
    adyen.answer([200, { ...brief, merchantReference: 'att_another' }])
    t.match(await processor.continueChallenge(answerTo({ state }, result)), { contradiction: { about: 'reference' } })
    const bare = JSON.stringify({ ...(JSON.parse(state ?? '') as object), paymentData: null, authorisationToken: null })
    adyen.answer([200, brief])
    t.same(
      await processor.continueChallenge(answerTo({ state: bare }, result)),
      { kind: 'pending' },
      'nothing names it',
    )
  }
  const posted = redirect({ method: 'POST', data: { PaReq: 'p', MD: 'm' }, paymentData: 'pd' })
  const { state = null } = await challenged(posted)
  adyen.answer([200, briefAnother])
  const back = { kind: 'returned', fields: { MD: 'm', PaRes: 'p' } } as const
  t.same(await processor.continueChallenge(answerTo({ state }, back)), { kind: 'pending' })
})

t.test('a customer who closes the bank’s page ends the payment', async (t) => {
  const atBank = await challenged(challenge)
  adyen.answer([200, { resultCode: 'Refused', refusalReasonCode: '11', refusalReason: '3D Not Authenticated' }])
  const closed = await processor.continueChallenge(answerTo(atBank, { kind: 'abandoned' }))
  t.match(closed, { kind: 'declined', failureCode: 'authentication_failed', abandoned: true })
  t.match(json(calls[0]?.body.details.threeDSResult), { transStatus: 'N' })

  adyen.answer([422, { errorCode: '14_0423' }])
  t.same(await processor.continueChallenge(answerTo(atBank, { kind: 'abandoned' })), { kind: 'pending' })
  const away = await challenged(redirect())
  const left = await processor.continueChallenge(answerTo(away, { kind: 'abandoned' }))
  t.same(left, { kind: 'pending' }, 'the bank could still approve, so the service gives the payment up')
  t.match(calls, [{ path: '/v72/payments' }])
})

t.test('an action that the adapter cannot use gives no challenge', async (t) => {
  const actions: [number, object][] = [
    [200, { resultCode: 'RedirectShopper' }],
    [200, { resultCode: 'RedirectShopper', action: 'redirect' }],
    [200, { resultCode: 'RedirectShopper', action: { type: 'qrCode' } }],
    redirect({ url: 'http://acs.example/' }),
    redirect({ url: 'javascript:alert(1)' }),
    redirect({ url: 'https://user:password@acs.example/' }),
    redirect({ method: 'POST', data: { PaReq: 7 } }),
    redirect({ method: 'POST', data: { PaReq: 'x'.repeat(40_000) } }),
    native('challenge', { acsURL: 'https://acs.example/' }),
    native('fingerprint', { threeDSMethodURL: 'ftp://acs.example/' }),
    native('fingerprint', { threeDSServerTransID: '' }),
    native('other', {}),
  ]
  const kinds: PurchaseOutcome['kind'][] = []
  for (const action of actions) {
    adyen.answer(action)
    kinds.push((await processor.purchase(purchaseOf())).kind)
    t.match(logged, [/action from Adyen/])
  }
  t.same([...new Set(kinds)], ['unreachable'])
})

t.test('Adyen has no lookup, and a purchase is given up by our reference', async (t) => {
  const earlier = { reference, processorId: '993617895204576J', orderedAt: new Date(0) }
  adyen.answer([201, { status: 'received', pspReference: '993617895204576K' }])
  t.same(await processor.lookup(earlier), { kind: 'pending', processorId: '993617895204576J' })
  t.same(calls, [])
  t.same(await processor.giveUp(earlier), { kind: 'received' })
  t.same(calls[0]?.body, { merchantAccount: 'ServicePayCOM', paymentReference: reference, reference })
  adyen.answer([422, { errorCode: '167' }])
  t.same(await processor.giveUp(earlier), { kind: 'received' }, 'there is nothing to cancel')
  adyen.answer([201, { status: 'received', pspReference: '993617895204576K', paymentReference: 'att_another' }])
  t.match(
    await processor.giveUp(earlier),
    { kind: 'unreachable', contradiction: { about: 'reference', found: 'att_another' } },
    'a receipt for another payment',
  )
  for (const status of [401, 403, 429]) {
    adyen.answer([status, {}])
    t.same(await processor.giveUp(earlier), { kind: 'unreachable' }, String(status))
  }
  adyen.answer('cut')
  t.same(await processor.giveUp(earlier), { kind: 'unreachable' })
})
