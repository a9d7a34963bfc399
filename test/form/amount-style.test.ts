import t from 'tap'
import { amountStyleOf, writeAmount } from '../../form/amount-style.ts'
import { formatAmount } from '../../form/amount.ts'
import { languages } from '../../form/texts/languages.ts'
import { currencies, maxAmount } from '../../server/domain/money/amounts.ts'

/** Our languages, and regions with different digits or grouping. */
const regions = [
  'en-GB',
  'en-US',
  'en-IN',
  'de-CH',
  'de-AT',
  'fr-CH',
  'fr-CA',
  'es-MX',
  'es-AR',
  'it-CH',
  'pt-PT',
  'pt-BR',
  'ar-EG',
  'ar-AE',
  'ar-u-nu-latn',
  'zh-Hans-TW',
  'zh-u-nu-hanidec',
  'nl-BE',
  'en-ZA',
]
const amounts = [1, 99, 100, 1234, 99_999, 100_000, 123_456, 1_234_567, 12_345_678, maxAmount]

for (const locale of [...Object.keys(languages), ...regions]) {
  t.test(`${locale}: every currency is written as Intl writes it`, async (t) => {
    const style = amountStyleOf(locale, currencies)
    const different = currencies.flatMap((currency) =>
      amounts
        .map((amount) => [formatAmount(amount, currency, locale), writeAmount(amount, currency, style)])
        .filter(([wanted, written]) => wanted !== written),
    )
    t.same(different, [])
  })
}
