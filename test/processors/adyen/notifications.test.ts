import { readFile } from 'node:fs/promises'
import t from 'tap'
import { parse } from 'yaml'
import { readNotification } from '../../../server/processors/adyen/notifications.ts'
import { treatments } from '../../../server/processors/adyen/facts.ts'
import { isSignedWith } from '../../../server/processors/adyen/signature.ts'
import {
  authorisation,
  clock,
  factOf,
  itemOf,
  key,
  message,
  read,
  sign,
  signed,
  type Item,
} from './notification-messages.ts'
import { account, reference } from './scripted-adyen.ts'

t.test('Adyen’s published test vectors of signatures', async (t) => {
  const fields = {
    pspReference: '7914073381342284',
    originalReference: '',
    merchantAccountCode: 'TestMerchant',
    merchantReference: 'TestPayment-1407325143704',
    value: '1130',
    currency: 'EUR',
    eventCode: 'AUTHORISATION',
    success: 'true',
  }
  const otherKey = 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00'
  t.ok(isSignedWith([key], fields, 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0='))
  t.ok(isSignedWith([otherKey], fields, 'Ny9gS2veKo5E4w8/OL6xz1/wvT/hYkAXy1xNc/QvO4I='))
  const refund = { ...fields, value: '0', eventCode: 'REFUND' }
  t.ok(isSignedWith([key], refund, 'J7HhsgZo5KwqdB7LFZJV6rfQgp+RqC2kuYyw/3x3w+8='))
  t.ok(isSignedWith([otherKey, key], refund, 'J7HhsgZo5KwqdB7LFZJV6rfQgp+RqC2kuYyw/3x3w+8='), 'any of the keys')
  t.notOk(isSignedWith([key], { ...fields, value: '1131' }, 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0='))
  for (const signature of ['', 'coqCmt', 'AAAA'.repeat(11)]) t.notOk(isSignedWith([key], fields, signature))
  t.notOk(isSignedWith([], fields, 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0='))
})

t.test('fields with a colon or a backslash may be signed as they are or escaped', async (t) => {
  const item: Item = { ...authorisation, merchantReference: 'order:7\\a' }
  t.equal(read(message({ ...item, additionalData: { hmacSignature: sign(item) } })).kind, 'accepted')
  const escaped = sign({ ...item, merchantReference: 'order\\:7\\\\a' })
  t.equal(read(message({ ...item, additionalData: { hmacSignature: escaped } })).kind, 'accepted')
})

t.test('an approval', async (t) => {
  const additionalData = {
    authCode: '065696',
    expiryDate: '03/2030',
    cvcResult: '1 Matches',
    threeDAuthenticated: 'true',
  }
  t.same(itemOf({ additionalData }), {
    id: `AUTHORISATION:8616178952380553:true:4200:GBP:${reference}`,
    type: 'AUTHORISATION',
    occurredAt: new Date('2026-11-20T12:00:00Z'),
    content: {
      eventCode: 'AUTHORISATION',
      success: 'true',
      pspReference: '8616178952380553',
      originalReference: '',
      merchantAccountCode: authorisation.merchantAccountCode,
      merchantReference: reference,
      amount: { value: 4200, currency: 'GBP' },
      paymentMethod: 'visa',
      additionalData: { cvcResult: '1 Matches', threeDAuthenticated: 'true' },
    },
    fact: {
      kind: 'purchase',
      reference,
      outcome: {
        kind: 'approved',
        processorId: '8616178952380553',
        authorizationCode: '065696',
        threeDSecure: 'frictionless',
        checks: { securityCode: '1 Matches' },
      },
      money: { amount: 4200, currency: 'GBP' },
    },
  })
  t.match(factOf({}), { outcome: { authorizationCode: '065696', threeDSecure: null } })
  t.match(factOf({ reason: 'null' }), { outcome: { authorizationCode: null } })
  t.match(factOf({ success: true }), { outcome: { kind: 'approved' } })
})

t.test('a refusal has its failure code by the text of the reason', async (t) => {
  const refused = { success: 'false', reason: 'Expired Card' }
  t.match(factOf(refused), {
    outcome: { kind: 'declined', failureCode: 'expired_card', refusal: { text: 'Expired Card' } },
  })
  t.match(factOf({ ...refused, reason: 'FRAUD-CANCELLED' }), { outcome: { failureCode: 'risk_declined' } })
  t.match(factOf({ ...refused, reason: 'Who knows' }), { outcome: { failureCode: 'card_declined' } })
})

t.test('what the other events mean', async (t) => {
  const changed = { originalReference: '8616178952380553', pspReference: '993617895204577K', reason: '' }
  const refund = { ...changed, merchantReference: 're_1' }
  const noMoney = { kind: 'capture_failed', reference, event: '8616178952380553' }
  const cancelled = { kind: 'purchase', reference, outcome: { kind: 'declined', isCancelled: true } }
  const action = { 'modification.action': 'cancel' }
  const cases: [eventCode: string, fields: Item, fact: object | null][] = [
    ['CAPTURE', changed, { kind: 'captured', reference }],
    ['CAPTURE', { ...changed, success: 'false' }, { kind: 'capture_refused', reference }],
    ['CAPTURE_FAILED', changed, noMoney],
    ['CANCELLATION', changed, cancelled],
    ['CANCELLATION', { ...changed, success: 'false' }, null],
    ['TECHNICAL_CANCEL', changed, cancelled],
    ['EXPIRE', changed, noMoney],
    ['CANCEL_OR_REFUND', { ...changed, additionalData: action }, cancelled],
    [
      'CANCEL_OR_REFUND',
      { ...changed, additionalData: { 'modification.action': 'refund' } },
      { kind: 'refund', reference, outcome: { kind: 'succeeded', processorId: '993617895204577K' } },
    ],
    ['CANCEL_OR_REFUND', { ...changed, success: 'false' }, null],
    [
      'REFUND',
      refund,
      { kind: 'refund', reference: 're_1', outcome: { kind: 'succeeded', processorId: '993617895204577K' } },
    ],
    [
      'REFUND',
      { ...refund, success: 'false', reason: 'No balance' },
      { outcome: { kind: 'failed', failureMessage: 'No balance' } },
    ],
    ['REFUND_FAILED', { ...refund, reason: 'Rejected' }, { outcome: { kind: 'failed', failureMessage: 'Rejected' } }],
    ['REFUNDED_REVERSED', refund, { kind: 'refund_reversed', reference: 're_1', processorId: '993617895204577K' }],
    ['REPORT_AVAILABLE', { pspReference: 'settlement_detail_report_batch_2.csv', merchantReference: '' }, null],
    ['AUTHORISATION_ADJUSTMENT', changed, null],
    ['SOMETHING_NEW', changed, null],
  ]
  for (const [eventCode, fields, expected] of cases) {
    const fact = factOf({ eventCode, ...fields })
    if (expected === null) t.equal(fact, null, eventCode)
    else t.match(fact, expected, eventCode)
  }
})

t.test('each event of a dispute has its stage', async (t) => {
  const status = (disputeStatus: string): Item => ({ additionalData: { disputeStatus } })
  const stages: [eventCode: string, fields: Item, stage: string | null][] = [
    ['REQUEST_FOR_INFORMATION', {}, 'notice'],
    ['NOTIFICATION_OF_CHARGEBACK', {}, 'notice'],
    ['CHARGEBACK', {}, 'charged'],
    ['CHARGEBACK_REVERSED', {}, 'reversed'],
    ['SECOND_CHARGEBACK', {}, 'charged_again'],
    ['PREARBITRATION_WON', {}, 'won'],
    ['PREARBITRATION_LOST', {}, 'lost'],
    ['SCHEME_ARBITRATION_WON', {}, 'won'],
    ['SCHEME_ARBITRATION_LOST', {}, 'lost'],
    ['PREARBITRATION_ISSUER_WITHDRAWN', {}, 'won'],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', status('Lost'), 'lost'],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', status('Pending'), null],
    ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', status('Won'), 'won'],
    ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', {}, null],
    ['INFORMATION_SUPPLIED', status('Pending'), null],
    ['PREARBITRATION_OPEN', {}, null],
    ['ISSUER_COMMENTS', {}, null],
    ['CHARGEBACK', { success: 'false' }, null],
  ]
  for (const [eventCode, fields, stage] of stages) {
    const fact = factOf({ eventCode, pspReference: '9915555555555555', reason: 'Other', ...fields })
    if (stage === null) t.equal(fact, null, eventCode)
    else t.match(fact, { stage, dispute: '9915555555555555', event: `9915555555555555:${eventCode}` }, eventCode)
  }
})

t.test('a dispute has a reason and a deadline', async (t) => {
  const reasons: [scheme: string, code: string, reason: string | null][] = [
    ['visa', '10.4', 'fraudulent'],
    ['visa', '12.6.1', 'duplicate'],
    ['mc', ' 4853', 'product_unacceptable'],
    ['mc', '4855', 'product_not_received'],
    ['amex', 'C02', 'credit_not_processed'],
    ['jcb', '502', 'general'],
    ['', '', null],
  ]
  for (const [chargebackSchemeCode, chargebackReasonCode, reason] of reasons) {
    const additionalData = {
      chargebackSchemeCode,
      chargebackReasonCode,
      defensePeriodEndsAt: '2026-12-31T03:03:07+02:00',
    }
    t.match(factOf({ eventCode: 'CHARGEBACK', additionalData }), {
      reason,
      respondBy: new Date('2026-12-31T01:03:07Z'),
    })
  }
  const badDate = { defensePeriodEndsAt: 'tomorrow' }
  t.match(factOf({ eventCode: 'CHARGEBACK', additionalData: badDate }), { respondBy: null })
})

t.test('amounts are translated, and one that cannot be right has no effect', async (t) => {
  t.match(factOf({ amount: { value: 420_000, currency: 'ISK' } }), { money: { amount: 4200, currency: 'ISK' } })
  t.equal(factOf({ amount: { value: 150, currency: 'ISK' } }), null)
  t.equal(factOf({ amount: { value: 1, currency: 'XXX' } }), null)
  for (const currency of ['XXX', 'CLF'])
    t.match(factOf({ eventCode: 'CHARGEBACK', amount: { value: 150, currency } }), { money: { amount: 150, currency } })
  t.equal(factOf({ pspReference: 'a:b' }), null, 'a colon could move the borders of the signed fields')
  t.equal(factOf({ originalReference: 'a:b' }), null)
})

t.test('a batch has all of its items, and equal deliveries have equal ids', async (t) => {
  const batch = message(signed(), signed({ success: 'false' }), signed({ eventCode: 'CAPTURE' }))
  const reading = read(batch)
  t.equal(reading.kind === 'accepted' && new Set(reading.items.map(({ id }) => id)).size, 3)
  t.same(read(batch), reading)
  t.match(reading, { reply: '[accepted]' })
})

t.test('an item about another merchant account is kept for reading, and nothing follows from it', async (t) => {
  const foreign = itemOf({ merchantAccountCode: 'AnotherShop' })
  t.match(foreign, { fact: null, content: { merchantAccountCode: 'AnotherShop' } })
  t.match(read(message(signed())), { kind: 'accepted', reply: '[accepted]' })
})

t.test('a body that is not a notification is refused', async (t) => {
  const item = { NotificationRequestItem: signed() }
  const bodies = ['', '{', 'null', '[]', '{}', { notificationItems: {} }, { notificationItems: [] }]
  for (const body of [...bodies, { notificationItems: [null] }, { notificationItems: Array(101).fill(item) }])
    t.match(read(body), { kind: 'refused', status: 400 })
})

t.test('hostile values are refused, or kept without an effect', async (t) => {
  const good = JSON.stringify(message(signed()))
  const deep = '['.repeat(100_000)
  const many = JSON.stringify({ notificationItems: Array(10_000).fill({}) })
  const doubled = good.replace('"success":"true"', '"success":"true","success":"false"')
  for (const body of [many, `{"notificationItems":${deep}`, good.replace('"GBP"', deep), doubled])
    t.equal(read(body).kind, 'refused', body.slice(0, 100))
  const bytes = Buffer.concat([Buffer.from(good.slice(0, -3)), Buffer.from([0xff, 0xfe]), Buffer.from('"}]')])
  t.match(readNotification({ account, clock }, { headers: {}, body: bytes }), { kind: 'refused', status: 400 })
  for (const hmacSignature of [undefined, null, '', 'QUJD', ['x'], {}, 1, 'A'.repeat(5_000)])
    t.match(read(message({ ...signed(), additionalData: { hmacSignature } })), { kind: 'refused', status: 401 })
  for (const additionalData of [null, [], 'x', 1])
    t.match(read(message({ ...signed(), additionalData })), { kind: 'refused', status: 401 })
  for (const amount of [-4200, 0, Number.MAX_SAFE_INTEGER])
    t.match(factOf({ amount: { value: amount, currency: 'GBP' } }), { money: { amount } }, 'the flow compares it')
  t.match(read(message(signed({ amount: { value: 1e300, currency: 'GBP' } }))), { kind: 'refused', status: 400 })
  t.match(itemOf({ eventCode: 'NEVER_SEEN' }), { type: 'NEVER_SEEN', fact: null })
  t.match(itemOf({ eventDate: '9999-12-31T23:59:59Z' }), { occurredAt: new Date('9999-12-31T23:59:59Z') })
})

t.test('a message of the test platform changes nothing on the live platform', async (t) => {
  const isLive = { account: { ...account, isLive: true } }
  t.match(read(message(signed()), isLive), { kind: 'accepted', items: [{ type: 'AUTHORISATION', fact: null }] })
  t.match(read({ ...message(signed()), live: 'true' }, isLive), { items: [{ fact: { kind: 'purchase' } }] })
})

t.test('basic authentication counts where the account has it', async (t) => {
  const guarded = { ...account, notifications: { user: 'adyen', password: 'p:ä' } }
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`
  t.equal(read(message(signed()), { account: guarded, authorization: basic('adyen:p:ä') }).kind, 'accepted')
  for (const authorization of [undefined, '', basic('adyen:'), basic('adyen:p:a'), 'Basic', `${basic('adyen:p:ä')}x`])
    t.match(read(message(signed()), { account: guarded, ...(authorization !== undefined && { authorization }) }), {
      kind: 'refused',
      status: 401,
    })
})

t.test('people read the deadline and the acquirer’s reference of a dispute', async (t) => {
  const additionalData = { defensePeriodEndsAt: '2026-12-31T03:03:07+02:00', arn: '74537604221222132710572' }
  t.match(itemOf({ eventCode: 'CHARGEBACK', additionalData }).content, { additionalData })
})

t.test('people read no card data in what is kept', async (t) => {
  const pan = '4111111111111111'
  const additionalData = {
    expiryDate: '03/2030',
    cardSummary: '1111',
    cardBin: '411111',
    refusalReasonRaw: `05 ${pan}`,
  }
  const { content } = itemOf({ success: 'false', reason: `Refused ${pan}`, paymentMethod: pan, additionalData })
  t.notMatch(JSON.stringify(content), /4111|03\/2030/)
})

/** The events that say something about money or the end of a dispute. All others are kept for reading. */
const telling: Readonly<Record<string, string>> = {
  AUTHORISATION: 'purchase',
  CANCELLATION: 'purchase',
  TECHNICAL_CANCEL: 'purchase',
  CANCEL_OR_REFUND: 'purchase',
  EXPIRE: 'capture_failed',
  CAPTURE: 'captured',
  CAPTURE_FAILED: 'capture_failed',
  REFUND: 'refund',
  REFUND_FAILED: 'refund',
  REFUNDED_REVERSED: 'refund_reversed',
  REQUEST_FOR_INFORMATION: 'chargeback notice',
  NOTIFICATION_OF_CHARGEBACK: 'chargeback notice',
  CHARGEBACK: 'chargeback charged',
  CHARGEBACK_REVERSED: 'chargeback reversed',
  SECOND_CHARGEBACK: 'chargeback charged_again',
  PREARBITRATION_WON: 'chargeback won',
  PREARBITRATION_ISSUER_WITHDRAWN: 'chargeback won',
  SCHEME_ARBITRATION_WON: 'chargeback won',
  PREARBITRATION_LOST: 'chargeback lost',
  SCHEME_ARBITRATION_LOST: 'chargeback lost',
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: 'chargeback won',
  DISPUTE_DEFENSE_PERIOD_ENDED: 'chargeback lost',
}

t.test('every event that Adyen documents has a treatment', async (t) => {
  const { webhooks } = parse(await readFile('spec/adyen/Webhooks-v1.yaml', 'utf8'), { maxAliasCount: 0 }) as {
    webhooks: Record<string, unknown>
  }
  const documented = Object.keys(webhooks).map((path) => path.slice(1))
  t.same(Object.keys(treatments).sort(), documented.sort())
  for (const eventCode of documented) {
    const disputeStatus = eventCode === 'DISPUTE_DEFENSE_PERIOD_ENDED' ? 'Lost' : 'Won'
    const data = { 'modification.action': 'cancel', disputeStatus }
    const fact = factOf({ eventCode, originalReference: '8616178952380553', additionalData: data })
    const said = fact?.kind === 'chargeback' ? `chargeback ${fact.stage}` : fact?.kind
    t.equal(said, telling[eventCode], eventCode)
  }
})

t.test('the outcome of a capture, and of the release of a payment that was never captured', async (t) => {
  const modification = { originalReference: '8616178952380553', reason: '' }
  t.match(factOf({ ...modification, eventCode: 'CAPTURE' }), { kind: 'captured', reference })
  const refused = { eventCode: 'CAPTURE', success: 'false', reason: 'Insufficient balance on payment' }
  t.match(factOf({ ...modification, ...refused }), { kind: 'capture_refused', reason: refused.reason })
  const released = { ...modification, eventCode: 'CANCEL_OR_REFUND', merchantReference: 'ret_1.2.release' }
  t.match(factOf(released), { kind: 'refund', reference: 'ret_1.2', outcome: { kind: 'succeeded' } })
  t.match(factOf({ ...released, success: 'false' }), { kind: 'refund', outcome: { kind: 'failed' } })
})
