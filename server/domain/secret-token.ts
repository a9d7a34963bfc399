import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, for a cookie or a one-time link: a plain hash at rest is enough, since nobody can guess it. */
export function newSecretToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashSecretToken(token) }
}

export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether it looks like one: anything else need not be looked up. */
export function isSecretToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
