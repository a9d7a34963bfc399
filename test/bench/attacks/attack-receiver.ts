import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A receiver in a process of its own. `/ok` reports how long each event took from its commit to its arrival; `/hang`
// never answers.

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (request.url === '/hang') return
    const event = JSON.parse(Buffer.concat(parts).toString()) as { type: string; created: string }
    if (event.type !== 'test.ping') process.send?.({ latency: Date.now() - Date.parse(event.created) })
    response.writeHead(200).end()
  })
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
