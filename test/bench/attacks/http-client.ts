import { Agent, request, type OutgoingHttpHeaders } from 'node:http'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
  /** Milliseconds until the call gives up. It then has the status 0. */
  readonly timeoutMs?: number
}

/** An HTTP client with an address of its own. All of 127.0.0.0/8 is this machine, so a bench can have many clients. */
export class HttpClient {
  readonly #port: number
  readonly #agent: Agent

  constructor(port: number, address: string, connections = 64) {
    this.#port = port
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: address })
  }

  /** Never rejects: a broken connection and a time-out have the status 0. */
  send({ method, path, headers, body, timeoutMs = 30_000 }: Call): Promise<Reply> {
    return new Promise((resolve) => {
      const failed = (): void => resolve({ status: 0, headers: {}, text: '' })
      const sent = request(
        {
          port: this.#port,
          host: '127.0.0.1',
          agent: this.#agent,
          method,
          path,
          headers: {
            ...(body === undefined
              ? {}
              : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('error', failed)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(parts).toString(),
            }),
          )
        },
      )
      sent.setTimeout(timeoutMs, () => sent.destroy())
      sent.on('error', failed)
      sent.end(body)
    })
  }

  /** Sends JSON with a key and returns the parsed reply. Throws unless the status is 200. */
  async json<Result>(method: string, path: string, key: string | null, body?: object): Promise<Result> {
    const reply = await this.send({
      method,
      path,
      headers: key === null ? {} : { Authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${String(reply.status)} ${reply.text.slice(0, 300)}`)
    return JSON.parse(reply.text) as Result
  }

  close(): void {
    this.#agent.destroy()
  }
}
