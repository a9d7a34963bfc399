import { CompactEncrypt, importJWK, type CompactJWEHeaderParameters } from 'jose'
import type { EncryptionKey } from '../../server/cards/encryption-key.ts'

export const canaryPan = '4012000000060085'
export const sessionId = 'cs_test_decrypt'
export const now = new Date('2026-11-20T12:00:00Z')
export const nowSeconds = Math.floor(now.getTime() / 1000)

/** The plaintext of a valid card with some members changed. `undefined` omits a member. */
export function plaintextWith(changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    number: canaryPan,
    exp_month: 12,
    exp_year: 2030,
    cvc: '987',
    name: 'Ada Lovelace',
    session: sessionId,
    iat: nowSeconds,
    nonce: 'AAECAwQFBgcICQoLDA0ODw',
    ...changes,
  })
}

/** A key as the service publishes it. */
export type PublicKey = Pick<EncryptionKey, 'kid' | 'x' | 'y'>

/** Encrypts with an independent implementation, and with any header that it permits. */
export async function sealWithJose(
  key: PublicKey,
  plaintext: string | Uint8Array,
  header: Record<string, unknown> = {},
): Promise<string> {
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: key.x, y: key.y }, 'ECDH-ES')
  const all: CompactJWEHeaderParameters = { alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid, ...header }
  const bytes = typeof plaintext === 'string' ? new TextEncoder().encode(plaintext) : plaintext
  return new CompactEncrypt(bytes).setProtectedHeader(all).encrypt(jwk)
}

/** A JWE with a changed protected header, which the tag no longer authenticates. */
export function withHeader(jwe: string, change: (header: Record<string, unknown>) => Record<string, unknown>): string {
  const [header = '', ...rest] = jwe.split('.')
  const parsed = JSON.parse(Buffer.from(header, 'base64url').toString())
  return [base64url(JSON.stringify(change(parsed))), ...rest].join('.')
}

/** A JWE with one of its five parts replaced. */
export function withPart(jwe: string, index: number, change: (part: string) => string): string {
  return jwe
    .split('.')
    .map((part, at) => (at === index ? change(part) : part))
    .join('.')
}

export function base64url(text: string | Uint8Array): string {
  return Buffer.from(text).toString('base64url')
}
