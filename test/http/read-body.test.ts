import type { Request } from '@hapi/hapi'
import Hapi from '@hapi/hapi'
import t from 'tap'
import { maxBodyBytes, readBody } from '../../server/http/read-body.ts'
import type { ReadBody } from '../../server/http/read-body.ts'

type Rule = 'required' | 'optional' | 'none'

/** What `readBody` makes of a request that hapi has collected. */
async function read(
  payload: string | Buffer,
  headers: Record<string, string> = {},
  rule: Rule = 'optional',
): Promise<ReadBody> {
  const server = Hapi.server()
  let result: ReadBody | undefined
  const handler = (request: Request): string => {
    result = readBody(request, rule)
    return ''
  }
  server.route({
    method: 'POST',
    path: '/',
    options: { payload: { parse: false, output: 'data', maxBytes: maxBodyBytes } },
    handler,
  })
  await server.inject({ method: 'POST', url: '/', payload, headers })
  if (!result) throw new Error('the request did not arrive')
  return result
}

t.test('no body is nothing, or an empty object where one is required', async (t) => {
  t.same(await read('', {}, 'required'), { kind: 'body', value: {} })
  t.same(await read('', {}, 'optional'), { kind: 'body', value: undefined })
  t.same(await read('', {}, 'none'), { kind: 'body', value: undefined })
  t.same(
    await read('', { 'content-type': 'text/plain' }),
    { kind: 'body', value: undefined },
    'of nothing the type does not matter',
  )
})

t.test('a JSON object is read; anything else is refused', async (t) => {
  t.same(await read('{"a":1}'), { kind: 'body', value: { a: 1 } })
  for (const body of ['[]', '"x"', '5', 'null', 'true', '{', ' '])
    t.match(await read(body), { kind: 'failure', code: 'parameter_invalid' }, body)
})

t.test('the type is JSON in UTF-8, or absent', async (t) => {
  for (const type of [
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="utf-8"; x=y',
    'application/json; x=y',
  ]) {
    t.match(await read('{}', { 'content-type': type }), { kind: 'body' }, type)
  }
  for (const type of [
    'text/json',
    'application/json5',
    'application/problem+json',
    'application/json; charset=utf-16',
  ]) {
    t.match(await read('{}', { 'content-type': type }), { kind: 'failure', code: 'parameter_invalid' }, type)
  }
})

t.test('a compressed body is refused, whatever it says', async (t) => {
  for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'Identity, gzip'])
    t.match(await read('{}', { 'content-encoding': encoding }), { kind: 'failure' }, encoding)
  t.match(await read('{}', { 'content-encoding': 'identity' }), { kind: 'body' })
})
