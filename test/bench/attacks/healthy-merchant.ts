import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { encryptCard } from '../../../form/frame/card/encrypt-card.ts'
import { quantile } from '../load.ts'
import { HttpClient } from './http-client.ts'

/** What a shop does all day. Each of these calls is made so many times a second. */
const callsPerSecond = { create: 10, retrieve: 20, list: 2, pay: 2, expire: 5 } as const

export type HealthyCall = keyof typeof callsPerSecond

/** The longest that a call may take before it counts as failed. */
const timeoutMs = 15_000

export interface Measured {
  /** The 99th percentile of each call, in milliseconds. A failed call counts with its time-out. */
  readonly p99: Readonly<Record<HealthyCall, number>>
  /** Replies that were not 200, by status. The status 0 is a time-out or a broken connection. */
  readonly refused: Readonly<Record<string, number>>
  /** Sessions whose event must arrive. */
  readonly expired: number
}

/** A session, and the secret key of its account. */
export interface HealthySession {
  readonly id: string
  readonly client_secret: string
  readonly key: string
}

/**
 * A merchant who uses the service as documented, at a steady pace from one address, whatever others do. With several
 * keys, a platform whose accounts make the calls in turn.
 */
export class HealthyMerchant {
  readonly #client: HttpClient
  readonly #keys: readonly string[]
  #calls = 0
  #encryptionKey: (JsonWebKey & { kid: string }) | null = null

  constructor(port: number, address: string, keys: readonly string[]) {
    this.#client = new HttpClient(port, address)
    this.#keys = keys
  }

  async begin(): Promise<void> {
    this.#encryptionKey = await this.#client.json('GET', '/v1/form/encryption_key', null)
  }

  /** Works for some seconds and measures every call. `expirable` holds one open session for each call of `expire`. */
  async work(seconds: number, expirable: HealthySession[]): Promise<Measured> {
    const times: Record<HealthyCall, number[]> = { create: [], retrieve: [], list: [], pay: [], expire: [] }
    const refused: Record<string, number> = {}
    const known: HealthySession[] = []
    let expired = 0
    const started = performance.now()
    const make: Record<HealthyCall, () => Promise<number>> = {
      create: async () => {
        const { status, session } = await this.#create()
        if (session) known.push(session)
        return status
      },
      retrieve: () => {
        const session = known.at(-1) ?? expirable[0]
        return this.#call('GET', `/v1/checkout/sessions/${session?.id ?? ''}`, session?.key)
      },
      list: () => this.#call('GET', '/v1/checkout/sessions'),
      pay: () => this.#pay(),
      expire: async () => {
        const session = expirable.pop()
        if (session === undefined) return 200
        const status = await this.#call('POST', `/v1/checkout/sessions/${session.id}/expire`, session.key)
        if (status === 200) expired++
        return status
      },
    }
    const repeat = async (name: HealthyCall): Promise<void> => {
      const everyMs = 1_000 / callsPerSecond[name]
      const calls: Promise<void>[] = []
      for (let due = started; due < started + seconds * 1_000; due += everyMs) {
        await pause(Math.max(0, due - performance.now()))
        calls.push(measure(name))
      }
      await Promise.all(calls)
    }
    const measure = async (name: HealthyCall): Promise<void> => {
      const began = performance.now()
      const status = await make[name]()
      times[name].push(status === 200 ? performance.now() - began : timeoutMs)
      if (status !== 200) refused[`${name} ${String(status)}`] = (refused[`${name} ${String(status)}`] ?? 0) + 1
    }
    const names = Object.keys(callsPerSecond) as HealthyCall[]
    await Promise.all(names.map(repeat))
    const p99 = Object.fromEntries(
      names.map((name) => [
        name,
        quantile(
          times[name].sort((a, b) => a - b),
          0.99,
        ),
      ]),
    ) as Record<HealthyCall, number>
    return { p99, refused, expired }
  }

  /** Creates open sessions for later calls of `expire`, before anything is measured. */
  async openSessions(count: number): Promise<HealthySession[]> {
    const sessions: HealthySession[] = []
    while (sessions.length < count) {
      const { session } = await this.#create()
      if (session) sessions.push(session)
      else await pause(100)
    }
    return sessions
  }

  close(): void {
    this.#client.close()
  }

  async #create(): Promise<{ status: number; session: HealthySession | null }> {
    const key = this.#nextKey()
    const reply = await this.#client.send({
      method: 'POST',
      path: '/v1/checkout/sessions',
      headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': randomUUID() },
      body: JSON.stringify({ amount: 2500, currency: 'GBP', reference: 'healthy' }),
      timeoutMs,
    })
    return {
      status: reply.status,
      session: reply.status === 200 ? { ...(JSON.parse(reply.text) as Omit<HealthySession, 'key'>), key } : null,
    }
  }

  /** The customer's part of a payment. Creating its session is not measured here, and the bank takes 80 ms of it. */
  async #pay(): Promise<number> {
    const { status, session } = await this.#create()
    if (!session || !this.#encryptionKey) return status
    const card = { number: '4012000000060085', exp_month: 12, exp_year: 2039, cvc: '123', name: 'Ada Lovelace' }
    const reply = await this.#client.send({
      method: 'POST',
      path: '/v1/form/attempts',
      headers: { Authorization: `Bearer ${session.client_secret}` },
      body: JSON.stringify({
        encrypted_card: await encryptCard(card, this.#encryptionKey, session.id, Math.floor(Date.now() / 1_000)),
      }),
      timeoutMs,
    })
    return reply.status
  }

  #nextKey(): string {
    return this.#keys[this.#calls++ % this.#keys.length] ?? ''
  }

  async #call(method: string, path: string, key = this.#nextKey()): Promise<number> {
    const reply = await this.#client.send({
      method,
      path,
      headers: { Authorization: `Bearer ${key}` },
      timeoutMs,
    })
    return reply.status
  }
}
