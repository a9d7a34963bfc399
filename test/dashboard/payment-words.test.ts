import t from 'tap'
import { attemptColumns, paymentColumns } from '../../server/dashboard/export-columns.ts'
import { cardWords } from '../../server/dashboard/payment-words.ts'
import { attemptWith, sessionWith } from '../domain/records.ts'

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
