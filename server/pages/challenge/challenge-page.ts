import { textsFor } from '../../../form/texts/languages.ts'
import type { Texts } from '../../../form/texts/texts.ts'
import type { PendingChallenge } from '../../domain/sessions/challenge-records.ts'
import { html, verbatim, type Markup, type PageReply } from '../../markup/html.ts'
import { iconLink } from '../../markup/icon.ts'
import { isolation } from '../replies/isolation.ts'
import type { FormAssets } from '../form/form-assets.ts'

/** Query of the page, as the form writes it. Unknown parameters and values are ignored. */
export interface ChallengePageQuery {
  readonly locale?: string | undefined
  readonly theme?: string | undefined
  /** `true` in a page with an embedder policy (COEP). */
  readonly isolated?: string | undefined
}

export type ShownChallenge = Pick<PendingChallenge, 'kind' | 'url' | 'fields'>

/** The relative path from the page to the service's root. */
const root = '../../../'

/**
 * `GET /v1/form/challenge/{token}`: the bank's page in a frame, with a title and a way to cancel, or the hidden frame
 * in which the bank recognises the device. `challenge` comes from the processor. No part of the request chooses an
 * address, so the page cannot frame anything else.
 */
export function renderChallengePage(
  challenge: ShownChallenge,
  query: ChallengePageQuery,
  assets: FormAssets,
): PageReply {
  const { texts, locale } = textsFor(query.locale)
  const title = texts.live.confirmTitle
  const isHidden = challenge.kind === 'fingerprint'
  const isIsolated = query.isolated === 'true'
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
      <body>${isHidden ? fingerprint(challenge, isIsolated) : confirmation(challenge, texts, isIsolated)}</body>
    </html>
  `
  const headers = { ...headersOf(assets), ...(isIsolated && isolation) }
  return { status: 200, headers, body: document.text }
}

/** The script posts the form into the frame. */
function fingerprint(challenge: ShownChallenge, isIsolated: boolean): Markup {
  const policy = isIsolated && withoutPolicy
  return html`
    <iframe id="bank" name="bank" hidden referrerpolicy="no-referrer"${policy}></iframe>
    ${formFor(challenge)}
  `
}

/**
 * Lets the frame of an isolated page load a bank's page, which has no embedder policy, without the bank's cookies. In
 * browsers that do not know it, the frame stays empty, and the page offers a new tab.
 */
const withoutPolicy = verbatim(' credentialless')

/** What the bank's page may use: passkeys, and the browser's own confirmation of payments. */
const allowed = 'payment *; publickey-credentials-get *'

function confirmation(challenge: ShownChallenge, { live, cancel, shell }: Texts, isIsolated: boolean): Markup {
  const title = live.confirmTitle
  const policy = isIsolated && isForeign(challenge.url) && withoutPolicy
  const source = challenge.kind === 'page' && html` src="${challenge.url}"`
  const attributes = html`referrerpolicy="no-referrer" allow="${allowed}"${policy}${source}`
  return html`
    <main>
      <div id="head"><h1>${title}</h1><button type="button" id="cancel">${cancel.button}</button></div>
      <iframe id="bank" name="bank" title="${title}" ${attributes}></iframe>
      ${isForeign(challenge.url) && formFor(challenge, shell.bankPage)}
      <div id="question" role="alertdialog" aria-labelledby="question-text" hidden>
        <h1 id="question-text">${cancel.question}</h1>
        <button type="button" id="no">${cancel.keepPaying}</button>
        <button type="button" id="yes">${cancel.confirm}</button>
      </div>
    </main>
  `
}

/**
 * Leads to the bank's page. `label`: a button for customers whose bank forbids frames; it opens the page in a new tab.
 * No script can see that a frame stays empty, so ours shows the button after some seconds.
 */
function formFor({ kind, url, fields = {} }: ShownChallenge, label?: string): Markup {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  if (kind === 'page')
    return html`<p id="tab" hidden><a href="${url}" target="_blank" rel="noopener noreferrer">${label}</a></p>`
  const button = label && html`<p id="tab" hidden><button formtarget="_blank">${label}</button></p>`
  return html`<form id="post" method="post" action="${url}" target="bank">${inputs}${button}</form>`
}

function isForeign(url: string): boolean {
  return !url.startsWith('/')
}

/**
 * Any page may frame this one, because the loader opens it over the merchant's page. Only our own script and style run
 * here, and nothing is loaded from elsewhere.
 *
 * Frames and forms have no rule, and so there is no `default-src`. Browsers apply these rules to redirects too, and a
 * bank leads on to further hosts, to its app, or back to us. The page contains one form and one frame, and the server
 * writes the address of each from the challenge alone.
 */
function headersOf(assets: FormAssets): PageReply['headers'] {
  const policy = [
    "script-src 'self'",
    `style-src ${assets.challengeStyle.cspHash}`,
    "img-src 'self'",
    ...['connect', 'font', 'manifest', 'media', 'object', 'worker'].map((kind) => `${kind}-src 'none'`),
    "base-uri 'none'",
    'frame-ancestors *',
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    // The address contains a token. Without a referrer of any kind, the bank would get `Origin: null` with the form,
    // which some refuse.
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    // Without it, shops that isolate their pages (cross-origin embedder policy) could not frame this one.
    'cross-origin-resource-policy': 'cross-origin',
  }
}
