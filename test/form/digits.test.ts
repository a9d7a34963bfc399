import fc from 'fast-check'
import t from 'tap'
import { groupNumber } from '../../form/frame/card/card-number.ts'
import { toDigits } from '../../spec/lib/digits.ts'
import { regroup } from '../../form/frame/typing/digits.ts'

/** `|` marks the caret. */
function edit(previous: string, typed: string, inputType = 'insertText'): string {
  const caret = typed.indexOf('|')
  const result = regroup(previous, { text: typed.replace('|', ''), caret }, inputType, groupNumber)
  return `${result.text.slice(0, result.caret)}|${result.text.slice(result.caret)}`
}

t.test('digits of other scripts and keyboards are accepted', async (t) => {
  t.equal(toDigits('４０１２ 0000'), '40120000', 'full-width')
  t.equal(toDigits('٤٠١٢'), '4012', 'Arabic')
  t.equal(toDigits('۴۰۱۲'), '4012', 'Persian')
  t.equal(toDigits('४०१२'), '4012', 'Devanagari')
  t.equal(toDigits('𞥔𞥐𞥑𞥒'), '4012', 'Adlam')
  t.equal(toDigits('𝟒𝟘𝟣𝟸'), '4012', 'mathematical')
  t.equal(toDigits('card: 4012-00'), '401200')
})

t.test('typing keeps the caret behind the digit just typed', async (t) => {
  t.equal(edit('4012', '40120|'), '4012 0|', 'across the end of a group')
  t.equal(edit('4012 0000', '40912| 0000'), '4091 2|000 0', 'in the middle')
  t.equal(edit('4012 0000', '9|4012 0000'), '9|401 2000 0', 'at the start')
})

t.test('deleting a gap deletes the digit beyond it', async (t) => {
  t.equal(edit('4012 0000', '4012|0000', 'deleteContentBackward'), '401|0 000')
  t.equal(edit('4012 0000', '4012|0000', 'deleteContentForward'), '4012| 000')
})

t.test('deleting digits leaves the caret where it was', async (t) => {
  t.equal(edit('4012 0000', '4012 0|0', 'deleteContentBackward'), '4012 0|0')
  t.equal(edit('4012 0', '4012 |', 'deleteContentBackward'), '4012|')
})

t.test('pasting over everything puts the caret at the end', async (t) => {
  t.equal(edit('4', '4012-0000-0006-0085|', 'insertFromPaste'), '4012 0000 0006 0085|')
  t.equal(edit('', 'no digits|', 'insertFromPaste'), '|')
})

t.test('an edit of the number leaves all other digits and the caret in their places', async () => {
  const number = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 19 }).map((digits) => digits.join(''))
  const inserted = fc.array(fc.constantFrom('0', '7', ' ', '-', '４', '٤'), { maxLength: 5 }).map((all) => all.join(''))
  const brand = fc.constantFrom('', '37', '4', '52', '36')
  fc.assert(
    fc.property(brand, number, fc.nat(), fc.nat(), inserted, (brand, number, one, other, text) => {
      const previous = groupNumber(brand + number)
      const [from = 0, to = 0] = [one, other].map((at) => at % (previous.length + 1)).sort((a, b) => a - b)
      const [before, after] = [previous.slice(0, from) + text, previous.slice(to)]
      const result = regroup(previous, { text: before + after, caret: before.length }, 'insertText', groupNumber)
      return (
        toDigits(result.text) === toDigits(before + after) &&
        toDigits(result.text.slice(0, result.caret)) === toDigits(before)
      )
    }),
  )
})

t.test('backspace and delete over a gap take one digit, whatever the keyboard calls them', async (t) => {
  for (const type of ['deleteContentBackward', 'deleteWordBackward'])
    t.equal(edit('4012 0000', '4012|0000', type), '401|0 000', type)
  for (const type of ['deleteContentForward', 'deleteWordForward'])
    t.equal(edit('4012 0000', '4012|0000', type), '4012| 000', type)
})
