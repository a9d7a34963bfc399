import fc from 'fast-check'
import t from 'tap'
import type { TypedText } from '../../form/frame/typing/digits.ts'
import { editExpiry, formatExpiry, parseExpiry, settleExpiry } from '../../form/frame/card/expiry.ts'

/** Replaces a selection, as a browser does. */
function insert(text: string, from: number, to: number, inserted: string, inputType = 'insertText'): TypedText {
  const typed = { text: text.slice(0, from) + inserted + text.slice(to), caret: from + inserted.length }
  return editExpiry(text, typed, inputType)
}

/** Types one key after the other into an empty field. */
function typeAll(keys: string): string {
  let field: TypedText = { text: '', caret: 0 }
  for (const key of keys) field = insert(field.text, field.caret, field.caret, key)
  return settleExpiry(field.text)
}

/** `|` marks the caret. */
function shown({ text, caret }: TypedText): string {
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

const now = new Date('2026-11-21T12:00:00Z')
const digit = fc.integer({ min: 0, max: 9 })
const month = fc.integer({ min: 1, max: 12 }).map((number) => String(number).padStart(2, '0'))
const year = fc.integer({ min: 21, max: 99 }).map(String)
const place = fc.integer({ min: 0, max: 2 })
const digits = fc.array(digit, { minLength: 1, maxLength: 6 }).map((all) => all.join(''))
const zeros = ['0', '٠', '۰', '०', '０', '๐', '𞥐', '𝟎']
/** The digits of a text in the script with this zero. */
const inScript = (text: string, zero: string): string =>
  text.replace(/\d/g, (one) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(one)))

t.test('typing, pasting and autofill give the same text', async (t) => {
  const cases: Readonly<Record<string, string>> = {
    '': '',
    '0': '0',
    '1': '1',
    '2': '2',
    '2/': '02',
    '3': '03',
    '1 ': '01',
    '12': '12',
    '1/': '01',
    '1/2': '01 / 2',
    '123': '12 / 3',
    '1234': '12 / 34',
    '12345': '12 / 345',
    '12/34': '12 / 34',
    '12 / 3': '12 / 3',
    '12/2034': '12 / 34',
    '12 / 203': '12 / 203',
    '122034': '12 / 34',
    '2034-12': '12 / 34',
    '2034-1': '01 / 34',
    '4/29': '04 / 29',
    '2029/04': '04 / 29',
    '2029 / 4': '04 / 29',
    '2029.04': '04 / 29',
    '2029年4月': '04 / 29',
    '٢٠٢٩/٠٤': '04 / 29',
    '202904': '04 / 29',
    '29/04': '04 / 29',
    '29-4': '04 / 29',
    '202934': '202934',
    '1 27': '01 / 27',
    '１／２７': '01 / 27',
    '١/٢٧': '01 / 27',
    '१/२७': '01 / 27',
    '2027-01': '01 / 27',
    '01/2027': '01 / 27',
    '08/2027': '08 / 27',
    '2027': '2027',
    '01\u200e/\u200e27': '01 / 27',
  }
  for (const [typed, shown] of Object.entries(cases)) t.equal(formatExpiry(typed), shown, JSON.stringify(typed))
})

t.test('a year before the month is understood, typed as well as pasted', async (t) => {
  for (const keys of ['2027-01', '2027/1', '2027 01', '27/01', '202701', '1 27', '1/27', '0127', '01/2027', '127'])
    t.equal(typeAll(keys), keys === '127' ? '12 / 7' : '01 / 27', keys)
  t.equal(typeAll('2027-12'), '12 / 27')
  t.equal(typeAll('31/12'), '12 / 31')
})

t.test('digits in the month leave the year as it was, and digits in the year the month', async () => {
  const inserted = fc.tuple(digits, fc.constantFrom(...zeros)).map(([text, zero]) => inScript(text, zero))
  const typing = fc.constantFrom('insertText', 'insertFromPaste', 'insertFromComposition')
  fc.assert(
    fc.property(month, year, place, place, inserted, typing, (month, year, one, other, text, inputType) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const inMonth = insert(`${month} / ${year}`, from, to, text, inputType)
      const inYear = insert(`${month} / ${year}`, from + 5, to + 5, text, inputType)
      return (
        inMonth.text.split(' / ')[1] === year &&
        inMonth.caret <= inMonth.text.length - 5 &&
        inYear.text.split(' / ')[0] === month &&
        inYear.caret >= 5
      )
    }),
  )
})

t.test('a new month typed key by key leaves the year as it was', async (t) => {
  fc.assert(
    fc.property(month, year, month, (before, year, after) => {
      let field: TypedText = { text: `${before} / ${year}`, caret: 2 }
      field = insert(field.text, 0, 2, after.charAt(0))
      field = insert(field.text, field.caret, field.caret, after.charAt(1))
      return shown(field) === `${after}| / ${year}`
    }),
  )
  t.equal(settleExpiry(insert('04 / 29', 0, 2, '1').text), '01 / 29', 'a single digit gets its zero in the end')
  t.equal(parseExpiry(insert('04 / 12', 0, 2, '29').text, now).kind, 'invalid', 'and is not read as a year')
})

t.test('the caret stays where the customer works', async (t) => {
  const cases: readonly (readonly [string, string])[] = [
    [shown(insert('04 / 29', 0, 1, '1')), '1|4 / 29'],
    [shown(insert('04 / 29', 5, 6, '3')), '04 / 3|9'],
    [shown(insert('04 / 29', 2, 2, '/')), '04 / |29'],
    [shown(insert('04 / 29', 1, 6, '')), '0| / 9'],
    [shown(insert('04 / 29', 0, 5, '1')), '1| / 29'],
    [shown(insert('04 / 29', 0, 7, '1')), '1|'],
    [shown(insert('04 / 29', 0, 7, '12/2030', 'insertFromPaste')), '12 / 30|'],
    [shown(insert('04 / 203', 8, 8, '1')), '04 / 31|'],
    [shown(insert('04 / 29', 4, 5, '', 'deleteContentBackward')), '0| / 29'],
    [shown(insert('04 / 29', 2, 3, '', 'deleteContentForward')), '04| / 9'],
    [shown(insert('04 / 29', 1, 2, '', 'deleteContentBackward')), '0| / 29'],
    [shown(insert('04 / 2', 5, 6, '', 'deleteContentBackward')), '04|'],
  ]
  for (const [found, wanted] of cases) t.equal(found, wanted)
})

t.test('a whole date never becomes another date, typed or pasted, in any order and script', async (t) => {
  const parts = fc.record({
    year: fc.integer({ min: 2021, max: 2099 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  const orders = fc.constantFrom('YMD', 'DMY', 'MDY', 'YDM', 'MYD', 'DYM')
  const separators = fc.constantFrom('', '', '/', '-', '.', ' ', ' / ', '. ', '−', '／', '年', 'x', ', ')
  const isPadded = fc.boolean()
  fc.assert(
    fc.property(
      parts,
      orders,
      separators,
      separators,
      isPadded,
      fc.boolean(),
      fc.constantFrom(...zeros),
      (...given) => {
        const [{ year, month, day }, order, first, second, padded, isLong, zero] = given
        // Without any separator only fixed widths make a date.
        const width = padded || !first || !second ? 2 : 1
        const text = [...order]
          .map((part) =>
            part === 'Y'
              ? String(isLong ? year : year % 100).padStart(2, '0')
              : String(part === 'M' ? month : day).padStart(width, '0'),
          )
          .flatMap((part, at) => (at === 0 ? [part] : [at === 1 ? first : second, part]))
          .join('')
        for (const found of [formatExpiry(inScript(text, zero)), typeAll(inScript(text, zero))]) {
          const read = parseExpiry(found, now)
          if (read.kind === 'invalid') continue
          const [shownMonth, shownYear] = found.split(' / ').map(Number)
          if (shownMonth !== month || shownYear !== year % 100) return false
        }
        return true
      },
    ),
    { numRuns: 2_000 },
  )
  for (const text of ['01/31/2027', '31.01.2027', '2027-01-31', '20270131', '1月31日', '3. Januar 2027', 'Apr 27'])
    t.equal(parseExpiry(formatExpiry(text), now).kind, 'invalid', text)
  t.equal(formatExpiry('31.01.2027'), '31.01.2027', 'the text stays')
})

t.test('backspace can empty the field, one character at a time', async (t) => {
  let text = '12 / 34'
  for (let steps = 0; text && steps < 10; steps++) text = formatExpiry(text.slice(0, -1))
  t.equal(text, '')
})

t.test('a card is valid until the last day of its month, everywhere on Earth', async (t) => {
  const now = new Date('2026-11-30T23:59:59Z')
  t.same(parseExpiry('11 / 26', now), { kind: 'valid', month: 11, year: 2026 })
  t.same(parseExpiry('10 / 26', now), { kind: 'past' })
  t.same(parseExpiry('11 / 25', now), { kind: 'past' })
  t.same(parseExpiry('01 / 27', now), { kind: 'valid', month: 1, year: 2027 })
})

t.test('a card has expired only if its date is really past', async (t) => {
  const now = new Date('2026-11-30T00:00:00Z')
  const past = ['10 / 26', '01 / 20', '12 / 06']
  for (const text of past) t.same(parseExpiry(text, now), { kind: 'past' }, text)
  for (const text of ['02 / 02', '01 / 06', '10 / 06']) t.same(parseExpiry(text, now), { kind: 'invalid' }, text)
})

t.test('a date that no card can show is a mistake', async (t) => {
  const now = new Date('2026-11-30T00:00:00Z')
  for (const text of ['', '12', '12 / 3', '00 / 30', '13 / 30'])
    t.same(parseExpiry(text, now), { kind: 'invalid' }, text)
})
