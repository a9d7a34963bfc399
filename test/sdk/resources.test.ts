import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import type { Document } from '../../spec/generate/document.ts'
import { writeSdkResources } from '../../spec/generate/sdk-resources.ts'
import { errorCatalogue } from '../../generated/errors.ts'
import { contractDocument } from '../support/contract-document.ts'
import { complaints } from '../support/compile.ts'

const catalogue = Object.entries(errorCatalogue).map(([code, entry]) => ({ code, ...entry }))

function contract(): Document {
  return structuredClone(contractDocument)
}

t.test('the tree has every operation with an `x-sdk` name, and no other', async (t) => {
  const text = writeSdkResources(contract(), catalogue)
  const named = Object.values(contract().paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => operation['x-sdk'] ?? []),
  )
  const rows = [...text.matchAll(/^ {2}'([\w.]+)': \{/gm)].map(([, name]) => name)
  t.same(rows, named)
  t.notMatch(text, 'CardAttempt', "the tree omits the form's operations and their types")
})

t.test('doc comments contain the text, limits, default and errors of the contract', async (t) => {
  const text = writeSdkResources(contract(), catalogue)
  t.match(text, /Seconds until an unpaid session expires; [^\n]+\.\n +\* Limits: 300 to 86,400; default 1800\./)
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
import type { Event, Resources, Widget, WidgetCreateParams } from './sdk-resources.ts'
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
  const scratch = mkdtempSync(join(tmpdir(), 'sdk-resources-'))
  t.teardown(() => rmSync(scratch, { recursive: true }))
  const text = writeSdkResources(extendedContract(), catalogue)
  writeFileSync(join(scratch, 'package.json'), '{"type":"module"}')
  writeFileSync(join(scratch, 'sdk-resources.ts'), text)
  writeFileSync(join(scratch, 'use.ts'), usesOfExtendedContract)
  t.same(complaints([join(scratch, 'use.ts')], { lib: ['lib.es2022.d.ts'] }), [])
  t.match(text, `'events.list': {"method":"GET","path":"/v1/events","params":"query","pageLength":20}`)
  t.match(text, `"path":"/v1/widgets","params":"body","keyed":true`)
})

t.test('the generator refuses an operation with both a query and a body', async (t) => {
  const document = contract()
  const create = document.paths['/v1/checkout/sessions']?.post
  create?.parameters.push({ name: 'dry', in: 'query', schema: { type: 'boolean' } })
  t.throws(() => writeSdkResources(document, catalogue), /Bug: checkout\.sessions\.create/)
})

t.test('the generator refuses two operations with the same name', async (t) => {
  const document = contract()
  const [first, second] = Object.values(document.paths).flatMap((item) => Object.values(item))
  if (first && second) second['x-sdk'] = first['x-sdk'] ?? ''
  t.throws(() => writeSdkResources(document, catalogue), /Bug/)
})
