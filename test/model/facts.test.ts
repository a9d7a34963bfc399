import fc from 'fast-check'
import assert from 'node:assert/strict'
import t from 'tap'
import { applyProcessorFact } from '../../server/flows/acquirers/apply-processor-fact.ts'
import type { ProcessorFact } from '../../server/processors/processor.ts'
import { refunded } from '../refunds/refund-calls.ts'
import { eventsOf, expectEqualTotals } from '../sessions/ledgers.ts'
import { createSession, paidSession, submitCard } from '../support/pay.ts'
import { isFull } from '../support/combinations.ts'
import { seed } from '../support/seed.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import {
  anyNews,
  approval,
  disputeFacts,
  expectedDisputes,
  expectedLedger,
  expectedRefund,
  disputesThatHold,
  paymentAmount,
  refundAmounts,
  refundFacts,
  type News,
} from './fact-model.ts'

const numRuns = Number(process.env['MODEL_RUNS'] ?? (isFull ? 12 : 5))

// No worker: only the facts change something.
const service = await startService({ environment: { ROLE: 'api', RATE_LIMIT_PER_SECOND: '1000000' } })
t.teardown(() => service.stop())

const scope = { merchantId: service.merchantId, livemode: false }

/** A number for each fact chooses its place, so that a failing order stays small. */
const anyOrder = fc.noBias(fc.array(fc.nat({ max: 9999 }), { minLength: 16, maxLength: 16 }))

/** Applies every fact twice, in the chosen order. */
async function applyAll(facts: readonly ProcessorFact[], order: readonly number[]): Promise<void> {
  const doubled = [...facts, ...facts].map((fact, index) => ({ fact, place: (order[index % 16] ?? 0) + index * 7919 }))
  doubled.sort((a, b) => (a.place % 101) - (b.place % 101))
  const results = []
  for (const { fact } of doubled) results.push(await applyProcessorFact(service.app.context, scope, 'sandbox', fact))
  assert.deepEqual(
    results.filter((result) => result !== 'applied' && result !== 'known'),
    [],
  )
  for (const fact of facts) assert.equal(await applyProcessorFact(service.app.context, scope, 'sandbox', fact), 'known')
}

async function attemptOf(sessionId: string): Promise<string> {
  const rows = await sql<{ id: string }>(service, 'select id from card_attempts where session_id = ?', [sessionId])
  return rows[0]?.id ?? ''
}

async function disputesOf(sessionId: string): Promise<unknown[]> {
  return sql(
    service,
    `select status, stage, amount, reason, to_char(respond_by at time zone 'UTC', 'YYYY-MM-DD') as "answerBy"
     from disputes where session_id = ? order by processor_reference like '%capture_failed', processor_reference`,
    [sessionId],
  )
}

async function ledgerOf(sessionId: string): Promise<string[]> {
  const rows = await sql<{ kind: string; amount: number }>(
    service,
    'select kind, amount from money_movements where session_id = ?',
    [sessionId],
  )
  return rows.map(({ kind, amount }) => `${kind} ${amount}`).sort()
}

async function stateOf(sessionId: string): Promise<unknown> {
  const [row] = await sql(
    service,
    'select status, amount_refunded, amount_refund_pending, authorization_code from checkout_sessions where id = ?',
    [sessionId],
  )
  return row
}

/** Counts the events of a dispute, which depend on the order. The session shows what the last of them says. */
async function expectDisputeEvents(sessionId: string, news: News): Promise<void> {
  const events = await eventsOf(service, sessionId)
  const count = (type: string): number => events.filter((one) => one === type).length
  assert.equal(count('session.completed'), 1)
  assert.equal(count('session.disputed') - count('session.dispute_closed'), disputesThatHold(news))
  const heard = expectedDisputes(news).filter(({ stage }) => stage !== 'notice')
  assert.ok(count('session.disputed') >= heard.length, 'each dispute about money is heard of')
  const lost = heard.filter(({ status }) => status === 'lost').length
  assert.ok(count('session.dispute_lost') >= lost, 'and each loss')
}

t.test(`what a processor reports about disputes counts in every order (TEST_SEED=${seed})`, async (t) => {
  const property = fc.asyncProperty(fc.noBias(anyNews), anyOrder, async (news, order) => {
    const session = await createSession(service)
    await submitCard(service, session, 'no_answer')
    const purchase = await attemptOf(session.id)
    await applyAll([approval(purchase), ...disputeFacts(purchase, news)], order)
    assert.deepEqual(await stateOf(session.id), {
      status: disputesThatHold(news) > 0 ? 'disputed' : 'paid',
      amount_refunded: 0,
      amount_refund_pending: 0,
      authorization_code: 'A1',
    })
    assert.deepEqual(await disputesOf(session.id), expectedDisputes(news))
    assert.deepEqual(await ledgerOf(session.id), expectedLedger(news, [], { out: '', back: '' }))
    await expectDisputeEvents(session.id, news)
  })
  await fc.assert(property, { seed, numRuns, endOnFailure: true })
  await expectEqualTotals(t, service)
})

t.test(`what a processor reports about refunds counts in every order (TEST_SEED=${seed})`, async (t) => {
  const property = fc.asyncProperty(fc.noBias(anyNews), anyOrder, async (news, order) => {
    const session = await paidSession(service, {}, 'refund_pending')
    const purchase = await attemptOf(session.id)
    const refunds = []
    for (const amount of refundAmounts) refunds.push(await refunded(service, session, amount))
    const facts = refunds.flatMap(({ id }, index) =>
      refundFacts(id, refundAmounts[index] ?? 0, news.refunds[index] ?? []),
    )
    await applyAll([...facts, ...disputeFacts(purchase, news)], order)
    const expected = refundAmounts.map((amount, index) => ({
      amount,
      status: expectedRefund(news.refunds[index] ?? []),
    }))
    const sumOf = (status: string): number =>
      expected.reduce((sum, refund) => sum + (refund.status === status ? refund.amount : 0), 0)
    const shown = await sql(service, 'select amount, status from refunds where session_id = ? order by id', [
      session.id,
    ])
    assert.deepEqual(shown, expected)
    const state = await stateOf(session.id)
    assert.deepEqual(
      { ...(state as object), authorization_code: null },
      {
        status: disputesThatHold(news) > 0 ? 'disputed' : 'paid',
        amount_refunded: sumOf('succeeded'),
        amount_refund_pending: sumOf('pending'),
        authorization_code: null,
      },
    )
    assert.deepEqual(await disputesOf(session.id), expectedDisputes(news))
    const names = { out: 'refund', back: 'refund_reversal' }
    assert.deepEqual(await ledgerOf(session.id), expectedLedger(news, refundAmounts, names))
    await expectDisputeEvents(session.id, news)
    const events = await eventsOf(service, session.id)
    const failures = expected.filter(({ status }) => status === 'failed').length
    assert.equal(events.filter((type) => type === 'session.refund_failed').length, failures)
    assert.ok(events.filter((type) => type === 'session.refunded').length <= refunds.length)
  })
  await fc.assert(property, { seed, numRuns, endOnFailure: true })
  await expectEqualTotals(t, service)
})

t.test(`what a processor reports about automatic returns counts in every order (TEST_SEED=${seed})`, async () => {
  const property = fc.asyncProperty(fc.noBias(anyNews), anyOrder, async ({ refunds: [news = []] }, order) => {
    const session = await createSession(service)
    await submitCard(service, session, 'declined')
    const purchase = await attemptOf(session.id)
    // The bank’s refund waits, as an acquirer's does.
    await sql(service, `update card_attempts set processor = 'waiting_bank' where id = ? returning 1`, [purchase])
    const approved = await applyProcessorFact(service.app.context, scope, 'waiting_bank', approval(purchase))
    assert.equal(approved, 'applied')
    const [record] = await sql<{ id: string }>(service, 'select id from automatic_returns where attempt_id = ?', [
      purchase,
    ])
    await sql(service, `update automatic_returns set processor = 'sandbox' where attempt_id = ? returning 1`, [
      purchase,
    ])
    const id = record?.id ?? ''
    await applyAll(refundFacts(id, paymentAmount, news), order)
    const [shown] = await sql(
      service,
      'select status, processor_reference as reference from automatic_returns where id = ?',
      [id],
    )
    const expected = {
      pending: { status: 'pending', reference: id },
      succeeded: { status: 'succeeded', reference: id },
      failed: { status: 'pending', reference: `${id}.2` },
    }
    assert.deepEqual(shown, expected[expectedRefund(news)])
    const only = { disputes: [], isUnnamed: false, captureFailed: false, refunds: [news] }
    const names = { out: 'reversal', back: 'return_reversal' }
    assert.deepEqual(await ledgerOf(session.id), expectedLedger(only, [paymentAmount], names))
  })
  await fc.assert(property, { seed, numRuns, endOnFailure: true })
  // What the sandbox still returns would not be in its ledger.
  await sql(service, `update automatic_returns set next_check_at = null where next_check_at is not null returning 1`)
})
