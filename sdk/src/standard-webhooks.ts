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

/** A secret for tests, such as `whsec_of_my_tests`, may be in the alphabet for addresses. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const usual = text.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '')
  return Uint8Array.from(atob(usual), (character) => character.charCodeAt(0))
}
