import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver in this process that counts deliveries and accepts them all. */
export interface CountingReceiver {
  readonly port: number
  count(): number
  stop(): void
}

export async function startCountingReceiver(): Promise<CountingReceiver> {
  let count = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      count += 1
      response.end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    count: () => count,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
