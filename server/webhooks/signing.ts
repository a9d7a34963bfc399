import { createHmac, randomBytes } from 'node:crypto'

/** In bytes: 256 bits, the output length of HMAC-SHA256. */
const signingSecretBytes = 32

const secretPrefix = 'whsec_'

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

/**
 * The headers of Standard Webhooks for one attempt, so that its libraries verify a delivery unchanged. The key is the
 * base64-decoded text after `whsec_`: 48 bytes. During a roll the next secret signs too, so that a receiver that knows
 * only one of them accepts the delivery.
 *
 * @param secrets the current secret, and the next one if there is one
 */
export function standardHeaders(
  secrets: readonly string[],
  at: Date,
  eventId: string,
  rawBody: string,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${eventId}.${seconds}.${rawBody}`).digest('base64')}`
  })
  return { 'webhook-id': eventId, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}

/** Creates a signing secret: `whsec_` and 64 hex digits, which are also valid base64. */
export function newSigningSecret(): string {
  return `${secretPrefix}${randomBytes(signingSecretBytes).toString('hex')}`
}
