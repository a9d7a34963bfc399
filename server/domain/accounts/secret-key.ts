import { hash, randomBytes } from 'node:crypto'

/** 256 random bits cannot be guessed, so an unsalted hash is enough to store a key. */
const secretBytes = 32

export interface NewSecretKey {
  /** Shown once; the database keeps only its hash. */
  readonly secret: string
  readonly hash: Buffer
  readonly last4: string
}

/** Creates a secret key for a merchant's server: `sk_test_…` or `sk_live_…`. */
export function newSecretKey(livemode: boolean): NewSecretKey {
  const secret = `sk_${livemode ? 'live' : 'test'}_${BigInt(`0x${randomBytes(secretBytes).toString('hex')}`)
    .toString(36)
    .padStart(50, '0')}`
  return { secret, hash: hashSecretKey(secret), last4: secret.slice(-4) }
}

/** Whether a text has the form of a secret key or of a public demo key. */
export function isSecretKey(text: string): boolean {
  return /^sk_(test|live)_[0-9A-Za-z_]{4,100}$/.test(text)
}

export function hashSecretKey(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** The hash in base64, so that a memory of keys holds no keys. */
export function secretKeyHashText(secret: string): string {
  return hash('sha256', secret, 'base64')
}
