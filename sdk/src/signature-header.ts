import { mistake } from './signature-mistakes.ts'

/** `t` as written, since the text itself is signed, and every `v1`. */
export interface SignatureHeader {
  readonly timestamp: string
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
}

/** Reads `t=<unix seconds>,v1=<hex>`. Ignores unknown parts, which later schemes may add. */
export function parseHeader(header: unknown): SignatureHeader {
  const only = Array.isArray(header) && header.length === 1 ? (header[0] as unknown) : header
  if ((only ?? '') === '') {
    throw mistake(
      'signature_header_missing',
      'There is no `Service-Signature` header.',
      'Pass that header. A request without it is not from the service: answer 400.',
    )
  }
  const parts = typeof only === 'string' ? only.split(',').map((part) => part.trim()) : []
  const times = valuesOf(parts, 't=')
  const hexes = valuesOf(parts, 'v1=')
  const [timestamp] = times
  if (
    timestamp === undefined ||
    times.length > 1 ||
    !/^\d{1,15}$/.test(timestamp) ||
    hexes.length === 0 ||
    !hexes.every(isDigest)
  ) {
    throw mistake(
      'signature_header_malformed',
      'The signature header is not of the form `t=<unix seconds>,v1=<hex>`.',
      'Pass the value of `Service-Signature` as it arrived.',
    )
  }
  return { timestamp, signatures: hexes.map(fromHex) }
}

function valuesOf(parts: readonly string[], prefix: string): string[] {
  return parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length))
}

function isDigest(hex: string): boolean {
  return /^[0-9a-f]{64}$/i.test(hex)
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}
