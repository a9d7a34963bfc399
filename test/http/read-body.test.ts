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
})

t.test('the content type is JSON in UTF-8, or absent', async (t) => {
  for (const type of [
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="utf-8"; x=y',
    'application/json; x=y',
  ]) {
    t.match(read('{}', { 'content-type': type }), { kind: 'body' }, type)
  }
  for (const type of [
    'text/json',
    'application/json5',
    'application/problem+json',
    'application/json; charset=utf-16',
  ]) {
    t.match(read('{}', { 'content-type': type }), { kind: 'failure', code: 'parameter_invalid' }, type)
  }
})

t.test('a compressed body is refused', async (t) => {
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'Identity, gzip'])
    t.match(read('{}', { 'content-encoding': encoding }), { kind: 'failure' }, encoding)
  t.match(read('{}', { 'content-encoding': 'identity' }), { kind: 'body' })
})
