import t from 'tap'
import { closeSession } from '../../server/flows/close-session.ts'
import { refundSession } from '../../server/flows/refund-session.ts'
import { payWithCard } from '../../server/flows/submit-card.ts'
import type { FlowContext } from '../../server/flows/context.ts'
import type { Purchase, RefundOrder } from '../../server/processors/processor.ts'
import { testCard } from '../../server/processors/sandbox/scenarios.ts'
import { attemptUnchanged, lastAttemptOf, saveAttempt } from '../../server/store/card-attempts.ts'
import { findSession, saveSession, sessionUnchanged } from '../../server/store/checkout-sessions.ts'
import { insertSessionTogether, insertSessionWithKey } from '../../server/store/new-sessions.ts'
import { writeTogether } from '../../server/store/write-together.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { processorWith } from '../support/processor-with.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { eventsOf, expectEqualLedgers } from './ledgers.ts'

// Without a worker, whose statements would be counted as well.
const service = await startService({ environment: { ROLE: 'api' } })
t.teardown(() => service.stop())

const { context, sandbox } = service.app
const scope = { merchantId: service.merchantId, livemode: false }

type Query = (...words: { name?: string; text?: string }[]) => Promise<unknown>

/** The statements about sessions, attempts and refunds, and those without a name, that the service has sent. */
const sent: string[] = []
const texts = new Map<string, string>()
const client = context.db.client as { acquireConnection(): Promise<{ query: Query }> }
const acquire = client.acquireConnection.bind(client)
const watched = new WeakSet()
client.acquireConnection = async () => {
  const connection = await acquire()
  if (watched.has(connection)) return connection
  watched.add(connection)
  const query = connection.query.bind(connection)
  connection.query = (statement, ...more) => {
    const name = statement.name?.replace(/ [\w-]{12}$/, '') ?? 'unnamed'
    if (/session|attempt|refund|unnamed/.test(name)) sent.push(name)
    texts.set(name, statement.text ?? '')
    return query(...([statement, ...more] as Parameters<Query>))
  }
  return connection
}

function pay(id: string, within: FlowContext = context): ReturnType<typeof payWithCard> {
  const card = testCard('approved', service.clock.now())
  return payWithCard(within, scope, id, { card, nonce: crypto.randomUUID(), params: {}, client: null, turns: [] })
}

/** A context in which something happens after the bank has answered and before its answer is recorded. */
function interrupted(happen: () => Promise<unknown>): FlowContext {
  const processor = processorWith(sandbox, {
    purchase: async (order: Purchase) => {
      const outcome = await sandbox.purchase(order)
      await happen()
      return outcome
    },
    refund: async (order: RefundOrder) => {
      const outcome = await sandbox.refund(order)
      await happen()
      return outcome
    },
  })
  return { ...context, processorFor: async () => processor }
}

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
  t.same(sent, ['find refundable session', 'begin refund', 'settle refund'])
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

t.test('writes together happen all or not at all', async (t) => {
  const { id } = await paidSession(service)
  const session = await findSession(scope, context.db, id)
  const attempt = await lastAttemptOf(scope, context.db, id)
  if (!session || !attempt) throw new Error('The session is paid')
  const conditions = [sessionUnchanged(session), attemptUnchanged(attempt)]
  const write = (change: typeof conditions, last: (collector: typeof context.db) => Promise<unknown>) =>
    writeTogether(context.db, 'test', change, async (collector) => {
      await saveSession(scope, collector, { ...session, failure_message: 'first' })
      await saveAttempt(scope, collector, { ...attempt, refusal_text: 'second' })
      await last(collector)
      return true
    })
  const stored = async () => [
    (await findSession(scope, context.db, id))?.failure_message,
    (await lastAttemptOf(scope, context.db, id))?.refusal_text,
  ]
  const nothing = () => Promise.resolve()
  const stale = [sessionUnchanged(session), attemptUnchanged({ ...attempt, checks: attempt.checks + 1 })]
  t.equal(await write(stale, nothing), null, 'a row has changed')
  t.equal(await write(conditions, (collector) => findSession(scope, collector, id)), null, 'a read')
  t.equal(await write(conditions, (collector) => collector('merchants').delete()), null, 'a query of the builder')
  t.equal(await write(conditions, (collector) => saveSession(scope, collector, session)), null, 'a row twice')
  t.same(await stored(), [null, null])
  await t.rejects(
    write(conditions, () => Promise.reject(new Error('another error'))),
    /another error/,
  )
  t.same(await stored(), [null, null])
  t.equal(await write(conditions, nothing), true)
  t.same(await stored(), ['first', 'second'])
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

t.test('an attempt reads no index of open sessions, so many of them do not slow it down', async (t) => {
  await paidSession(service)
  const text = texts.get('begin attempt')?.replaceAll('?', '\\?')
  const plan = await sql(service, `explain (generic_plan) ${text}`)
  t.match(JSON.stringify(plan), /Update on checkout_sessions/)
  t.notMatch(JSON.stringify(plan), /checkout_sessions_(open_by_end|to_expire)/)
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
    const retainedSince = new Date(now.getTime() - 86_400_000)
    const keyed = (n: number) =>
      insertSessionWithKey(
        scope,
        context.db,
        session(n),
        { key: `together ${n}`, fingerprint: Buffer.alloc(32) },
        retainedSince,
      )
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
