import t from 'tap'
import { attemptColumns, paymentColumns } from '../../../server/dashboard/exports/export-columns.ts'
import { disputeDifference, disputeOutlook } from '../../../server/dashboard/disputes/dispute-words.ts'
import { cardWords, disputeEffect, threeDSecureWords } from '../../../server/dashboard/shell/words.ts'
import { disputeStateOf, type DisputeStep } from '../../../server/domain/disputes/dispute-state.ts'
import type { DisputeRecord } from '../../../server/domain/disputes/dispute-records.ts'
import { attemptWith, sessionWith } from '../../domain/records.ts'

const noStates = { isOverdue: false, dispute: null, refund: null }

t.test('the network that a customer chose is in the words for the card, and last in files', async (t) => {
  const card = { card_brand: 'visa', card_last4: '0008', card_network: 'cartes_bancaires' }
  t.equal(cardWords(card), 'Visa •••• 0008, network Cartes Bancaires')
  t.equal(cardWords({ ...card, card_network: 'girocard' }), 'Visa •••• 0008, network girocard')
  t.equal(cardWords({ ...card, card_network: null }), 'Visa •••• 0008')
  t.equal(paymentColumns['card_network']?.({ ...sessionWith(card), ...noStates }, 'UTC'), 'cartes_bancaires')
  t.equal(attemptColumns['card_network']?.(attemptWith(card), 'UTC'), 'cartes_bancaires')
  t.same(
    [paymentColumns, attemptColumns].map((columns) => Object.keys(columns).at(-1)),
    ['card_network', 'card_network'],
  )
})

t.test('an attempt that failed is not called one without 3-D Secure', async (t) => {
  const failed = (failure_code: 'authentication_failed' | 'card_declined') =>
    threeDSecureWords(attemptWith({ status: 'failed', failure_code, three_d_secure: null }))
  t.equal(failed('authentication_failed'), '3-D Secure: the bank could not confirm the customer.')
  t.equal(failed('card_declined'), null, 'the bank does not say what came before a refusal')
  t.equal(
    threeDSecureWords(attemptWith({ status: 'approved', three_d_secure: null })),
    'The bank did not report 3-D Secure.',
  )
})

const at = new Date('2026-11-28T00:00:00Z')

/** A dispute with these reports: each a stage, its amount and perhaps its round. */
function disputeWith(
  ...reports: readonly (readonly [DisputeStep['stage'], number, DisputeStep['round']?])[]
): DisputeRecord {
  const steps = reports.map(([stage, amount, round], index) => ({
    ...{ stage, amount, currency: 'GBP', dispute: 'D1', event: `E${index}`, reason: null, respondBy: null },
    ...(round && { round }),
    at: at.toISOString(),
  }))
  const { respondBy: respond_by, ...state } = disputeStateOf(steps)
  const ids = { merchant_id: 'mer_1', livemode: true, id: 'dp_1', session_id: 'cs_live_1', attempt_id: 'att_1' }
  return {
    ...ids,
    ...state,
    respond_by,
    processor: 'adyen',
    processor_reference: 'D1',
    opened_at: at,
    closed_at: null,
    remind_at: null,
    steps,
  }
}

t.test('a dispute says what may still happen at each stage', async (t) => {
  const charged = ['charged', 2533] as const
  const back = ['reversed', 2490] as const
  for (const [dispute, words] of [
    [disputeWith(['notice', 2500]), /takes the money back/],
    [disputeWith(['notice', 2500], ['won', 2500]), /can still open a chargeback/],
    [disputeWith(charged), /that may not be final/],
    [disputeWith(charged, back), /not final.*second chargeback.*pre-arbitration/],
    [disputeWith(charged, back, ['lost', 2500, 'prearbitration']), /takes it again.*Do not refund it.*arbitration/],
    [disputeWith(charged, back, ['charged_again', 2533]), /cardholder keeps the money, so do not refund/],
    [disputeWith(charged, back, ['charged_again', 2533], ['won', 1, 'prearbitration']), /has not come back yet/],
    [disputeWith(charged, back, ['won', 2500, 'arbitration']), null],
  ] as const)
    if (words === null) t.equal(disputeOutlook(dispute), null)
    else t.match(disputeOutlook(dispute), words)
  t.equal(disputeEffect(disputeWith(charged, back)), 'You won: £24.90 came back.')
})

t.test('a dispute says how its money differs from the payment', async (t) => {
  const payment = { amount: 2500, currency: 'GBP' }
  t.match(disputeDifference({ amount: 2533, currency: 'GBP' }, payment), '£0.33 more than the payment of £25.00')
  t.match(disputeDifference({ amount: 2950, currency: 'EUR' }, payment), 'The payment was £25.00.')
  t.equal(disputeDifference({ amount: 1000, currency: 'GBP' }, payment), null)
})
