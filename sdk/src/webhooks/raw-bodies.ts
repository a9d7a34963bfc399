import { SignatureError, type RawBody } from '../index.ts'

/** The part of a request of `node:http` that a handler uses. Express has it too. */
export interface NodeRequest extends AsyncIterable<Uint8Array | string> {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** What a parser of the framework has made of the body. */
  readonly body?: unknown
  /** The raw body, where the platform keeps it: Google Cloud Functions and Firebase do. */
  readonly rawBody?: unknown
  /** Whether the body has been read to its end. */
  readonly readableEnded?: boolean
}

/** Far more than any event has, and little enough for a small machine. */
const longestBody = 1024 * 1024

/** The raw body of a web request. */
export async function bodyOfRequest(request: Request): Promise<RawBody> {
  if (request.bodyUsed)
    throw parsed(
      'Another part of the program has already read the body.',
      'Call the handler before `request.json()` and `request.text()`, or read a `request.clone()` there.',
    )
  return request.body ? joined(readerOf(request.body)) : new Uint8Array()
}

/** The raw body of a request of Node, or the bytes that a parser has kept. */
export async function bodyOfNode(request: NodeRequest): Promise<RawBody> {
  const { readableEnded = false } = request
  const kept = request.rawBody ?? request.body
  // Some parsers leave an empty object, and no body read, when a request is not theirs.
  if (kept === undefined || (!readableEnded && isEmptyObject(kept))) {
    if (!readableEnded) return joined(request)
    throw parsed('Another part of the program has already read the body.', keepRaw)
  }
  if (typeof kept === 'string' || ArrayBuffer.isView(kept)) return kept as RawBody
  throw parsed('The body was parsed before its signature was verified.', keepRaw)
}

const keepRaw =
  'In Express, put this route before `express.json()`. In `pages/api` of Next, export ' +
  '`config = { api: { bodyParser: false } }`.'

function parsed(message: string, fix: string): SignatureError {
  return new SignatureError({ code: 'signature_body_parsed', message, fix })
}

async function* readerOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function joined(parts: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  let length = 0
  for await (const part of parts) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part
    length += bytes.length
    if (length > longestBody)
      throw new SignatureError({
        code: 'signature_mismatch',
        message: 'The body is longer than any event.',
        fix: 'This request is not from the service.',
      })
    all.push(bytes)
  }
  const whole = new Uint8Array(length)
  let position = 0
  for (const bytes of all) {
    whole.set(bytes, position)
    position += bytes.length
  }
  return whole
}

function isEmptyObject(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Object]' && Object.keys(value as object).length === 0
}
