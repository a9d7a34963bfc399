import t from 'tap'
import { docsContext } from './docs-context.ts'
import { errorCatalogue } from '../../generated/errors.ts'
import { eventTypes, operations } from '../../generated/operations.ts'
import { failureCodes, failureMessages } from '../../server/domain/sessions/failure-codes.ts'
import { standardHeaders } from '../../server/webhooks/signing.ts'
import { webhooks } from '../../sdk/src/webhooks.ts'
import { sampleSecret } from '../../spec/lib/sample-secret.ts'
import { testCards } from '../../server/processors/sandbox/scenarios.ts'
import { allPages } from '../../server/pages/docs/all-pages.ts'
import {
  allOperations,
  contract,
  schemaName,
  schemaNamed,
  type Schema,
} from '../../server/pages/docs/reference/contract.ts'
import { resources } from '../../server/pages/docs/reference/resources.ts'

const context = docsContext('https://here.example', 'sk_test_public_demo')

function textOf(path: string): string {
  const page = allPages.find((known) => known.path === path)
  if (!page) throw new Error(`No page ${path}`)
  return page.markdown(context)
}

/** The text between the heading with this anchor and the next heading of the second level. */
function sectionOf(path: string, anchor: string): string {
  const [, after = ''] = textOf(path).split(`{#${anchor}}\n`)
  return after.split(/^## /m)[0] ?? ''
}

t.test('every error code has its message, cause, fix, status, example and callers', async (t) => {
  for (const [code, { status, message, cause, fix }] of Object.entries(errorCatalogue)) {
    const text = sectionOf('errors', code)
    for (const part of [message, cause, fix, `**HTTP status:** ${status}`])
      t.ok(text.includes(part), `${code}: ${part}`)
    const callers = allOperations.filter(({ id }) => (operations[id].errors as readonly string[]).includes(code))
    if (callers.length === 0) t.match(text, 'No API call returns it.')
    else t.ok(text.includes(`"doc_url": "https://here.example/docs/errors#${code}"`), `${code} has an example`)
    if (callers.length > 0 && callers.length < allOperations.length) {
      for (const { id } of allOperations)
        t.equal(
          text.includes(`#${id})`),
          callers.some((caller) => caller.id === id),
          `${code} ← ${id}`,
        )
    }
  }
})

t.test(
  'every failure code shows the customer’s message, whether it counts as a declined card, and its test card',
  async (t) => {
    for (const code of failureCodes) t.ok(sectionOf('failure-codes', code).includes(failureMessages[code]), code)
    t.match(sectionOf('failure-codes', 'card_declined'), /Counts as a refused card:\*\* yes[^]*`4111 1100 0000 0922`/)
    t.match(sectionOf('failure-codes', 'processing_error'), /Counts as a refused card:\*\* no[^]*`4012 0000 0011 0054`/)
    const named = Object.values(testCards)
      .flat()
      .filter((pan) => textOf('failure-codes').includes(pan.replace(/(\d{4})(?=\d)/g, '$1 ')))
    t.equal(named.length, 8, 'one test card for each code, and no card that is approved')
  },
)

t.test('the page of each event has its payload, fields, neighbours and a way to bring it about', async (t) => {
  for (const type of eventTypes) {
    const webhook = contract.webhooks[type]?.post
    const page = `events/${type}`
    t.ok(sectionOf('events', type).includes(`(/docs/events/${type})`), 'the list leads to it')
    t.ok(sectionOf(page, 'when').includes(webhook?.description ?? 'missing'), type)
    t.match(
      sectionOf(page, 'delivery'),
      /POST \/webhooks HTTP\/1\.1\n[^`]*Service-Signature: t=\d+,v1=[0-9a-f]{64}\nService-Event-Id: evt_\w+\n(?:webhook-\w+: .+\n){3}\n\{/,
    )
    t.match(sectionOf(page, 'try-it'), type === 'test.ping' ? /Webhooks/ : /\/docs\/api\/[\w-]+#\w+/, type)
    for (const part of ['what-to-do', 'data', 'before-and-after']) t.match(sectionOf(page, part), /\w{3}/, type)
  }
  const neighbours = (type: string): string[] =>
    [...sectionOf(`events/${type}`, 'before-and-after').matchAll(/^\| (?:Before|After) it \| (.*) \|$/gm)].map(
      ([, cell = '']) => cell.replace(/\[`([^`]*)`\]\([^)]*\)/g, '$1'),
    )
  t.same(neighbours('session.expired'), ['none', 'none'], 'nothing comes before or after an end without a payment')
  t.match(neighbours('session.refund_failed')[0], /session\.completed.*session\.refunded/)
  t.match(neighbours('session.disputed')[1], /session\.dispute_closed, session\.dispute_lost/)
})

t.test('the sample on the page of each event verifies with the published secret, in both schemes', async (t) => {
  for (const type of eventTypes) {
    const text = sectionOf(`events/${type}`, 'delivery')
    const [, body = ''] = /```json Raw body\n(.*)\n```/.exec(text) ?? []
    const given = Object.fromEntries([...text.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name, value]) => [name, value]))
    const now = Number(given['webhook-timestamp']) * 1000
    const event = await webhooks.constructEvent(body, given['Service-Signature'] ?? '', sampleSecret, { now })
    t.equal(event.type, type)
    t.match(given, standardHeaders([sampleSecret], new Date(now), event.id, body), `${type} in Standard Webhooks`)
  }
})

t.test(
  'every operation is on the page of its tag, with its parameters, fields, reply, errors and examples',
  async (t) => {
    t.same(resources.flatMap((resource) => resource.operations).length, allOperations.length, 'every tag has a page')
    t.same(resources.map(({ title }) => title).sort(), contract.tags.map(({ name }) => name).sort())
    for (const resource of resources) {
      for (const operation of resource.operations) {
        const text = sectionOf(`api/${resource.slug}`, operation.id)
        t.ok(text.includes(`\`${operation.method} ${operation.path}\``), operation.id)
        for (const code of operations[operation.id].errors)
          t.ok(text.includes(`/docs/errors#${code}`), `${operation.id}: ${code}`)
        for (const { name } of operation.parameters) t.ok(text.includes(`| \`${name}\` |`), `${operation.id}: ${name}`)
        const body = operation.requestBody?.content['application/json'].schema
        for (const field of fieldsOf(body)) t.ok(text.includes(`| \`${field}\` |`), `${operation.id}: ${field}`)
        for (const name of Object.keys(operation.responses['200']?.headers ?? {}))
          t.ok(text.includes(`Header \`${name}\``), `${operation.id}: ${name}`)
        t.ok(text.includes('```sh curl\ncurl -sS '), `${operation.id} with curl`)
        if (operation['x-sdk']) t.ok(text.includes(`servicepay.${operation['x-sdk']}(`), `${operation.id} with the SDK`)
      }
    }
  },
)

t.test('every field of every reply is documented', async (t) => {
  const all = resources.map(({ slug }) => textOf(`api/${slug}`)).join('\n')
  for (const operation of allOperations) {
    const schema = operation.responses['200']?.content?.['application/json'].schema
    for (const field of Object.keys(named(schema).properties ?? {}))
      t.ok(all.includes(`| \`${field}\` |`), `${operation.id}: ${field}`)
  }
  for (const field of ['customer.email', 'payment.card_brand', 'billing_address.postal_code'])
    t.ok(all.includes(`| \`${field}\` |`), field)
})

t.test('limits, defaults and values are shown with their fields', async (t) => {
  const text = sectionOf('api/checkout-sessions', 'createCheckoutSession')
  t.match(text, /\| `amount` \| integer, \*\*required\*\* \| [^|]*1 to 99,999,999/)
  t.match(text, /\| `expires_in` \| integer \| [^|]*default `1800`/)
  t.match(text, /\| `reference` \| string \| [^|]*at most 255 characters/)
  t.match(sectionOf('api/test-helpers', 'testPaySession'), /\| `card` \| string \| [^|]*`approved`, `background_check`/)
})

t.test('the examples use the address of this service only', async (t) => {
  for (const { path, markdown, section } of allPages) {
    if (section === 'Reference') t.notMatch(markdown(context), 'pay.example', path)
  }
})

/** Every field of a body, with nested ones written as `customer.email`. */
function fieldsOf(schema: Schema | undefined, prefix = ''): string[] {
  return Object.entries(named(schema).properties ?? {}).flatMap(([name, field]) => [
    `${prefix}${name}`,
    ...fieldsOf(field, `${prefix}${name}.`),
  ])
}

function named(schema: Schema | undefined): Schema {
  if (schema?.$ref) return named(schemaNamed(schemaName(schema.$ref)))
  const inner = schema?.anyOf?.find(({ type }) => type !== 'null')
  return inner ? named(inner) : (schema ?? {})
}
