/*
 * Encrypts a card in the browser with WebCrypto alone: a compact JWE with ECDH-ES in direct key agreement and A256GCM
 * (RFC 7516, section 3.1; RFC 7518, sections 4.6 and 5.3). See spec/decisions/cards.md#card-encryption.
 */

/** What the customer typed: `number` and `cvc` are digits only, `exp_year` has four digits. */
export interface PlainCard {
  readonly number: string
  readonly exp_month: number
  readonly exp_year: number
  readonly cvc: string
  readonly name: string
}

const curve = { name: 'ECDH', namedCurve: 'P-256' }

/**
 * The card as `encrypted_card` of `POST /v1/form/attempts`. Only the server can read it, for this session and once.
 * `nowSeconds` is Unix time by the server's clock. Rejects when the key is not a P-256 point.
 */
export async function encryptCard(
  card: PlainCard,
  jwk: JsonWebKey & { kid: string },
  sessionId: string,
  nowSeconds: number,
): Promise<string> {
  const theirs = await crypto.subtle.importKey('jwk', publicPoint(jwk), curve, false, [])
  const ours = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
  const epk = publicPoint(await crypto.subtle.exportKey('jwk', ours.publicKey))
  const header = base64url(utf8(JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', kid: jwk.kid, epk })))
  const agreed = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, ours.privateKey, 256)
  const key = await crypto.subtle.importKey('raw', await concatKdf(agreed), 'AES-GCM', false, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const { number, exp_month, exp_year, cvc, name } = card
  const nonce = base64url(crypto.getRandomValues(new Uint8Array(16)))
  const plaintext = JSON.stringify({
    number,
    exp_month,
    exp_year,
    cvc,
    name,
    session: sessionId,
    iat: Math.floor(nowSeconds),
    nonce,
  })
  // WebCrypto appends the tag of 16 bytes to the ciphertext; a JWE separates the two.
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: utf8(header) }, key, utf8(plaintext)),
  )
  return [header, '', base64url(iv), base64url(sealed.subarray(0, -16)), base64url(sealed.subarray(-16))].join('.')
}

/** Some browsers refuse a JWK with more members (`use`, `key_ops`, `ext`), and the import does not need them. */
function publicPoint({ x, y }: JsonWebKey): JsonWebKey {
  return { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
}

/** One round of the Concat KDF is enough for 256 bits. Absent party names count as a length of zero. */
function concatKdf(agreed: ArrayBuffer): Promise<ArrayBuffer> {
  const algorithm = utf8('A256GCM')
  const input = [
    uint32(1),
    new Uint8Array(agreed),
    uint32(algorithm.length),
    algorithm,
    uint32(0),
    uint32(0),
    uint32(256),
  ]
  return crypto.subtle.digest('SHA-256', new Uint8Array(input.flatMap((bytes) => [...bytes])))
}

function uint32(value: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value])
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')
}
