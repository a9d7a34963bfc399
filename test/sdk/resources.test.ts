import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Document } from '../../spec/generate/document.ts'
import { writeSdkResources } from '../../spec/generate/sdk-resources.ts'
import { writeSdkTypes } from '../../spec/generate/sdk-types.ts'
import { errorCatalogue } from '../../generated/errors.ts'
import { resourcesOver } from '../../generated/sdk-resources.ts'
import { apiOver } from '../../sdk/src/api.ts'
import { connectionFor } from '../../sdk/src/options.ts'
import { contractDocument } from '../support/contract-document.ts'
import { complaints } from '../support/compile.ts'

const catalogue = Object.entries(errorCatalogue).map(([code, entry]) => ({ code, ...entry }))

function contract(): Document {
  return structuredClone(contractDocument)
}

/** The methods of a tree, with the names of their resources before them. */
function methodsOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'function' ? [`${prefix}${name}`] : methodsOf(value as object, `${prefix}${name}.`),
  )
}

t.test('the tree has every operation with an `x-sdk` name, and no other', async (t) => {
  const named = Object.values(contract().paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => operation['x-sdk'] ?? []),
  )
  const { checkout, ...others } = resourcesOver(apiOver(connectionFor('sk_test_1', undefined)))
  t.same(methodsOf({ checkout, ...others }).toSorted(), named.toSorted())
  t.notMatch(await writeSdkTypes(contract(), catalogue), 'CardAttempt', "the types omit the form's operations")
})

t.test('doc comments contain the text, limits, default and errors of the contract', async (t) => {
  const text = await writeSdkTypes(contract(), catalogue)
  t.match(text, /Seconds until an unpaid session expires; [^\n]+\.\n +\* Limits: 300 to 86,400; default `1800`\./)
  t.match(text, /- `refund_exceeds_amount` \(400\): The refund is larger/)
  t.match(text, /Refund a paid session: `POST \/v1\/checkout\/sessions\/\{id\}\/refunds`/)
})

/** The contract with an additional list with pages, an additional resource and an enum that both sides send. */
function extendedContract(): Document {
  const document = contract()
  const create = document.paths['/v1/checkout/sessions']?.post
  const list = document.paths['/v1/checkout/sessions']?.get
  if (!create || !list) throw new Error('Bug: the contract has no sessions')
  const { schemas } = document.components
  schemas.WidgetKind = { type: 'string', enum: ['single', "it's"], description: 'Ends a comment? */' }
  schemas.Event = {
    anyOf: Object.keys(schemas)
      .filter((name) => name.endsWith('Event'))
      .map((name) => ({ $ref: `#/components/schemas/${name}` })),
  }
  schemas.EventList = {
    type: 'object',
    required: ['object', 'has_more', 'data'],
    properties: {
      object: { type: 'string', const: 'list' },
      has_more: { type: 'boolean' },
      data: { type: 'array', items: { $ref: '#/components/schemas/Event' } },
    },
  }
  schemas.Widget = {
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { $ref: '#/components/schemas/WidgetKind' },
      parts: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    },
  }
  schemas.WidgetCreateParams = {
    type: 'object',
    required: ['kind'],
    properties: { kind: { $ref: '#/components/schemas/WidgetKind' }, 'odd-name': { type: ['integer', 'null'] } },
  }
  const parameter = (name: string, type: string) => ({ name, in: 'query' as const, schema: { type } })
  const answer = (name: string) => ({
    200: { description: '', content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
  })
  document.paths['/v1/events'] = {
    get: {
      ...list,
      operationId: 'listEvents',
      'x-sdk': 'events.list',
      parameters: [
        ...['type', 'starting_after', 'ending_before'].map((name) => parameter(name, 'string')),
        { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } },
      ],
      responses: answer('EventList'),
    },
  }
  document.paths['/v1/widgets'] = {
    post: {
      ...create,
      operationId: 'createWidget',
      'x-sdk': 'testHelpers.widgets.create',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/WidgetCreateParams' } } },
      },
      responses: answer('Widget'),
    },
  }
  return document
}

const usesOfExtendedContract = `
import type { Event, Resources, Widget, WidgetCreateParams } from './sdk-types.ts'
declare const tree: Resources<{ timeout?: number }, { lastResponse: 1 }>
const page = tree.events.list({ starting_after: 'evt_1' }, { timeout: 5 })
for await (const event of page) { const each: Event = event; if (each.type === 'test.ping') each.data.message.trim() }
const more: boolean = (await page).has_more
const widget: Widget = await tree.testHelpers.widgets.create({ kind: 'single', 'odd-name': null })
if (widget.kind === 'added later') void more
// @ts-expect-error a request may contain only known values
const params: WidgetCreateParams = { kind: 'added later' }
void params
// @ts-expect-error parameters are required
await tree.testHelpers.widgets.create()
export {}
`

t.test('the generator supports additions to the contract', async (t) => {
  const scratch = mkdtempSync(join(tmpdir(), 'sdk-types-'))
  t.teardown(() => rmSync(scratch, { recursive: true }))
  const text = await writeSdkTypes(extendedContract(), catalogue)
  writeFileSync(join(scratch, 'package.json'), '{"type":"module"}')
  writeFileSync(join(scratch, 'sdk-types.ts'), text)
  writeFileSync(join(scratch, 'use.ts'), usesOfExtendedContract)
  t.same(complaints([join(scratch, 'use.ts')], { lib: ['lib.es2022.d.ts'] }), [])
  const methods = writeSdkResources(extendedContract())
  t.match(methods, /list: \(params, options\) => pagesOf\(params, 20, .*client\.GET\('\/v1\/events'/)
  t.match(methods, "client.POST('/v1/widgets', { ...call, params: { header: keyOf(options) }, body: sent(params) })")
})

t.test('the generator refuses an operation with both a query and a body', async (t) => {
  const document = contract()
  const create = document.paths['/v1/checkout/sessions']?.post
  create?.parameters.push({ name: 'dry', in: 'query', schema: { type: 'boolean' } })
  t.throws(() => writeSdkResources(document), /Bug: checkout\.sessions\.create/)
})

t.test('the generator refuses two operations with the same name', async (t) => {
  const document = contract()
  const [first, second] = Object.values(document.paths).flatMap((item) => Object.values(item))
  if (first && second) second['x-sdk'] = first['x-sdk'] ?? ''
  t.throws(() => writeSdkResources(document), /Bug/)
})
