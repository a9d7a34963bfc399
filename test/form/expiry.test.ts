import t from 'tap'
import { formatExpiry, parseExpiry } from '../../form/frame/expiry.ts'

t.test('typing, pasting and autofill give the same text', async (t) => {
  const cases: Readonly<Record<string, string>> = {
    '': '',
    '0': '0',
    '1': '1',
    '2': '02',
    '12': '12',
    '1/': '01',
    '1/2': '01 / 2',
    '123': '12 / 3',
    '1234': '12 / 34',
    '12345': '12 / 34',
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
    '202934': '02 / 02',
  }
  for (const [typed, shown] of Object.entries(cases)) t.equal(formatExpiry(typed), shown, JSON.stringify(typed))
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
