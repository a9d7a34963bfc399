import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { CreatedSession } from '../../support/pay.ts'
import type { MailServer } from '../../mail/mail-server.ts'
import type { Receiver } from '../../support/receiver.ts'
import type { Answer, TestService } from '../../support/service.ts'
import { TestClock } from '../../support/test-clock.ts'
import { Cut, type Victim } from './victim-process.ts'

/** Longer than a killed process keeps anything: a key, a call to the bank, or the due work that it had claimed. */
export const leaseSeconds = 61

/** How long a session of the shop stays open. */
export const sessionSeconds = 86_400

const helpers = '/v1/test_helpers'

interface Surroundings {
  readonly receiver: Receiver
  readonly mailServer: MailServer
  /** Runs ahead with the clock of the service. */
  readonly clock?: TestClock
}

/** A merchant, its customers and its bank. Every call throws `Cut` when it kills the service. */
export class Shop implements Pick<TestService, 'call' | 'clock'> {
  readonly clock: TestClock
  readonly victim: Victim
  secretKey = ''
  /** The address of the account's webhooks. */
  readonly webhookUrl: string
  readonly #database: Client
  readonly #mailServer: MailServer
  readonly #arrivals = new Map<string, number>()
  readonly #refusals = new Map<string, number>()
  /** Lets the processor send what it has to report. The simulated bank reports by itself. */
  tell: () => Promise<void> = () => Promise.resolve()
  /** Movements of money that only one ledger has. By default, the other ledger is that of the simulated bank. */
  differences: () => Promise<unknown[]> = () => this.sql(unequal)

  private constructor(
    victim: Victim,
    database: Client,
    { receiver, mailServer, clock = new TestClock() }: Surroundings,
  ) {
    this.victim = victim
    this.clock = clock
    this.webhookUrl = receiver.url
    this.#database = database
    this.#mailServer = mailServer
    receiver.respondWith(({ headers }) => this.#receive(String(headers['service-event-id'])))
  }

  /** An account of the service, whose events go to `receiver`. */
  static async open(
    t: { teardown(work: () => unknown): void },
    victim: Victim,
    surroundings: Surroundings,
  ): Promise<Shop> {
    const database = new Client({ connectionString: victim.site.databaseUrl })
    await database.connect()
    t.teardown(() => database.end())
    const shop = new Shop(victim, database, surroundings)
    shop.secretKey = await shop.signUp()
    await shop.succeed('/v1/webhook_endpoints', { url: shop.webhookUrl })
    return shop
  }

  /** Lets the receiver refuse the first attempts of an event. */
  refuse(eventId: string, times: number): void {
    this.#refusals.set(eventId, times)
  }

  /** How often an event has arrived, refused or not. */
  arrivals(eventId: string): number {
    return this.#arrivals.get(eventId) ?? 0
  }

  #receive(eventId: string): number {
    const times = this.arrivals(eventId) + 1
    this.#arrivals.set(eventId, times)
    return times > (this.#refusals.get(eventId) ?? 0) ? 200 : 500
  }

  /** Gives the service a mail server, or takes it away. */
  setMail(state: 'on' | 'off'): Promise<void> {
    const variables = { SMTP_URL: this.#mailServer.url, MAIL_FROM: 'pay@service.example' }
    return this.victim.restartWith(state === 'on' ? variables : {})
  }

  mailsTo(recipient: string): number {
    return this.#mailServer.mails.filter(({ to }) => to.includes(recipient)).length
  }

  /** Waits until the attempt to mail somebody, which the sweep does not wait for, has ended or its service has died. */
  async mailSettled(recipient: string): Promise<void> {
    const isSettled = `select id from outgoing_mail where recipient = $1
      and (sent_at is not null or attempts = 0 or last_error is not null)`
    for (let tries = 0; tries < 50 && (await this.sql(isSettled, [recipient])).length === 0; tries += 1) {
      if (!this.victim.isRunning) throw new Cut('the service died while it sent a mail')
      await sleep(20)
    }
  }

  /** A new account's key. */
  async signUp(email = 'shop@example.com'): Promise<string> {
    const { body } = await this.call('POST', '/v1/sandbox/signup', { email })
    return String(body['secret_key'])
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
    try {
      const response = await fetch(this.victim.baseUrl + path, {
        method,
        headers: { ...type, Authorization: `Bearer ${this.secretKey}`, ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        redirect: 'manual',
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      const answer = { status: response.status, headers: response.headers, text }
      return { ...answer, body: isJson ? (JSON.parse(text) as Answer['body']) : {} }
    } catch (error) {
      throw await this.causeOf(error)
    }
  }

  /** `Cut` when the service was killed, else the error. */
  async causeOf(error: unknown): Promise<unknown> {
    return (await this.victim.dies(5_000)) ? new Cut('no reply') : error
  }

  /** POSTs, and throws unless the call succeeds. */
  async succeed(path: string, body?: unknown): Promise<Answer['body']> {
    const answer = await this.call('POST', path, body)
    if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.text}`)
    return answer.body
  }

  /** A bank's or a customer's action through a test helper, which may be refused. */
  help(session: { id: string }, helper: string, body?: object): Promise<Answer> {
    return this.call('POST', `${helpers}/checkout/sessions/${session.id}/${helper}`, body)
  }

  /** Repeats a call with its key until the reply is final, as a merchant's server does. */
  async insist(path: string, body: object, key: string): Promise<Answer> {
    for (let tries = 0; tries < 8; tries += 1) {
      const answer = await this.call('POST', path, body, { 'Idempotency-Key': key })
      const code = answer.body.error?.code
      if (code !== 'request_in_progress' && code !== 'processor_unavailable') return answer
      await this.advance(leaseSeconds)
    }
    throw new Error(`No final reply to POST ${path}`)
  }

  /** A new session that stays open for a day. */
  async session(params: object = {}): Promise<CreatedSession> {
    const terms = { amount: 2500, currency: 'GBP', expires_in: sessionSeconds, ...params }
    return (await this.succeed('/v1/checkout/sessions', terms)) as unknown as CreatedSession
  }

  async paidSession(card = 'approved'): Promise<CreatedSession> {
    const session = await this.session()
    await this.help(session, 'pay', { card })
    return session
  }

  async read(session: { id: string }): Promise<Record<string, unknown>> {
    return (await this.call('GET', `/v1/checkout/sessions/${session.id}`)).body
  }

  async advance(seconds: number): Promise<void> {
    await this.victim.advance(seconds)
    this.clock.advance(seconds)
  }

  /** Lets `seconds` pass, and does everything that is due then. */
  async wait(seconds: number): Promise<void> {
    await this.advance(seconds)
    await this.victim.sweep()
  }

  async sql<Row = Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#database.query(text, [...values])).rows as Row[]
  }

  /** Repeats `act` until `isDone`. */
  async until(isDone: () => Promise<boolean>, act: () => Promise<unknown>, most = 40): Promise<void> {
    for (let tries = 0; !(await isDone()); tries += 1) {
      if (tries === most) throw new Error(`Not done after ${most} tries: ${String(isDone)}`)
      await act()
    }
  }

  /** Lets time pass until no payment, capture, refund or return is under way. */
  async finishWork(): Promise<void> {
    await this.until(
      async () => (await this.sql(unfinished)).length === 0,
      async () => {
        await this.tell()
        await this.wait(leaseSeconds)
      },
    )
  }

  /** Waits until the worker has delivered every event. Claims of killed workers end as the clock advances. */
  async deliverAll(): Promise<void> {
    await this.until(
      async () => (await this.sql(`select id from deliveries where status = 'pending' limit 1`)).length === 0,
      async () => {
        await sleep(200)
        await this.advance(10)
      },
      600,
    )
  }

  async expectSession(session: { id: string }, status: string, events: readonly string[]): Promise<void> {
    const [row] = await this.sql<{ status: string }>('select status from checkout_sessions where id = $1', [session.id])
    assert.equal(row?.status, status)
    const sent = await this.sql<{ type: string }>('select type from events where session_id = $1 order by id', [
      session.id,
    ])
    assert.deepEqual(
      sent.map(({ type }) => type),
      events,
    )
  }

  /** What must be true after every crash: no session hangs, and both ledgers are equal. */
  async expectOrder(): Promise<void> {
    assert.deepEqual(await this.sql(unfinished), [], 'nothing hangs')
    assert.deepEqual(await this.differences(), [], 'the ledgers are equal')
    assert.deepEqual(await this.sql(incomplete), [], 'a paid session has one session.completed')
  }

  newKey(): string {
    return randomUUID()
  }
}

const unfinished = `
  select id from checkout_sessions where status = 'processing'
  union all select id from card_attempts where status in ('processing', 'challenge')
  union all select id from captures where status in ('due', 'requested')
  union all select id from refunds where status = 'pending'
  union all select id from automatic_returns where status = 'pending'`

const unequal = `
  select * from (
    select processor_reference as reference, case kind when 'reversal' then 'refund' else kind end as kind, amount,
      currency
    from money_movements
  ) ours
  full join (select reference, kind, amount, currency from sandbox_bank.ledger) bank
    using (reference, kind, amount, currency)
  where ours.reference is null or bank.reference is null`

const incomplete = `
  select s.id from checkout_sessions s left join events e on e.session_id = s.id and e.type = 'session.completed'
  group by s.id, s.paid_at having count(e.id) <> (case when s.paid_at is null then 0 else 1 end)`
