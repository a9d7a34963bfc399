import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A receiver in a separate process: `/ok` counts, `/fail` fails, `/hang` and `/hang/…` do not answer.

/** When an event came in. */
export interface Arrival {
  /** Null for events of a backlog. */
  readonly sessionId: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly arrivedAt: number
}

const arrivals: Arrival[] = []
const unanswered = new Map<string, number>()
let wanted = Infinity

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (request.url?.startsWith('/hang')) {
      unanswered.set(request.url, (unanswered.get(request.url) ?? 0) + 1)
      return
    }
    if (request.url === '/fail') return void response.writeHead(500).end()
    const arrivedAt = performance.timeOrigin + performance.now()
    const { created, data } = JSON.parse(Buffer.concat(parts).toString()) as { created: string; data: { id?: string } }
    arrivals.push({ sessionId: data.id ?? null, createdAt: Date.parse(created), arrivedAt })
    response.writeHead(200).end()
    reportArrivals()
  })
})

function reportArrivals(): void {
  if (arrivals.length < wanted) return
  process.send?.({ arrivals: arrivals.splice(0) })
  wanted = Infinity
}

process.on('message', (message: { wait: number } | 'unanswered') => {
  if (message === 'unanswered') return void process.send?.({ unanswered: [...unanswered] })
  wanted = message.wait
  reportArrivals()
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
