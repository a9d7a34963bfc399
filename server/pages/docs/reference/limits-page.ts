import { resendsOfFailedPerMinute, resendsPerMinute } from '../../../config/fixed-limits.ts'
import { publicDemoCap } from '../../../domain/accounts/public-demo.ts'
import { linkCheckoutMs } from '../../../domain/links/payment-link-state.ts'
import { maxAttempts, maxDeclinedCards } from '../../../domain/sessions/session-state.ts'
import { retentionHours } from '../../../idempotency/retention.ts'
import { retryPausesMs } from '../../../webhooks/retry-schedule.ts'
import { asPause, inOneSentence } from '../guides/wording.ts'
import { table } from '../markdown-table.ts'
import type { DocsContext, DocsPage } from '../page.ts'
import { limitedFields, limitedParameters } from './field-table.ts'
import { operationLink, resources } from './resources.ts'

/** Every limit on one page. What the program or the contract knows is read from there. */
export const limitsPage: DocsPage = {
  path: 'limits',
  title: 'Limits',
  summary: 'Every limit in one place: rates, sizes, lifetimes, retries, and how long data is kept.',
  section: 'Reference',
  markdown: (context) =>
    [introduction, rates(context), lifetimes, deliveries, kept(context), fields()].flat().join('\n\n'),
}

const introduction = `A call beyond a rate gets 429 [\`rate_limited\`](/docs/errors#rate_limited) with \`Retry-After\`
in seconds; it has changed nothing. A value beyond its limit gets 400
[\`parameter_invalid\`](/docs/errors#parameter_invalid), whose \`param\` names the field. Where a variable is named, the
operator of a service may choose another number, and the table shows the default.`

type Row = readonly string[]

function variable({ variables }: DocsContext, name: string): { readonly value: string; readonly link: string } {
  const found = variables.find((known) => known.name === name)
  if (!found) throw new Error(`Bug: there is no variable ${name}`)
  return { value: found.defaultText, link: `[\`${name}\`](/docs/running#variables)` }
}

function rates(context: DocsContext): string[] {
  const row = (what: string, name: string, unit: string): Row => {
    const { value, link } = variable(context, name)
    return [what, `${value} ${unit}`, link]
  }
  const rows: readonly Row[] = [
    row('Requests of a secret key, or of a client address without a key', 'RATE_LIMIT_PER_SECOND', 'a second'),
    ['Requests with the public demo key, of a client address', '50 at once, then 5 a second', ''],
    ['Amount with the public demo key', `${publicDemoCap} units, such as £${publicDemoCap}.00`, ''],
    ['Opening payment links, of a client address', '200 at once, then 1,200 an hour', ''],
    ['Opening one payment link, all customers', '10,000 at once, then 50 a second', ''],
    ['Lists and searches of an account', '2 at a time, and 50 that wait for their turn', ''],
    ['Calls that wait for events, in each mode of an account', '5 at a time, each up to 25 seconds', ''],
    ['Resending events one by one, in each mode of an account', `${resendsPerMinute} a minute`, ''],
    ['Resending all that failed, in the dashboard', `${resendsOfFailedPerMinute} a minute, 1,000 events each`, ''],
    ['New host names in webhook addresses', '30 at once, then one every 20 seconds', ''],
    row('Sandbox accounts from a client address', 'SIGNUP_LIMIT_PER_HOUR', 'an hour'),
    row('Declined cards from a client address', 'DECLINE_LIMIT_PER_ADDRESS', 'an hour'),
    row('Declined cards on a payment link', 'DECLINE_LIMIT_PER_LINK', 'an hour'),
    row('Declined cards of an account', 'DECLINE_LIMIT_PER_ACCOUNT', 'an hour'),
  ]
  return ['## Rates {#rates}', table(['What', 'Limit', 'Variable'], rows)]
}

const lifetimes = [
  '## Sessions and links {#sessions}',
  table(
    ['What', 'Limit'],
    [
      ['Declined cards on a session', `${maxDeclinedCards}; then it is \`failed\``],
      ['Attempts on a session, of any kind', `${maxAttempts}; then it is \`failed\``],
      ['Life of a session', '`expires_in`: see [the fields](#fields)'],
      ['Life of a payment link', '10 minutes to 1 year, or no end'],
      ['Time to pay after opening a link', `${linkCheckoutMs / 60_000} minutes; the link itself stays open`],
      ['Refunds of a session', 'as many as you like, until its amount is refunded'],
      ['`Idempotency-Key`', `1 to 255 characters, remembered for ${retentionHours} hours`],
      ['Body of a request', '256 KB of JSON, with at most 500 fields and list items'],
    ],
  ),
]

const deliveries = [
  '## Deliveries {#deliveries}',
  table(
    ['What', 'Limit'],
    [
      ['Time for your reply', '15 seconds'],
      ['Attempts', `${retryPausesMs.length + 1}, with pauses of ${inOneSentence(retryPausesMs.map(asPause))}`],
      ['Age of a signature', 'refuse 300 seconds or more'],
      ['Deliveries to one receiver', '50 at a time; fewer while it does not answer'],
      ['Webhook addresses', 'one in each mode of an account'],
    ],
  ),
]

function kept(context: DocsContext): string[] {
  const row = (what: string, name: string, unit: string): Row => {
    const { value, link } = variable(context, name)
    return [what, `${value} ${unit}`, link]
  }
  const rows: readonly Row[] = [
    ['Payments, refunds, disputes and the ledger of live mode', 'without end', ''],
    row('Unpaid sessions of test mode, with their events', 'TEST_SESSION_DAYS', 'days'),
    row('Events and their deliveries', 'EVENT_DAYS', 'days'),
    row('Attempts of deliveries, with replies', 'DELIVERY_BODY_DAYS', 'days'),
    row('Sandbox accounts without use', 'UNUSED_ACCOUNT_DAYS', 'days'),
    row('Data of test mode, of all accounts', 'TEST_STORAGE_GB', 'GB; an account has a quarter, and a tenth a day'),
    ['Failed requests', '7 days', ''],
    ['Sessions of the public demo account', '3 days', ''],
  ]
  const text = 'More: [what the service deletes](/docs/running#what-the-service-deletes).'
  return ['## How long data is kept {#kept}', table(['What', 'Kept', 'Variable'], rows), text]
}

/** What the contract says about each field and parameter that a caller sends. Equal rows of several calls are one. */
function fields(): string[] {
  const calls = new Map<string, { readonly row: Row; readonly by: string[] }>()
  for (const operation of resources.filter(({ slug }) => slug !== 'form').flatMap(({ operations }) => operations)) {
    const body = operation.requestBody?.content['application/json'].schema
    for (const row of [...limitedParameters(operation.parameters), ...(body ? limitedFields(body) : [])]) {
      const key = row.join('|')
      const known = calls.get(key) ?? { row, by: [] }
      known.by.push(`[${operation.summary}](${operationLink(operation)})`)
      calls.set(key, known)
    }
  }
  const rows = [...calls.values()].map(({ row, by }) => [...row, shortened(by)])
  return ['## Fields {#fields}', table(['Field', 'Limit', 'Calls'], rows)]
}

/** A row that many calls share, such as `limit` of the lists, names the first ones. */
const mostNamed = 3

function shortened(links: readonly string[]): string {
  const shown = links.slice(0, mostNamed).join(', ')
  return links.length > mostNamed ? `${shown} and ${links.length - mostNamed} more` : shown
}
