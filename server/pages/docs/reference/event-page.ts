import type { EventType } from '../../../../generated/operations.ts'
import { sampleSecret } from '../../../../spec/lib/sample-secret.ts'
import { sessionTransitions } from '../../../domain/sessions/session-state.ts'
import { table } from '../markdown-table.ts'
import type { DocsContext, DocsPage } from '../page.ts'
import { causesOfEvent } from '../state-drawings.ts'
import {
  allOperations,
  exampleText,
  jsonText,
  schemaName,
  schemaNamed,
  type Json,
  type Operation,
  type Schema,
} from './contract.ts'
import { eventNotes } from './event-notes.ts'
import { firstSentence } from './first-sentence.ts'
import { answerFields } from './field-table.ts'
import { fenced } from './operation-section.ts'
import { objectAnchors, operationLink } from './resources.ts'

/** The page of one event: when it comes, what is in it, and what to do. */
export function eventPage(type: EventType, webhook: Operation): DocsPage {
  return {
    path: `events/${type}`,
    title: type,
    summary: firstSentence(webhook.description),
    section: 'Reference',
    markdown: (context) =>
      [
        ['## When it is sent {#when}', webhook.description, ...causes(type)],
        ['## What to do {#what-to-do}', eventNotes[type].todo],
        ['## The delivery {#delivery}', fenced('http Delivery', delivery(webhook, context)), verification(webhook)],
        ['## Fields of `data` {#data}', dataOf(webhook)],
        ['## Before and after {#before-and-after}', neighbours(type)],
        ['## Try it {#try-it}', tryIt(type)],
      ]
        .flat()
        .join('\n\n'),
  }
}

function causes(type: string): string[] {
  const known = causesOfEvent(type)
  return known.length > 0 ? [`Sent when: ${known.join('; ')}.`] : []
}

function exampleOf(webhook: Operation): Json {
  return webhook.requestBody?.content['application/json'].example ?? null
}

function delivery(webhook: Operation, { baseUrl }: DocsContext): string {
  const given = webhook.parameters.map(({ name, example }) => `${name}: ${exampleText(example)}`)
  const head = ['POST /webhooks HTTP/1.1', 'Host: shop.example', 'Content-Type: application/json', ...given]
  return [...head, '', jsonText(exampleOf(webhook), baseUrl)].join('\n')
}

/** The body is signed as it is, so it has no address of this service in it. */
function verification(webhook: Operation): string {
  return `The body above is indented for reading. In a delivery it is one line, and both signatures are made over these
bytes:

${fenced('json Raw body', JSON.stringify(exampleOf(webhook)))}

The secret of this sample is \`${sampleSecret}\`. So you can check your receiver with it, with the age of the delivery
left out. [Verifying](/docs/webhooks#verifying) has the rule for \`Service-Signature\` and the code in JavaScript,
[other languages](/docs/other-languages#the-signature) in Python, PHP, Ruby, Go and Java, and
[Standard Webhooks](/docs/webhooks#standard-webhooks) that of the three other headers.`
}

function dataOf(webhook: Operation): string {
  const event = named(webhook.requestBody?.content['application/json'].schema)
  const data = named(event.properties?.['data'])
  const extra = beyondSession(data)
  if (!extra) return answerFields(data, objectAnchors)
  const anchor = objectAnchors.get('CheckoutSession') ?? ''
  const link = `The [checkout session](${anchor}) at that time, without \`client_secret\` and \`url\`.`
  return Object.keys(extra).length > 0
    ? `${link} In addition:\n\n${answerFields({ properties: extra }, objectAnchors)}`
    : link
}

/** The fields of a session's event in addition to the session; null for an event about something else. */
function beyondSession({ properties = {} }: Schema): Record<string, Schema> | null {
  if (properties['object']?.const !== 'checkout.session') return null
  const known = Object.keys(schemaNamed('CheckoutSessionData').properties ?? {})
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !known.includes(name)))
}

function named(schema: Schema | undefined): Schema {
  return schema?.$ref ? schemaNamed(schemaName(schema.$ref)) : (schema ?? {})
}

function neighbours(type: EventType): string {
  const [before, after] = [eventsBefore(type), eventsAfter(type)].map(linksTo)
  return `${table(
    ['', 'Events'],
    [
      ['Before it', before ?? ''],
      ['After it', after ?? ''],
    ],
  )}\n\nDeliveries can arrive in another order: [duplicates and order](/docs/webhooks#duplicates-and-order).`
}

function linksTo(types: readonly string[]): string {
  return types.length === 0 ? 'none' : types.map((type) => `[\`${type}\`](/docs/events/${type})`).join(', ')
}

/** The events that lead to a state from which this event can follow. */
function eventsBefore(type: EventType): readonly string[] {
  const from = new Set(sessionTransitions.filter(({ event }) => event === type).map((row) => row.from))
  return eventNotes[type].before ?? eventsOf(({ to }) => from.has(to))
}

/** The events that can follow from a state that this event leads to. */
function eventsAfter(type: EventType): readonly string[] {
  const to = new Set(sessionTransitions.filter(({ event }) => event === type).map((row) => row.to))
  return eventNotes[type].after ?? eventsOf(({ from }) => to.has(from))
}

function eventsOf(isMeant: (row: (typeof sessionTransitions)[number]) => boolean): string[] {
  return [...new Set(sessionTransitions.filter(isMeant).flatMap(({ event }) => event ?? []))]
}

function tryIt(type: EventType): string {
  const { helper, how } = eventNotes[type]
  const operation = allOperations.find(({ id }) => id === helper)
  if (!operation) return how
  const call = `[\`${operation.method} ${operation.path}\`](${operationLink(operation)})`
  return `${how} The call: ${call}. Or let the [command](/docs/command-line) do all steps:

${fenced('sh no-run', `npx servicepay trigger ${type}`)}`
}
