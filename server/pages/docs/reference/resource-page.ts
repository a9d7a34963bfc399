import { eventTypes } from '../../../../generated/operations.ts'
import { table } from '../markdown-table.ts'
import type { DocsContext, DocsPage } from '../page.ts'
import { paymentLinkStates } from '../state-drawings.ts'
import { clientExample, mayUseDemoKey, sdkExample, variablesOf } from './call-examples.ts'
import {
  jsonText,
  replyExample,
  replySchema,
  schemaName,
  schemaNamed,
  type RoutedOperation,
  type Schema,
} from './contract.ts'
import { answerFields } from './field-table.ts'
import { fenced, operationSection } from './operation-section.ts'
import { objectAnchors, objectsOf, type Resource } from './resources.ts'

/** Text that a page adds to the contract: links to guides, and the states of the object. */
const introductions: Readonly<Record<string, () => string>> = {
  'checkout-sessions': () =>
    'The states of a session and the transitions between them: [the life of a session](/docs/sessions).',
  'payment-links': () =>
    `How to use them: [payment links](/docs/payment-links).

## States of a payment link {#states}

${paymentLinkStates()}`,
  refunds: () => 'A refund is made [on its session](/docs/api/checkout-sessions#refundCheckoutSession).',
  'webhook-endpoints': () =>
    'What you receive there: [each event](/docs/events). How to receive it: [webhooks](/docs/webhooks).',
  events: () => 'What each event contains: [each event with its payload](/docs/events).',
  form: () =>
    'Our card form makes these calls. We document them so that nothing is hidden, but use ' +
    '[the form](/docs/embedded-form) instead. The card in the examples is encrypted with the key of another ' +
    'service, so this one refuses it.',
}

export function resourcePage(resource: Resource): DocsPage {
  return {
    path: `api/${resource.slug}`,
    // The guides have the plain names, and the menu needs different ones.
    title: `${resource.title} API`,
    summary: resource.summary,
    section: 'Reference',
    markdown: (context) =>
      [
        ...(introductions[resource.slug] ? [introductions[resource.slug]?.() ?? ''] : []),
        callTable(resource),
        examplesNote(resource, context),
        ...resource.operations.map((operation) => operationSection(operation, context)),
        ...objectsOf(resource).map((name) => objectSection(name, resource, context)),
      ].join('\n\n'),
  }
}

function callTable({ operations }: Resource): string {
  const rows = operations.map(({ id, summary, method, path }) => [`\`${method} ${path}\``, `[${summary}](#${id})`])
  return `## Calls {#calls}\n\n${table(['Call', 'What it does'], rows)}`
}

/** The variables that the examples of the page need. */
function examplesNote({ operations }: Resource, context: DocsContext): string {
  const variables = [...new Set(operations.flatMap((operation) => variablesOf(operation, context)))]
  const notes =
    variables.length > 0
      ? [
          'The examples run as they are once you have set these variables. ' +
            'In the SDK examples they are variables of your program, such as `sessionId`.',
          variables.map((name) => `- \`$${name}\`: ${valueOf(name)}`).join('\n'),
        ]
      : ['The examples run as they are.']
  const example =
    operations.find((operation) => sdkExample(operation) !== null && mayUseDemoKey(operation)) ??
    operations.find((operation) => sdkExample(operation) !== null)
  const client = example ? ['The SDK examples call this client:', fenced('js', clientExample(example, context))] : []
  return ['## Before the examples {#examples}', ...notes, ...client].join('\n\n')
}

function valueOf(variable: string): string {
  if (variable === 'IDEMPOTENCY_KEY') return 'a random text, such as a UUID, that you [keep](/docs/idempotency)'
  if (variable.endsWith('_KEY')) return 'a test key of your own, from [the sandbox](/docs/api/sandbox#signUpForSandbox)'
  if (variable === 'CLIENT_SECRET') return 'the `client_secret` of a session'
  const [noun, field] = [
    variable.slice(0, variable.lastIndexOf('_')),
    variable.slice(variable.lastIndexOf('_') + 1).toLowerCase(),
  ]
  const words = noun.toLowerCase().replaceAll('_', ' ')
  return `the \`${field}\` of ${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words} of yours`
}

function objectSection(name: string, { operations }: Resource, { baseUrl }: DocsContext): string {
  const schema = schemaNamed(name)
  const title = name.replace(/(?<=[a-z])([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  const here = operations.find((operation) => replySchema(operation) === name)
  return [
    `## Object: ${title} {#${name}}`,
    schema.description ?? '',
    answerFields(schema.anyOf ? envelopeOf(schema.anyOf) : schema, without(name)),
    ...example(here, baseUrl),
  ].join('\n\n')
}

/** The fields of all events; the events page describes the data of each. */
function envelopeOf(variants: readonly Schema[]): Schema {
  const [first] = variants
  const { properties } = schemaNamed(schemaName(first?.$ref ?? ''))
  const type = { type: 'string', enum: [...eventTypes] }
  return {
    properties: {
      ...properties,
      type,
      data: { type: 'object', description: 'The data of the event: see [each event](/docs/events).' },
    },
  }
}

/** An object's own section describes the object instead of linking to it. */
function without(name: string): ReadonlyMap<string, string> {
  return new Map([...objectAnchors].filter(([known]) => known !== name))
}

function example(operation: RoutedOperation | undefined, baseUrl: string): string[] {
  return operation ? [fenced('json Example', jsonText(replyExample(operation), baseUrl))] : []
}
