import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'

export interface Reply {
  readonly status: number
  readonly replayed: boolean
  readonly text: string
  /** The parsed body. Tests say what they expect of it. */
  readonly body: { readonly [field: string]: unknown } & { readonly error?: { readonly code: string } }
}

export interface Call {
  readonly method?: string
  readonly path: string
  readonly body?: object
  readonly key?: string
}

/** Longer than a restart, and than a lease of an idempotency key, which the test shortens. */
const timeoutMs = 90_000

/** A merchant's server. It calls any process of the service, and retries until it gets an answer. */
export class Client {
  /** How many calls got no reply because their process was killed. */
  cut = 0
  readonly #baseUrls: readonly string[]
  readonly #chance: Chance
  readonly #secretKey: string

  constructor(baseUrls: readonly string[], chance: Chance, secretKey: string) {
    this.#baseUrls = baseUrls
    this.#chance = chance
    this.#secretKey = secretKey
  }

  /** Creates an account and returns its client. */
  static async signUp(baseUrls: readonly string[], chance: Chance): Promise<Client> {
    const anonymous = new Client(baseUrls, chance, '')
    const { body } = await anonymous.insist({ path: '/v1/sandbox/signup', body: { email: 'merchant@example.com' } })
    return new Client(baseUrls, chance, String(body['secret_key']))
  }

  /** The same merchant at other processes. */
  at(baseUrls: readonly string[]): Client {
    return new Client(baseUrls, this.#chance, this.#secretKey)
  }

  /** Calls once. Returns null without a reply. */
  async once(call: Call): Promise<Reply | null> {
    const { method = 'POST', path, body, key } = call
    const headers = {
      Authorization: `Bearer ${this.#secretKey}`,
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    try {
      const response = await fetch(this.#chance.pick(this.#baseUrls) + path, {
        method,
        headers,
        ...sent,
        signal: AbortSignal.timeout(30_000),
      })
      const text = await response.text()
      return {
        status: response.status,
        replayed: response.headers.get('idempotent-replayed') === 'true',
        text,
        body: JSON.parse(text) as Reply['body'],
      }
    } catch {
      this.cut += 1
      return null
    }
  }

  /** Repeats the call, with the same key, until the reply is final. */
  async insist(call: Call): Promise<Reply> {
    let last: Reply | null = null
    for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(this.#chance.whole(20, 200))) {
      last = await this.once(call)
      if (last && last.status < 500 && last.status !== 429 && last.body.error?.code !== 'request_in_progress')
        return last
    }
    throw new Error(`No final reply: ${call.path} ${last?.text ?? 'no reply'}`)
  }

  /** Repeats the call until the reply is final, and throws unless it is a success. */
  async succeed(call: Call): Promise<Reply['body']> {
    const reply = await this.insist(call)
    if (reply.status !== 200) throw new Error(`${call.path}: ${reply.status} ${reply.text}`)
    return reply.body
  }
}
