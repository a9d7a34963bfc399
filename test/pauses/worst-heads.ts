/** The service refuses more than 16 KB of headers, the address included. */
const headBytes = 15_000

const repeated = (part: string): string => part.repeat(Math.floor(headBytes / part.length))
const listed = (separator: string, entry: (index: number) => string): string =>
  Array.from({ length: headBytes }, (_, index) => entry(index))
    .join(separator)
    .slice(0, headBytes)

/** A different text of letters for each number. */
const letters = (index: number): string =>
  `a${index.toString(36).replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`

/** The largest headers with languages. */
export const worstLanguages: Readonly<Record<string, string>> = {
  'languages that are not supported': `Accept-Language: ${repeated('xx,')}`,
  'different languages': `Accept-Language: ${listed(',', (index) => `${letters(index)}-Latn-US-u-nu-arab`)}`,
  'a long language': `Accept-Language: en-u-${repeated('abc-')}abc`,
}

/** The largest headers that reach the service. Every header that the service or hapi reads is among them. */
export const worstHeaders: Readonly<Record<string, string>> = {
  ...worstLanguages,
  encodings: `Accept-Encoding: ${listed(',', (index) => `${letters(index)};q=0.${index}`)}`,
  cookies: `Cookie: ${listed(';', (index) => `${letters(index)}=b`)}`,
  'one cookie many times': `Cookie: ${repeated('servicepay=b;')}`,
  'types that are accepted': `Accept: ${repeated('a/b;q=0.1,')}`,
  'proxies on the way': `X-Forwarded-For: ${repeated('10.0.0.1,')}`,
  'tags of known texts': `If-None-Match: ${repeated('"a",')}`,
  'a long browser name': `User-Agent: ${repeated('é')}`.slice(0, headBytes),
  'a long origin': `Origin: https://${repeated('a.')}`,
  'ranges of bytes': `Range: bytes=${repeated('0-1,')}`,
  'parameters of the type': `Content-Type: application/json;${repeated('a=b;')}`,
  'a long key': `Authorization: Bearer ${repeated('a')}`,
  'a long idempotency key': `Idempotency-Key: ${repeated('a')}`,
  'many headers': Array.from({ length: 900 }, (_, index) => `${letters(index)}: 1`).join('\r\n'),
}

/** The largest queries: behind the first, the name of a parameter is filled in. */
export const worstQueries: Readonly<Record<string, string>> = {
  'one name many times': repeated('a&'),
  'different names': listed('&', letters),
  'a name of digits': repeated('1-'),
}

export function worstValue(name: string): string {
  return `${name}=${repeated('%F0%9F%98%80')}`
}

/** What fills the last part of a path. */
export const worstPathEnds: Readonly<Record<string, string>> = {
  'many parts': repeated('a/'),
  escapes: repeated('%41'),
  digits: repeated('1-'),
}
