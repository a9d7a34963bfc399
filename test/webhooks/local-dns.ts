import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import type { Resolve } from '../../server/webhooks/resolve-host.ts'

export interface LocalDns {
  /** Asks this server for the IPv4 addresses of a name, through Node's own DNS client. */
  readonly resolve: Resolve
  readonly queries: () => number
  stop(): void
}

/** A name server on loopback. It calls `answers` for each query; an empty list means a name without addresses. */
export async function startLocalDns(answers: (query: number) => readonly string[]): Promise<LocalDns> {
  let queries = 0
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    queries += 1
    socket.send(replyTo(query, answers(queries)), from.port, from.address)
  })
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound))
  const resolver = new Resolver({ timeout: 60_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    resolve: (hostname) => resolver.resolve4(hostname),
    queries: () => queries,
    stop: () => {
      resolver.cancel()
      socket.close()
    },
  }
}

/** The question, followed by an A record with a lifetime of zero for each address (RFC 1035, section 4). */
function replyTo(query: Buffer, addresses: readonly string[]): Buffer {
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, question, ...addresses.map(addressRecord)])
}

function addressRecord(address: string): Buffer {
  const pointerTypeClassLifetimeLength = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4])
  return Buffer.concat([pointerTypeClassLifetimeLength, Buffer.from(address.split('.').map(Number))])
}
