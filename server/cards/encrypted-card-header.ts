/** Lengths in base64url characters: 32 bytes of a P-256 coordinate, 12 of an IV, 16 of a tag (RFC 7518, 5.3 and 6.2.1). */
const coordinateChars = 43
const ivChars = 16
const tagChars = 22

/** A card with the longest name, every character escaped, stays under 2,100 characters of JSON; a third more for base64url. */
const maxJweChars = 4096

/** The parts of a compact JWE that are judged before any cryptography touches it. */
export type HeaderVerdict =
  { readonly kind: 'acceptable'; readonly kid: string } | { readonly kind: 'refused'; readonly reason: string }

/**
 * Reads the protected header of a compact JWE and refuses all but the one form that the card form makes:
 * `alg` ECDH-ES, `enc` A256GCM, `kid`, and an ephemeral P-256 key, with no further member. So `zip`, `crit`, `apu`,
 * `cty`, embedded or linked keys never reach the library (RFC 7516, 4.1 and 7.1).
 */
export function judgeHeader(jwe: unknown): HeaderVerdict {
  if (typeof jwe !== 'string') return refused('not a string')
  if (jwe.length > maxJweChars) return refused('too long')
  const parts = jwe.split('.')
  const [header, encryptedKey, iv, ciphertext, tag] = parts
  if (parts.length !== 5 || header === undefined || iv === undefined || ciphertext === undefined || tag === undefined) {
    return refused('not a compact JWE of five parts')
  }
  if (encryptedKey !== '') return refused('an encrypted key where the agreement is direct')
  // WebCrypto takes ciphertext and tag as one: only their exact lengths keep bytes from wandering between the two.
  if (iv.length !== ivChars || tag.length !== tagChars) return refused('an IV or a tag of the wrong length')
  if (![header, iv, ciphertext, tag].every(isCanonicalBase64url)) return refused('a part that is not base64url')
  return judgeMembers(parseObject(Buffer.from(header, 'base64url')))
}

/** A JSON object in strict UTF-8, or null. */
export function parseObject(bytes: Uint8Array): Map<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
    return new Map(Object.entries(parsed))
  } catch {
    return null
  }
}

/** Whether an object has these members, all of them and no other. */
export function hasExactly(object: ReadonlyMap<string, unknown>, names: readonly string[]): boolean {
  return object.size === names.length && names.every((name) => object.has(name))
}

function judgeMembers(members: Map<string, unknown> | null): HeaderVerdict {
  if (members === null) return refused('a header that is not a JSON object')
  if (members.get('alg') !== 'ECDH-ES') return refused('another key agreement than ECDH-ES')
  if (members.get('enc') !== 'A256GCM') return refused('another content encryption than A256GCM')
  if (!hasExactly(members, ['alg', 'enc', 'kid', 'epk'])) return refused('a header with missing or further members')
  const kid = members.get('kid')
  if (typeof kid !== 'string') return refused('a key id that is not a string')
  if (!isEphemeralKey(members.get('epk'))) return refused('an ephemeral key that is not a public P-256 key')
  return { kind: 'acceptable', kid }
}

function isEphemeralKey(epk: unknown): boolean {
  if (typeof epk !== 'object' || epk === null || Array.isArray(epk)) return false
  const members = new Map<string, unknown>(Object.entries(epk))
  const isPublicPoint = hasExactly(members, ['kty', 'crv', 'x', 'y'])
  if (!isPublicPoint || members.get('kty') !== 'EC' || members.get('crv') !== 'P-256') return false
  return [members.get('x'), members.get('y')].every(
    (coordinate) =>
      typeof coordinate === 'string' && coordinate.length === coordinateChars && isCanonicalBase64url(coordinate),
  )
}

/** Decoding and encoding again must give the same text: Node skips foreign characters and ignores trailing bits. */
function isCanonicalBase64url(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text
}

function refused(reason: string): HeaderVerdict {
  return { kind: 'refused', reason }
}
