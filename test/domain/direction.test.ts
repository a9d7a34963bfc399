import { randomBytes } from 'node:crypto'
import t from 'tap'
import { containDirection } from '../../spec/lib/direction.ts'
import { makeKeyring } from '../../server/domain/crypto/keyring.ts'
import { oneLine } from '../../server/domain/text/one-line.ts'
import { formSession } from '../../server/domain/wire/form-session.ts'
import { html } from '../../server/markup/html.ts'
import { merchantWith, sessionWith } from './records.ts'

// A text of a merchant or customer must not turn the words of our pages, forms and mails that follow it.

const controls = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']

t.test('no sequence of controls is open at its end, or ends more than it began', async (t) => {
  // Every text of up to four controls, with letters between them.
  for (let index = 0; index < controls.length ** 4; index++) {
    const text = [1, 2, 3, 4].map((place) => `a${controls[Math.floor(index / 9 ** (place - 1)) % 9] ?? ''}`).join('')
    const contained = containDirection(text)
    let open = 0
    for (const character of contained) {
      if (/[\u202a-\u202e]/.test(character)) t.fail(`an embedding stays: ${JSON.stringify(text)}`)
      if (/[\u2066-\u2068]/.test(character)) open++
      if (character === '\u2069') open--
      if (open < 0) t.fail(`closes what it did not open: ${JSON.stringify(text)}`)
    }
    if (open !== 0) t.fail(`stays open: ${JSON.stringify(text)}`)
    if (containDirection(contained) !== contained) t.fail(`changes twice: ${JSON.stringify(text)}`)
  }
})

t.test('texts without such controls, and whole isolates, stay as they are', async (t) => {
  for (const text of ['Two tickets', 'تذكرتان \u2068order-1\u2069', '‏25.00 \u2066US$\u2069', '👩‍💻', 'می\u200cخواهم'])
    t.equal(containDirection(text), text)
})

t.test('pages, titles, attributes and the form’s session contain the direction of texts', async (t) => {
  const text = 'Two tickets\u202e'
  t.equal(html`<p title="${text}">${text}</p>`.text, '<p title="Two tickets">Two tickets</p>')
  const session = sessionWith({ description: text, reference: '\u2067order-1' })
  const shown = formSession({
    session,
    merchant: merchantWith({ business_name: 'Harbour\u202dTheatre' }),
    own: null,
    returned: [],
    now: new Date(),
    acceptedBrands: [],
    keyring: makeKeyring(new Map([[1, randomBytes(32)]])),
  })
  t.match(shown, { description: 'Two tickets', reference: '\u2067order-1\u2069', merchant_name: 'HarbourTheatre' })
})

t.test('a single line keeps what letters and emoji need, and loses breaks, controls and overrides', async (t) => {
  t.equal(oneLine('a\r\nb\u0000c\u202ed\u00ade\u2028f'), 'a b c d e f')
  t.equal(oneLine('👩‍💻 می\u200cخواهم ‏25 \u2066US$\u2069'), '👩‍💻 می\u200cخواهم ‏25 \u2066US$\u2069')
  t.equal(oneLine(`${'a'.repeat(198)}\u2067bc`), `${'a'.repeat(198)}\u2067b\u2069`, 'also where it is cut')
})
