import t from 'tap'
import { closeSession } from '../../server/flows/sessions/close-session.ts'
import { refundSession } from '../../server/flows/refunds/refund-session.ts'
import { settleAttempt } from '../../server/flows/sessions/settle-attempt.ts'
import { payWithCard } from '../../server/flows/sessions/submit-card.ts'
import type { FlowContext } from '../../server/flows/context.ts'
import { wireRefund } from '../../server/domain/wire/refund.ts'
import type { Purchase } from '../../server/processors/processor.ts'
import { testCard } from '../../server/processors/sandbox/scenarios.ts'
import { lastAttemptOf } from '../../server/store/sessions/card-attempts.ts'
import { findSession, lockSession } from '../../server/store/sessions/checkout-sessions.ts'
import { inTransaction, openDatabase } from '../../server/store/sql/database.ts'
import { insertSessionTogether, insertSessionWithKey } from '../../server/store/sessions/new-sessions.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { processorWith } from '../support/processor-with.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { afterAnswers } from './after-answers.ts'
import { eventsOf, expectEqualLedgers } from './ledgers.ts'
import { watchStatements } from './watch-statements.ts'

// Without a worker, whose statements would be counted as well.
const service = await startService({ environment: { ROLE: 'api' } })
t.teardown(() => service.stop())

const { context, sandbox } = service.app
const scope = { merchantId: service.merchantId, livemode: false }

const { sent, texts } = watchStatements(context.db)

function pay(id: string, within: FlowContext = context): ReturnType<typeof payWithCard> {
  const card = testCard('approved', service.clock.now())
  return payWithCard(within, scope, id, { card, nonce: crypto.randomUUID(), params: {}, client: null, admission: null })
}

/** A context in which something happens after the bank has answered and before its answer is recorded. */
const interrupted = (happen: () => Promise<unknown>): FlowContext => afterAnswers(service.app, happen)

const read = async (id: string) => (await service.call('GET', `/v1/checkout/sessions/${id}`)).body

t.test('a payment takes two statements besides those of the bank, and a refund three', async (t) => {
  // The first payment also reads what the service then caches.
  const { id: first } = await paidSession(service)
  await refundSession(context, scope, first, { amount: 100 }, null)
  const { id } = await createSession(service)
  sent.length = 0
  await pay(id)
  t.same(sent, ['begin attempt', 'settle attempt'])
  sent.length = 0
  await refundSession(context, scope, id, { amount: 100 }, null)
  t.same(sent, ['find refundable sessions', 'begin refund', 'settle refund'])
  t.match(await read(id), { status: 'paid', amount_refunded: 100 })
  t.same(await eventsOf(service, id), ['session.completed', 'session.refunded'])
  await expectEqualLedgers(t, service)
})

t.test('an answer that another process has recorded meanwhile is recorded once', async (t) => {
  const { id } = await createSession(service)
  const settled = async () => {
    service.clock.advance(46)
    await service.sweep()
    t.match(await read(id), { status: 'paid' })
  }
  await pay(id, interrupted(settled))
  t.same(await eventsOf(service, id), ['session.completed'])
  const refundSettled = async () => {
    service.clock.advance(46)
    await service.sweep()
    t.match(await read(id), { amount_refunded: 100 })
  }
  const refunded = await refundSession(interrupted(refundSettled), scope, id, { amount: 100 }, null)
  t.match(refunded, { kind: 'refund', refund: { status: 'succeeded' } })
  t.same(await eventsOf(service, id), ['session.completed', 'session.refunded'])
  await expectEqualLedgers(t, service)
})

t.test('two refunds of one payment at the same time both count', async (t) => {
  const { id } = await paidSession(service)
  let other: Promise<unknown> | null = null
  const both = interrupted(async () => {
    other ??= refundSession(context, scope, id, { amount: 300 }, null)
    await other
  })
  await refundSession(both, scope, id, { amount: 200 }, null)
  t.match(await read(id), { amount_refunded: 500 })
  await expectEqualLedgers(t, service)
})

t.test('an expiry by the merchant is a read and a statement, and of several at once one counts', async (t) => {
  const { id } = await createSession(service)
  sent.length = 0
  t.match(await closeSession(context, scope, id), { kind: 'closed', session: { status: 'expired' } })
  t.same(sent, ['find packed sessions', 'close session'])
  const { id: contested } = await createSession(service)
  const results = await Promise.all(Array.from({ length: 5 }, () => closeSession(context, scope, contested)))
  t.same(results.map(({ kind }) => kind).sort(), ['closed', ...Array.from({ length: 4 }, () => 'failure')])
  t.same(await eventsOf(service, contested), ['session.expired'])
})

t.test('an expiry by the merchant during a payment is refused', async (t) => {
  const { id } = await createSession(service)
  const refused = interrupted(async () => {
    t.match(await closeSession(context, scope, id), { kind: 'failure', code: 'payment_in_progress' })
  })
  await pay(id, refused)
  t.match(await read(id), { status: 'paid' })
})

/** A context whose bank answers only when so many purchases wait for it. `happen` runs before the answers. */
function gathered(count: number, happen: () => Promise<unknown> = () => Promise.resolve()): FlowContext {
  const all = Promise.withResolvers<undefined>()
  let waiting = 0
  return interrupted(async () => {
    waiting += 1
    if (waiting === count) await happen().then(() => all.resolve(undefined), all.reject)
    await all.promise
  })
}

const sessions = (count: number) => Promise.all(Array.from({ length: count }, () => createSession(service)))
const statusOf = async (id: string) => (await findSession(scope, context.db, id))?.status

/** What settles later than its payment, such as one whose call failed. */
async function settleLater(): Promise<void> {
  service.clock.advance(61)
  await service.sweep()
}

t.test('payments and refunds that wait at the same time share their statements', async (t) => {
  const ids = (await sessions(6)).map(({ id }) => id)
  sent.length = 0
  const within = gathered(6)
  await Promise.all(ids.map((id) => pay(id, within)))
  t.same(sent, ['begin attempt', 'settle attempt'])
  sent.length = 0
  const refunding = gathered(6)
  const refunds = await Promise.all(ids.map((id) => refundSession(refunding, scope, id, { amount: 100 }, null)))
  t.ok(refunds.every((result) => result.kind === 'refund' && result.refund.status === 'succeeded'))
  t.same(sent, ['find refundable sessions', 'begin refund', 'settle refund'])
  sent.length = 0
  const keyed = gathered(6)
  const kept = await Promise.all(ids.map((id) => refundSession(keyed, scope, id, { amount: 20 }, keyOf(id))))
  t.ok(kept.every((result) => result.kind === 'refund' && result.refund.status === 'succeeded' && result.isReplyKept))
  t.same(sent, ['find idempotency keys', 'find refundable sessions', 'begin refund', 'settle refund'])
  for (const id of ids) {
    t.match(await read(id), { status: 'paid', amount_refunded: 120, attempts: 1 })
    t.same(await eventsOf(service, id), ['session.completed', 'session.refunded', 'session.refunded'])
  }
  await expectEqualLedgers(t, service)
})

const keyOf = (key: string) => ({ key, fingerprint: Buffer.alloc(32, 1) })

t.test(
  'the settlement of a refund keeps the reply for its key, also when something has changed meanwhile',
  async (t) => {
    const { id } = await paidSession(service)
    const first = await refundSession(context, scope, id, { amount: 100 }, keyOf('settled at once'))
    if (first.kind !== 'refund') throw new Error('The refund has succeeded')
    t.equal(first.isReplyKept, true)
    const replay = await refundSession(context, scope, id, { amount: 100 }, keyOf('settled at once'))
    t.same(replay, { kind: 'replay', status: 200, body: JSON.stringify(wireRefund(first.refund)), requestId: '' })
    const other = () => refundSession(context, scope, id, { amount: 200 }, null)
    const second = await refundSession(interrupted(other), scope, id, { amount: 300 }, keyOf('settled later'))
    t.match(second, { kind: 'refund', refund: { status: 'succeeded' }, isReplyKept: true })
    t.match(await read(id), { amount_refunded: 600 })
    await expectEqualLedgers(t, service)
  },
)

t.test('of refunds with keys that share a statement, one key counts once', async (t) => {
  const made = await Promise.all(Array.from({ length: 4 }, () => paidSession(service)))
  const ids = made.map(({ id }) => id)
  const refund = (id: string, key: string) => refundSession(context, scope, id, { amount: 100 }, keyOf(key))
  const [first = ''] = ids
  const results = await Promise.all([...ids.map((id) => refund(id, id)), refund(first, first), refund(first, first)])
  t.equal(results.filter(({ kind }) => kind === 'refund').length, 4)
  for (const result of results) if (result.kind === 'failure') t.equal(result.code, 'request_in_progress')
  for (const id of ids) t.match(await read(id), { amount_refunded: 100 })
  await expectEqualLedgers(t, service)
})

function count(names: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))
}

t.test('of attempts that share a statement, each that the database refuses fails alone', async (t) => {
  const [free, overdue, locked, twice, replayed, unknown] = [
    'free',
    'overdue',
    'locked',
    'twice',
    'replayed',
    'unknown',
  ]
  const made = await sessions(5)
  const idOf = new Map([free, overdue, locked, twice, replayed].map((name, index) => [name, made[index]?.id ?? '']))
  const id = (name: string | undefined): string => idOf.get(name ?? '') ?? 'cs_test_unknown'
  const card = testCard('declined', service.clock.now())
  const nonce = 'used before'
  const payment = { card, nonce, params: {}, client: null, admission: null }
  await payWithCard(context, scope, id(replayed), payment)
  await sql(service, `update checkout_sessions set expires_at = ? where id = ?`, [service.clock.now(), id(overdue)])
  const holder = await context.db.transaction()
  await lockSession(scope, holder, id(locked))
  const answers = Promise.withResolvers<undefined>()
  const within = interrupted(() => answers.promise)
  const calls = [free, overdue, locked, twice, twice, unknown].map((name) => pay(id(name), within))
  const again = payWithCard(context, scope, id(replayed), payment)
  const refused = await Promise.all([calls[1], Promise.race([calls[3], calls[4]]), calls[5], again])
  t.same(
    refused.map((result) => result?.kind === 'failure' && result.code),
    ['session_not_payable', 'payment_in_progress', 'invalid_client_secret', 'card_not_encrypted'],
  )
  answers.resolve(undefined)
  await holder.rollback()
  await Promise.all([calls[0], calls[3], calls[4]])
  t.match(await calls[2], { kind: 'attempt' }, 'the payment of a locked session waits for the lock')
  for (const name of [free, locked, twice]) t.equal(await statusOf(id(name)), 'paid')
  t.equal(await statusOf(id(overdue)), 'expired')
  await expectEqualLedgers(t, service)
})

t.test('of settlements that share a statement, each that the database refuses fails alone', async (t) => {
  const made = await sessions(5)
  const [free = '', settled = '', locked = '', refused = '', failed = ''] = made.map(({ id }) => id)
  const holder = await context.db.transaction()
  const within = gathered(5, async () => {
    const attempt = await lastAttemptOf(scope, context.db, settled)
    await settleAttempt(context, scope, attempt?.id ?? '', approved)
    await lockSession(scope, holder, locked)
    await sql(service, `update checkout_sessions set status = 'failed' where id = ?`, [failed])
    await sql(
      service,
      `insert into session_ends (merchant_id, livemode, session_id, type) values (?, false, ?, 'session.completed')`,
      [scope.merchantId, refused],
    )
  })
  const calls = made.map(({ id }) => pay(id, within))
  const refusal: unknown = await calls[3]?.catch((error: unknown) => error)
  t.match(refusal, { constraint: /one_end_per_session/ })
  await Promise.all([calls[0], calls[1], calls[4]])
  for (const id of [free, settled]) t.equal(await statusOf(id), 'paid')
  t.same([await statusOf(refused), await statusOf(locked)], ['processing', 'processing'])
  await holder.rollback()
  await calls[2]
  t.equal(await statusOf(locked), 'paid', 'the settlement of a locked session waits for the lock')
  await sql(service, 'delete from session_ends where session_id = ?', [refused])
  await settleLater()
  t.equal(await statusOf(refused), 'paid', 'the worker repeats the settlement')
  for (const id of [free, settled, locked, refused]) t.same(await eventsOf(service, id), ['session.completed'])
  t.match(await lastAttemptOf(scope, context.db, failed), { status: 'returned' })
  t.equal(await statusOf(failed), 'failed')
  await expectEqualLedgers(t, service)
})

const approved = { kind: 'approved', authorizationCode: null, threeDSecure: null } as const

t.test('two processes that settle the same payments at the same time settle each once', async (t) => {
  const made = await sessions(12)
  const other = openDatabase(service.databaseUrl, { kind: 'serving' })
  t.teardown(() => other.destroy())
  const within = gathered(12, async () => {
    const known = await Promise.all(
      made.map(async ({ id }) => {
        const [session, attempt] = [await findSession(scope, other, id), await lastAttemptOf(scope, other, id)]
        if (!session || !attempt) throw new Error('The attempt has begun')
        return { session, attempt }
      }),
    )
    const settle = (db: FlowContext['db']) =>
      known.map((one) => settleAttempt({ ...context, db }, scope, one.attempt.id, approved, { known: one }))
    await Promise.all([...settle(other), ...settle(context.db).toReversed()])
  })
  await Promise.all(made.map(({ id }) => pay(id, within)))
  for (const { id } of made) t.same(await eventsOf(service, id), ['session.completed'])
  t.same(count(await Promise.all(made.map(async ({ id }) => String(await statusOf(id))))), { paid: 12 })
  await expectEqualLedgers(t, service)
})

t.test('what a statement returns of a new attempt is what it has stored', async (t) => {
  const { id } = await createSession(service)
  let begun: unknown = null
  const processor = processorWith(sandbox, {
    purchase: async (order: Purchase) => {
      ;[begun] = await sql(service, 'select * from card_attempts where session_id = ?', [id])
      return sandbox.purchase(order)
    },
  })
  await pay(id, { ...context, processorFor: async () => processor })
  t.match(begun, { status: 'processing', checks: 0, is_cancelled: false, abandoned: false, amount: 2500 })
  t.match(await read(id), { attempts: 1, status: 'paid' })
})

t.test('payments and refunds look up each row by its key, so the rows of the account cost nothing', async (t) => {
  const { id } = await paidSession(service)
  await refundSession(context, scope, id, { amount: 100 }, keyOf('explained'))
  for (const [name, tables] of [
    ['begin attempt', ['checkout_sessions']],
    ['settle attempt', ['card_attempts', 'checkout_sessions']],
    ['begin refund', ['checkout_sessions']],
    ['settle refund', ['idempotency_keys', 'checkout_sessions']],
  ] as const) {
    const text = texts.get(name)?.replaceAll('?', '\\?')
    // PostgreSQL reads a table of one page from beginning to end, as in this test.
    const rows = await inTransaction(context.db, async (transaction) => {
      await transaction.raw('set local enable_seqscan to off')
      return (await transaction.raw<{ rows: Record<string, string>[] }>(`explain (generic_plan) ${text}`)).rows
    })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    for (const table of tables) {
      t.match(plan, new RegExp(`Index Scan using \\w+ on ${table} .*\\n.*Index Cond: .*livemode = .*(id|key) = input`))
      t.match(plan, new RegExp(`Tid Scan on ${table} `))
      const scans = plan.match(new RegExp(`Scan( using \\w+)? on ${table} `, 'g'))
      t.equal(scans?.length, name === 'begin attempt' ? 2 : 3, 'the lock, the look whether it is visible, the update')
    }
    t.notMatch(plan, /on idempotency_keys .*\n.*Index Cond: (?!.*key = input)/, 'never all keys of the account')
  }
})

t.test(
  'sessions that arrive together share a statement, and only the one that the database refuses fails',
  async (t) => {
    const now = service.clock.now()
    const session = (n: number) => ({
      id: `cs_test_together${n}`,
      amount: n === 2 ? 0 : 100,
      currency: 'GBP',
      customer: {},
      expires_at: new Date(now.getTime() + 60_000),
      created_at: now,
      metadata: {},
      shared: false,
    })
    const keyed = (n: number) =>
      insertSessionWithKey(scope, context.db, {
        session: session(n),
        requestKey: { key: `together ${n}`, fingerprint: Buffer.alloc(32) },
      })
    for (const insert of [(n: number) => insertSessionTogether(scope, context.db, session(n)), keyed]) {
      sent.length = 0
      const results = await Promise.allSettled([1, 2, 3].map((n): Promise<unknown> => insert(n)))
      t.same(
        results.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      )
      t.equal(sent.length, 4, 'one statement for all, then one for each')
      const stored = await sql(service, `delete from checkout_sessions where id like 'cs_test_together%' returning id`)
      t.equal(stored.length, 2)
    }
  },
)
