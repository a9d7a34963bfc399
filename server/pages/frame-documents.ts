import type { FormAssets } from './form-assets.ts'
import { frameVariant, renderFormFrame, type FormFrameQuery } from './form-frame.ts'
import type { PageReply } from '../markup/html.ts'
import { encoded, storeText } from './stored-reply.ts'
import type { StoredReply, StoredRequest, StoredText } from './stored-reply.ts'

/** Answers `GET /v1/form/frame`. */
export type FrameDocuments = (query: FormFrameQuery, request: StoredRequest) => Promise<StoredReply>

interface Kept {
  readonly headers: PageReply['headers']
  readonly content: StoredText
}

/** Documents that are kept, of some 40 KB each: far more languages, themes and places than the customers of one service have. */
const mostKept = 300
/** A few milliseconds for the first customer of a language. */
const brotliQuality = 9

/** Each document is written and compressed once, and then the same for every session of its language and theme. */
export function frameDocuments(assets: FormAssets): FrameDocuments {
  const kept = new Map<string, Promise<Kept>>()
  const find = (query: FormFrameQuery): Promise<Kept> => {
    const variant = frameVariant(query)
    const found = kept.get(variant) ?? prepare(query, assets)
    // The one that was asked for last stands last, and the first is given up.
    kept.delete(variant)
    kept.set(variant, found)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return found
  }
  return async (query, { acceptEncoding }) => {
    const { headers, content } = await find(query)
    const [encoding, body] = encoded(content, acceptEncoding)
    return { status: 200, headers: encoding ? { ...headers, 'content-encoding': encoding } : headers, body }
  }
}

async function prepare(query: FormFrameQuery, assets: FormAssets): Promise<Kept> {
  const { headers, body } = renderFormFrame(query, assets)
  return { headers: { ...headers, vary: 'Accept-Encoding' }, content: await storeText(body, brotliQuality) }
}
