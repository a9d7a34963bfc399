import t from 'tap'
import { fromMajorUnits, inMajorUnits, majorUnitsHint } from '../../server/domain/money/major-units.ts'

t.test('an amount may have as many decimals as its currency', async (t) => {
  const typed: readonly (readonly [string, string, number])[] = [
    ['10.00', 'GBP', 1000],
    ['10', 'GBP', 1000],
    ['10.5', 'GBP', 1050],
    ['0.01', 'GBP', 1],
    ['007', 'GBP', 700],
    ['0', 'GBP', 0],
    ['1000', 'JPY', 1000],
    ['1.234', 'BHD', 1234],
    ['1.2', 'BHD', 1200],
    ['1.2345', 'CLF', 12345],
    ['25,50', 'EUR', 2550],
    ['25,5', 'EUR', 2550],
    ['1,00', 'GBP', 100],
    ['1,23', 'BHD', 1230],
    ['1,2345', 'CLF', 12345],
    ['１０', 'GBP', 1000],
    ['２５，５０', 'GBP', 2550],
    ['٢٥٫٥٠', 'AED', 2550],
    ['£10', 'GBP', 1000],
    ['20 €', 'EUR', 2000],
    ['€20', 'EUR', 2000],
    ['EUR 20', 'EUR', 2000],
    ['87,92 eur', 'EUR', 8792],
    ['US$20', 'USD', 2000],
    ['$20', 'USD', 2000],
    ['20 kr', 'SEK', 2000],
    ['999999999999', 'JPY', 999999999999],
  ]
  for (const [text, currency, amount] of typed) t.equal(fromMajorUnits(text, currency), amount, `${text} ${currency}`)
})

t.test('an ambiguous text is not an amount', async (t) => {
  for (const text of [
    '',
    '1,000.00',
    '1,000',
    '1,234',
    '25,505',
    '1.000,00',
    ',50',
    '25,',
    '1,2,3',
    '10.',
    '.5',
    '-1',
    '+1',
    '1e3',
    '€10',
    '10 EUR',
    '£10 GBP',
    '£1,234',
    '£-1',
    '-£1',
    '10 000',
    '1.005',
    '1.0.0',
    '0x10',
    'NaN',
    'Infinity',
    '1'.repeat(13),
  ]) {
    t.equal(fromMajorUnits(text, 'GBP'), null, text)
  }
  t.equal(fromMajorUnits('1.0', 'JPY'), null)
  t.equal(fromMajorUnits('1.0001', 'BHD'), null)
  t.equal(fromMajorUnits('1,234', 'BHD'), null, 'a dinar and 234 fils, or 1234 dinars')
  t.equal(fromMajorUnits('25,50', 'JPY'), null)
  for (const [text, currency, question] of [
    ['1,234.56', 'GBP', 'Do you mean 1234.56? '],
    ['1.234,56', 'EUR', 'Do you mean 1234.56? '],
    ['1 234,5', 'EUR', 'Do you mean 1234.50? '],
    ['1’234.50', 'CHF', 'Do you mean 1234.50? '],
    ['1.234', 'EUR', 'Do you mean 1234.00? '],
    ['1,234', 'BHD', 'Do you mean 1234.000 or 1.234? '],
    ['1,000', 'JPY', 'Do you mean 1000? '],
    ['£1,234.56', 'GBP', 'Do you mean 1234.56? '],
    ['20 €', 'GBP', 'This amount is in GBP. Write it in digits'],
    ['EUR 20', 'GBP', 'This amount is in GBP. Write it in digits'],
    ['ten', 'GBP', 'Write it in digits'],
  ] as const)
    t.ok(majorUnitsHint(currency, text).startsWith(question), `${text} ${currency}: ${majorUnitsHint(currency, text)}`)
})

t.test('every displayed amount can be typed in again', async (t) => {
  for (const currency of ['JPY', 'GBP', 'BHD', 'CLF']) {
    for (const amount of [0, 1, 9, 10, 99, 100, 12_345, 99_999_999])
      t.equal(fromMajorUnits(inMajorUnits(amount, currency), currency), amount)
  }
  t.same(
    ['JPY', 'GBP', 'BHD', 'CLF'].map((currency) => inMajorUnits(5, currency)),
    ['5', '0.05', '0.005', '0.0005'],
  )
  t.match(
    [majorUnitsHint('GBP'), majorUnitsHint('JPY')],
    [/1000\.00: a point or comma and up to 2 decimals/, /1000: JPY has no decimals/],
  )
})
