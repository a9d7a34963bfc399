import { eventTypes } from '../../../../generated/operations.ts'
import { table } from '../markdown-table.ts'
import type { DocsPage } from '../page.ts'
import { contract } from './contract.ts'
import { eventPage } from './event-page.ts'
import { firstSentence } from './first-sentence.ts'

const events = eventTypes.map((type) => {
  const webhook = contract.webhooks[type]?.post
  if (!webhook) throw new Error(`Bug: the contract has no event ${type}`)
  return { type, webhook }
})

/** The list of events, and the page of each. */
export const eventPages: readonly DocsPage[] = [
  {
    path: 'events',
    title: 'Events',
    summary: 'Each event that reaches your webhook address, with its page.',
    section: 'Reference',
    markdown: () => [introduction, headers(), ...events.map(({ type, webhook }) => entry(type, webhook))].join('\n\n'),
  },
  ...events.map(({ type, webhook }) => eventPage(type, webhook)),
]

const introduction = `We send each event to the webhook address of its mode, as one POST.
[Webhooks](/docs/webhooks) explains how to receive it: check the signature over the raw body, answer 2xx,
skip ids that you have handled, and do not rely on the order. Each event has a page with its payload.`

/** Every delivery has the same headers. */
function headers(): string {
  const rows = events[0]?.webhook.parameters.map(({ name, description }) => [`\`${name}\``, description ?? '']) ?? []
  return `## Headers {#headers}\n\n${table(['Header', 'Meaning'], rows)}`
}

/** The heading keeps the address that the event had on this page. */
function entry(type: string, webhook: { readonly description: string }): string {
  const page = `[Payload, fields and what to do](/docs/events/${type})`
  return `## \`${type}\` {#${type}}\n\n${firstSentence(webhook.description)} ${page}`
}
