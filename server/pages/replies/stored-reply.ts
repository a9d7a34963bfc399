import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A text that many clients request, compressed in advance. */
export interface StoredText {
  /** 16 hex digits that identify the content. */
  readonly hash: string
  readonly etag: string
  readonly plain: Buffer
  readonly gzip: Buffer
  readonly brotli: Buffer
}

export interface StoredRequest {
  readonly acceptEncoding: string | undefined
  readonly ifNoneMatch: string | undefined
}

export interface StoredReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** `quality` is Brotli's, 0 to 11. The highest is too slow for a large text that a client is waiting for. */
export async function storeText(text: string, quality: number = constants.BROTLI_MAX_QUALITY): Promise<StoredText> {
  const plain = Buffer.from(text)
  return storedText(
    plain,
    await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
    await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  )
}

/** A text that is compressed already. */
export function storedText(plain: Buffer, gzip: Buffer, brotli: Buffer): StoredText {
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 16)
  // Weak, because the bytes differ by encoding.
  return { hash, etag: `W/"${hash}"`, plain, gzip, brotli }
}

/** The text in the best encoding that the client accepts, or 304 when the client has it already. */
export function replyWith(
  stored: StoredText,
  request: StoredRequest,
  headers: Readonly<Record<string, string>>,
  status = 200,
): StoredReply {
  const allHeaders = { ...headers, etag: stored.etag, vary: 'Accept-Encoding', 'x-content-type-options': 'nosniff' }
  if (status === 200 && request.ifNoneMatch?.includes(stored.etag))
    return { status: 304, headers: allHeaders, body: Buffer.alloc(0) }
  const [encoding, body] = bestEncoding(stored, request.acceptEncoding)
  return { status, headers: encoding ? { ...allHeaders, 'content-encoding': encoding } : allHeaders, body }
}

/** The best encoding that the client accepts, and the text in it. The name is empty when the text is not compressed. */
export function bestEncoding(stored: StoredText, accepted = ''): readonly [string, Buffer] {
  const accepts = (encoding: string): boolean =>
    new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
  if (accepts('br')) return ['br', stored.brotli]
  return accepts('gzip') ? ['gzip', stored.gzip] : ['', stored.plain]
}

/** For an address with the hash of an asset. `isCurrent`: the hash is that of these contents. */
export function hashedCachingOf(isCurrent: boolean): string {
  return isCurrent ? 'public, max-age=31536000, immutable' : 'no-store'
}

export function replyWithAsset(
  stored: StoredText,
  request: StoredRequest,
  contentType: 'text/javascript' | 'application/json',
  caching: string,
): StoredReply {
  return replyWith(stored, request, {
    'content-type': `${contentType}; charset=utf-8`,
    'cache-control': caching,
    // Without it, shops that isolate their pages (cross-origin embedder policy) could not load the asset.
    'cross-origin-resource-policy': 'cross-origin',
    // Modules and tags with `crossorigin` need it. Assets are public.
    'access-control-allow-origin': '*',
  })
}
