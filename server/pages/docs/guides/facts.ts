import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import document from '../../../../generated/openapi.json' with { type: 'json' }
import manifest from '../../../../package.json' with { type: 'json' }
import { languages } from '../../../../form/texts/languages.ts'
import { operations } from '../../../../generated/operations.ts'
import { countsAsDeclinedCard, failureCodes, failureMessages } from '../../../domain/sessions/failure-codes.ts'
import { allDuties, allRoles, duties, hasDuty, roles, usualRefundLimit } from '../../../domain/accounts/roles.ts'
import { inMajorUnits } from '../../../domain/money/major-units.ts'
import { currencies, currencyExponent, maxAmount } from '../../../domain/money/amounts.ts'
import { linkCheckoutMs } from '../../../domain/links/payment-link-state.ts'
import { maxAttempts, maxDeclinedCards, sessionTransitions } from '../../../domain/sessions/session-state.ts'
import { publicDemoCap } from '../../../domain/accounts/public-demo.ts'
import { signUpRefusal, type SignUp } from '../../../domain/accounts/sign-up.ts'
import { allSituations } from '../../../flows/sandbox/situations.ts'
import { retentionHours } from '../../../idempotency/retention.ts'
import {
  challengeDeadlineSeconds,
  coBadgedCards,
  pendingRefundSeconds,
  testCards,
} from '../../../processors/sandbox/scenarios.ts'
import { sampleSecret } from '../../../../spec/lib/sample-secret.ts'
import { retryPausesMs } from '../../../webhooks/retry-schedule.ts'
import { table } from '../markdown-table.ts'
import type { DocsContext } from '../page.ts'
import { paymentLinkStates } from '../state-drawings.ts'
import { scenarioNotes } from './scenario-notes.ts'
import { triggerNotes } from './trigger-notes.ts'
import { changesByReader } from './changes-by-reader.ts'
import { contractAdditions } from './contract-additions.ts'
import { asPause, grouped, inOneSentence, words } from './wording.ts'

type Facts = Readonly<Record<string, string>>

/** Facts that the guides take from the program, so that they cannot become outdated. */
export function factsFor({ baseUrl, demoKey, signUp, variables, sdk }: DocsContext): Facts {
  return {
    variables: table(
      ['Variable', 'Default', 'Meaning'],
      variables.map(({ name, defaultText, description }) => [`\`${name}\``, defaultText, description]),
    ),
    secretVariables: inOneSentence(variables.flatMap(({ name, isSecret }) => (isSecret ? [`\`${name}\``] : []))),
    ...numbers,
    ...tables,
    baseUrl,
    sampleSecret,
    sdkVersion: sdk.version,
    sdkIntegrity: sdk.integrity,
    /** For a shell, inside double quotes. */
    key: demoKey ?? '${SERVICEPAY_SECRET_KEY:?}',
    /** For JavaScript. */
    jsKey: demoKey === null ? 'process.env.SERVICEPAY_SECRET_KEY' : `'${demoKey}'`,
    aboutKey: demoKey === null ? ownKeyNote : demoKeyNote(demoKey),
    /** Steps that must come before examples that the public demo key may not run. */
    signUpFirst: demoKey === null ? '' : signUpSteps(baseUrl),
    /** What a reader must know who cannot open an account here. */
    signUpNote: signUp === 'open' ? '' : closedNote(signUp),
    demoKeyName: demoKey === null ? 'switched off on this service' : `\`${demoKey}\``,
  }
}

const closedNote = (signUp: Exclude<SignUp, 'open'>): string => {
  const { message, fix } = signUpRefusal(signUp)
  return `**${message}** ${fix} The call below answers [\`parameter_invalid\`](/docs/errors#parameter_invalid).`
}

const demoKeyNote = (demoKey: string): string =>
  `The examples carry the public demo key, \`${demoKey}\`, so you can run them as they are.
This key is public. Get [a key of your own](/docs/sandbox#a-key-of-your-own) before you build anything.`

const ownKeyNote = `The examples take your test key from the environment variable \`SERVICEPAY_SECRET_KEY\`.
You need [a key of your own](/docs/sandbox#a-key-of-your-own) first.`

const signUpSteps = (
  baseUrl: string,
): string => `This needs [a key of your own](/docs/sandbox#a-key-of-your-own), which takes a second and no password:

\`\`\`sh
curl -sS --fail-with-body ${baseUrl}${operations.signUpForSandbox.path} \\
  -H 'Content-Type: application/json' -d '{"email": "ada@example.com"}' > account.json
export SERVICEPAY_SECRET_KEY=$(sed -n 's/.*"secret_key":"\\([^"]*\\)".*/\\1/p' account.json)
\`\`\``

const numbers: Facts = {
  usualRefundLimit: String(usualRefundLimit),
  maxDeclinedCards: words(maxDeclinedCards),
  maxAttempts: words(maxAttempts),
  maxAmount: maxAmount.toLocaleString('en-GB'),
  demoCap: String(publicDemoCap),
  linkCheckoutMinutes: String(linkCheckoutMs / 60_000),
  retentionHours: String(retentionHours),
  challengeMinutes: words(challengeDeadlineSeconds / 60),
  pendingRefundSeconds: String(pendingRefundSeconds),
  retryPauses: inOneSentence(retryPausesMs.map(asPause)),
  deliveryAttempts: words(retryPausesMs.length + 1),
  languageCount: String(Object.keys(languages).length),
  languages: Object.keys(languages)
    .map((code) => `\`${code}\``)
    .join(', '),
  approvedCard: grouped(testCards.approved[0]),
  declinedCard: grouped(testCards.declined[0]),
  challengeCard: grouped(testCards.challenge[0]),
}

/** One section for each version of the changelog: what an integration sees, and then everything else. */
function changelog(): string {
  const text = readFileSync(fileURLToPath(new URL('../../../../spec/CHANGELOG.md', import.meta.url)), 'utf8')
  return changesByReader(text.slice(text.indexOf('\n## ') + 1))
}

/** One row for each number of decimals. The longest list of currencies is `all others`. */
function currencyDecimals(): string {
  const decimals = [...new Set(currencies.map(currencyExponent))].sort()
  const lists = decimals.map((count) => currencies.filter((code) => currencyExponent(code) === count).sort())
  const longest = Math.max(...lists.map((codes) => codes.length))
  return table(
    ['Decimals', '`2500` is', 'Currencies'],
    decimals.map((count, index) => {
      const codes = lists[index] ?? []
      const example = ['GBP', 'JPY', 'KWD'].find((code) => codes.includes(code)) ?? codes[0] ?? ''
      const names = codes.length === longest ? 'all others, such as GBP, EUR and USD' : codes.join(', ')
      return [String(count), `${inMajorUnits(2500, example)}\u00a0${example}`, names]
    }),
  )
}

const tables: Facts = {
  roles: table(
    ['', ...Object.values(roles).map(({ label }) => label)],
    allDuties.map((duty) => [duties[duty], ...allRoles.map((role) => (hasDuty(role, duty) ? 'yes' : ''))]),
  ),
  situations: table(
    ['Name', 'What the account has afterwards', 'Its ids', 'Days'],
    allSituations().map(({ name, title, description, shows, days }) => [
      `\`${name}\``,
      `**${title}.** ${description}`,
      Object.entries(shows)
        .map(([id, what]) => `\`${id}\`: ${what.charAt(0).toLowerCase()}${what.slice(1)}`)
        .join('; '),
      days === 0 ? '' : String(days),
    ]),
  ),
  contractVersion: document.info.version,
  contractAdditions: contractAdditions(),
  serviceVersion: manifest.version,
  currencyDecimals: currencyDecimals(),
  changelog: changelog(),
  linkStates: paymentLinkStates(),
  testCards: table(
    ['Card', 'Scenario, and what happens'],
    Object.entries(testCards).map(([scenario, pans]) => [
      pans.map((pan) => `\`${grouped(pan)}\``).join(', '),
      `\`${scenario}\`: ${scenarioNotes[scenario as keyof typeof testCards]}`,
    ]),
  ),
  coBadgedCards: table(
    ['Card', 'Networks; the first is preselected'],
    coBadgedCards.map(({ pan, networks }) => [
      `\`${grouped(pan)}\``,
      networks.map((network) => `\`${network}\``).join(', '),
    ]),
  ),
  failureCodes: table(
    ['`failure_code`', 'What the customer reads', 'Counts as a declined card'],
    failureCodes.map((code) => [`\`${code}\``, failureMessages[code], countsAsDeclinedCard(code) ? 'yes' : 'no']),
  ),
  transitions: table(
    ['From', 'What happens', 'To', 'Event'],
    sessionTransitions.map(({ from, trigger, to, event }) => [
      `\`${from}\``,
      triggerNotes[trigger],
      `\`${to}\``,
      event === null ? 'none' : `[\`${event}\`](/docs/events/${event})`,
    ]),
  ),
}
