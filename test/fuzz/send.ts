import { connect } from 'node:net'

export interface HttpReply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
}

/** Longer than any call may take, on a busy machine too: what hangs, hangs for ever. */
const patienceMs = 90_000

/**
 * Sends bytes as they are on a connection of their own, and gives the whole reply. Rejects when there is none in time, or
 * when the connection closes without one: no request deserves that.
 */
export function send(baseUrl: string, bytes: Buffer, { headOnly = false } = {}): Promise<HttpReply> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) })
    const chunks: Buffer[] = []
    const finish = (closed: boolean): void => {
      const reply = parse(Buffer.concat(chunks), { closed, headOnly })
      if (reply === null && !closed) return
      clearTimeout(timer)
      socket.destroy()
      if (reply) resolve(reply)
      else reject(new Error('The connection closed without a whole reply'))
    }
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`No whole reply within ${patienceMs} ms`))
    }, patienceMs)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      finish(false)
    })
    socket.on('close', () => finish(true))
    // A reply may be there although the rest of a refused body could not be written.
    socket.on('error', () => {})
    socket.write(bytes)
  })
}

function parse(said: Buffer, { closed, headOnly }: { closed: boolean; headOnly: boolean }): HttpReply | null {
  const end = said.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = said.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const status = Number(first.split(' ')[1])
  // 100 Continue comes before the reply proper.
  if (status === 100) return parse(said.subarray(end + 4), { closed, headOnly })
  const body = said.subarray(end + 4)
  const length =
    headers['content-length'] === undefined
      ? headers['transfer-encoding']
        ? Infinity
        : 0
      : Number(headers['content-length'])
  if (!headOnly && body.length < length && !closed) return null
  return { status, headers, text: body.toString() }
}
