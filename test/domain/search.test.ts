import t from 'tap'
import { amountsIn, oneTypoFrom, wordsIn } from '../../server/domain/sessions/search-query.ts'
import { asSearchTerm, searchTermsOf } from '../../server/domain/sessions/search-terms.ts'

t.test('a name is found as it is written and by its Latin spelling', (t) => {
  const names: readonly (readonly [string, string])[] = [
    ['Петрова', 'petrova'],
    ['ПЕТРОВА', 'petrova'],
    ['Жанна Щукина', 'zhanna shchukina'],
    ['Андрей', 'andrey'],
    ['Їжак', 'yizhak'],
    ['Παπαδόπουλος', 'papadopoylos'],
    ['Łukasz', 'lukasz'],
    ['Sørensen', 'sorensen'],
    ['Weiß', 'weiss'],
    ['Yıldız İnci', 'yildiz inci'],
    ['Ｊｏｈｎ', 'john'],
    ['O’Connor', 'oconnor'],
    ["D'Angelo", 'dangelo'],
    ['山田太郎', '山田太郎'],
    ['محمد', 'محمد'],
  ]
  for (const [name, term] of names) {
    t.equal(asSearchTerm(name), term)
    t.ok(searchTermsOf({ reference: null, description: null, customer: { name } }).includes(term), name)
  }
  t.end()
})

t.test('the terms of a session are its words, the parts beside an apostrophe and the domain of the email', (t) => {
  const customer = { name: "Sinéad O'Connor", email: 'sinead@Shop.Example.ie' }
  t.same(searchTermsOf({ reference: null, description: null, customer }), [
    'sinead oconnor',
    'oconnor',
    'connor',
    'shop example ie',
  ])
  t.end()
})

t.test('a currency and the name of a card belong to the number beside them', (t) => {
  t.same(wordsIn('smith 20 €'), ['smith', '20 €'])
  t.same(wordsIn('EUR 87,92 smith'), ['EUR 87,92', 'smith'])
  t.same(wordsIn('smith Visa •••• 0085'), ['smith', '0085'])
  t.same(wordsIn(' anna   Петрова '), ['anna', 'Петрова'])
  t.same(wordsIn('% _ \\ & | ! ( ) : * \u202e'), [])
  t.end()
})

t.test('an amount without cents means every amount that begins like it', (t) => {
  t.same(amountsIn('87', 'EUR'), { from: 8700, to: 8799 })
  t.same(amountsIn('1,234', 'EUR'), { from: 123400, to: 123499 })
  t.same(amountsIn('87,92', 'EUR'), { from: 8792, to: 8792 })
  t.same(amountsIn('87.00', 'EUR'), { from: 8700, to: 8700 })
  t.same(amountsIn('87', 'JPY'), { from: 87, to: 87 })
  t.same(amountsIn('124', 'KWD'), { from: 124000, to: 124999 })
  t.equal(amountsIn('20 EUR', 'USD'), null)
  t.equal(amountsIn('£20', 'EUR'), null, 'a sign of another currency')
  t.same(amountsIn('£1,234.50', 'GBP'), { from: 123450, to: 123450 })
  t.same(amountsIn('20 €', 'EUR'), { from: 2000, to: 2099 })
  t.same(amountsIn('US$ 20', 'USD'), { from: 2000, to: 2099 })
  t.equal(amountsIn('INV 20', 'EUR'), null, 'the letters are no currency')
  t.equal(amountsIn('smith', 'EUR'), null)
  t.end()
})

t.test('the addresses that are one typo away', (t) => {
  const near = new Set(oneTypoFrom('Anna@example.com'))
  for (const typo of [
    'ana@example.com',
    'annna@example.com',
    'anma@example.com',
    'nana@example.com',
    'anna@exmaple.com',
  ])
    t.ok(near.has(typo), typo)
  for (const other of ['anna@example.com', 'ann@exampl.com', 'annaexample.com', 'anna@@example.com'])
    t.notOk(near.has(other), other)
  t.same(oneTypoFrom(`${'a'.repeat(10_000)}@example.com`), [])
  t.end()
})
