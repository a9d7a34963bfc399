import t from 'tap'
import { formatAmount } from '../../form/amount.ts'

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
  t.match(formatAmount(4250, 'GBP', 'ar'), /\u2066UK£\u2069/)
  t.match(formatAmount(4250, 'AUD', 'he'), /\u2066A\$\u2069/)
  t.notMatch(formatAmount(4250, 'EUR', 'he'), /[\u2066\u2069]/)
  t.notMatch(formatAmount(4250, 'USD', 'en-GB'), /[\u2066\u2069]/)
})
