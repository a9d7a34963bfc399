import t from 'tap'
import { openShop } from './form-page.ts'

t.test('while a keyboard composes its text, the form writes nothing; then it formats the field', async (t) => {
  const { page, frame } = await openShop()
  const keyboard = await page.context().newCDPSession(page)
  const compose = async (id: string, texts: readonly string[]): Promise<string[]> => {
    await frame.locator(id).focus()
    const seen: string[] = []
    for (const text of texts) {
      const caret = { selectionStart: text.length, selectionEnd: text.length }
      await keyboard.send('Input.imeSetComposition', { text, ...caret })
      seen.push(await frame.locator(id).inputValue())
    }
    await keyboard.send('Input.insertText', { text: texts.at(-1) ?? '' })
    return [...seen, await frame.locator(id).inputValue()]
  }
  const number = ['４', '４０', '４０１', '４０１２', '４０１２０']
  t.same(await compose('#number', number), [...number, '4012 0'])
  t.same(await compose('#expiry', ['１', '１２', '１２３', '１２３４']), [
    '１',
    '１２',
    '１２３',
    '１２３４',
    '12 / 34',
  ])
  t.same(await compose('#code', ['１', '１２', '１２３']), ['１', '１２', '１２３', '123'])
})

t.test('a selected part of the expiry date is replaced alone, and edits can be undone', async (t) => {
  const { page, frame } = await openShop()
  const expiry = frame.locator('#expiry')
  await expiry.pressSequentially('0429')
  t.equal(await expiry.inputValue(), '04 / 29')
  await expiry.evaluate((input) => (input as HTMLInputElement).setSelectionRange(0, 2))
  await page.keyboard.type('12')
  t.equal(await expiry.inputValue(), '12 / 29')
  t.equal(await expiry.evaluate((input) => (input as HTMLInputElement).selectionStart), 2, 'the caret stays')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  t.equal(await expiry.inputValue(), '04 / 29')
  await page.keyboard.press('Control+Shift+z')
  t.equal(await expiry.inputValue(), '1 / 29')
  await expiry.press('Tab')
  t.equal(await expiry.inputValue(), '01 / 29', 'a month of one digit gets its zero on leaving')
  await expiry.fill('01/31/2027')
  await expiry.press('Tab')
  t.equal(await expiry.inputValue(), '01 / 31/2027')
  await frame.getByText('Enter the month and year, for example 04 / 29.').waitFor()
})
