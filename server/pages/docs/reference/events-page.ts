import { sampleSecret } from '../../../../spec/lib/sample-secret.ts'
import { table } from '../markdown-table.ts'
import type { DocsContext, DocsPage } from '../page.ts'
import { causesOfEvent } from '../state-drawings.ts'
import { contract, exampleText, jsonText, schemaName, schemaNamed, type Operation, type Schema } from './contract.ts'
import { answerFields } from './field-table.ts'
import { fenced } from './operation-section.ts'
import { objectAnchors } from './resources.ts'

const events = Object.entries(contract.webhooks).map(([type, { post }]) => ({ type, webhook: post }))

export const eventsPage: DocsPage = {
  path: 'events',
  title: 'Events',
  summary: 'Each event that reaches your webhook address: when it is sent, and what is in it.',
  section: 'Reference',
  markdown: (context) =>
    [
      introduction,
      listOfEvents(),
      headers(),
      ...events.map(({ type, webhook }) => section(type, webhook, context)),
    ].join('\n\n'),
}

const introduction = `We send each event to the webhook address of its mode, as one POST.
[Webhooks](/docs/webhooks) explains how to receive it: check the signature over the raw body, answer 2xx,
skip ids that you have handled, and do not rely on the order.

The bodies below are indented for reading. In a delivery each body is one line. The signatures below are those of this
line with the secret \`${sampleSecret}\`, so you can check your receiver with them: turn off the check of the age.`

function listOfEvents(): string {
  const rows = events.map(({ type, webhook }) => [`[\`${type}\`](#${type})`, webhook.description])
  return `## All events {#types}\n\n${table(['Event', 'When'], rows)}`
}

/** Every delivery has the same headers. */
function headers(): string {
  const rows = events[0]?.webhook.parameters.map(({ name, description }) => [`\`${name}\``, description ?? '']) ?? []
  return `## Headers {#headers}\n\n${table(['Header', 'Meaning'], rows)}`
}

function section(type: string, webhook: Operation, { baseUrl }: DocsContext): string {
  const causes = causesOfEvent(type)
  return [
    `## \`${type}\` {#${type}}`,
    webhook.description,
    ...(causes.length > 0 ? [`Sent when: ${causes.join('; ')}.`] : []),
    fenced('http Delivery', delivery(webhook, baseUrl)),
    `### Contents of \`data\` {#${type}-data}`,
    dataOf(webhook),
  ].join('\n\n')
}

function delivery(webhook: Operation, baseUrl: string): string {
  const given = webhook.parameters.map(({ name, example }) => `${name}: ${exampleText(example)}`)
  const body = jsonText(webhook.requestBody?.content['application/json'].example ?? null, baseUrl)
  return ['POST /webhooks HTTP/1.1', 'Host: shop.example', 'Content-Type: application/json', ...given, '', body].join(
    '\n',
  )
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
