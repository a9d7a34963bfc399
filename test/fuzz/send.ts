import { connect } from 'node:net'
import { waiting } from '../support/until.ts'

export interface HttpReply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
}

/**
 * Sends bytes on a new connection and returns the whole reply, however late it is. Rejects when the connection closes
 * without one.
 */
export function send(baseUrl: string, bytes: Buffer, { headOnly = false } = {}): Promise<HttpReply> {
  const { hostname, port } = new URL(baseUrl)
  const reply = new Promise<HttpReply>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) })
    const chunks: Buffer[] = []
    const finish = (closed: boolean): void => {
      const reply = parse(Buffer.concat(chunks), { closed, headOnly })
      if (reply === null && !closed) return
      socket.destroy()
      if (reply) resolve(reply)
      else reject(new Error('The connection closed without a whole reply'))
    }
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      finish(false)
    })
    socket.on('close', () => finish(true))
    // The service may reply before it has read a refused body. Writing the rest of the body then fails.
    socket.on('error', () => {})
    socket.write(bytes)
  })
  return waiting(`the whole reply to ${bytes.subarray(0, 80).toString('latin1')}`, reply)
}

function parse(received: Buffer, { closed, headOnly }: { closed: boolean; headOnly: boolean }): HttpReply | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const status = Number(first.split(' ')[1])
  // 100 Continue comes before the final reply.
  if (status === 100) return parse(received.subarray(end + 4), { closed, headOnly })
  const body = received.subarray(end + 4)
  const length =
    headers['content-length'] === undefined
      ? headers['transfer-encoding']
        ? Infinity
        : 0
      : Number(headers['content-length'])
  if (!headOnly && body.length < length && !closed) return null
  return { status, headers, text: body.toString() }
}
