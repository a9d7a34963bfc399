/** Made when it is needed: jsdom has no TextEncoder, and a test there may import the package without a call. */
export const utf8Of = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export function isSecret(value: unknown): value is string {
  return typeof value === 'string' && /^whsec_[\w+/=-]+$/.test(value)
}

/** The bytes of a raw body; undefined when the value is neither text nor bytes. */
export function bytesOf(rawBody: unknown): Uint8Array | undefined {
  if (typeof rawBody === 'string') return rawBody === '[object Object]' ? undefined : utf8Of(rawBody)
  // `instanceof` would fail in test runners that use `node:vm`: each context has its own Uint8Array class.
  if (ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength)
  return isArrayBuffer(rawBody) ? new Uint8Array(rawBody) : undefined
}

/** Whether any of the signatures was made with any of the secrets. */
export async function someSecretSigned(
  secrets: readonly string[],
  timestamp: string,
  body: Uint8Array,
  signatures: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const signed = signedBytes(timestamp, body)
  for (const secret of secrets) {
    const key = await keyOf(utf8Of(secret), 'verify')
    // WebCrypto compares in constant time.
    for (const signature of signatures) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true
  }
  return false
}

/** HMAC-SHA256 in hex; the key is the whole `whsec_…` string as UTF-8. */
export async function signatureOf(secret: string, signed: Uint8Array<ArrayBuffer>): Promise<string> {
  return Array.from(await hmac(utf8Of(secret), signed), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function hmac(key: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(key, 'sign'), signed))
}

/** The signed bytes: `<t>.<raw body>`. */
export function signedBytes(timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = utf8Of(`${timestamp}.`)
  const all = new Uint8Array(prefix.length + body.length)
  all.set(prefix)
  all.set(body, prefix.length)
  return all
}

function keyOf(bytes: Uint8Array<ArrayBuffer>, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]'
}
