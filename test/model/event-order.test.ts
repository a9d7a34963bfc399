import fc from 'fast-check'
import type { Knex } from 'knex'
import assert from 'node:assert/strict'
import t from 'tap'
import { newId } from '../../server/domain/ids.ts'
import type { EventRecord } from '../../server/domain/webhooks/webhook-records.ts'
import type { Scope } from '../../server/domain/scope.ts'
import { numberNewEvents } from '../../server/flows/webhooks/number-new-events.ts'
import { inTransaction, type Database } from '../../server/store/sql/database.ts'
import { numberEvents } from '../../server/store/webhooks/event-sequence.ts'
import { insertEvents } from '../../server/store/webhooks/events.ts'
import { anotherAccount } from '../accounts/accounts.ts'
import { isFull } from '../support/combinations.ts'
import { seed } from '../support/seed.ts'
import { sharedService } from '../support/shared-service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'
import { readEvents, type Calls } from '../webhooks/events/read-events.ts'

/*
 * Transactions insert events and commit late, in another order or never. Meanwhile events get their numbers, by several
 * callers at once and by callers that crash, and followers read pages. Every follower must see each committed event
 * exactly once, in the order in which all others see it, and never wait for an unfinished transaction.
 */

const numRuns = Number(process.env['MODEL_RUNS'] ?? (isFull ? 6 : 3))

// No worker: only the steps of the test number events.
const service = await sharedService({ environment: { ROLE: 'api', RATE_LIMIT_PER_SECOND: '1000000' } })
t.teardown(() => service.stop())
const { context } = service.app

type Step =
  /** Opens a transaction that inserts events. The clocks of the writers differ. */
  | { readonly kind: 'write'; readonly events: number; readonly skewMs: number }
  | { readonly kind: 'end'; readonly writer: number; readonly commits: boolean }
  /** Numbers events while a transaction commits and every follower reads. */
  | { readonly kind: 'number'; readonly callers: number }
  | { readonly kind: 'crash' }
  | { readonly kind: 'sweep' }
  | { readonly kind: 'read'; readonly follower: number }
  /** A follower reads until its page is empty. */
  | { readonly kind: 'catch_up'; readonly follower: number }

const writes = fc
  .record({ events: fc.integer({ min: 1, max: 3 }), skewMs: fc.integer({ min: -2_000, max: 2_000 }) })
  .map((write): Step => ({ kind: 'write', ...write }))
const ends = fc
  .record({ writer: fc.nat({ max: 4 }), rollback: fc.nat({ max: 4 }) })
  .map(({ writer, rollback }): Step => ({ kind: 'end', writer, commits: rollback > 0 }))
const follower = fc.nat({ max: 2 })

const anyStep = fc.oneof(
  { weight: 4, arbitrary: writes },
  { weight: 4, arbitrary: ends },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 }).map((callers): Step => ({ kind: 'number', callers })) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'crash' }, { kind: 'sweep' }) },
  { weight: 4, arbitrary: follower.map((index): Step => ({ kind: 'read', follower: index })) },
  { weight: 1, arbitrary: follower.map((index): Step => ({ kind: 'catch_up', follower: index })) },
)

function eventOf({ merchantId, livemode }: Scope, createdAt: Date): EventRecord {
  const id = newId('evt', createdAt)
  const created = createdAt.toISOString()
  const data = { object: 'webhook_endpoint', id: 'we_1', message: 'An event of a test.' }
  const body = JSON.stringify({ id, type: 'test.ping', created, livemode, data })
  return { merchant_id: merchantId, livemode, id, type: 'test.ping', session_id: null, body, created_at: createdAt }
}

/** Numbers events as another program would, and leaves the end of the transaction to the test. */
async function numberIn(transaction: Database, { merchantId, livemode }: Scope): Promise<void> {
  const ofScope = 'merchant_id = :merchantId and livemode = :livemode'
  const locked = `
    insert into event_counters as counter (merchant_id, livemode, last_sequence) values (:merchantId, :livemode, 0)
    on conflict (merchant_id, livemode) do update set last_sequence = counter.last_sequence`
  const numbered = `
    with fresh as (
      select id, last_sequence + row_number() over (order by id) as number
      from events join event_counters using (merchant_id, livemode) where ${ofScope} and sequence is null
    ), advanced as (
      update event_counters set last_sequence = (select max(number) from fresh)
      where ${ofScope} and exists (select from fresh)
    )
    update events set sequence = fresh.number from fresh where ${ofScope} and events.id = fresh.id`
  for (const statement of [locked, numbered]) await transaction.raw(statement, { merchantId, livemode })
}

interface Writer {
  readonly transaction: Knex.Transaction
  readonly ids: readonly string[]
}

const mostWriters = 4

/** One account with its open transactions and its followers. */
class Model {
  readonly scope: Scope
  readonly committed = new Set<string>()
  readonly followers: Follower[]
  readonly #writers: Writer[] = []
  constructor(calls: Calls, merchantId: string, start: string) {
    this.scope = { merchantId, livemode: false }
    this.followers = [1, 2, 100].map((limit) => new Follower(calls, start, limit))
  }

  static async begin(): Promise<Model> {
    const account = await anotherAccount(service)
    const scope = { merchantId: account.merchantId, livemode: false }
    const first = eventOf(scope, service.clock.now())
    await inTransaction(context.db, (transaction) => insertEvents(scope, transaction, [first]))
    await numberEvents(scope, context.db)
    return new Model(account, account.merchantId, first.id)
  }

  async take(step: Step): Promise<void> {
    const { db } = context
    if (step.kind === 'write') return this.#write(step)
    if (step.kind === 'end') return this.#end(step.writer, step.commits)
    if (step.kind === 'number')
      return void (await Promise.all([
        ...Array.from({ length: step.callers }, () => numberEvents(this.scope, db)),
        this.#end(0, true),
        ...this.followers.map((follower) => follower.read()),
      ]))
    if (step.kind === 'sweep') return void (await numberNewEvents(context))
    if (step.kind === 'crash')
      return inTransaction(db, async (transaction) => {
        await numberIn(transaction, this.scope)
        throw new Error('crash')
      }).catch((error: unknown) => assert.equal((error as Error).message, 'crash'))
    const follower = this.followers[step.follower] ?? assert.fail()
    if (step.kind === 'read') return void (await follower.read())
    await follower.catchUp()
    assert.deepEqual(new Set(follower.seen), this.committed, 'no unfinished transaction holds back an event')
  }

  async finish(): Promise<void> {
    while (this.#writers.length > 0) await this.#end(0, true)
    for (const follower of this.followers) {
      await follower.catchUp()
      assert.equal(follower.seen.length, this.committed.size, 'no event came twice')
      assert.deepEqual(new Set(follower.seen), this.committed, 'no event is missing')
      assert.deepEqual(follower.seen, this.followers[0]?.seen, 'all followers see the same order')
    }
  }

  async close(): Promise<void> {
    while (this.#writers.length > 0) await this.#end(0, false)
  }

  async #write({ events, skewMs }: { events: number; skewMs: number }): Promise<void> {
    if (this.#writers.length >= mostWriters) return
    const rows = Array.from({ length: events }, () =>
      eventOf(this.scope, new Date(service.clock.now().getTime() + skewMs)),
    )
    const transaction = await context.db.transaction()
    await insertEvents(this.scope, transaction, rows)
    this.#writers.push({ transaction, ids: rows.map(({ id }) => id) })
  }

  async #end(index: number, commits: boolean): Promise<void> {
    const [writer] = this.#writers.splice(index % Math.max(1, this.#writers.length), 1)
    if (!writer) return
    await (commits ? writer.transaction.commit() : writer.transaction.rollback())
    if (commits) for (const id of writer.ids) this.committed.add(id)
  }
}

class Follower {
  readonly seen: string[] = []
  readonly #calls: Calls
  readonly #limit: number
  #cursor: string

  constructor(calls: Calls, cursor: string, limit: number) {
    this.#calls = calls
    this.#cursor = cursor
    this.#limit = limit
  }

  /** Reads one page. Returns whether it contained an event. */
  async read(): Promise<boolean> {
    const { data } = await readEvents(this.#calls, { ending_before: this.#cursor, limit: this.#limit })
    this.seen.push(...data.map(({ id }) => id))
    this.#cursor = data.at(-1)?.id ?? this.#cursor
    return data.length > 0
  }

  async catchUp(): Promise<void> {
    while (await this.read());
  }
}

t.test('every follower sees each committed event once, in one order, and waits for no transaction', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 30, maxLength: 60 }), async (steps) => {
      const model = await Model.begin()
      try {
        for (const step of steps) await model.take(step)
        await model.finish()
      } finally {
        await model.close()
      }
    }),
    { seed, numRuns },
  )
  t.pass(`${numRuns} runs`)
})

t.test('two callers that number events at once take turns, and a number that was seen never changes', async (t) => {
  const { merchantId } = await anotherAccount(service)
  const scope = { merchantId, livemode: false }
  const insert = async (skewMs: number): Promise<string> => {
    const event = eventOf(scope, new Date(service.clock.now().getTime() + skewMs))
    await inTransaction(context.db, (transaction) => insertEvents(scope, transaction, [event]))
    return event.id
  }
  await numberEvents(scope, context.db)
  const first = await insert(0)
  const open = await context.db.transaction()
  await numberIn(open, scope)
  const second = await insert(-1_000)
  const numbering = numberEvents(scope, context.db)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const waits = async (): Promise<boolean> => (await context.db.raw<{ rows: unknown[] }>(waiting)).rows.length > 0
  await until(waits, 'the second caller to wait')
  await open.commit()
  t.match(await numbering, { last: '2' })
  const order = await sql<{ id: string }>(service, 'select id from events where merchant_id = ? order by sequence', [
    merchantId,
  ])
  t.same(
    order.map(({ id }) => id),
    [first, second],
    'the event that was committed later has the greater number, although its id is smaller',
  )
})

t.test('a restored dump keeps the order, and a follower of a lost event learns where to continue', async (t) => {
  const old = await Model.begin()
  const [follower] = old.followers
  if (!follower) throw new Error('Bug: no follower')
  const write = async (model: Model): Promise<void> => {
    await model.take({ kind: 'write', events: 2, skewMs: 0 })
    await model.take({ kind: 'end', writer: 0, commits: true })
    service.clock.advance(61)
  }
  for (let count = 0; count < 3; count++) await write(old)
  await follower.catchUp()
  await write(old)
  // The dump: what one statement sees.
  const account = await anotherAccount(service)
  await sql(
    service,
    `insert into events (merchant_id, livemode, id, type, session_id, body, created_at, sequence)
     select ?, livemode, id, type, session_id, body, created_at, sequence
     from events where merchant_id = ?`,
    [account.merchantId, old.scope.merchantId],
  )
  await sql(
    service,
    `insert into event_counters select ?, livemode, last_sequence from event_counters where merchant_id = ?`,
    [account.merchantId, old.scope.merchantId],
  )
  const known = new Set(old.committed)
  await write(old)
  await follower.catchUp()
  const lost = follower.seen.at(-1) ?? ''
  t.notOk(known.has(lost), 'the follower has read an event that the dump does not contain')

  const refused = await account.call('GET', `/v1/events?ending_before=${lost}`)
  t.match(refused.body, { error: { code: 'parameter_invalid', param: 'ending_before', fix: /restored from a backup/ } })
  const cursor = /evt_[0-9a-z]{30}/.exec(refused.text)?.[0] ?? ''
  t.ok(known.has(cursor))
  const restored = new Model(account, account.merchantId, cursor)
  for (const id of known) restored.committed.add(id)
  for (let count = 0; count < 2; count++) await write(restored)
  const [again] = restored.followers
  await again?.catchUp()
  const missing = [...restored.committed].filter((id) => !again?.seen.includes(id) && !follower.seen.includes(id))
  t.same(missing, [], 'with what it had read before, the follower has every event')
  t.equal(new Set(again?.seen).size, again?.seen.length)
})
