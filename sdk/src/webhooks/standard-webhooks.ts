import { hmac, utf8Of } from './signature.ts'

/**
 * The headers of Standard Webhooks that the service sends beside its own. The key is the base64-decoded text after
 * `whsec_`.
 */
export async function standardHeaders(
  secret: string,
  eventId: string,
  rawBody: string,
  now: Date | number = Date.now(),
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(Number(now) / 1000))
  const digest = await hmac(fromBase64(secret.slice('whsec_'.length)), utf8Of(`${eventId}.${timestamp}.${rawBody}`))
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...digest))}`,
  }
}

/** As lenient as the service: a secret for tests need not be base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const digits = text
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .replace(/[^\w+/]/g, '')
  // One digit alone is less than a byte.
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits
  // HMAC pads a key with zeros, and WebCrypto refuses an empty one.
  return Uint8Array.from(atob(whole) || '\0', (character) => character.charCodeAt(0))
}
