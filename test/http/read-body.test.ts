import t from 'tap'
import { readBody, type ReadBody } from '../../server/http/requests/read-body.ts'

function read(body: string, headers: Record<string, string> = {}): ReadBody {
  return readBody(headers, Buffer.from(body))
}

t.test('no body counts as an empty object, whatever its content type', async (t) => {
  t.same(read(''), { kind: 'body', value: {} })
  t.same(read('', { 'content-type': 'text/plain' }), { kind: 'body', value: {} })
})

t.test('a JSON object is read; anything else is refused', async (t) => {
  t.same(read('{"a":1}'), { kind: 'body', value: { a: 1 } })
  for (const body of ['[]', '"x"', '5', 'null', 'true', '{', ' '])
    t.match(read(body), { kind: 'failure', code: 'parameter_invalid' }, body)
  t.match(read('[]'), { detail: { fix: /\{\}.*PHP/ } }, 'what PHP writes for an empty object')
})

t.test('the content type is JSON in UTF-8, or absent', async (t) => {
  for (const type of [
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="utf-8"; x=y',
    'application/json; x=y',
    'application/json; charset=us-ascii',
    'application/json; charset = "utf-8"',
    'application/json; charset=',
  ]) {
    t.match(read('{}', { 'content-type': type }), { kind: 'body' }, type)
  }
  const asJson = /^Send `Content-Type: application\/json`\.$/
  for (const [type, fix] of [
    ['text/json', asJson],
    ['application/json5', asJson],
    ['application/problem+json', asJson],
    ['text/plain; charset=utf-8', asJson],
    ['application/json; charset=utf-16', /without `charset`/],
    ['application/json; charset=iso-8859-1', /without `charset`/],
    ['application/json; x=y; charset="windows-1252"', /without `charset`/],
  ] as const) {
    t.match(read('{}', { 'content-type': type }), { kind: 'failure', code: 'parameter_invalid', detail: { fix } }, type)
  }
})

t.test('a compressed body is refused', async (t) => {
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'Identity, gzip'])
    t.match(read('{}', { 'content-encoding': encoding }), { kind: 'failure' }, encoding)
  t.match(read('{}', { 'content-encoding': 'identity' }), { kind: 'body' })
})
