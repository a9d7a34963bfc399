import { fill } from '../../../form/texts/fill.ts'
import { languages } from '../../../form/texts/languages.ts'
import type { Texts } from '../../../form/texts/texts.ts'
import { html, verbatim, type Markup } from '../../markup/html.ts'

/** The account's own links and address, and who processes the payment. */
export interface FootView {
  readonly supportEmail: string | null
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
  /** The host of this service. */
  readonly processor: string
}

/** The foot of our own pages: where to ask, who processes the payment, the account's terms, and the languages. */
export function pageFoot(view: FootView, texts: Texts): Markup {
  const { supportEmail, termsUrl, privacyUrl, processor } = view
  const { trust } = texts
  const link = (url: string | null, text: string): Markup | null =>
    url === null ? null : html` <a href="${url}" target="_blank" rel="noopener noreferrer">${text}</a>`
  return html`
    <div class="foot">
      ${
        supportEmail !== null &&
        html`
          <p class="support">
            ${trust.questions} <a href="${mailAddress(supportEmail)}"><bdi>${supportEmail}</bdi></a>
          </p>
        `
      }
      <p>
        ${fill(trust.processedBy, { name: processor })}
        ${link(termsUrl, trust.terms)}
        ${link(privacyUrl, trust.privacy)}
      </p>
      ${languageList(texts)}
    </div>
  `
}

/** Characters such as `?`, `&` and `%` are allowed in a mailbox, and would begin the subject or another mail. */
function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}

/**
 * Links to this page in every language. They keep the page's own address, so that the client secret stays in it, and
 * the choice lasts as long as the address. `data-way-out`: following one ends what happens on the page.
 */
export function languageList({ language: current, name, trust }: Texts): Markup {
  const links = Object.values(languages).map(({ language, name: own, direction }) => {
    const isCurrent = language === current && verbatim(' aria-current="true"')
    const tag = html`lang="${language}" hreflang="${language}" dir="${direction}"${isCurrent}`
    return html`<li><a href="?locale=${language}" ${tag}>${own}</a></li>`
  })
  return html`
    <details class="languages" data-way-out>
      <summary><span class="visually-hidden">${trust.language}:</span> ${name}</summary>
      <ul>${links}</ul>
    </details>
  `
}
