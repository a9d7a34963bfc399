import { createHmac, randomBytes } from 'node:crypto'

/** In bytes: 256 bits, the output length of HMAC-SHA256. */
const signingSecretBytes = 32

/**
 * The value of `Service-Signature` for one attempt: `t=<unix seconds>,v1=<hex>`. `v1` is the HMAC-SHA256 of
 * `<t>.<raw body>`; its key is the whole `whsec_…` string in UTF-8, including the prefix.
 *
 * @param at the time of the attempt, not of the event: receivers refuse a `t` that is 300 seconds old
 * @param rawBody exactly the text that is sent
 */
export function signatureHeader(secret: string, at: Date, rawBody: string): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const mac = createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}

/** Creates a signing secret: `whsec_` and 64 hex digits. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(signingSecretBytes).toString('hex')}`
}
