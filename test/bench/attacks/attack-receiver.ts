import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A receiver in a process of its own. `/ok` reports how long each event took to arrive: from its commit, or from the
// time at which its session was due to expire. `/hang` never answers.

interface Event {
  readonly type: string
  readonly created: string
  readonly data: { readonly expires_at: string }
}

function report({ created, data }: Event): void {
  const isDue = Date.parse(data.expires_at) <= Date.parse(created)
  process.send?.({ isDue, latency: Date.now() - Date.parse(isDue ? data.expires_at : created) })
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (request.url === '/hang') return
    const event = JSON.parse(Buffer.concat(parts).toString()) as Event
    if (event.type === 'session.expired') report(event)
    response.writeHead(200).end()
  })
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
