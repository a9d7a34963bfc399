import { createPrivateKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

/** The form gets a new key every day, so that a stolen key opens only the cards of that day. */
export const keyRotationSeconds = 24 * 60 * 60

/**
 * A form opened just before a rotation can stay open for 24 hours, the longest session. One hour covers slow clocks.
 */
export const keyServedAfterReplacementSeconds = 25 * 60 * 60

/** A key pair for the card form (P-256, ECDH-ES). Several are valid at the same time; forms receive the newest. */
export interface EncryptionKey {
  readonly kid: string
  readonly createdAt: Date
  readonly privateKey: KeyObject
  /** Affine coordinates, base64url. */
  readonly x: string
  readonly y: string
}

/** The public key that the form receives. */
export interface PublicEncryptionJwk {
  readonly kty: 'EC'
  readonly crv: 'P-256'
  readonly x: string
  readonly y: string
  readonly kid: string
  readonly alg: 'ECDH-ES'
  readonly use: 'enc'
}

export function generateEncryptionKey(now: Date): EncryptionKey {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = pair.publicKey.export({ format: 'jwk' })
  if (x === undefined || y === undefined) throw new Error('Bug: a P-256 key without coordinates')
  return { kid: `ek_${randomBytes(16).toString('base64url')}`, createdAt: now, privateKey: pair.privateKey, x, y }
}

/** Only the public part of a key. */
export function publicJwk(key: EncryptionKey): PublicEncryptionJwk {
  return { kty: 'EC', crv: 'P-256', x: key.x, y: key.y, kid: key.kid, alg: 'ECDH-ES', use: 'enc' }
}

/** The whole key as unencrypted text. The caller must encrypt it before storing it. */
export function serialiseEncryptionKey(key: EncryptionKey): string {
  const { d } = key.privateKey.export({ format: 'jwk' })
  if (d === undefined) throw new Error('Bug: a private key without its private part')
  return JSON.stringify({ ...publicJwk(key), d, created_at: key.createdAt.toISOString() })
}

/** Parses a key of `serialiseEncryptionKey`. The error for an invalid text does not quote it. */
export function parseEncryptionKey(text: string): EncryptionKey {
  const { kid, x, y, d, created_at } = fieldsOf(text)
  const privateKey = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' })
  return { kid, createdAt: new Date(created_at), privateKey, x, y }
}

/** Whether it is time to make the next key. */
export function isDueForRotation(newest: EncryptionKey, now: Date): boolean {
  return now.getTime() - newest.createdAt.getTime() >= keyRotationSeconds * 1000
}

/**
 * The keys that can still decrypt cards, newest first: the newest, and each whose successor is at most 25 hours old.
 */
export function servedKeys(keys: readonly EncryptionKey[], now: Date): EncryptionKey[] {
  const newestFirst = [...keys].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  return newestFirst.filter((_, index) => {
    const successor = newestFirst[index - 1]
    return (
      successor === undefined ||
      now.getTime() - successor.createdAt.getTime() <= keyServedAfterReplacementSeconds * 1000
    )
  })
}

interface KeyFields {
  readonly kid: string
  readonly x: string
  readonly y: string
  readonly d: string
  readonly created_at: string
}

function fieldsOf(text: string): KeyFields {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    // The parser's message quotes its input, which contains the private key.
    throw new Error('A stored encryption key is not JSON')
  }
  if (!isKeyFields(parsed)) throw new Error('A stored encryption key lacks a field')
  return parsed
}

function isKeyFields(value: unknown): value is KeyFields {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return ['kid', 'x', 'y', 'd', 'created_at'].every((name) => typeof fields.get(name) === 'string')
}
