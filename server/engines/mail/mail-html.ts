import { textsFor } from '../../../form/texts/languages.ts'
import { oneLine } from '../../domain/text/one-line.ts'
import { html, verbatim, type Markup } from '../../markup/html.ts'
import type { MailBody, MailPart } from './mail-content.ts'

// Mail programs know little of HTML: tables give the layout, and each element has its style. The style sheet, which
// some of them ignore, has only the colours of the dark scheme. There are no pictures, so nothing is loaded.

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const dark = verbatim(
  [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    '@media screen and (prefers-color-scheme:dark){',
    '.page{background-color:#101318!important}',
    '.card{background-color:#1b1f27!important;border-color:#313845!important}',
    '.text{color:#eef1f6!important}',
    '.muted{color:#a9b2c0!important}',
    '.line{border-color:#313845!important}',
    '.button{background-color:#8db2ff!important}',
    '.button a{color:#0c1b3a!important}',
    '.test{background-color:#4a3a16!important;color:#ffdf99!important}',
    '.mark{background-color:#313845!important;color:#eef1f6!important}',
    '}',
  ].join(''),
)

/** A mail as HTML. */
export function mailHtml(subject: string, body: MailBody): string {
  const { texts, locale } = textsFor(body.locale)
  const start = texts.direction === 'rtl' ? 'right' : 'left'
  const document = html`
    <!doctype html>
    <html lang="${locale}" dir="${texts.direction}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="supported-color-schemes" content="light dark">
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
        <title>${subject}</title>
        <style>${dark}</style>
      </head>
      <body class="page" style="margin:0;padding:0;background-color:#f3f5f8;-webkit-text-size-adjust:100%">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" dir="${texts.direction}"
          class="page" style="background-color:#f3f5f8">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" class="card"
                style="width:100%;max-width:560px;background-color:#ffffff;border:1px solid #dfe3ea;border-radius:12px">
                <tr>
                  <td align="${start}" class="text"
                    style="padding:28px;${font};font-size:16px;line-height:1.5;color:#18202e">
                    ${body.isTest && testMark(texts.mail.test)}
                    ${body.shop !== null && shopName(body.shop)}
                    <h1 class="text" style="margin:0;font-size:20px;line-height:1.35;font-weight:600;color:#18202e">
                      ${body.title}
                    </h1>
                    ${body.amount !== null && largeAmount(body.amount)}
                    ${body.parts.map((part) => partMarkup(part, start))}
                  </td>
                </tr>
              </table>
              ${body.foot !== null && foot(body.foot)}
            </td>
          </tr>
        </table>
      </body>
    </html>
  `
  return document.text
}

function testMark(text: string): Markup {
  return html`
    <p class="test" style="margin:0 0 20px;padding:8px 12px;border-radius:8px;background-color:#fbeccb;color:#6a4300;
font-size:14px"><strong>TEST</strong> &nbsp;${text}</p>
  `
}

function shopName(shop: string): Markup {
  const name = oneLine(shop)
  const [letter = ''] = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
  return html`
    <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">
      <tr>
        <td class="mark" width="36" height="36" align="center" aria-hidden="true"
          style="width:36px;height:36px;border-radius:8px;background-color:#eceff4;color:#18202e;${font};
font-size:16px;font-weight:600">${letter.toUpperCase()}</td>
        <td class="text" style="padding:0 12px;${font};font-size:16px;font-weight:600;color:#18202e">
          <bdi>${name}</bdi>
        </td>
      </tr>
    </table>
  `
}

function largeAmount(amount: string): Markup {
  return html`
    <p class="text" style="margin:8px 0 0;font-size:34px;line-height:1.2;font-weight:700;color:#18202e">
      <bdi>${amount}</bdi>
    </p>
  `
}

function partMarkup(part: MailPart, start: 'left' | 'right'): Markup {
  switch (part.kind) {
    case 'text':
      return html`<p style="margin:16px 0 0;overflow-wrap:anywhere">${part.text}</p>`
    case 'rows':
      return rowsMarkup(part.rows, start)
    case 'link':
      return button(part.label, part.address)
  }
}

function rowsMarkup(rows: (MailPart & { kind: 'rows' })['rows'], start: 'left' | 'right'): Markup {
  const end = start === 'left' ? 'right' : 'left'
  const line = 'padding:10px 0;border-top:1px solid #dfe3ea'
  const lines = rows.map(
    ([label, value]) => html`
      <tr>
        <td class="muted line" align="${start}" valign="top"
          style="${line};${font};font-size:15px;color:#566072;word-break:keep-all">
          ${label}
        </td>
        <td class="text line" align="${end}" valign="top"
          style="${line};padding-${start}:16px;${font};font-size:15px;color:#18202e;overflow-wrap:anywhere;
word-break:break-word"><bdi>${oneLine(value)}</bdi></td>
      </tr>
    `,
  )
  return html`
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 0">
      ${lines}
    </table>
  `
}

/** A button that is a cell of a table, because Outlook gives links no padding. */
function button(label: string, address: string): Markup {
  return html`
    <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0">
      <tr>
        <td class="button" style="border-radius:8px;background-color:#2353c4">
          <a href="${address}" style="display:inline-block;padding:12px 20px;${font};font-size:16px;font-weight:600;
color:#ffffff;text-decoration:none">${label}</a>
        </td>
      </tr>
    </table>
  `
}

function foot(text: string): Markup {
  return html`
    <p class="muted" style="margin:16px 0 0;${font};font-size:13px;line-height:1.5;color:#566072">${text}</p>
  `
}
