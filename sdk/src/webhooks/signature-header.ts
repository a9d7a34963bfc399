export interface SignatureHeader {
  /** `t` exactly as in the header, because the signature covers this text. */
  readonly timestamp: string
  /** Every `v1`. */
  readonly signatures: readonly Uint8Array<ArrayBuffer>[]
}

/**
 * Parses `t=<unix seconds>,v1=<hex>`. Ignores unknown parts, which later schemes may add. Undefined: the header has
 * another format.
 */
export function parseHeader(header: unknown): SignatureHeader | undefined {
  const value = Array.isArray(header) && header.length === 1 ? (header[0] as unknown) : header
  const parts = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : []
  const times = valuesOf(parts, 't=')
  const hexes = valuesOf(parts, 'v1=')
  const [timestamp] = times
  if (timestamp && times.length === 1 && /^\d{1,15}$/.test(timestamp) && hexes.length > 0 && hexes.every(isDigest))
    return { timestamp, signatures: hexes.map(fromHex) }
  return undefined
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
