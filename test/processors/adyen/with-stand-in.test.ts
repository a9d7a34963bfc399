import t from 'tap'
import type { AdyenAccount } from '../../../server/processors/adyen/account.ts'
import { createAdyenProcessor } from '../../../server/processors/adyen/processor.ts'
import { CardDetails } from '../../../server/domain/sessions/card-details.ts'
import type {
  ChallengeAnswer,
  NotificationItem,
  Purchase,
  PurchaseOutcome,
} from '../../../server/processors/processor.ts'
import type { CustomerAnswer } from '../../support/adyen/three-d-secure.ts'
import { startAdyenStandIn } from '../../support/adyen/stand-in.ts'
import { HandClock } from '../sandbox/bank-fixture.ts'
import { purchaseOf, refundOf } from './scripted-adyen.ts'

// The stand-in checks every request against Adyen's document, and its stop fails the test if one does not fit.
const clock = new HandClock()
const standIn = await startAdyenStandIn({ clock })
t.teardown(() => standIn.stop())

const { merchantAccount, apiKey, hmacKey } = standIn.account
const account: AdyenAccount = { merchantAccount, apiKey, hmacKeys: [hmacKey], notifications: null }
const processor = createAdyenProcessor({
  account,
  checkoutUrl: standIn.checkoutUrl,
  clock,
  log: { warn: () => {}, error: () => {} },
})

let last = 0

function purchaseWith(number: string, changes: Partial<Purchase> = {}): Purchase {
  const reference = `att_stand${(last += 1)}`
  const card = new CardDetails({ pan: number, cvc: '737', expMonth: 3, expYear: 2030, name: 'Ada Lovelace' })
  return purchaseOf({ reference, card, returnUrl: `https://pay.example/back/${reference}`, ...changes })
}

function answerTo(purchase: Purchase, outcome: PurchaseOutcome, result: ChallengeAnswer['result']): ChallengeAnswer {
  const state = outcome.kind === 'challenge' ? (outcome.state ?? null) : null
  return { reference: purchase.reference, processorId: null, orderedAt: clock.now(), state, result }
}

/** The customer answers the issuer's page, and the browser comes back with its result. */
function back(purchase: Purchase, outcome: PurchaseOutcome, answer: CustomerAnswer): ChallengeAnswer {
  const { cres } = standIn.customerAnswers(purchase.reference, answer)
  return answerTo(purchase, outcome, { kind: 'returned', fields: { cres } })
}

function lastItem(reference: string): NotificationItem | undefined {
  const queued = standIn.notifications.items.findLast(({ item }) => item.merchantReference === reference)
  const text = JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: queued?.item }] })
  const reading = processor.readNotification?.({ headers: {}, body: Buffer.from(text) })
  return reading?.kind === 'accepted' ? reading.items[0] : undefined
}

t.test('a payment that the issuer recognises needs no customer', async (t) => {
  const purchase = purchaseWith('371449635398431', {
    card: new CardDetails({ pan: '371449635398431', cvc: '7373', expMonth: 3, expYear: 2030, name: 'Ada' }),
  })
  t.match(await processor.purchase(purchase), { kind: 'approved', threeDSecure: 'frictionless' })
})

t.test('a Bancontact card is paid without a security code', async (t) => {
  const pan = '6703444444444449'
  const card = new CardDetails({ pan, cvc: '', expMonth: 3, expYear: 2030, name: '' })
  const purchase = purchaseWith(pan, { card, network: 'bancontact' })
  t.match(await processor.purchase(purchase), { kind: 'approved' })
  t.match(standIn.books.only(purchase.reference), { captured: 4200 })
})

t.test('a fingerprint and a native challenge lead to an approval', async (t) => {
  const purchase = purchaseWith('4035501428146300')
  const first = await processor.purchase(purchase)
  t.match(first, { kind: 'challenge', challenge: { kind: 'fingerprint' } })
  const done = answerTo(purchase, first, { kind: 'fingerprint', isComplete: true })
  const second = await processor.continueChallenge(done)
  if (second.kind === 'closed') throw new Error('Bug: Adyen closes nothing')
  t.match(second, { kind: 'challenge', challenge: { kind: 'form' } })
  const outcome = await processor.continueChallenge(back(purchase, second, 'confirm'))
  t.match(outcome, { kind: 'approved', threeDSecure: 'challenge' })
  t.match(lastItem(purchase.reference)?.fact, { kind: 'purchase', outcome: { kind: 'approved' } })
})

t.test('the customer refuses, or closes the bank’s page', async (t) => {
  const refused = purchaseWith('4917610000000000')
  const asked = await processor.purchase(refused)
  const outcome = await processor.continueChallenge(back(refused, asked, 'refuse'))
  t.match(outcome, { kind: 'declined', failureCode: 'authentication_failed' })
  t.match(lastItem(refused.reference)?.fact, { outcome: { kind: 'declined', failureCode: 'authentication_failed' } })

  const closed = purchaseWith('4917610000000000')
  const page = await processor.purchase(closed)
  const left = await processor.continueChallenge(answerTo(closed, page, { kind: 'abandoned' }))
  t.match(left, { kind: 'declined', failureCode: 'authentication_failed', abandoned: true })
})

t.test('a refund and its notification', async (t) => {
  const purchase = purchaseWith('4111111111111111')
  const approved = await processor.purchase(purchase)
  if (approved.kind !== 'approved') throw new Error('The payment was not approved')
  const order = refundOf({ reference: 're_stand1', purchaseProcessorId: approved.processorId ?? null })
  const receipt = await processor.refund(order)
  t.match(receipt, { kind: 'pending', processorId: /^\w+$/ })
  t.match(lastItem('re_stand1')?.fact, { kind: 'refund', reference: 're_stand1', outcome: { kind: 'succeeded' } })
  t.same(await processor.refund(order), receipt, 'the same order returns the money once')
})

t.test('an account that captures by hand has its money at once', async (t) => {
  const byHand = standIn.addAccount({ merchantAccount: 'ByHand', capture: 'manual' })
  const other = createAdyenProcessor({
    account: { ...account, merchantAccount: 'ByHand', apiKey: byHand.apiKey, hmacKeys: [byHand.hmacKey] },
    checkoutUrl: standIn.checkoutUrl,
    clock,
    log: { warn: () => {}, error: () => {} },
  })
  const purchase = purchaseWith('4111111111111111')
  t.match(await other.purchase(purchase), { kind: 'approved' })
  t.match(standIn.books.only(purchase.reference), { captured: 4200 })
})
