import { formatAmount } from '../../form/amount.ts'
import { fill } from '../../form/texts/fill.ts'
import { textsFor } from '../../form/texts/languages.ts'
import type { Texts } from '../../form/texts/texts.ts'
import type { Challenge } from '../processors/sandbox/bank.ts'
import type { SandboxProcessor } from '../processors/sandbox/processor.ts'
import type { FormAssets } from './form-assets.ts'
import { hostedPage, outcome } from './hosted-page.ts'
import { html, type Markup, type PageReply } from '../markup/html.ts'

/** What a customer can answer in the confirmation window (decisions, "Confirmation window of the sandbox"). */
const outcomes = ['approved', 'declined', 'abandoned'] as const

/** Plain buttons that work without a script; ours only passes on the Escape key. Any page may frame it, as banks' pages must be: the loader opens it over the merchant's. */
const policy = ["script-src 'self'", "form-action 'self'", 'frame-ancestors *']

/** `GET /sandbox/challenge/{token}`: the question, or how it was answered. Null: no challenge has this token. */
export function renderChallenge(
  challenge: Challenge | null,
  merchantName: string | null,
  locale: string | undefined,
  assets: FormAssets,
): PageReply {
  const { texts, locale: tag } = textsFor(locale)
  const content = html`<main><div class="order"><p class="payee"><span>${texts.bank.name}</span><span class="badge">${texts.shell.testMode}</span></p></div>${challenge ? contentOf(challenge, merchantName, tag, texts) : outcome('bad', texts.bank.unknownTitle, texts.bank.unknown)}</main><script src="../../v1/form/assets/${assets.bankScript.name}"></script>`
  const page = hostedPage({
    status: challenge ? 200 : 404,
    title: texts.bank.name,
    locale: tag,
    texts,
    style: assets.bankStyle,
    content,
    policy,
  })
  const { 'x-frame-options': _forbidding, ...headers } = page.headers
  // Shops that isolate their pages may frame it all the same.
  return { ...page, headers: { ...headers, 'cross-origin-resource-policy': 'cross-origin' } }
}

function contentOf(
  { status, amount, currency }: Challenge,
  merchant: string | null,
  locale: string,
  texts: Texts,
): Markup {
  const { bank } = texts
  if (status === 'approved') return outcome('good', bank.approvedTitle, bank.close)
  if (status === 'declined') return outcome('bad', bank.declinedTitle, bank.close)
  const money = { amount: formatAmount(amount, currency, locale) }
  const question = merchant ? fill(bank.question, { ...money, merchant }) : fill(bank.questionWithoutName, money)
  const named = { approved: bank.approve, declined: bank.decline, abandoned: bank.cancel }
  const buttons = outcomes.map((outcome) => html`<button name="outcome" value="${outcome}">${named[outcome]}</button>`)
  return html`<div class="question" role="dialog" aria-labelledby="question"><h1 id="question">${question}</h1><p class="note">${bank.note}</p><form method="post">${buttons}</form></div>`
}

/** `answered`: it stands answered, now or before. `invalid`: the body names no outcome. */
export type ChallengeAnswer =
  { readonly kind: 'answered'; readonly reference: string } | { readonly kind: 'unknown' | 'invalid' }

/** `POST /sandbox/challenge/{token}`; `body` as a form sends it: `outcome=approved|declined|abandoned`. */
export async function completeFromForm(
  sandbox: Pick<SandboxProcessor, 'challengeByToken' | 'completeChallenge'>,
  token: string,
  body: string,
): Promise<ChallengeAnswer> {
  const given = new URLSearchParams(body).get('outcome')
  const outcome = outcomes.find((known) => known === given)
  const challenge = await sandbox.challengeByToken(token)
  if (!challenge) return { kind: 'unknown' }
  if (!outcome) return { kind: 'invalid' }
  await sandbox.completeChallenge(challenge.reference, outcome)
  return { kind: 'answered', reference: challenge.reference }
}
