import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A receiver in a separate process: `/ok` counts, `/fail` fails, `/hang` and `/hang/…` do not answer.

const latencies: number[] = []
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
    const event = JSON.parse(Buffer.concat(parts).toString()) as { created: string }
    latencies.push(Date.now() - Date.parse(event.created))
    response.writeHead(200).end()
    reportLatencies()
  })
})

function reportLatencies(): void {
  if (latencies.length < wanted) return
  process.send?.({ latencies: latencies.splice(0) })
  wanted = Infinity
}

process.on('message', (message: { wait: number } | 'unanswered') => {
  if (message === 'unanswered') return void process.send?.({ unanswered: [...unanswered] })
  wanted = message.wait
  reportLatencies()
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
