import { connect } from 'node:net'

export interface RawReply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
}

/** How long to wait for a reply. Far longer than a busy machine takes. */
const patienceMs = 60_000

/** Sends raw bytes and returns the first reply, or null if the connection closes without one. */
export function sendRaw(baseUrl: string, bytes: string | Buffer): Promise<RawReply | null> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) })
    let said = ''
    const finish = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(parseReply(said))
    }
    const timer = setTimeout(finish, patienceMs)
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      said += String(chunk)
      if (isWhole(said)) finish()
    })
    socket.on('end', finish).on('close', finish)
    socket.on('error', (error: Error & { code?: string }) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? finish() : reject(error),
    )
    socket.write(bytes)
  })
}

function isWhole(said: string): boolean {
  const reply = parseReply(said)
  if (reply === null) return false
  return reply.status === 100 || Buffer.byteLength(reply.text) >= Number(reply.headers['content-length'] ?? Infinity)
}

function parseReply(said: string): RawReply | null {
  const end = said.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = said.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(first.split(' ')[1]), headers, text: said.slice(end + 4) }
}
