import type { IncomingMessage } from 'node:http'

/** Longest part of a body to read: an endless reply must not exhaust memory. */
const maximumReplyBytes = 64 * 1024

/** How long to wait for the body. It is only for the log, and must not hold the slot of another delivery. */
const bodyMs = 2_000

/** Length of the excerpt in the delivery log. */
const excerptBytes = 1_024

/** A receiver's reply. `excerpt` is the beginning of the body as text, as far as it came. */
export interface ReplyRead {
  readonly kind: 'reply'
  readonly status: number
  readonly excerpt: string
}

/**
 * Reads a reply to its end, and drops the connection after 64 KB, after two seconds or when the attempt ends. The
 * status line decides, so an incomplete body changes nothing.
 */
export function readReply(response: IncomingMessage): Promise<ReplyRead> {
  const kept: Buffer[] = []
  let size = 0
  return new Promise((settle) => {
    const finish = (): void => {
      clearTimeout(timer)
      settle({ kind: 'reply', status: response.statusCode ?? 0, excerpt: excerptOf(kept) })
      if (!response.complete) response.destroy()
    }
    const timer = setTimeout(finish, bodyMs)
    response.on('data', (chunk: Buffer) => {
      if (size < excerptBytes) kept.push(chunk.subarray(0, excerptBytes - size))
      size += chunk.length
      if (size > maximumReplyBytes) finish()
    })
    for (const event of ['end', 'error', 'close']) response.on(event, finish)
  })
}

function excerptOf(kept: readonly Buffer[]): string {
  // `stream` omits an incomplete character at the end. PostgreSQL's text type accepts no NUL.
  return new TextDecoder().decode(Buffer.concat(kept), { stream: true }).replaceAll('\0', '\u{fffd}')
}
