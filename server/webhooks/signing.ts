import { createHmac, randomBytes } from 'node:crypto'

/** 256 bits: as many as the HMAC-SHA256 they key. */
const signingSecretBytes = 32

/**
 * The value of `Service-Signature` for one attempt: `t=<unix seconds>,v1=<hex>` (Specification, Events, "Signature rule").
 * `v1` is the HMAC-SHA256 of `<t>.<raw body>`; the key is the whole `whsec_…` string as UTF-8, prefix included.
 *
 * @param at the moment of the attempt, not of the event: receivers refuse a `t` 300 seconds old
 * @param rawBody exactly the text that is sent
 */
export function signatureHeader(secret: string, at: Date, rawBody: string): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const mac = createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}

/** A new signing secret, `whsec_` and 64 hex digits (Specification, Webhook endpoint: made whenever an address is set). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(signingSecretBytes).toString('hex')}`
}
