import { setTimeout as pause } from 'node:timers/promises'
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

/** Longer than a restart and a lease that the test shortens. */
const patienceMs = 90_000

/** A merchant's server: it calls any of the service's processes, and again until it is answered. */
export class Client {
  /** Calls that got no reply, because the process went away in between. */
  cut = 0
  readonly #baseUrls: readonly string[]
  readonly #chance: Chance
  readonly #secretKey: string

  constructor(baseUrls: readonly string[], chance: Chance, secretKey: string) {
    this.#baseUrls = baseUrls
    this.#chance = chance
    this.#secretKey = secretKey
  }

  /** With a new account. */
  static async signUp(baseUrls: readonly string[], chance: Chance): Promise<Client> {
    const nobody = new Client(baseUrls, chance, '')
    const { body } = await nobody.insist({ path: '/v1/sandbox/signup', body: { email: 'merchant@example.com' } })
    return new Client(baseUrls, chance, String(body['secret_key']))
  }

  /** One try; null without a reply. */
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

  /** The final answer: what says "later" is asked again, with the same key. */
  async insist(call: Call): Promise<Reply> {
    let last: Reply | null = null
    for (
      const end = performance.now() + patienceMs;
      performance.now() < end;
      await pause(this.#chance.whole(20, 200))
    ) {
      last = await this.once(call)
      if (last && last.status < 500 && last.status !== 429 && last.body.error?.code !== 'request_in_progress')
        return last
    }
    throw new Error(`Not answered: ${call.path} ${last?.text ?? 'no reply'}`)
  }

  /** The answer of a call that must succeed. */
  async made(call: Call): Promise<Reply['body']> {
    const reply = await this.insist(call)
    if (reply.status !== 200) throw new Error(`${call.path}: ${reply.status} ${reply.text}`)
    return reply.body
  }
}
