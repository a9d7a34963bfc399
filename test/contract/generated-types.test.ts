import openapiTs, { astToString } from 'openapi-typescript'
import t from 'tap'
import ts from 'typescript'
import { operationsOf, resolve } from '../../spec/generate/document.ts'
import { complaints } from '../support/compile.ts'
import { contractDocument } from '../support/contract-document.ts'
import { laterReplies } from './tomorrow.ts'

// Integrators make types from our document with the default options of openapi-typescript. With these, a `default`
// beside a property makes the property required.

const types = astToString(await openapiTs(new URL('../../generated/merchant-api.json', import.meta.url)))

const requests = operationsOf(contractDocument).flatMap(({ method, path, operation }) => {
  const body = operation.requestBody?.content['application/json']
  if (!body || operation['x-internal']) return []
  const { required = [] } = resolve(contractDocument, body.schema)
  const example = body.example as Record<string, unknown>
  return [
    {
      id: operation.operationId,
      type: `NonNullable<paths['${path}']['${method}']['requestBody']>['content']['application/json']`,
      required,
      body: Object.fromEntries(required.map((name) => [name, example[name]])),
      example,
    },
  ]
})

/** Code of an integrator by the name of its file. */
const programs = {
  required: requests.map(({ type, body }) => statement(type, body)),
  examples: requests.map(({ type, example }) => statement(type, example)),
  incomplete: [
    ...requests.flatMap(({ type, required, body }) =>
      required.map((missing) => statement(type, { ...body, [missing]: undefined })),
    ),
    `{ const kind: components['schemas']['PaymentLinkKindInput'] = 'twice'; void kind }`,
  ],
  replies: acceptedReplies(),
}

const errors = errorsOf(programs)

t.test('types made from the document accept each body with only its required fields', async (t) => {
  t.same(requests.find(({ id }) => id === 'createCheckoutSession')?.body, { amount: 2500, currency: 'GBP' })
  t.same(errors.required, [])
})

t.test('types made from the document accept the example of each body', async (t) => {
  t.same(errors.examples, [])
})

t.test('types made from the document refuse a body without a required field, and an unknown value', async (t) => {
  t.ok(programs.incomplete.length > 10)
  // The first line of the file imports the types.
  t.same(
    errors.incomplete.map((error) => Number(/:(\d+) /.exec(error)?.[1])),
    programs.incomplete.map((_statement, index) => index + 2),
    'each of them',
  )
})

t.test('types made from the document accept later replies, and code that handles them compiles', async (t) => {
  t.ok(programs.replies.length > 20)
  t.same(errors.replies, [])
})

function acceptedReplies(): string[] {
  const replies = laterReplies
    .filter(({ operation }) => !operation['x-internal'])
    .filter(({ status, body }) => status === 200 && !JSON.stringify(body).includes('"evt_'))
  const accepted = replies.map(({ method, path, body }) => {
    const type = `paths['${path}']['${method}']['responses'][200]['content']['application/json']`
    return `{ const reply: ${type} = parsed(${JSON.stringify(body)}); void reply }`
  })
  const handled = `
    export function fulfil(event: components['schemas']['Event'], session: components['schemas']['CheckoutSession']) {
      switch (event.type) {
        case 'session.completed':
          return event.data.reference satisfies string | null
        case 'session.refunded':
          return event.data.refund.amount satisfies number
        default:
          return session.status === 'paid' ? session.status : event.type
      }
    }`
  // A reply is not a literal in the program, so the compiler must not look for unknown fields as it does in a literal.
  const parsed = `
    type Mutable<V> = V extends object ? { -readonly [K in keyof V]: Mutable<V[K]> } : V
    declare function parsed<const V>(value: V): Mutable<V>;`
  return [parsed, ...accepted, handled]
}

/** A declaration in a separate block, so that all declarations can have the same name. */
function statement(type: string, body: object): string {
  return `{ const body: ${type} = ${JSON.stringify(body)}; void body }`
}

/** The compiler's errors in each file. */
function errorsOf<Name extends string>(files: Readonly<Record<Name, readonly string[]>>): Record<Name, string[]> {
  const names = Object.keys(files) as Name[]
  const texts = new Map([
    ['/types.ts', types],
    ...names.map((name): [string, string] => [
      `/${name}.ts`,
      ["import type { components, paths } from './types.ts'", ...files[name]].join('\n'),
    ]),
  ])
  const options: ts.CompilerOptions = {
    lib: ['lib.es2022.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    exactOptionalPropertyTypes: false,
    noUncheckedIndexedAccess: false,
  }
  const found = complaints(
    names.map((name) => `/${name}.ts`),
    options,
    texts,
  )
  const known = names.map((name) => [name, found.filter((error) => error.startsWith(`/${name}.ts:`))] as const)
  const others = found.filter((error) => !known.some(([, errors]) => errors.includes(error)))
  if (others.length > 0) throw new Error(`The types do not compile:\n${others.join('\n')}`)
  return Object.fromEntries(known) as Record<Name, string[]>
}
