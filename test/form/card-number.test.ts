import t from 'tap'
import { groupNumber, possibleBrands } from '../../form/frame/card/card-number.ts'
import { brandOfNumber, isCardNumber, passesLuhn } from '../../spec/lib/card-rules.ts'

t.test('the first digits give the brand', async (t) => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['4', 'Visa'],
    ['51', 'Mastercard'],
    ['2221', 'Mastercard'],
    ['2720', 'Mastercard'],
    ['2721', undefined],
    ['2220', undefined],
    ['34', 'American Express'],
    ['36', 'Diners Club'],
    ['3528', 'JCB'],
    ['6011', 'Discover'],
    ['65', 'Discover'],
    ['62', 'UnionPay'],
    ['501', 'Maestro'],
    ['508', undefined],
    ['6304', 'Maestro'],
    ['9', undefined],
    ['', undefined],
  ]
  for (const [digits, label] of cases) t.equal(brandOfNumber(digits)?.label, label, digits)
})

t.test('digits that do not tell the brand leave the brands that begin with them', async (t) => {
  const possible = (digits: string) => possibleBrands(digits).map(({ id }) => id)
  t.same(possible('3'), ['amex', 'diners', 'jcb'])
  t.same(possible('5'), ['mastercard', 'maestro'])
  t.same(possible('2'), ['mastercard'])
  t.same(possible('6'), ['discover', 'unionpay', 'maestro'])
  t.same(possible('9'), [])
  t.same(possible('4'), ['visa'])
  t.same(possible('22100'), [], 'enough digits, of no brand')
})

t.test('numbers are grouped as on the card, and no digit is dropped', async (t) => {
  t.equal(groupNumber('4012000000060085'), '4012 0000 0006 0085')
  t.equal(groupNumber('4012-0000-0006-0085'), '4012 0000 0006 0085', 'pasted with dashes')
  t.equal(groupNumber('378282246310005'), '3782 822463 10005', 'American Express')
  t.equal(groupNumber('3782822463100059999'), '3782 822463 100059999', 'the first fifteen would be another card')
  t.equal(groupNumber('52000000000010219'), '5200 0000 0000 1021 9')
  t.equal(groupNumber('4012 '), '4012', 'no gap until a digit follows it')
  t.equal(groupNumber(''), '')
})

t.test('a number needs a valid length for its brand and a correct check digit', async (t) => {
  for (const number of [
    '4012000000060085',
    '5200000000001021',
    '4066330000000004',
    '4918190000000002',
    '4111110000000922',
    '378282246310005',
  ]) {
    t.ok(isCardNumber(number), number)
  }
  t.notOk(isCardNumber('4012000000060086'), 'one digit wrong')
  t.notOk(isCardNumber('4012000000600085'), 'two digits swapped')
  t.notOk(isCardNumber('401200000006008'), 'one digit short')
  t.notOk(isCardNumber('00000000'), 'correct check digit, much too short')
  t.notOk(isCardNumber(''))
})

t.test('the check digit catches every single wrong digit', async (t) => {
  const number = '4012000000060085'
  for (let index = 0; index < number.length; index++) {
    for (const digit of '0123456789') {
      const changed = number.slice(0, index) + digit + number.slice(index + 1)
      if (changed !== number && passesLuhn(changed)) t.fail(changed)
    }
  }
})
