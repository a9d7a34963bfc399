import { createHash, randomBytes } from 'node:crypto'

/**
 * Creates a token for a cookie or a one-time link. Its 256 random bits cannot be guessed: an unsalted hash is enough.
 */
export function newSecretToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashSecretToken(token) }
}

export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether a text has the form of a token; the caller need not look up anything else. */
export function isSecretToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
