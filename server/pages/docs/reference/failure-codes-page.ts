import {
  cancelledMessages,
  countsAsDeclinedCard,
  failureCodes,
  failureMessages,
  type FailureCode,
} from '../../../domain/sessions/failure-codes.ts'
import { maxAttempts, maxDeclinedCards } from '../../../domain/sessions/session-state.ts'
import { planFor, testCards, type Scenario } from '../../../processors/sandbox/scenarios.ts'
import type { DocsPage } from '../page.ts'

export const failureCodesPage: DocsPage = {
  path: 'failure-codes',
  title: 'Failure codes',
  summary: 'Why a card failed: what each code means, what the customer reads, and the test card for it.',
  section: 'Reference',
  markdown: () => [introduction, ...failureCodes.map(section)].join('\n\n'),
}

const introduction = `When a card fails, the session's \`failure_code\` gives the reason and
\`failure_message\` is the text for the customer. The form has already shown it, so you do not need to do anything.

A session ends after ${maxDeclinedCards} refused cards. Only refusals of the card itself count, not failures to
reach the bank. But the session also ends after ${maxAttempts} attempts of any kind. It is then \`failed\` and sends
[\`session.failed\`](/docs/events/session.failed).`

const meanings: Readonly<Record<FailureCode, string>> = {
  card_declined:
    'The bank that issued the card refused the payment. It rarely gives the reason; often funds are insufficient.',
  invalid_card: 'The bank does not know the card number.',
  expired_card: 'The card is past its expiry date.',
  risk_declined: 'The payment looked like fraud.',
  authentication_failed:
    'The customer declined the payment in the window of their bank, did not answer there, or cancelled it.',
  processing_error: 'Something went wrong at the bank. The same card may work a moment later.',
  processor_unavailable: 'The bank could not be reached, or did not answer in time.',
  account_configuration: 'The account is not set up to take this payment. The operator of this service can correct it.',
}

const exceptions: Partial<Record<FailureCode, string>> = {
  authentication_failed:
    `, unless the customer cancelled: then the customer reads “${cancelledMessages.confirmed}” or ` +
    `“${cancelledMessages.unconfirmed}”`,
}

function section(code: FailureCode): string {
  const counts = countsAsDeclinedCard(code)
    ? `yes, it is one of the ${maxDeclinedCards}${exceptions[code] ?? ''}`
    : 'no'
  return [
    `## \`${code}\` {#${code}}`,
    meanings[code],
    [
      `- **The customer reads:** ${failureMessages[code]}`,
      `- **Counts as a refused card:** ${counts}`,
      `- **Test card:** ${testCardsFor(code)}`,
    ].join('\n'),
  ].join('\n\n')
}

/** The test cards that the simulated bank refuses with this code at once. */
function testCardsFor(code: FailureCode): string {
  const scenarios = Object.keys(testCards).filter(isScenario)
  const refusing = scenarios.filter((scenario) => {
    const plan = planFor(scenario, 0)
    return plan.status === 'declined' && plan.failureCode === code
  })
  const cards = refusing.flatMap((scenario) =>
    testCards[scenario].map((pan) => `\`${pan.replace(/(\d{4})(?=\d)/g, '$1 ')}\``),
  )
  return cards.length > 0
    ? `${cards.join(', ')} (all of them: [test cards](/docs/test-cards))`
    : 'see [test cards](/docs/test-cards)'
}

function isScenario(name: string): name is Scenario {
  return Object.hasOwn(testCards, name)
}
