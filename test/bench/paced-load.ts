import { connect, type Socket } from 'node:net'
import { isComplete, quantile, type Load } from './load.ts'

/** One connection. It is free while `dueAt` is null. */
interface Connection {
  readonly socket: Socket
  dueAt: number | null
  received: string
}

/**
 * Sends `perSecond` requests a second, whether or not the earlier ones have been answered, and returns the sorted
 * durations in milliseconds. A duration begins when its request is due, so the wait for a free connection counts. Any
 * reply but 200 ends the run.
 */
export function runAtRate(load: Load, perSecond: number): Promise<number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<number[]>()
  const durations: number[] = []
  const started = performance.now()
  let next = 0
  const free: Connection[] = []
  const answered = (connection: Connection): void => {
    if (!connection.received.startsWith('HTTP/1.1 200')) return reject(new Error(connection.received.slice(0, 400)))
    durations.push(performance.now() - (connection.dueAt ?? 0))
    connection.received = ''
    connection.dueAt = null
    free.push(connection)
    sendDue()
    if (durations.length === load.requests) resolve(durations.sort((a, b) => a - b))
  }
  const sendDue = (): void => {
    const now = performance.now()
    while (next < load.requests) {
      const dueAt = started + (next / perSecond) * 1000
      const connection = dueAt <= now ? free.pop() : undefined
      if (!connection) return
      connection.dueAt = dueAt
      connection.socket.write(load.request(next++))
    }
  }
  const connections = Array.from({ length: load.connections }, () => open(load.port, answered, reject))
  free.push(...connections)
  const timer = setInterval(sendDue, 1)
  return promise.finally(() => {
    clearInterval(timer)
    for (const { socket } of connections) socket.end()
  })
}

function open(port: number, answered: (connection: Connection) => void, failed: (error: Error) => void): Connection {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const connection: Connection = { socket, dueAt: null, received: '' }
  socket.setEncoding('latin1')
  socket.on('error', failed)
  socket.on('data', (chunk: string) => {
    connection.received += chunk
    if (isComplete(connection.received)) answered(connection)
  })
  return connection
}

/** The 99th percentile of sorted durations. */
export function p99(durations: readonly number[]): number {
  return quantile(durations, 0.99)
}
