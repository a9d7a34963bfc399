import { randomUUID } from 'node:crypto'
import { encryptCard } from '../../form/frame/card/encrypt-card.ts'
import { httpRequest } from './load.ts'

/** A session of the bench. */
export interface BenchSession {
  readonly id: string
  readonly client_secret: string
}

const sessionsPath = '/v1/checkout/sessions'
/** So many calls of a preparation run at once. */
const atOnce = 32

/** The requests of one merchant and its customers, and what must exist before they are measured. */
export class Shop {
  readonly #port: number
  readonly #key: string
  #encryptionKey: Promise<JsonWebKey & { kid: string }> | null = null

  constructor(port: number, secretKey: string) {
    this.#port = port
    this.#key = secretKey
  }

  /** A request with the secret key, as plain text. */
  request(method: string, path: string, body?: object, headers: Record<string, string> = {}): string {
    return httpRequest(
      method,
      path,
      { Authorization: `Bearer ${this.#key}`, ...headers },
      body === undefined ? '' : JSON.stringify(body),
    )
  }

  create(headers: Record<string, string> = {}): string {
    return this.request('POST', sessionsPath, newSession, headers)
  }

  createWithKey(): string {
    return this.create({ 'Idempotency-Key': randomUUID() })
  }

  payByHelper(session: BenchSession): string {
    return this.request('POST', `/v1/test_helpers/checkout/sessions/${session.id}/pay`, {})
  }

  /** The form's call. */
  payByForm(session: BenchSession, encryptedCard: string): string {
    return this.ofForm('POST', '/v1/form/attempts', session, { encrypted_card: encryptedCard })
  }

  ofForm(method: string, path: string, session: BenchSession, body?: object): string {
    return this.request(method, path, body, { Authorization: `Bearer ${session.client_secret}` })
  }

  refund(session: BenchSession): string {
    const headers = { 'Idempotency-Key': randomUUID() }
    return this.request('POST', `${sessionsPath}/${session.id}/refunds`, { amount: 100 }, headers)
  }

  sessions(count: number): Promise<BenchSession[]> {
    return repeated(count, () => this.call<BenchSession>('POST', sessionsPath, newSession))
  }

  async paidSessions(count: number): Promise<BenchSession[]> {
    const sessions = await this.sessions(count)
    return repeated(count, async (index) => {
      const session = itemAt(sessions, index)
      await this.call('POST', `/v1/test_helpers/checkout/sessions/${session.id}/pay`, {})
      return session
    })
  }

  /** A card for each session, as the form encrypts it. */
  encryptedCards(sessions: readonly BenchSession[]): Promise<string[]> {
    this.#encryptionKey ??= this.call('GET', '/v1/form/encryption_key')
    const found = this.#encryptionKey
    return repeated(sessions.length, async (index) =>
      encryptCard(card, await found, itemAt(sessions, index).id, Math.floor(Date.now() / 1000)),
    )
  }

  async call<Reply = unknown>(method: string, path: string, body?: object): Promise<Reply> {
    const response = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (response.status !== 200) throw new Error(`${method} ${path}: ${await response.text()}`)
    return (await response.json()) as Reply
  }
}

const newSession = {
  amount: 2500,
  currency: 'GBP',
  reference: 'bench',
  customer: { email: 'ada@example.com' },
  metadata: { order: '1' },
}

const card = { number: '4012000000060085', exp_month: 12, exp_year: 2039, cvc: '123', name: 'Ada Lovelace' }

export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error('Bug: the bench has prepared too little')
  return item
}

/** Runs `work` for each number below `count`, several at once. Returns the results in order. */
async function repeated<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, lane))
  return results
}
