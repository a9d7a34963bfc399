import t from 'tap'
import { formatAmount } from '../../form/amount.ts'
import { languages } from '../../form/texts/languages.ts'
import { currencies } from '../../server/domain/money/amounts.ts'

t.test('amounts follow ISO 4217, also where browsers do not', async (t) => {
  const cases: readonly (readonly [number, string, string])[] = [
    [1000, 'GBP', '£10.00'],
    [1, 'EUR', '€0.01'],
    [99_999_999, 'USD', 'US$999,999.99'],
    [1000, 'JPY', 'JP¥1,000'],
    [1234, 'KWD', 'KWD 1.234'],
    [1000, 'HUF', 'HUF 10.00'],
    [1000, 'IDR', 'IDR 10.00'],
    [1234, 'IQD', 'IQD 1.234'],
  ]
  for (const [amount, currency, shown] of cases)
    t.equal(formatAmount(amount, currency, 'en-GB').replace(/\s/g, ' '), shown)
})

t.test('currency signs that begin with letters keep their order in right-to-left text', async (t) => {
  t.match(formatAmount(4250, 'USD', 'ar'), /\u2066US\$\u2069/)
  t.match(formatAmount(4250, 'AUD', 'he'), /\u2066A\$\u2069/)
  t.notMatch(formatAmount(4250, 'EUR', 'he'), /[\u2066\u2069]/)
  t.notMatch(formatAmount(4250, 'USD', 'en-GB'), /[\u2066\u2069]/)
})

t.test('the signs of pound and euro are the same in every language', async (t) => {
  for (const language of Object.keys(languages)) {
    for (const [currency, sign] of Object.entries({ GBP: '£', EUR: '€' })) {
      const written = formatAmount(4250, currency, language)
      t.equal(written.replace(/[\d.,\s\u200f]/g, ''), sign, `${language}: ${written}`)
    }
  }
  t.equal(formatAmount(4250, 'GBP', 'fr'), '42,50\u00a0£')
  t.equal(formatAmount(4250, 'GBP', 'ar'), '\u200f42.50\u00a0£')
  t.equal(formatAmount(4250, 'GBP', 'en-GI'), 'GB£42.50', 'where £ is the pound of Gibraltar')
})

t.test('no line can break inside an amount', async (t) => {
  for (const language of Object.keys(languages)) {
    for (const currency of currencies)
      t.notMatch(formatAmount(123_456_789, currency, language), /[ \t\n\u2009-\u200b]/, `${language} ${currency}`)
  }
})
