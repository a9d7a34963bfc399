import type { IncomingMessage } from 'node:http'

/** Bytes of a reply's body that are read at most: a receiver needs none, and an endless one must not cost memory. */
const maximumReplyBytes = 64 * 1024

/** Bytes of the body that are kept for the delivery log. */
const excerptBytes = 1_024

/** A receiver's reply. `excerpt` is the beginning of the body as text; `cut` says why the body did not end properly. */
export interface ReplyRead {
  readonly kind: 'reply'
  readonly status: number
  readonly excerpt: string
  readonly cut: string | null
}

/** Reads a reply to its end, or to 64 KB, where it stops and drops the connection: the status is known by then. */
export function readReply(response: IncomingMessage): Promise<ReplyRead> {
  const kept: Buffer[] = []
  let size = 0
  return new Promise((settle) => {
    const finish = (cut: string | null) => {
      settle({ kind: 'reply', status: response.statusCode ?? 0, excerpt: excerptOf(kept), cut })
    }
    response.on('data', (chunk: Buffer) => {
      if (size < excerptBytes) kept.push(chunk.subarray(0, excerptBytes - size))
      size += chunk.length
      if (size <= maximumReplyBytes) return
      finish(null)
      response.destroy()
    })
    response.on('end', () => finish(null))
    response.on('error', (error) => finish(error.message))
    response.on('close', () => finish('closed'))
  })
}

function excerptOf(kept: readonly Buffer[]): string {
  // `stream` leaves out a character cut in half at the end; PostgreSQL's text takes no NUL.
  return new TextDecoder().decode(Buffer.concat(kept), { stream: true }).replaceAll('\0', '\u{fffd}')
}
