import { BoundedMap } from '../../domain/memory.ts'
import type { PageReply } from '../../markup/html.ts'
import {
  bestEncoding,
  storeText,
  type StoredReply,
  type StoredRequest,
  type StoredText,
} from '../replies/stored-reply.ts'
import type { FormAssets } from './form-assets.ts'
import { frameVariant, renderFormFrame, type FormFrameQuery } from './form-frame.ts'

/** Answers `GET /v1/form/frame`. */
export type FrameDocuments = (query: FormFrameQuery, request: StoredRequest) => Promise<StoredReply>

interface FrameDocument {
  readonly headers: PageReply['headers']
  readonly content: StoredText
}

/** Each document takes about 40 KB. Customers of one service use far fewer languages, themes and places. */
const maxDocuments = 300
/** This quality costs the first customer of a language a few milliseconds. */
const brotliQuality = 9

/** Renders and compresses each document once, because it is the same for every session of its language and theme. */
export function frameDocuments(assets: FormAssets): FrameDocuments {
  const documents = new BoundedMap<string, Promise<FrameDocument>>(maxDocuments)
  const find = (query: FormFrameQuery): Promise<FrameDocument> => {
    const variant = frameVariant(query)
    const found = documents.get(variant) ?? prepare(query, assets)
    documents.set(variant, found)
    return found
  }
  return async (query, { acceptEncoding }) => {
    const { headers, content } = await find(query)
    const [encoding, body] = bestEncoding(content, acceptEncoding)
    return { status: 200, headers: encoding ? { ...headers, 'content-encoding': encoding } : headers, body }
  }
}

async function prepare(query: FormFrameQuery, assets: FormAssets): Promise<FrameDocument> {
  const { headers, body } = renderFormFrame(query, assets)
  return { headers: { ...headers, vary: 'Accept-Encoding' }, content: await storeText(body, brotliQuality) }
}
