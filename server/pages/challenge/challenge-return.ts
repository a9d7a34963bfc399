import { textsFor } from '../../../form/texts/languages.ts'
import type { AttemptStatus } from '../../domain/sessions/session-records.ts'
import { html, type PageReply } from '../../markup/html.ts'
import type { FormAssets } from '../form/form-assets.ts'
import { isolation } from '../replies/isolation.ts'
import { hostedPage, outcome } from '../hosted/hosted-page.ts'
import { renderUnavailablePayment, renderUnknownPayment } from '../hosted/payment-page.ts'

/** The relative path from the page to the service's root. */
const root = '../../../'

/** Our page around the bank's frames this one, and the shop's page frames both. */
const policy = ["form-action 'none'", 'frame-ancestors *']

export interface ReturnedCustomer {
  readonly status: AttemptStatus
  readonly checkoutUrl: string
}

/**
 * `/v1/form/challenge_returns/{token}`: what the customer sees after the bank's page. Inside the confirmation window it
 * is visible for a moment, until the form has read the outcome: the window notices that its frame has moved on. In a
 * lost window or another tab it says what happened and where to go. `checkoutUrl` is the session's hosted page: a bank
 * that took over the whole page has left the customer no payment page to go back to.
 */
export function renderChallengeReturn(
  { status, checkoutUrl }: ReturnedCustomer,
  locale: string | undefined,
  assets: FormAssets,
): PageReply {
  const { texts, locale: tag } = textsFor(locale)
  const { bank, live } = texts
  const titles: Record<AttemptStatus, [string, 'good' | 'bad' | null]> = {
    processing: [live.paying, null],
    challenge: [live.paying, null],
    approved: [bank.approvedTitle, 'good'],
    failed: [bank.declinedTitle, 'bad'],
    returned: [bank.declinedTitle, 'bad'],
  }
  const [title, tone] = titles[status]
  // In the window, the link leads the whole page away.
  const action = html`<a href="${checkoutUrl}" target="_top">${texts.embedded.onward}</a>`
  const content = tone
    ? outcome(tone, title, bank.close, { action })
    : html`
        <div class="outcome">
          <h1>${title}</h1>
          <p>${bank.close}</p>
          <p class="action">${action}</p>
        </div>
      `
  const page = hostedPage({
    status: 200,
    title,
    locale: tag,
    texts,
    style: assets.bankStyle,
    root,
    content: html`<main>${content}</main>`,
    policy,
  })
  return framable(page)
}

/** The same address with a token of no payment. */
export function renderUnknownReturn(locale: string | undefined, assets: FormAssets): PageReply {
  return framable(renderUnknownPayment(locale, { style: assets.bankStyle, policy }, ({ hosted }) => hosted))
}

/** The same address while the database does not work. */
export function renderUnavailableReturn(locale: string | undefined, assets: FormAssets, hasLink: boolean): PageReply {
  return framable(renderUnavailablePayment(locale, { style: assets.bankStyle, policy }, { hasLink }))
}

/** A page that other pages may frame, as its policy says. */
export function framable(page: PageReply): PageReply {
  const { 'x-frame-options': _frameOptions, ...headers } = page.headers
  // Without it, shops that isolate their pages (cross-origin embedder policy) could not frame this one.
  return { ...page, headers: { ...headers, ...isolation, 'cross-origin-resource-policy': 'cross-origin' } }
}
