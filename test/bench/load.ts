import { connect, type Socket } from 'node:net'

/** One kind of request, sent many times. */
export interface Load {
  readonly port: number
  readonly connections: number
  readonly requests: number
  /** Sends a request again that the server is too busy for, as clients do. Otherwise the reply 429 ends the run. */
  readonly retriesBusy?: boolean
  /** The whole n-th request, head and body. */
  request(index: number): string
}

export interface LoadResult {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/**
 * Sends requests over keep-alive connections, one at a time on each. Plain sockets keep the cost of measuring low,
 * because the load shares the processors with the server. Any reply but 200 ends the run.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const durations: number[] = []
  let next = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: load.connections }, () =>
      drive(
        load,
        () => (next < load.requests ? load.request(next++) : null),
        (duration) => durations.push(duration),
      ),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  durations.sort((a, b) => a - b)
  return { perSecond: load.requests / seconds, p50: quantile(durations, 0.5), p99: quantile(durations, 0.99) }
}

export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
}

/** The pause before a request is sent again. */
const busyMs = 100

function drive(load: Load, take: () => string | null, measured: (milliseconds: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true })
    let sentAt = 0
    let received = ''
    let request: string | null = null
    const send = (): void => {
      request = take()
      if (request === null) return finish(socket, resolve)
      sentAt = performance.now()
      socket.write(request)
    }
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      received += chunk
      if (!isComplete(received)) return
      if (load.retriesBusy && received.startsWith('HTTP/1.1 429')) {
        received = ''
        setTimeout(() => socket.write(request ?? ''), busyMs)
        return
      }
      if (!received.startsWith('HTTP/1.1 200'))
        return reject(new Error(`${request?.split('\r\n')[0] ?? ''}: the server answered ${received.slice(0, 400)}`))
      measured(performance.now() - sentAt)
      received = ''
      send()
    })
  })
}

function finish(socket: Socket, resolve: () => void): void {
  socket.end()
  resolve()
}

/** Whether the text holds a whole reply. */
export function isComplete(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, headEnd + 2))
  return length !== null && text.length >= headEnd + 4 + Number(length[1])
}

export function httpRequest(method: string, path: string, headers: Record<string, string>, body = ''): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  if (method !== 'GET') lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
