import type { CompactJwe } from './decrypt-jwe.ts'

/**
 * Lengths in base64url characters: a P-256 coordinate has 32 bytes, an IV 12 and a tag 16 (RFC 7518, sections 5.3 and
 * 6.2.1).
 */
const coordinateChars = 43
const ivChars = 16
const tagChars = 22

/** The longest name with every character escaped gives 2,100 characters of JSON, and base64url adds a third. */
const maxJweChars = 4096

interface Refused {
  readonly kind: 'refused'
  readonly reason: string
}

/** The result of the checks that precede decryption. */
export type EncryptedCard = { readonly kind: 'acceptable'; readonly kid: string; readonly jwe: CompactJwe } | Refused

/**
 * Reads a compact JWE. It accepts only the header of the card form: `alg` ECDH-ES, `enc` A256GCM, `kid` and an
 * ephemeral P-256 key, without other members. So `zip`, `crit`, `apu`, `cty` and embedded or linked keys are refused
 * (RFC 7516, sections 4.1 and 7.1).
 */
export function readEncryptedCard(jwe: unknown): EncryptedCard {
  if (typeof jwe !== 'string') return refused('not a string')
  if (jwe.length > maxJweChars) return refused('too long')
  const parts = jwe.split('.')
  const [header, encryptedKey, iv, ciphertext, tag] = parts
  if (parts.length !== 5 || header === undefined || iv === undefined || ciphertext === undefined || tag === undefined) {
    return refused('not a compact JWE of five parts')
  }
  if (encryptedKey !== '') return refused('an encrypted key, which direct key agreement does not have')
  if (iv.length !== ivChars || tag.length !== tagChars) return refused('an IV or a tag of the wrong length')
  if (![header, iv, ciphertext, tag].every(isCanonicalBase64url)) return refused('a part that is not base64url')
  const read = readMembers(parseObject(Buffer.from(header, 'base64url')))
  if (read.kind === 'refused') return read
  const bytesOf = (part: string): Buffer => Buffer.from(part, 'base64url')
  const bytes = { iv: bytesOf(iv), ciphertext: bytesOf(ciphertext), tag: bytesOf(tag) }
  return { kind: 'acceptable', kid: read.kid, jwe: { protectedHeader: header, epk: read.epk, ...bytes } }
}

/** Parses a JSON object in strict UTF-8. Null when the bytes are something else. */
export function parseObject(bytes: Uint8Array): Map<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
    return new Map(Object.entries(parsed))
  } catch {
    return null
  }
}

/** Whether an object has exactly these members. */
export function hasExactly(object: ReadonlyMap<string, unknown>, names: readonly string[]): boolean {
  return object.size === names.length && names.every((name) => object.has(name))
}

type Header = { readonly kind: 'acceptable'; readonly kid: string; readonly epk: CompactJwe['epk'] } | Refused

function readMembers(members: Map<string, unknown> | null): Header {
  if (members === null) return refused('a header that is not a JSON object')
  if (members.get('alg') !== 'ECDH-ES') return refused('a key agreement other than ECDH-ES')
  if (members.get('enc') !== 'A256GCM') return refused('a content encryption other than A256GCM')
  if (!hasExactly(members, ['alg', 'enc', 'kid', 'epk'])) return refused('a header with missing or additional members')
  const kid = members.get('kid')
  if (typeof kid !== 'string') return refused('a key id that is not a string')
  const epk = readEphemeralKey(members.get('epk'))
  return epk ? { kind: 'acceptable', kid, epk } : refused('an ephemeral key that is not a public P-256 key')
}

function readEphemeralKey(epk: unknown): CompactJwe['epk'] | null {
  if (typeof epk !== 'object' || epk === null || Array.isArray(epk)) return null
  const members = new Map<string, unknown>(Object.entries(epk))
  const isPublicPoint = hasExactly(members, ['kty', 'crv', 'x', 'y'])
  if (!isPublicPoint || members.get('kty') !== 'EC' || members.get('crv') !== 'P-256') return null
  const [x, y] = [members.get('x'), members.get('y')]
  return isCoordinate(x) && isCoordinate(y) ? { x, y } : null
}

function isCoordinate(value: unknown): value is string {
  return typeof value === 'string' && value.length === coordinateChars && isCanonicalBase64url(value)
}

/** Node skips invalid characters and ignores trailing bits, so the text must survive decoding and encoding. */
function isCanonicalBase64url(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text
}

function refused(reason: string): Refused {
  return { kind: 'refused', reason }
}
