import type { Test } from 'tap'
import type { AttemptOutcome } from '../../server/flows/sessions/attempt-findings.ts'
import { settleAttempt } from '../../server/flows/sessions/settle-attempt.ts'
import { checkAttempt } from '../../server/flows/sessions/check-attempt.ts'
import type { FlowContext } from '../../server/flows/context.ts'
import { refundSession } from '../../server/flows/refunds/refund-session.ts'
import { checkRefund } from '../../server/flows/refunds/settle-refund.ts'
import { payWithCard } from '../../server/flows/sessions/submit-card.ts'
import type { Closed, NotReceived, PurchaseOutcome, RefundOutcome } from '../../server/processors/processor.ts'
import { testCard, type Scenario } from '../../server/processors/sandbox/scenarios.ts'
import { processorWith } from '../support/processor-with.ts'
import { createSession, paidSession } from '../support/pay.ts'
import type { TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { expectEqualLedgers } from './ledgers.ts'
import { faults, type FaultName } from './processor-faults.ts'

type Pair = readonly [FaultName, FaultName]

/** Longer than a call to the bank may take, and longer than the lease of an idempotency key. */
const windowSeconds = 61

interface FaultyRun {
  /** Resolves when the flow has ended. */
  readonly ended: Promise<void>
  /** Resolves when the flow has ended, or waits for the end of the round. */
  readonly settled: Promise<void>
  /** Whether the flow waits for an answer that never comes. */
  isLost(): boolean
}

/** The n-th call of each payment or refund. The bank answers each call with a fault. */
class Round {
  readonly #service: TestService
  readonly #end = Promise.withResolvers<void>()
  readonly #runs: FaultyRun[] = []
  readonly #recordings: Promise<unknown>[] = []

  constructor(service: TestService) {
    this.#service = service
  }

  /** Runs `flow` with a bank that has the fault. `again` records an answer a second time. */
  start(
    fault: FaultName,
    flow: (context: FlowContext) => Promise<unknown>,
    again: (context: FlowContext, outcome: AnyOutcome) => Promise<unknown>,
  ): void {
    const { context, sandbox } = this.#service.app
    const waits = Promise.withResolvers<void>()
    let isLost = false
    const ask = async <Outcome extends AnyOutcome>(reach: () => Promise<Outcome>): Promise<Outcome> =>
      faults[fault]({
        reach,
        recordAgain: (outcome) => void this.#recordings.push(again(context, outcome).catch(() => {})),
        end: () => {
          waits.resolve()
          return this.#end.promise
        },
        leave: () => {
          isLost = true
          waits.resolve()
          return new Promise<never>(() => {})
        },
      })
    const processor = processorWith(sandbox, {
      purchase: (order) => ask(() => sandbox.purchase(order)),
      refund: (order) => ask(() => sandbox.refund(order)),
      lookup: (earlier) => ask(() => sandbox.lookup(earlier)),
      lookupRefund: (earlier) => ask(() => sandbox.lookupRefund(earlier)),
    })
    // A flow may fail when its bank does. The tests look at what it leaves behind.
    const ended = flow({ ...context, processorFor: async () => processor, track: () => {} }).then(
      () => {},
      () => {},
    )
    this.#runs.push({ ended, settled: Promise.race([ended, waits.promise]), isLost: () => isLost })
  }

  async settled(): Promise<void> {
    await Promise.all(this.#runs.map(({ settled }) => settled))
    await Promise.all(this.#recordings)
  }

  /** Lets late orders and answers arrive, and waits for them. */
  async finish(): Promise<void> {
    this.#end.resolve()
    await Promise.all(this.#runs.filter(({ isLost }) => !isLost()).map(({ ended }) => ended))
    await Promise.all(this.#recordings)
  }
}

type AnyOutcome = PurchaseOutcome | RefundOutcome | Closed | NotReceived

/** How many payments go on at once: fewer than there are connections to the database. */
const atOnce = 14

async function inGroups<Item>(items: readonly Item[], round: Round, start: (item: Item) => void): Promise<void> {
  for (let first = 0; first < items.length; first += atOnce) {
    for (const item of items.slice(first, first + atOnce)) start(item)
    await round.settled()
  }
}

/** Lets time pass until nothing is under way. */
async function finishWork(service: TestService): Promise<void> {
  for (const seconds of [61, 61, 300, 900, 3600]) {
    service.clock.advance(seconds)
    await service.sweep()
    await service.sweep()
  }
}

interface Attempt {
  readonly id: string
  readonly session_id: string
  readonly status: string
}

/** Pays one session for each pair. The purchase has the first fault, and the check after it has the second. */
export async function payThroughFaults(
  t: Test,
  service: TestService,
  pairs: readonly Pair[],
  card: Scenario,
): Promise<Record<string, number>> {
  const scope = { merchantId: service.merchantId, livemode: false }
  const payments = await Promise.all(
    pairs.map(async (pair) => ({ pair, id: (await createSession(service, { expires_in: 86_400 })).id })),
  )
  const attempts = (): Promise<Attempt[]> =>
    sql<Attempt>(service, 'select id, session_id, status from card_attempts where session_id = any(?)', [
      payments.map(({ id }) => id),
    ])
  const attemptOf = async (sessionId: string): Promise<string> =>
    (await attempts()).find(({ session_id }) => session_id === sessionId)?.id ?? ''
  const settleAgain = (sessionId: string) => async (context: FlowContext, outcome: AnyOutcome) =>
    settleAttempt(context, scope, await attemptOf(sessionId), outcome as AttemptOutcome)

  const purchases = new Round(service)
  await inGroups(payments, purchases, ({ pair: [fault], id }) => {
    const payment = {
      card: testCard(card, service.clock.now()),
      nonce: crypto.randomUUID(),
      params: {},
      client: null,
      admission: null,
    }
    purchases.start(fault, (context) => payWithCard(context, scope, id, payment), settleAgain(id))
  })
  service.clock.advance(windowSeconds)
  const checks = new Round(service)
  const made = await attempts()
  await inGroups(payments, checks, ({ pair: [, fault], id }) => {
    const attempt = made.find(({ session_id }) => session_id === id)
    checks.start(fault, (context) => checkAttempt(context, scope, attempt?.id ?? ''), settleAgain(id))
  })
  await purchases.finish()
  await checks.finish()
  await finishWork(service)

  const ended = await attempts()
  t.equal(ended.length, pairs.length)
  t.same(
    ended.filter(({ status }) => !['approved', 'failed', 'returned'].includes(status)),
    [],
    'each payment is paid, failed or returned',
  )
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
  await expectEqualLedgers(t, service)
  return countOf(ended)
}

function countOf(rows: readonly { readonly status: string }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/**
 * Refunds one session for each pair. The order has the first fault. The second fault is in what follows: the check of
 * the sweep, or the merchant's retry with the same key.
 */
export async function refundThroughFaults(
  t: Test,
  service: TestService,
  pairs: readonly Pair[],
  follows: 'the check' | 'the retry',
): Promise<Record<string, number>> {
  const scope = { merchantId: service.merchantId, livemode: false }
  const refunds = await Promise.all(
    pairs.map(async (pair) => ({ pair, id: (await paidSession(service, { expires_in: 86_400 })).id })),
  )
  const rows = (): Promise<Attempt[]> =>
    sql<Attempt>(service, 'select id, session_id, status from refunds where session_id = any(?)', [
      refunds.map(({ id }) => id),
    ])
  const refundOf = async (sessionId: string): Promise<string> =>
    (await rows()).find(({ session_id }) => session_id === sessionId)?.id ?? ''
  const checkAgain = (sessionId: string) => async (context: FlowContext) =>
    checkRefund(context, scope, await refundOf(sessionId))
  const order = (id: string) => (context: FlowContext) =>
    refundSession(context, scope, id, { amount: 700 }, { key: id, fingerprint: Buffer.alloc(32) })

  const orders = new Round(service)
  await inGroups(refunds, orders, ({ pair: [fault], id }) => orders.start(fault, order(id), checkAgain(id)))
  service.clock.advance(windowSeconds)
  const next = new Round(service)
  const made = await rows()
  await inGroups(refunds, next, ({ pair: [, fault], id }) => {
    const refund = made.find(({ session_id }) => session_id === id)
    const check = (context: FlowContext): Promise<void> => checkRefund(context, scope, refund?.id ?? '')
    next.start(fault, follows === 'the check' ? check : order(id), checkAgain(id))
  })
  await orders.finish()
  await next.finish()
  await finishWork(service)

  const ended = await rows()
  t.equal(ended.length, pairs.length, 'each key has one refund')
  t.same(
    ended.filter(({ status }) => status !== 'succeeded'),
    [],
    'each refund succeeded',
  )
  await expectEqualLedgers(t, service)
  return countOf(ended)
}
