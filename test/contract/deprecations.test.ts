import Hapi from '@hapi/hapi'
import t from 'tap'
import { deprecationsOf } from '../../spec/generate/deprecations.ts'
import type { Document } from '../../spec/generate/document.ts'
import { breakingChanges } from '../../spec/released/compare.ts'
import { markDeprecatedCalls } from '../../server/http/deprecated-calls.ts'
import { allOperations, contract, withAdditions, type Marked } from '../../server/pages/docs/reference/contract.ts'
import { answerFields } from '../../server/pages/docs/reference/field-table.ts'
import { operationSection } from '../../server/pages/docs/reference/operation-section.ts'
import { warnOfDeprecation } from '../../sdk/src/deprecations.ts'
import { docsContext } from '../docs/docs-context.ts'
import { merchantDocument } from '../support/contract-document.ts'

// Nothing is deprecated today, so these tests deprecate a call themselves.

function withExpire(marks: object): Document {
  const document = structuredClone(merchantDocument)
  const expire = document.paths['/v1/checkout/sessions/{id}/expire']?.['post']
  if (!expire) throw new Error('The contract has no such call')
  Object.assign(expire, marks)
  return document
}

const marks = { deprecated: true, 'x-deprecated-since': '2027-03-01', 'x-sunset': '2028-03-01' }

t.test('a deprecated call lives for twelve months, which the generator checks', async (t) => {
  t.same(deprecationsOf(merchantDocument), {})
  t.same(deprecationsOf(withExpire(marks)), {
    expireCheckoutSession: { since: '2027-03-01', sunset: '2028-03-01' },
  })
  t.same(breakingChanges(merchantDocument, withExpire(marks)), [], 'the mark breaks nothing')
  for (const [changed, said] of [
    [{ 'x-sunset': '2028-02-28' }, /must live for 12 months/],
    [{ 'x-sunset': 'soon' }, /must live for 12 months/],
    [{ 'x-sunset': undefined }, /needs all of/],
    [{ 'x-deprecated-since': undefined }, /needs all of/],
    [{ deprecated: undefined }, /needs all of/],
  ] as const)
    t.throws(() => deprecationsOf(withExpire({ ...marks, ...changed })), said)
})

t.test('every reply of a deprecated call has its headers, and other replies have none', async (t) => {
  const server = Hapi.server()
  server.route([
    { method: 'GET', path: '/old', options: { id: 'old' }, handler: () => 'done' },
    {
      method: 'GET',
      path: '/new',
      options: { id: 'new' },
      handler: (_request, toolkit) => toolkit.response('').code(404),
    },
  ])
  markDeprecatedCalls(server, deprecationsOf(withExpire({ ...marks, operationId: 'old' })), 'https://pay.example')
  t.match((await server.inject('/old')).headers, {
    deprecation: '@1803859200',
    sunset: 'Wed, 01 Mar 2028 00:00:00 GMT',
    link: '<https://pay.example/docs/versions#what-will-go-away>; rel="deprecation"',
  })
  const { headers } = await server.inject('/new')
  t.same([headers['deprecation'], headers['sunset'], headers['link']], [undefined, undefined, undefined])
})

t.test('the package warns once for a deprecated call, whatever its ids', async (t) => {
  const said = t.capture(console, 'warn')
  const old = new Headers({ Deprecation: '@1803859200', Sunset: 'Wed, 01 Mar 2028 00:00:00 GMT' })
  const address = (id: string): string => `https://pay.example/v1/checkout/sessions/${id}/expire`
  warnOfDeprecation('POST', address('cs_test_01k9m2v7q4x8z3b6n5c1d0f7gh'), old)
  warnOfDeprecation('POST', address('cs_live_01k9m2v7q4x8z3b6n5c1d0f7gj'), old)
  warnOfDeprecation('GET', 'https://pay.example/v1/refunds', new Headers())
  t.same(
    said().map(({ args }) => args),
    [
      [
        'servicepay: POST /v1/checkout/sessions/{id}/expire is deprecated and may be gone after ' +
          'Wed, 01 Mar 2028 00:00:00 GMT. See /docs/versions of the service.',
      ],
    ],
  )
})

t.test('the reference shows what goes away, and which release brought a call or field', async (t) => {
  const expire = allOperations.find(({ id }) => id === 'expireCheckoutSession')
  if (!expire) throw new Error('The reference has no such call')
  const context = docsContext('https://pay.example', null)
  t.notMatch(operationSection(expire, context), /Deprecated|Since release/)
  t.match(
    operationSection({ ...expire, ...marks, 'x-added-in': '1.1.0' }, context),
    /Since release 1\.1\.0\.\n\n\*\*Deprecated\.\*\* It may be gone after 2028-03-01/,
  )
  const marked = withAdditions(contract, {
    paths: { '/v1/refunds': { get: { 'x-added-in': '1.2.0' } } },
    components: { schemas: { Refund: { properties: { reason: { 'x-added-in': '1.2.0' } } } } },
  } as unknown as Marked)
  t.equal(marked.paths['/v1/refunds']?.['get']?.['x-added-in'], '1.2.0')
  t.match(
    answerFields(marked.components.schemas['Refund'] ?? {}, new Map()),
    /\| `reason` \| [^|]* \| Since release 1\.2\.0\. /,
  )
  t.match(
    answerFields({ properties: { old: { type: 'string', deprecated: true } } }, new Map()),
    /\*\*Deprecated\.\*\*/,
  )
})
