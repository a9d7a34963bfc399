/** A request's body as it arrived. */
export type RawBody = string | Uint8Array | ArrayBuffer

const utf8 = new TextEncoder()

/** The bytes of a raw body; nothing when it is something else. */
export function bytesOf(rawBody: unknown): Uint8Array | undefined {
  if (typeof rawBody === 'string') return rawBody === '[object Object]' ? undefined : utf8.encode(rawBody)
  // Not by class: under a test runner with contexts of its own, Node's bytes are of another Uint8Array than ours.
  if (ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength)
  return isArrayBuffer(rawBody) ? new Uint8Array(rawBody) : undefined
}

/** Whether any secret made any of the signatures. */
export async function someSecretSigned(
  secrets: readonly string[],
  timestamp: string,
  body: Uint8Array,
  signatures: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const signed = signedBytes(timestamp, body)
  for (const secret of secrets) {
    const key = await keyOf(secret, 'verify')
    // WebCrypto compares in constant time.
    for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

/** HMAC-SHA256 in hex; the key is the whole `whsec_…` string as UTF-8. */
export async function signatureOf(secret: string, signed: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.sign('HMAC', await keyOf(secret, 'sign'), signed)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** `<t>.<raw body>` */
export function signedBytes(timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = utf8.encode(`${timestamp}.`)
  const all = new Uint8Array(prefix.length + body.length)
  all.set(prefix)
  all.set(body, prefix.length)
  return all
}

function keyOf(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', utf8.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]'
}
