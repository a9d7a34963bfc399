import { formatAmount } from '../../../form/amount.ts'
import { fill } from '../../../form/texts/fill.ts'
import { textsFor } from '../../../form/texts/languages.ts'
import type { Texts } from '../../../form/texts/texts.ts'
import { html, type Markup, type PageReply } from '../../markup/html.ts'
import type { Challenge } from '../../processors/sandbox/bank.ts'
import type { SandboxProcessor } from '../../processors/sandbox/processor.ts'
import type { FormAssets } from '../form/form-assets.ts'
import { hostedPage, outcome } from '../hosted/hosted-page.ts'
import { framable } from './challenge-return.ts'

/** The answers that the confirmation page offers to the customer. */
const outcomes = ['approved', 'declined', 'abandoned'] as const

/**
 * The buttons work without a script; ours only passes on the Escape key.
 * Any page may frame this one, because the loader opens it over the merchant's page.
 */
const policy = ["script-src 'self'", "form-action 'self'", 'frame-ancestors *']

/** The relative path from the page to the service's root. */
const root = '../../'

/** `GET /sandbox/challenge/{token}`: the question, or its answer. A null `challenge` means that none has this token. */
export function renderChallenge(
  challenge: Challenge | null,
  merchantName: string | null,
  locale: string | undefined,
  assets: FormAssets,
): PageReply {
  const { texts, locale: tag } = textsFor(locale)
  const { bank, shell } = texts
  const content = html`
    <main>
      <div class="order">
        <p class="payee"><span>${bank.name}</span><span class="badge">${shell.testMode}</span></p>
      </div>
      ${challenge ? contentOf(challenge, merchantName, tag, texts) : outcome('bad', bank.unknownTitle, bank.unknown)}
    </main>
    <script src="${root}v1/form/assets/${assets.bankScript.name}"></script>
  `
  const page = hostedPage({
    status: challenge ? 200 : 404,
    title: bank.name,
    locale: tag,
    texts,
    style: assets.bankStyle,
    root,
    content,
    policy,
  })
  return framable(page)
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
  return html`
    <div class="question" role="dialog" aria-labelledby="question">
      <h1 id="question">${question}</h1>
      <p class="note">${bank.note}</p>
      <form method="post">${buttons}</form>
    </div>
  `
}

/** `answered`: by this request or an earlier one. `invalid`: the body names no outcome. */
export type ChallengeAnswer =
  { readonly kind: 'answered'; readonly reference: string } | { readonly kind: 'unknown' | 'invalid' }

/** `POST /sandbox/challenge/{token}`. `body` is form-encoded: `outcome=approved|declined|abandoned`. */
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
