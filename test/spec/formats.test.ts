import t from 'tap'
import { formats, isPlainText, lengthOf } from '../../spec/lib/formats.ts'

function tester(name: string): (value: string) => boolean {
  const format = formats[name]
  if (!format) throw new Error(`Bug: no format ${name}`)
  return (value) => format.test(value)
}

function check(t: Tap, name: string, accepted: string[], refused: string[]): void {
  const test = tester(name)
  for (const value of accepted) t.equal(test(value), true, `${name} takes ${JSON.stringify(value).slice(0, 80)}`)
  for (const value of refused) t.equal(test(value), false, `${name} refuses ${JSON.stringify(value).slice(0, 80)}`)
}

type Tap = Pick<typeof t, 'equal'>

t.test('an email has one ASCII local part of at most 64 characters and a host name with a dot', async (t) => {
  const label63 = 'a'.repeat(63)
  check(
    t,
    'email',
    [
      'a@b.co',
      'ada+tickets@example.co.uk',
      "o'hara@example.com",
      'A.B@EXAMPLE.COM',
      `${'a'.repeat(64)}@example.com`,
      `a@${label63}.com`,
      'a@xn--exmple-cua.com',
      'a@1.2',
    ],
    [
      '',
      'a',
      '@',
      'a@',
      '@b.co',
      'a@b',
      'a@@b.co',
      'a b@c.co',
      'a@b.co ',
      '\na@b.co',
      'a@b.co\n',
      `${'a'.repeat(65)}@example.com`,
      `a@${label63}a.com`,
      'a@-b.co',
      'a@b-.co',
      'a@b..co',
      'a@.co',
      'a@b.co.',
      'ä@b.co',
      'a@bä.co',
      '"a b"@c.co',
      'a@[127.0.0.1]',
      'a@b_c.co',
      'a@b.co\0',
      'a,b@c.co',
    ],
  )
})

t.test('a uri is a complete address that needs no correction, without a user name or password', async (t) => {
  check(
    t,
    'uri',
    [
      'https://shop.example',
      'HTTPS://SHOP.EXAMPLE/',
      'http://localhost:3000/a?b=c#d',
      'https://[::1]:8443/',
      'https://shop.example/%C3%BC',
      'https://exämple.com/ü?q=ü',
      'https://shop.example/a@b',
      'https://shop.example/?a=b@c',
      'https://shop.example:65535',
      'ftp://files.example/a',
    ],
    [
      '',
      'shop.example',
      '/a',
      '//shop.example',
      'https:',
      'https://',
      'https:///a',
      'https://?a',
      'https://#a',
      'https:shop.example',
      'https:/shop.example',
      'https:\\\\shop.example',
      'https://shop.example\\a',
      'https://2130706433',
      'https://0x7f.1',
      'https://127.1',
      'https://a..b',
      'https://a.example:0',
      'https://a@shop.example',
      'https://a:b@shop.example',
      'https://:b@shop.example',
      'https://@shop.example',
      'https://:@shop.example',
      ' https://shop.example',
      'https://shop.example ',
      'https://shop.example/a b',
      'https://shop.example/\n',
      'https://sh\top.example',
      'https://shop.example/\u0085',
      'https://shop.example:65536',
      'https://shop.example:x',
      'https://[::1',
      'https://1.2.3.256',
      'javascript:alert(1)',
      'mailto:a@b.co',
      'data:text/html,x',
      'https://%00.example',
    ],
  )
})

t.test('a date-time is RFC 3339 with a zone, and its day exists', async (t) => {
  check(
    t,
    'date-time',
    [
      '2026-11-21T10:15:30Z',
      '2026-11-21T10:15:30.1Z',
      '2026-11-21T10:15:30.123456789+05:30',
      '2026-11-21t10:15:30z',
      '2024-02-29T00:00:00Z',
      '2000-02-29T23:59:59-23:59',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
      '2026-12-31T00:00:00+00:00',
    ],
    [
      '',
      '2026-11-21',
      '2026-11-21T10:15:30',
      '2026-11-21 10:15:30Z',
      '2026-11-21T10:15Z',
      '2026-11-21T24:00:00Z',
      '2026-11-21T10:60:00Z',
      '2026-11-21T10:15:60Z',
      '2026-02-29T00:00:00Z',
      '2026-02-30T00:00:00Z',
      '1900-02-29T00:00:00Z',
      '2026-04-31T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-00-01T00:00:00Z',
      '2026-01-00T00:00:00Z',
      '2026-11-21T10:15:30+24:00',
      '2026-11-21T10:15:30+05:60',
      '2026-11-21T10:15:30.Z',
      '2026-11-21T10:15:30+0530',
      '+002026-11-21T10:15:30Z',
      '2026-11-21T10:15:30Z\n',
      '٢٠٢٦-11-21T10:15:30Z',
    ],
  )
})

t.test('a country is one of ISO 3166-1, in either case', async (t) => {
  check(
    t,
    'iso-3166',
    ['GB', 'gb', 'Gb', 'US', 'AX', 'SS'],
    ['', 'G', 'UK', 'EU', 'ZZ', 'GBR', 'G1', 'ß', 'ﬁ', 'ıS', ' GB', 'GB '],
  )
})

t.test('a currency is one of ISO 4217, in either case', async (t) => {
  check(
    t,
    'iso-4217',
    ['GBP', 'gbp', 'gBp', 'JPY', 'BHD', 'CLF'],
    ['', 'GB', 'GBPP', 'XXX', 'XTS', 'BTC', 'ZZZ', 'HRK', '£', 'ıSK', ' GBP', 'G P', 'toString'],
  )
})

t.test('a length counts code points, not UTF-16 units', async (t) => {
  for (const [text, length] of [
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 2],
    ['👍', 1],
    ['👍👍', 2],
    ['a👍b', 3],
    ['👨‍👩‍👧', 5],
  ] as const) {
    t.equal(lengthOf(text), length, JSON.stringify(text))
    t.equal(lengthOf(text), [...text].length, 'the count is that of the string iterator')
  }
})

t.test('plain text has no NUL and no unpaired surrogate', async (t) => {
  for (const text of ['', 'a', 'ü', '👍', '\ufffd', '\u0001', '\n', '\uffff'])
    t.equal(isPlainText(text), true, JSON.stringify(text))
  for (const text of ['\0', 'a\0b', '\ud83d', '\udc4d', '\udc4d\ud83d', 'a\ud83d', '\ud83d\ud83d\udc4d'])
    t.equal(isPlainText(text), false, JSON.stringify(text))
})

t.test('every format has a description for error messages', async (t) => {
  for (const [name, { described }] of Object.entries(formats)) t.match(described, /^an? \w/, name)
})
