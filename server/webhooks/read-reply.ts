import type { IncomingMessage } from 'node:http'

/** Longest part of a body to read: an endless reply must not exhaust memory. */
const maximumReplyBytes = 64 * 1024

/** Length of the excerpt in the delivery log. */
const excerptBytes = 1_024

/**
 * A receiver's reply. `excerpt` is the beginning of the body as text. `cut` is the reason when the body is incomplete,
 * otherwise null.
 */
export interface ReplyRead {
  readonly kind: 'reply'
  readonly status: number
  readonly excerpt: string
  readonly cut: string | null
}

/** Reads a reply to its end, or to 64 KB and then drops the connection, since only the status counts. */
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
  // `stream` omits an incomplete character at the end. PostgreSQL's text type accepts no NUL.
  return new TextDecoder().decode(Buffer.concat(kept), { stream: true }).replaceAll('\0', '\u{fffd}')
}
