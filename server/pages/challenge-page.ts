import { textsFor } from '../../form/texts/languages.ts'
import { html, verbatim, type PageReply } from '../markup/html.ts'
import { iconLink } from '../markup/icon.ts'
import type { FormAssets } from './form-assets.ts'

/** Query of the page, as the form writes it. Unknown parameters and values are ignored. */
export interface ChallengePageQuery {
  readonly locale?: string | undefined
  readonly theme?: string | undefined
}

/** The relative path from the page to the service's root. */
const root = '../../../'

/**
 * `GET /v1/form/challenge/{token}`: the bank's confirmation page in a frame, with a title and a way to cancel.
 * `bankUrl` comes from the processor. No part of the request chooses it, so the page cannot frame anything else.
 */
export function renderChallengePage(bankUrl: string, query: ChallengePageQuery, assets: FormAssets): PageReply {
  const { texts, locale } = textsFor(query.locale)
  const { cancel } = texts
  const title = texts.live.confirmTitle
  const document = html`
    <!doctype html>
    <html lang="${locale}" dir="${texts.direction}" data-theme="${query.theme === 'dark' ? 'dark' : 'light'}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <title>${title}</title>
        ${iconLink(root)}
        <style>${verbatim(assets.challengeStyle.css)}</style>
        <script src="../assets/${assets.challengeScript.name}" defer></script>
      </head>
      <body>
        <main>
          <div id="head"><h1>${title}</h1><button type="button" id="cancel">${cancel.button}</button></div>
          <iframe id="bank" title="${title}" referrerpolicy="no-referrer" src="${bankUrl}"></iframe>
          <div id="question" role="alertdialog" aria-labelledby="question-text" hidden>
            <p id="question-text">${cancel.question}</p>
            <button type="button" id="no">${cancel.keepPaying}</button>
            <button type="button" id="yes">${cancel.confirm}</button>
          </div>
        </main>
      </body>
    </html>
  `
  return { status: 200, headers: headersFor(bankUrl, assets), body: document.text }
}

/** Any page may frame this one, because the loader opens it over the merchant's page. */
function headersFor(bankUrl: string, assets: FormAssets): PageReply['headers'] {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${assets.challengeStyle.cspHash}`,
    `frame-src ${framedSources(bankUrl)}`,
    "img-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    'frame-ancestors *',
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    // Without it, shops that isolate their pages (cross-origin embedder policy) could not frame this one.
    'cross-origin-resource-policy': 'cross-origin',
  }
}

/**
 * The sandbox bank's page has a path on this service. The page of another bank may lead the customer to further hosts
 * of the bank, so any secure address may follow it.
 */
function framedSources(bankUrl: string): string {
  return bankUrl.startsWith('/') ? "'self'" : "'self' https:"
}
