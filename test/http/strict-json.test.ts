import t from 'tap'
import { parseStrictJson } from '../../server/http/requests/strict-json.ts'

function parse(text: string | Buffer) {
  return parseStrictJson(Buffer.from(text as string))
}

t.test('valid JSON is read as JSON.parse reads it', async (t) => {
  const texts = [
    '{}',
    '[]',
    'null',
    '"x"',
    '1.50e2',
    ' {"a" : [1, {"a": "b"}], "b": "\\ud83d\\ude00 \\" \\\\ { } : ,"} ',
    '{"a":{"a":{"a":1}},"A":2}',
    '{"":1," ":2}',
    '{"\\\\":1,"\\"":2}',
  ]
  for (const text of texts) t.same(parse(text), { kind: 'value', value: JSON.parse(text) as unknown }, text)
  const deepest = `${'['.repeat(32)}${']'.repeat(32)}`
  t.equal(parse(deepest).kind, 'value')
})

t.test('JSON that programs read in different ways is refused, with the name of the field', async (t) => {
  const refused: [string | Buffer, string | undefined][] = [
    ['', undefined],
    ['{"a":1,"a":1}', 'a'],
    ['[{"b":{"c":1,"d":2,"c":3}}]', 'c'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":null}', '__proto__'],
    ['{"a":{"\\u005f_proto__":1}}', '__proto__'],
    ['{"a":"\\u0000"}', 'a'],
    ['{"a":{"b":["x","\\ud800"]}}', 'a.b.1'],
    ['{"a\\u0000":1}', 'a\uFFFD'],
    ['{"\\udfff":{}}', '\uFFFD'],
    ['"\\ud83d"', undefined],
    [`${'['.repeat(33)}${']'.repeat(33)}`, undefined],
    ['[1,]', undefined],
    ["{'a':1}", undefined],
    ['{"a":1}\u0000', undefined],
    [Buffer.from([0x22, 0xc0, 0x80, 0x22]), undefined],
    [Buffer.from([0x22, 0xf5, 0x80, 0x80, 0x80, 0x22]), undefined],
    [Buffer.from('\uFEFF{}'), undefined],
  ]
  for (const [text, param] of refused) {
    const result = parse(text)
    t.equal(result.kind, 'refused', String(text))
    t.same(result.kind === 'refused' && result.param, param, String(text))
  }
})

t.test('a field name in an error is short', async (t) => {
  const result = parse(`{"${'x'.repeat(5000)}":1,"${'x'.repeat(5000)}":2}`)
  t.same(result.kind === 'refused' && result.param, 'x'.repeat(100))
})

t.test('parsing takes time in proportion to the size, and no stack for depth', async (t) => {
  for (const text of [
    `${'['.repeat(130_000)}${']'.repeat(130_000)}`,
    '{"a":'.repeat(50_000),
    `"${'\\\\'.repeat(130_000)}`,
    `{"a":"${'\\"'.repeat(100_000)}`,
    '"'.repeat(250_001),
  ]) {
    t.equal(parse(text).kind, 'refused')
  }
  for (const text of [`"${'\\"'.repeat(125_000)}"`, `"${'x'.repeat(256_000)}"`]) t.equal(parse(text).kind, 'value')
})

t.test('a body with more values than any body of the contract is refused before it is parsed', async (t) => {
  const reason = 'The body has more than 500 fields and list items.'
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))
  t.equal(parse(JSON.stringify(names(400))).kind, 'value')
  t.same(parse(JSON.stringify(names(600))), { kind: 'refused', reason })
  t.same(parse(JSON.stringify({ amount: 1, metadata: names(10_000) })), { kind: 'refused', reason, param: 'metadata' })
  t.same(parse(`{"a":[${'"\\\\",'.repeat(40_000)}1]}`), { kind: 'refused', reason, param: 'a' })
  t.same(parse(`{"a":[${'{},'.repeat(600)}`), { kind: 'refused', reason, param: 'a' }, 'even if it is not JSON')
  t.equal(parse(JSON.stringify({ a: ',:{}[]\\",'.repeat(1_000) })).kind, 'value', 'signs in texts do not count')
})
