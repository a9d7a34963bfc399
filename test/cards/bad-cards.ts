import { generateKeyPairSync } from 'node:crypto'
import { CompactEncrypt, CompactSign, FlattenedEncrypt, generateKeyPair, importJWK } from 'jose'
import { generateEncryptionKey } from '../../server/cards/encryption-key.ts'
import {
  base64url,
  canaryPan,
  plaintextWith,
  sealWithJose,
  withHeader,
  withPart,
  type PublicKey,
} from './sealed-card.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const p384 = await generateKeyPair('ECDH-ES', { crv: 'P-384' })

/** Texts and objects that are not a card which the form has encrypted for this session, by name and in groups. */
interface BadCards {
  /** Refused before or during decryption. */
  readonly undecryptable: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Encrypted correctly, with contents that the form never writes. */
  readonly wrongContents: Readonly<Record<string, string>>
}

/** Bad cards for a session of a service that publishes `key`. `good` and `other` are valid cards of the session. */
export async function badCards(
  key: PublicKey,
  { sessionId, nowSeconds }: { sessionId: string; nowSeconds: number },
): Promise<BadCards & { good: string; other: string }> {
  const plaintext = (changes: Record<string, unknown> = {}): string =>
    plaintextWith({ session: sessionId, iat: nowSeconds, ...changes })
  const stranger = generateEncryptionKey(new Date(nowSeconds * 1000))
  const good = await sealWithJose(key, plaintext())
  const other = await sealWithJose(key, plaintext({ name: 'Another', nonce: 'EAECAwQFBgcICQoLDA0ODw' }))
  const bytes = new TextEncoder().encode(plaintext())
  const ours = await importJWK({ kty: 'EC', crv: 'P-256', x: key.x, y: key.y }, 'ECDH-ES')

  function sealFor(
    header: { alg: string; enc: string },
    publicKey: Parameters<CompactEncrypt['encrypt']>[0],
  ): Promise<string> {
    return new CompactEncrypt(bytes).setProtectedHeader({ ...header, kid: key.kid }).encrypt(publicKey)
  }

  const flattened = await new FlattenedEncrypt(bytes)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(new Uint8Array(32))
  const signed = await new CompactSign(bytes)
    .setProtectedHeader({ alg: 'HS256', kid: key.kid })
    .sign(new Uint8Array(32).fill(1))

  function epkOf(jwe: string): Record<string, unknown> {
    return JSON.parse(Buffer.from(jwe.split('.')[0] ?? '', 'base64url').toString()).epk
  }

  function withEpk(change: (epk: Record<string, unknown>) => unknown): string {
    return withHeader(good, (header) => ({ ...header, epk: change(epkOf(good)) }))
  }

  const zeroCoordinate = base64url(new Uint8Array(32))

  const notOurJwe: Record<string, unknown> = {
    nothing: undefined,
    null: null,
    'an empty text': '',
    'a number': 4012000000060085,
    'a list': [good],
    'an object': { encrypted_card: good },
    'a text object': Object(good),
    'a plain card number': canaryPan,
    'a plain card number in groups': '4012 0000 0006 0085',
    'plain JSON': plaintext(),
    'base64 of plain JSON': base64url(plaintext()),
    'a JWS': signed,
    'an unsecured JWT': `${base64url('{"alg":"none"}')}.${base64url(plaintext())}.`,
    'a JWE in JSON': JSON.stringify(flattened),
    'five dots': '.....',
    'four dots': '....',
    'four parts': good.split('.').slice(0, 4).join('.'),
    'six parts': `${good}.AAAA`,
    'a megabyte': 'A'.repeat(1 << 20),
    'a good one with white space after it': `${good} `,
    'a good one with a line break inside': withPart(good, 3, (part) => `${part.slice(0, 4)}\n${part.slice(4)}`),
    'padding on a part': withPart(good, 4, (part) => `${part}==`),
    'the other base64 alphabet': withPart(good, 3, (part) => `+/${part.slice(2)}`),
  }

  const otherAlgorithms: Record<string, unknown> = {
    dir: await sealFor({ alg: 'dir', enc: 'A256GCM' }, new Uint8Array(32)),
    'RSA-OAEP': await sealFor({ alg: 'RSA-OAEP', enc: 'A256GCM' }, rsa.publicKey),
    'RSA-OAEP-256': await sealFor({ alg: 'RSA-OAEP-256', enc: 'A256GCM' }, rsa.publicKey),
    RSA1_5: withHeader(await sealFor({ alg: 'RSA-OAEP', enc: 'A256GCM' }, rsa.publicKey), (h) => ({
      ...h,
      alg: 'RSA1_5',
    })),
    'ECDH-ES+A256KW': await sealWithJose(key, plaintext(), { alg: 'ECDH-ES+A256KW' }),
    A256GCMKW: await sealFor({ alg: 'A256GCMKW', enc: 'A256GCM' }, new Uint8Array(32)),
    PBES2: withHeader(good, (header) => ({ ...header, alg: 'PBES2-HS256+A128KW', p2s: 'AAAA', p2c: 1_000_000_000 })),
    'alg none': withHeader(good, (header) => ({ ...header, alg: 'none' })),
    'alg in lower case': withHeader(good, (header) => ({ ...header, alg: 'ecdh-es' })),
    'alg as a list': withHeader(good, (header) => ({ ...header, alg: ['ECDH-ES'] })),
    A128GCM: await sealWithJose(key, plaintext(), { enc: 'A128GCM' }),
    'A256CBC-HS512': await sealWithJose(key, plaintext(), { enc: 'A256CBC-HS512' }),
    'P-384': await sealFor({ alg: 'ECDH-ES', enc: 'A256GCM' }, p384.publicKey),
  }

  const otherHeaders: Record<string, unknown> = {
    zip: withHeader(good, (header) => ({ ...header, zip: 'DEF' })),
    crit: withHeader(good, (header) => ({ ...header, crit: ['exp'], exp: 1 })),
    'apu, although the tag covers it': await new CompactEncrypt(bytes)
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid })
      .setKeyManagementParameters({ apu: new Uint8Array([1]) })
      .encrypt(ours),
    'cty of a nested one, although the tag covers it': await sealWithJose(key, plaintext(), { cty: 'JWE' }),
    'an embedded key, although the tag covers it': await sealWithJose(key, plaintext(), { jwk: epkOf(good) }),
    'no kid': withHeader(good, ({ kid, ...header }) => header),
    'an unknown kid': withHeader(good, (header) => ({ ...header, kid: 'ek_unknown' })),
    'an unknown key': await sealWithJose(stranger, plaintext()),
    "a stranger's key under our kid": await sealWithJose({ ...stranger, kid: key.kid }, plaintext()),
    'a kid that is a number': withHeader(good, (header) => ({ ...header, kid: 1 })),
    'a kid named like a method': withHeader(good, (header) => ({ ...header, kid: 'constructor' })),
    'a header that is not JSON': withPart(good, 0, () => base64url('ECDH-ES')),
    'a header that is a list': withPart(good, 0, () => base64url('[]')),
    'a header that is null': withPart(good, 0, () => base64url('null')),
    'a header of broken UTF-8': withPart(good, 0, () => base64url(new Uint8Array([0x7b, 0xff, 0x7d]))),
    'a header in another order': withHeader(good, ({ alg, ...header }) => ({ ...header, alg })),
  }

  const otherPoints: Record<string, unknown> = {
    'no ephemeral key': withHeader(good, ({ epk, ...header }) => header),
    'an ephemeral key that is text': withEpk(() => 'x'),
    'an ephemeral key that is null': withEpk(() => null),
    'another curve by name': withEpk((epk) => ({ ...epk, crv: 'P-521' })),
    'a point off the curve': withEpk((epk) => ({ ...epk, y: epk['x'] })),
    'the point zero': withEpk((epk) => ({ ...epk, x: zeroCoordinate, y: zeroCoordinate })),
    'a coordinate beyond the field': withEpk((epk) => ({ ...epk, x: base64url(new Uint8Array(32).fill(255)) })),
    'a short coordinate': withEpk((epk) => ({ ...epk, x: 'AAAA' })),
    'an ephemeral key with a private part': withEpk((epk) => ({ ...epk, d: zeroCoordinate })),
    'an octet key pair': withEpk((epk) => ({ kty: 'OKP', crv: 'X25519', x: epk['x'] })),
    "another message's ephemeral key": withEpk(() => epkOf(other)),
  }

  const changedParts: Record<string, unknown> = {
    'a cut tag': withPart(good, 4, (part) => part.slice(0, -2)),
    'a tag of four bytes': withPart(good, 4, (part) => part.slice(0, 6)),
    'no tag': withPart(good, 4, () => ''),
    'a flipped tag': withPart(good, 4, (part) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1)),
    'a tag with other unused bits': withPart(good, 4, otherUnusedBits),
    'bytes that moved from the ciphertext to the tag': movedToTag(good),
    'another IV': withPart(good, 2, () => 'AAAAAAAAAAAAAAAA'),
    'a long IV': withPart(good, 2, (part) => `${part}AAAA`),
    'a flipped ciphertext': withPart(good, 3, (part) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1)),
    'a cut ciphertext': withPart(good, 3, (part) => part.slice(0, -4)),
    'no ciphertext': withPart(good, 3, () => ''),
    'an encrypted key': withPart(good, 1, () => 'AAAA'),
    "another message's ciphertext": withPart(good, 3, () => other.split('.')[3] ?? ''),
    "IV and tag in each other's place": swapped(good, 2, 4),
    "ciphertext and tag in each other's place": swapped(good, 3, 4),
  }

  const otherContents: Record<string, string | Uint8Array> = {
    "another session's": plaintext({ session: 'cs_test_another' }),
    'no session': plaintext({ session: undefined }),
    'a session that is a list': plaintext({ session: [sessionId] }),
    'too old': plaintext({ iat: nowSeconds - 901 }),
    // The service accepts 300 s. The clock goes on until it reads the card.
    'from the future': plaintext({ iat: nowSeconds + 360 }),
    'a time in milliseconds': plaintext({ iat: nowSeconds * 1000 }),
    'a time with a fraction': plaintext({ iat: nowSeconds - 0.5 }),
    'a time as text': plaintext({ iat: String(nowSeconds) }),
    'no time': plaintext({ iat: undefined }),
    'a further field': plaintext({ amount: 1 }),
    'a field named __proto__': plaintext().replace('{', '{"__proto__":{},'),
    'no name': plaintext({ name: undefined }),
    'a name that is null': plaintext({ name: null }),
    'a long name': plaintext({ name: 'a'.repeat(91) }),
    'a name with NUL': plaintext({ name: 'a\0b' }),
    'a name with half a character': plaintext({ name: 'a\ud800b' }),
    'a number with spaces': plaintext({ number: '4012 0000 0006 0085' }),
    'a number with a line break': plaintext({ number: `${canaryPan}\n` }),
    'a number of other digits': plaintext({ number: '４０１２００００００６００８５' }),
    'a number that is a number': plaintext({ number: Number(canaryPan) }),
    'a number too short': plaintext({ number: '40120000000' }),
    'a number too long': plaintext({ number: '4'.repeat(20) }),
    'month 0': plaintext({ exp_month: 0 }),
    'month 13': plaintext({ exp_month: 13 }),
    'a month as text': plaintext({ exp_month: '12' }),
    'a month and a half': plaintext({ exp_month: 1.5 }),
    'a year of two digits': plaintext({ exp_year: 30 }),
    'a year of five digits': plaintext({ exp_year: 20300 }),
    'a year as text': plaintext({ exp_year: '2030' }),
    'a code of two digits': plaintext({ cvc: '12' }),
    'a code of five digits': plaintext({ cvc: '12345' }),
    'a code that is a number': plaintext({ cvc: 987 }),
    'no code': plaintext({ cvc: undefined }),
    'a short nonce': plaintext({ nonce: 'AAECAwQFBgcICQoLDA0OD' }),
    'a long nonce': plaintext({ nonce: 'AAECAwQFBgcICQoLDA0ODwAA' }),
    'a nonce that is a number': plaintext({ nonce: 1 }),
    'no nonce': plaintext({ nonce: undefined }),
    'a list': `[${plaintext()}]`,
    text: JSON.stringify(plaintext()),
    'not JSON': canaryPan,
    'JSON with something after it': `${plaintext()}x`,
    'a byte order mark before it': `\ufeff${plaintext()}`,
    'broken UTF-8': Buffer.concat([Buffer.from(plaintext().slice(0, -1)), Buffer.from([0xc3]), Buffer.from('}')]),
    nothing: '',
    'a JWE in a JWE': good,
    'another card behind five thousand spaces': plaintext() + ' '.repeat(5000),
  }
  const wrongContents: Record<string, string> = {}
  for (const [name, contents] of Object.entries(otherContents)) wrongContents[name] = await sealWithJose(key, contents)
  return {
    undecryptable: { notOurJwe, otherAlgorithms, otherHeaders, otherPoints, changedParts },
    wrongContents,
    good,
    other,
  }
}

function otherUnusedBits(part: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return part.slice(0, -1) + (alphabet[alphabet.indexOf(part.slice(-1)) + 1] ?? '')
}

function movedToTag(jwe: string): string {
  const [header, , iv, ciphertext = '', tag = ''] = jwe.split('.')
  const joined = Buffer.concat([Buffer.from(ciphertext, 'base64url'), Buffer.from(tag, 'base64url')])
  return [header, '', iv, base64url(joined.subarray(0, -24)), base64url(joined.subarray(-24))].join('.')
}

function swapped(jwe: string, one: number, two: number): string {
  const parts = jwe.split('.')
  return parts.map((part, index) => (index === one ? parts[two] : index === two ? parts[one] : part)).join('.')
}
