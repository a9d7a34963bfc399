import t from 'tap'
import { fill } from '../../form/texts/fill.ts'
import { languages } from '../../form/texts/languages.ts'
import { refundMail, receiptMail, type CustomerPayment } from '../../server/engines/mail/customer-mails.ts'
import { asSimulated, mailLocale, packBody, unpackBody } from '../../server/engines/mail/mail-content.ts'
import { messageOf } from '../../server/engines/mail/mail-message.ts'
import { claimMail, passwordResetMail } from '../../server/engines/mail/sign-in-mails.ts'
import { attemptWith, merchantWith, sessionWith } from '../domain/records.ts'

// Mails as text and as HTML, without a mail server.

const receiptUrl = 'https://pay.example/receipt/att_1?locale=de'

function payment(locale: string | null, change: Partial<CustomerPayment> = {}): CustomerPayment {
  return {
    merchant: merchantWith({
      business_name: 'Harbour Theatre',
      contact_email: 'help@shop.example',
      time_zone: 'Europe/Berlin',
    }),
    session: sessionWith({ amount: 125_000, currency: 'EUR', description: 'Two tickets', reference: 'order-1' }),
    attempt: attemptWith({ card_brand: 'visa', card_last4: '0085', locale }),
    paidAt: new Date('2026-11-21T22:17:00Z'),
    receiptUrl,
    host: 'pay.example',
    ...change,
  }
}

t.test(
  'a receipt is in the language in which the customer paid, with amounts and dates as it writes them',
  async (t) => {
    const expected: readonly (readonly [string | null, ...string[]])[] = [
      ['de', 'Ihr Beleg von Harbour Theatre: 1.250,00\u00a0€', 'Datum: 21. November 2026 um 23:17 MEZ', 'Karte: '],
      ['fr', 'Votre reçu de Harbour Theatre\u00a0: 1\u202f250,00\u00a0€', 'Référence\u00a0: order-1'],
      ['ja', 'Harbour Theatreでのお支払い明細：€1,250.00', '注文番号：order-1', '日時：2026年11月21日 23:17'],
      ['ar-EG', 'إيصالك من \u2068Harbour Theatre\u2069: \u2068\u200f1,250.00\u00a0€\u2069', '21 نوفمبر 2026'],
      ['he', 'אישור תשלום מ־\u2068Harbour Theatre\u2069: \u2068‏1,250.00', '21 בנובמבר 2026'],
      ['en-US', 'Your receipt from Harbour Theatre: €1,250.00', 'Date: November 21, 2026 at 11:17'],
      [null, 'Your receipt from Harbour Theatre: €1,250.00', 'You paid €1,250.00 to Harbour Theatre.'],
    ]
    for (const [locale, subject = '', ...texts] of expected) {
      const message = messageOf(receiptMail(payment(locale)))
      t.ok(message.subject.startsWith(subject), message.subject)
      for (const text of texts) t.ok(message.text.includes(text), `${String(locale)}: ${text} in ${message.text}`)
    }
  },
)

t.test('in each language, text and HTML say the same, and both lead to the receipt', async (t) => {
  for (const [language, { direction, mail, receipt }] of Object.entries(languages)) {
    const refunded = sessionWith({ amount: 2500, amount_refunded: 500, currency: 'EUR' })
    for (const content of [receiptMail(payment(language)), refundMail(payment(language, { session: refunded }), 500)]) {
      const { subject, text, html } = messageOf(asSimulated(content))
      t.ok(subject.startsWith('[TEST] '))
      t.match(html, `<html lang="${language}" dir="${direction}">`)
      t.match(html, `<a href="${receiptUrl}"`)
      t.match(text, receiptUrl)
      for (const said of [mail.test, mail.view, receipt.card, content.body.title, content.body.amount ?? '']) {
        t.ok(text.includes(said), `${language} text: ${said}`)
        t.ok(shown(html ?? '').includes(said), `${language} HTML: ${said}`)
      }
      t.notMatch(text + shown(html ?? ''), /[{}]|undefined|null/, language)
    }
  }
})

/** What a mail program shows of HTML. */
function shown(html: string): string {
  return html
    .replace(/<head>.*?<\/head>/s, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

t.test('a refund says what went back, and what is left of the payment', async (t) => {
  const session = sessionWith({ amount: 2500, amount_refunded: 500, currency: 'EUR' })
  const part = messageOf(refundMail(payment('de', { session }), 500))
  t.equal(part.subject, 'Ihre Erstattung von Harbour Theatre: 5,00\u00a0€')
  t.match(
    part.text,
    /Zahlung teilweise erstattet[^]*5,00\s€ wurden auf Ihre Karte erstattet\.[^]*Summe nach Erst\S+: 20,00\s€/,
  )
  t.match(
    messageOf(refundMail(payment('de', { session: { ...session, amount_refunded: 2500 } }), 500)).text,
    'Zahlung erstattet',
  )
})

t.test('texts of merchants and customers are only text in the HTML', async (t) => {
  const hostile = '<img src=x onerror=alert(1)>"&\u202eevil\u2067 https://evil.example/ www.evil.example'
  const mail = receiptMail(
    payment('en', {
      merchant: merchantWith({ business_name: hostile, contact_email: null }),
      session: sessionWith({ description: hostile, reference: hostile }),
    }),
  )
  const { html, subject, text } = messageOf(mail)
  t.same(
    [...(html ?? '').matchAll(/<(?:a|img|script)\b[^>]*>/g)].map(([tag]) => /(?:href|src)="([^"]*)"/.exec(tag)?.[1]),
    [receiptUrl],
    'our own link only',
  )
  t.notMatch(html, /onerror=alert\(1\)>/)
  for (const written of [html ?? '', subject, text]) {
    t.notMatch(written, /\u202e/)
    t.equal(written.match(/[\u2066-\u2068]/g)?.length, written.match(/\u2069/g)?.length, 'each isolate ends')
  }
  t.match(text, 'Questions? Please contact the shop.')
})

t.test('a name from right to left does not take the amount after it along', async (t) => {
  const merchant = merchantWith({ business_name: 'متجر' })
  t.equal(messageOf(receiptMail(payment('en', { merchant }))).subject, 'Your receipt from \u2068متجر\u2069: €1,250.00')
  t.equal(fill('Pay {amount}', { amount: '£5.00' }), 'Pay £5.00')
  t.equal(
    fill('ادفع \u2068{amount}\u2069', { amount: '‏5.00' }),
    'ادفع \u2068‏5.00\u2069',
    'its own isolates are enough',
  )
})

t.test('an account without a name gets mails without one', async (t) => {
  const { subject, text, html } = messageOf(
    receiptMail(payment('de', { merchant: merchantWith({ business_name: null }) })),
  )
  t.equal(subject, 'Ihr Beleg: 1.250,00\u00a0€')
  t.match(text, /Sie haben 1\.250,00\s€ gezahlt\./)
  t.notMatch(html, 'class="mark"')
})

t.test('mails about signing in have one button for each link, and no address that is not ours', async (t) => {
  const asked = { address: '192.0.2.1', at: new Date('2026-11-21T10:00:00Z') }
  const reset = messageOf(passwordResetMail('https://pay.example/dashboard/reset/x', asked, 'https://pay.example'))
  t.match(reset.html, '<a href="https://pay.example/dashboard/reset/x"')
  t.match(reset.text, /Choose a new password\nhttps:\/\/pay\.example\/dashboard\/reset\/x/)
  const claim = claimMail({
    ...{ link: 'https://pay.example/dashboard/confirm/x', asked, account: 'mer_1', openedAt: asked.at },
    name: 'Prize at https://evil.example/',
  })
  t.notMatch(messageOf(claim).html, /evil\.example/)
})

t.test('a mail that another release has stored in another form has no HTML', async (t) => {
  const { body } = receiptMail(payment('de'))
  t.same(unpackBody(packBody(body)), body)
  t.equal(unpackBody(packBody(body).replace('"version":1', '"version":2')), null)
})

t.test('the language of mails is the one of the form, in the tag that our pages use', async (t) => {
  t.equal(mailLocale('de-AT'), 'de-AT')
  t.equal(mailLocale('ko-KR,nn;q=0.9'), 'nb')
  t.equal(mailLocale('"><script>'), 'en')
  t.equal(mailLocale(''), null)
})
