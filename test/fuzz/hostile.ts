/** Numbers as text: what JSON allows and programs get wrong, and what JSON does not allow. */
export const hostileNumbers: readonly string[] = [
  '1e308', '1e400', '-1e400', '9007199254740993', '-9007199254740993', '1E+2', '-0', '0.1e1', '1.0', '1e-400', '2147483648', '99999999.5', '100000000',
  '9'.repeat(1_000), `0.${'0'.repeat(500)}1`, '00', '+1', '1.', '.5', 'NaN', 'Infinity', '0x10', '1_000', '1n', 'undefined',
]

/** Texts of JSON, quotes included: NUL, halves of surrogate pairs, escapes, what other languages would run, and long ones. */
export const hostileTexts: readonly string[] = [
  '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"\\ud83d"', '"\\uFFFF"', '"\\u202e"', '"😀"', '"\\x00"', '"\\', '"\n"', '"\u0000"', '""', '" "',
  '"\'; drop table merchants; --"', '"<script>alert(1)</script>"', '"${7*7}{{7*7}}"', '"../../etc/passwd"', '"__proto__"', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}',
  'null', '[]', '{}', '[[[[]]]]', 'true', `"${'x'.repeat(10_000)}"`, `"${'😀'.repeat(2_000)}"`, '"4012000000060085"',
]

/** Whole bodies that are no JSON object of the contract. */
export const hostileBytes: readonly Buffer[] = [
  Buffer.from([0xff, 0xfe]), Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
  Buffer.from('\0'), Buffer.from('{"__proto__":{"livemode":true}}'), Buffer.from('{"a":1,"a":2}'), Buffer.from('[]'), Buffer.from('"'), Buffer.from('5'), Buffer.from('null'),
  Buffer.from('{"a":'.repeat(10_000)), Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), Buffer.from(`{"a":${'{"a":'.repeat(31)}1${'}'.repeat(32)}`),
  Buffer.from(`{"reference":"${'x'.repeat(1024 * 1024)}"}`), Buffer.from(`{${' '.repeat(1024 * 1024)}}`), Buffer.alloc(1024 * 1024, '"'), Buffer.alloc(200 * 1024, '\\'), Buffer.alloc(200 * 1024, '"a":'),
  Buffer.from(`{${Array.from({ length: 10_000 }, (_, index) => `"k${index}":1`).join(',')}}`), Buffer.from('{"amount":1}', 'utf16le'), Buffer.from('amount=100&currency=GBP'),
]

/** In the place of an id, or of a value in a query. No `..`: it is another path, and another operation, by the rules of URLs. */
export const junkInPaths: readonly string[] = [
  '%00', '%', '%zz', '%ff', '%ED%A0%80', '%C0%80', '%2F', '%252F', '...', ';', '*', '{id}', '%7Bid%7D', '%F0%9F%98%80', '\xff', 'null', 'undefined', '__proto__', 'constructor',
  '%27%20or%201=1--', 'cs_test_', 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(5_000), '%0d%0aSet-Cookie:%20a=b', '%E2%80%AE', '+', '%20', '~', 'a%20b',
]

/** Headers beside the usual ones that servers stumble over. */
export const hostileHeaders: readonly (readonly [string, string])[] = [
  ['Cookie', 'a="b; =; \x01'], ['Cookie', 'a=b; '.repeat(500)], ['Content-Encoding', 'gzip'], ['Content-Encoding', 'br, gzip'], ['Accept', '\xff/*;q=x'], ['Accept', 'text/html'],
  ['Accept-Encoding', ';q=,gzip;q=2,*;q=0'], ['If-None-Match', '*'], ['If-Modified-Since', 'never'], ['Range', 'bytes=5-1,-0'], ['X-Forwarded-For', '\xff, 1.2.3.4, ::, x'], ['X-Forwarded-Host', 'evil.example'],
  ['X-HTTP-Method-Override', 'DELETE'], ['Idempotency-Key', 'twice'], ['Authorization', 'Bearer sk_test_twice'], ['Content-Type', 'text/plain'], ['Origin', 'null'], ['Upgrade', 'websocket'], ['Upgrade', 'h2c'],
  ['Expect', '100-continue'], ['Expect', 'x'], ['TE', 'trailers'], ['Host', 'second.example'], ['__proto__', 'x'], ['X-Long', 'x'.repeat(12_000)], ['Transfer-Encoding', 'identity'], ['Trailer', 'Authorization'],
]
