import type { ServerResponse } from 'node:http'
import { gunzipSync, inflateSync } from 'node:zlib'

/**
 * Keeps a copy of every byte that a reply sends. The returned function gives the text so far, decompressed.
 */
export function bodyCollector(response: ServerResponse): () => string {
  const chunks: Buffer[] = []
  const keep = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array)
      chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk))
  }
  const { write, end } = response
  response.write = function (this: ServerResponse, ...args: Parameters<typeof write>) {
    keep(args[0])
    return write.apply(this, args)
  } as typeof write
  response.end = function (this: ServerResponse, ...args: Parameters<typeof end>) {
    keep(args[0])
    return end.apply(this, args)
  } as typeof end
  return () => unpacked(Buffer.concat(chunks), response.getHeader('content-encoding')).toString('utf8')
}

/** hapi compresses large replies. A reply to HEAD has the header and no body. */
function unpacked(bytes: Buffer, encoding: unknown): Buffer {
  if (bytes.length === 0) return bytes
  if (encoding === 'gzip') return gunzipSync(bytes)
  return encoding === 'deflate' ? inflateSync(bytes) : bytes
}
