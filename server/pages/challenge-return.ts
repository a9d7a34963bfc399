import { textsFor } from '../../form/texts/languages.ts'
import type { AttemptStatus } from '../domain/records.ts'
import { html, type PageReply } from '../markup/html.ts'
import type { FormAssets } from './form-assets.ts'
import { hostedPage, outcome } from './hosted-page.ts'

/** The relative path from the page to the service's root. */
const root = '../../../'

/**
 * `/v1/form/challenge_returns/{token}`: what the customer sees after the bank's page. Inside the confirmation window it
 * is visible for a moment, until the form has read the outcome: the window notices that its frame has moved on. In a
 * lost window or another tab it says what happened and where to go.
 */
export function renderChallengeReturn(
  status: AttemptStatus,
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
  const content = tone
    ? outcome(tone, title, bank.close)
    : html`<div class="outcome"><h1>${title}</h1><p>${bank.close}</p></div>`
  const page = hostedPage({
    status: 200,
    title,
    locale: tag,
    texts,
    style: assets.bankStyle,
    root,
    content: html`<main>${content}</main>`,
    // Our page around the bank's frames this one, and the shop's page frames both.
    policy: ["form-action 'none'", 'frame-ancestors *'],
  })
  const { 'x-frame-options': _frameOptions, ...headers } = page.headers
  return { ...page, headers: { ...headers, 'cross-origin-resource-policy': 'cross-origin' } }
}
