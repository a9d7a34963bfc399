import { testCards, type Scenario } from '../../../server/processors/sandbox/scenarios.ts'
import type { Chance } from './chance.ts'
import type { Call, Client, Reply } from './client.ts'

/** Most cards succeed, so that the test also covers what follows a payment. */
const cards: readonly Scenario[] = [
  ...(Object.keys(testCards) as Scenario[]),
  ...Array.from({ length: 14 }, () => 'approved' as const),
]

interface Link {
  readonly id: string
  readonly code: string
}

/** Random actions of merchants, customers and the bank. Later actions use objects that a killed process left. */
export class Shoppers {
  readonly done = new Map<string, number>()
  readonly #client: Client
  readonly #chance: Chance
  readonly #sessions: string[] = []
  readonly #refunds: string[] = []
  readonly #links: Link[] = []
  /** Messages of the bank, by session, that the service has not acknowledged. The bank repeats them. */
  readonly #unacknowledged = new Map<string, Call>()

  constructor(client: Client, chance: Chance) {
    this.#client = client
    this.#chance = chance
  }

  /** Performs one random action. Like a merchant who gives up, it does not repeat a call without a reply. */
  async act(): Promise<void> {
    const actions = [
      this.#create,
      this.#pay,
      this.#pay,
      this.#pay,
      this.#refund,
      this.#createLink,
      this.#payLink,
      this.#payLink,
      this.#dispute,
      this.#bankMessage,
      this.#settle,
      this.#read,
      this.#close,
    ]
    await this.#chance.pick(actions).call(this)
  }

  /** Repeats the bank's messages until the service acknowledges them. */
  async repeatBankMessages(): Promise<void> {
    await Promise.all([...this.#unacknowledged.values()].map((call) => this.#repeatMessage(call)))
  }

  async #create(): Promise<void> {
    const reply = await this.#call('create', {
      path: '/v1/checkout/sessions',
      body: { amount: this.#chance.whole(100, 9_999), currency: 'GBP' },
    })
    if (reply?.status === 200) this.#sessions.push(String(reply.body['id']))
  }

  async #pay(): Promise<void> {
    const id = this.#chance.happens(0.6) ? this.#sessions.at(-this.#chance.whole(1, 3)) : this.#session()
    if (id === undefined) return this.#create()
    const card = this.#chance.pick(cards)
    const reply = await this.#call('pay', { path: `${helpers}/checkout/sessions/${id}/pay`, body: { card } })
    if (card !== 'challenge' || reply?.status !== 200) return
    await this.#call('complete challenge', {
      path: `${helpers}/checkout/sessions/${id}/complete_challenge`,
      body: { outcome: this.#chance.pick(['approved', 'declined', 'abandoned']) },
    })
  }

  async #refund(): Promise<void> {
    const id = this.#session()
    if (id === undefined || this.#unacknowledged.has(id)) return
    const body = this.#chance.happens(0.3) ? {} : { amount: this.#chance.whole(1, 3_000) }
    const reply = await this.#call('refund', {
      path: `/v1/checkout/sessions/${id}/refunds`,
      body,
      key: `${id} ${this.#chance.whole(1, 3)} ${JSON.stringify(body)}`,
    })
    if (reply?.status === 200) this.#refunds.push(String(reply.body['id']))
  }

  async #createLink(): Promise<void> {
    const kind = this.#chance.pick(['single', 'single', 'reusable'])
    const reply = await this.#call('create link', {
      path: '/v1/payment_links',
      body: { amount: 900, currency: 'GBP', description: 'Tea', kind },
    })
    if (reply?.status === 200) this.#links.push({ id: String(reply.body['id']), code: String(reply.body['code']) })
  }

  async #payLink(): Promise<void> {
    const link = this.#links.at(-this.#chance.whole(1, 6))
    if (!link) return this.#createLink()
    const opened = await this.#call('open link', { path: `/v1/form/payment_links/${link.code}/checkout` })
    const id = String(opened?.body['id'])
    if (opened?.status !== 200)
      return void (await this.#call('pay link twice', {
        path: `${helpers}/payment_links/${link.id}/duplicate_payment`,
      }))
    if (!this.#sessions.includes(id)) this.#sessions.push(id)
    await this.#call('pay link', {
      path: `${helpers}/checkout/sessions/${id}/pay`,
      body: { card: this.#chance.pick(cards) },
    })
  }

  async #dispute(): Promise<void> {
    const id = this.#session()
    if (id === undefined || this.#unacknowledged.has(id)) return
    const call = { path: `${helpers}/checkout/sessions/${id}/dispute` }
    await this.#sendMessage('dispute', id, call)
  }

  async #bankMessage(): Promise<void> {
    const id = this.#session()
    if (id === undefined || this.#unacknowledged.has(id)) return
    if (this.#chance.happens(0.5))
      return void (await this.#call('second approval', { path: `${helpers}/checkout/sessions/${id}/second_approval` }))
    const outcome = this.#chance.pick(['won', 'won', 'lost'])
    await this.#sendMessage('close dispute', id, {
      path: `${helpers}/checkout/sessions/${id}/close_dispute`,
      body: { outcome },
    })
  }

  async #settle(): Promise<void> {
    const id = this.#refunds.at(-this.#chance.whole(1, 5))
    if (id !== undefined)
      await this.#call('settle refund', {
        path: `${helpers}/refunds/${id}/settle`,
        body: { status: this.#chance.pick(['succeeded', 'failed']) },
      })
  }

  async #read(): Promise<void> {
    const id = this.#session()
    if (id !== undefined) await this.#call('read', { method: 'GET', path: `/v1/checkout/sessions/${id}` })
  }

  async #close(): Promise<void> {
    const id = this.#session()
    if (id !== undefined && this.#chance.happens(0.3))
      return void (await this.#call('expire', { path: `/v1/checkout/sessions/${id}/expire` }))
    const link = this.#links.at(-this.#chance.whole(1, 6))
    if (link && this.#chance.happens(0.3))
      await this.#call('deactivate link', { path: `/v1/payment_links/${link.id}/deactivate` })
  }

  /** No other action uses the session until the service acknowledges the message, so that messages cannot conflict. */
  async #sendMessage(action: string, sessionId: string, call: Call): Promise<void> {
    this.#unacknowledged.set(sessionId, call)
    if (await this.#call(action, call)) this.#unacknowledged.delete(sessionId)
  }

  async #repeatMessage(call: Call): Promise<void> {
    await this.#client.insist(call)
    for (const [sessionId, other] of this.#unacknowledged) if (other === call) this.#unacknowledged.delete(sessionId)
  }

  #session(): string | undefined {
    return this.#sessions.at(-this.#chance.whole(1, Math.max(1, Math.min(this.#sessions.length, 40))))
  }

  /** Returns null without a reply. Refusals are a normal part of the load. */
  async #call(action: string, call: Call): Promise<Reply | null> {
    const reply = await this.#client.once(call)
    if (reply?.status === 200) this.done.set(action, (this.done.get(action) ?? 0) + 1)
    if (reply && reply.status >= 500 && reply.body.error?.code !== 'processor_unavailable')
      this.faults.push(`${action}: ${reply.text}`)
    return reply
  }

  /** Replies that are server errors. */
  readonly faults: string[] = []
}

const helpers = '/v1/test_helpers'
