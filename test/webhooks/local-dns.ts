import { createSocket } from 'node:dgram'
import { resolveWith, type Resolve } from '../../server/webhooks/resolve-host.ts'

export interface LocalDns {
  /** The address and port of this server, for `DNS_SERVERS`. */
  readonly server: string
  /** Asks this server for the addresses of a name, as the service does. */
  readonly resolve: Resolve
  /** How many queries for IPv4 addresses have arrived. */
  readonly queries: () => number
  /** The names that were asked for, without repetition. */
  readonly names: ReadonlySet<string>
  stop(): void
}

/** The addresses of a name, or null to leave the query unanswered. An empty list means a name without addresses. */
type Answers = (query: number, name: string) => readonly string[] | null

const typeA = 1

/** A name server on loopback. It calls `answers` for each query for IPv4 addresses. No name has an IPv6 address. */
export async function startLocalDns(answers: Answers): Promise<LocalDns> {
  let queries = 0
  const names = new Set<string>()
  const silent = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, type } = questionOf(query)
    names.add(name)
    if (type === typeA) queries += 1
    const addresses = type === typeA ? answers(queries, name) : silent.has(name) ? null : []
    if (addresses === null) silent.add(name)
    else socket.send(replyTo(query, addresses), from.port, from.address)
  })
  await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound))
  const server = `127.0.0.1:${socket.address().port}`
  return {
    server,
    resolve: resolveWith({ servers: [server] }),
    queries: () => queries,
    names,
    stop: () => {
      socket.close()
    },
  }
}

function questionOf(query: Buffer): { name: string; type: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1) }
}

/** The question, followed by an A record with a lifetime of five minutes for each address (RFC 1035, section 4). */
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
  const pointerTypeClassLifetimeLength = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 1, 0x2c, 0, 4])
  return Buffer.concat([pointerTypeClassLifetimeLength, Buffer.from(address.split('.').map(Number))])
}
