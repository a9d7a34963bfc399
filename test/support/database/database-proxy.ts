import { createConnection, createServer, type Server, type Socket } from 'node:net'

/**
 * How the network between the service and its database behaves.
 * - `open`: it forwards everything.
 * - `stopped`: it holds everything back until it is open again, as a stopped server does.
 * - `cut`: it drops everything. A connection that was open in this time stays silent for ever.
 * - `reset`: it resets all connections, and each new one.
 */
export type ProxyState = 'open' | 'stopped' | 'cut' | 'reset'

interface Pair {
  readonly client: Socket
  readonly server: Socket
  isCut: boolean
  /** Whether the service waits for an answer. */
  isAsking: boolean
}

/** A network between the service and its database, which a test can break. */
export class DatabaseProxy {
  readonly #listener: Server
  readonly #pairs = new Set<Pair>()
  readonly #target: { host: string; port: number }
  #state: ProxyState = 'open'
  #delayMs = 0
  #roundTrips = 0

  private constructor(databaseUrl: string) {
    const { hostname, port } = new URL(databaseUrl)
    this.#target = { host: hostname, port: Number(port) }
    this.#listener = createServer((client) => this.#connect(client))
  }

  /** Starts a proxy. `url` is the address of the database through it. */
  static async start(databaseUrl: string): Promise<{ proxy: DatabaseProxy; url: string }> {
    const proxy = new DatabaseProxy(databaseUrl)
    await new Promise<void>((listening) => proxy.#listener.listen(0, '127.0.0.1', listening))
    const url = new URL(databaseUrl)
    const address = proxy.#listener.address()
    if (typeof address !== 'object' || !address) throw new Error('The proxy has no port')
    url.host = `127.0.0.1:${address.port}`
    return { proxy, url: url.href }
  }

  /** Delays each answer of the database by this time. */
  delay(milliseconds: number): void {
    this.#delayMs = milliseconds
  }

  /** How often the service has waited for its database. Statements that leave together share a round trip. */
  get roundTrips(): number {
    return this.#roundTrips
  }

  become(state: ProxyState): void {
    this.#state = state
    for (const pair of this.#pairs) this.#apply(pair)
  }

  async close(): Promise<void> {
    for (const { client, server } of this.#pairs) {
      client.destroy()
      server.destroy()
    }
    await new Promise((closed) => this.#listener.close(closed))
  }

  #connect(client: Socket): void {
    const pair = { client, server: createConnection(this.#target), isCut: false, isAsking: false }
    this.#pairs.add(pair)
    for (const [from, to] of [
      [client, pair.server],
      [pair.server, client],
    ] as const) {
      from.on('data', (data: Buffer) => {
        if (pair.isCut) return
        if (from === client && !pair.isAsking) this.#roundTrips += 1
        pair.isAsking = from === client
        if (from === pair.server && this.#delayMs > 0) setTimeout(() => to.write(data), this.#delayMs)
        else to.write(data)
      })
      from.on('error', () => {})
      from.on('close', () => {
        // The other side of a cut network does not learn that this side has closed.
        if (!pair.isCut) to.destroy()
        if (client.destroyed && pair.server.destroyed) this.#pairs.delete(pair)
      })
    }
    this.#apply(pair)
  }

  #apply(pair: Pair): void {
    const { client, server } = pair
    if (this.#state === 'reset') {
      client.resetAndDestroy()
      server.resetAndDestroy()
    } else if (this.#state === 'cut') pair.isCut = true
    else if (this.#state === 'stopped') {
      client.pause()
      server.pause()
    } else if (!pair.isCut) {
      client.resume()
      server.resume()
    }
  }
}
