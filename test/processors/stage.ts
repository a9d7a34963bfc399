import type { Test } from 'tap'
import { encryptCard, type PlainCard } from '../../form/frame/card/encrypt-card.ts'
import { runDueTasks } from '../../server/flows/due-work.ts'
import type { Processor, NotificationMessage } from '../../server/processors/processor.ts'
import { expectEqualLedgers } from '../sessions/ledgers.ts'
import { browserData } from '../support/browser/browser-data.ts'
import type { CreatedSession } from '../support/pay.ts'
import { processorWith } from '../support/processor-with.ts'
import type { Answer } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import type { Bench, BrowserReturn } from './processor-under-test.ts'

/** How a delivery of notifications differs from the usual one. */
interface Delivery {
  readonly copies?: number
  readonly order?: (messages: NotificationMessage[]) => NotificationMessage[]
}

/** The merchant, the customer and the passing of time, for the cases of the conformance suite. */
export class Stage {
  readonly bench: Bench

  constructor(bench: Bench) {
    this.bench = bench
  }

  /** Calls the API with the merchant's key. */
  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const { service, secretKey } = this.bench
    return service.call(method, path, body, { Authorization: `Bearer ${secretKey}`, ...headers })
  }

  async session(params: object = {}): Promise<CreatedSession> {
    const answer = await this.call('POST', '/v1/checkout/sessions', {
      amount: 2500,
      currency: 'GBP',
      expires_in: 86_400,
      ...params,
    })
    if (answer.status !== 200) throw new Error(`No session: ${answer.text}`)
    return answer.body as unknown as CreatedSession
  }

  /** Submits a card as the form does. */
  async pay(session: CreatedSession, card: PlainCard): Promise<Answer> {
    const headers = { Authorization: `Bearer ${session.client_secret}` }
    const { service } = this.bench
    const { body: key } = await service.call('GET', '/v1/form/encryption_key')
    const seconds = service.clock.now().getTime() / 1000
    const encrypted = await encryptCard(card, key as unknown as JsonWebKey & { kid: string }, session.id, seconds)
    return service.call('POST', '/v1/form/attempts', { encrypted_card: encrypted, browser: browserData }, headers)
  }

  /** A session that is paid. */
  async paid(params: object = {}, card = this.bench.cards.approved): Promise<CreatedSession> {
    const session = await this.session(params)
    await this.pay(session, card)
    await this.settle()
    const { status } = await this.read(session)
    if (status !== 'paid') throw new Error(`The session is not paid but ${String(status)}`)
    return session
  }

  /** The browser comes back from the bank's page. */
  async comeBack(back: BrowserReturn | null): Promise<void> {
    if (!back) return
    const { status } = await fetch(back.url, { method: 'POST', body: new URLSearchParams(back.fields) })
    if (status !== 200) throw new Error(`The return address answers with status ${status}`)
  }

  async read({ id }: { id: string }): Promise<Record<string, unknown>> {
    return (await this.call('GET', `/v1/checkout/sessions/${id}`)).body
  }

  refund({ id }: { id: string }, params: object = {}): Promise<Answer> {
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    return this.call('POST', `/v1/checkout/sessions/${id}/refunds`, params, key)
  }

  /** Status and failure of each attempt of a session, oldest first. */
  attempts({ id }: { id: string }): Promise<Attempt[]> {
    return sql<Attempt>(
      this.bench.service,
      `select id, status, failure_code, three_d_secure, processor_reference as reference from card_attempts
        where session_id = ? order by id`,
      [id],
    )
  }

  refunds({ id }: { id: string }): Promise<Refund[]> {
    return sql<Refund>(
      this.bench.service,
      'select id, status, amount, processor_reference as reference from refunds where session_id = ? order by id',
      [id],
    )
  }

  /** Our reference of the last payment of a session. */
  async reference(session: { id: string }): Promise<string> {
    return (await this.attempts(session)).at(-1)?.reference ?? ''
  }

  /** The kinds of the movements of money of a session, oldest first. */
  async movements({ id }: { id: string }): Promise<string[]> {
    const rows = await sql<{ kind: string }>(
      this.bench.service,
      'select kind from money_movements where session_id = ? order by created_at, id',
      [id],
    )
    return rows.map(({ kind }) => kind)
  }

  /** Types of the events of a session, oldest first. */
  async events({ id }: { id: string }): Promise<string[]> {
    const rows = await sql<{ type: string }>(
      this.bench.service,
      'select type from events where session_id = ? order by id',
      [id],
    )
    return rows.map(({ type }) => type)
  }

  /** Delivers what the other side has to tell. Returns the statuses of the replies. */
  async deliver({ copies = 1, order = (messages) => messages }: Delivery = {}): Promise<number[]> {
    const { notifications } = this.bench
    if (!notifications) return []
    const before = await this.#unapplied()
    const statuses: number[] = []
    const messages = order(await notifications.take())
    for (const message of messages)
      for (let copy = 0; copy < copies; copy += 1) statuses.push(await notifications.deliver(message))
    await this.#apply(before)
    return statuses
  }

  /** Delivers one message, and lets the worker apply what the reply did not wait for. Returns the reply's status. */
  async send(message: NotificationMessage): Promise<number> {
    const { notifications } = this.bench
    if (!notifications) throw new Error('This processor sends no notifications')
    const before = await this.#unapplied()
    const status = await notifications.deliver(message)
    await this.#apply(before)
    return status
  }

  /** The ids of the items that are still to be applied. */
  async #unapplied(): Promise<string[]> {
    const rows = await sql<{ id: string }>(
      this.bench.service,
      `select id from processor_notifications where state = 'received'`,
    )
    return rows.map(({ id }) => id)
  }

  /** The reply does not wait for an item that takes long to apply, or that failed once. The worker applies those. */
  async #apply(before: readonly string[]): Promise<void> {
    const { service } = this.bench
    for (const seconds of [0, 31, 61]) {
      if ((await this.#unapplied()).every((id) => before.includes(id))) return
      service.clock.advance(seconds)
      await runDueTasks(service.app.workContext)
    }
  }

  /** Lets time pass until nothing is under way. */
  async settle(): Promise<void> {
    const { service } = this.bench
    await this.deliver()
    for (const seconds of [2, 61, 61, 300, 900, 900, 3600, 3600]) {
      if (await this.#isQuiet()) return
      service.clock.advance(seconds)
      await runDueTasks(service.app.workContext)
      await this.deliver()
    }
  }

  async #isQuiet(): Promise<boolean> {
    const open = await sql(
      this.bench.service,
      `select id from card_attempts where status in ('processing', 'challenge')
        union all select id from captures where status in ('due', 'requested')
        union all select id from refunds where status = 'pending'
        union all select id from automatic_returns where status = 'pending'`,
    )
    return open.length === 0
  }

  /** Replaces calls of the processor while `work` runs. */
  async withProcessor(change: (real: Processor) => Partial<Processor>, work: () => Promise<void>): Promise<void> {
    const { context, workContext } = this.bench.service.app
    const real = context.processorFor
    const replaced: typeof real = async (scope, name) => {
      const processor = await real.call(context, scope, name)
      return processor && processorWith(processor, change(processor))
    }
    for (const each of [context, workContext]) Object.assign(each, { processorFor: replaced })
    try {
      await work()
    } finally {
      for (const each of [context, workContext]) Object.assign(each, { processorFor: real })
    }
  }

  /** Checks what holds after every case: nothing hangs, each outcome has one event, and both ledgers agree. */
  async expectOrder(t: Test): Promise<void> {
    const { service } = this.bench
    t.ok(await this.#isQuiet(), 'no payment, refund or return is still open')
    t.same(
      await sql(
        service,
        `select s.id, s.status, s.paid_at, count(e.id) from checkout_sessions s
           left join events e on e.session_id = s.id and e.type = 'session.completed'
         group by s.id, s.status, s.paid_at
         having s.status = 'processing' or count(e.id) <> (case when s.paid_at is null then 0 else 1 end)`,
      ),
      [],
      'no session hangs, and each paid one has one session.completed',
    )
    await expectEqualLedgers(t, service, await this.bench.ledger())
  }
}

interface Attempt {
  readonly id: string
  readonly status: string
  readonly failure_code: string | null
  readonly three_d_secure: string | null
  readonly reference: string
}

interface Refund {
  readonly id: string
  readonly status: string
  readonly amount: number
  readonly reference: string
}
