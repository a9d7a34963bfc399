import t from 'tap'
import { applyProcessorFact } from '../../server/flows/acquirers/apply-processor-fact.ts'
import type { ProcessorFact, RefundOutcome } from '../../server/processors/processor.ts'
import { eventsOf, expectEqualTotals } from '../sessions/ledgers.ts'
import { bodyOf, createLink, help, listen, openLink, payWith, readLink, readSession } from '../links/link-calls.ts'
import { createSession, paidSession, submitCard } from '../support/pay.ts'
import { sql } from '../support/sql.ts'
import { interceptBank } from './intercept-bank.ts'
import { movementsOf, refund, refunded } from '../refunds/refund-calls.ts'
import { startService } from '../support/service.ts'

const service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
t.teardown(() => service.stop())

const scope = { merchantId: service.merchantId, livemode: false }

function report(fact: ProcessorFact, { processor = 'sandbox', of = scope } = {}): Promise<string> {
  return applyProcessorFact(service.app.context, of, processor, fact)
}

function money(amount: number, currency = 'GBP'): { money: { amount: number; currency: string } } {
  return { money: { amount, currency } }
}

async function attemptOf({ id }: { id: string }): Promise<string> {
  const rows = await sql<{ id: string }>(service, 'select id from card_attempts where session_id = ? order by id', [id])
  return rows[0]?.id ?? ''
}

/** The kinds of the mails to the account so far. */
async function mailKinds(): Promise<string[]> {
  const rows = await sql<{ kind: string }>(
    service,
    `select kind from outgoing_mail where kind <> 'receipt' order by id`,
  )
  return rows.map(({ kind }) => kind)
}

async function disputeOf({ id }: { id: string }): Promise<Record<string, unknown> | undefined> {
  return bodyOf<{ data: Record<string, unknown>[] }>(await service.call('GET', `/v1/disputes?session=${id}`)).data[0]
}

const approved = { kind: 'approved', authorizationCode: 'A1', threeDSecure: null } as const
const declined = { kind: 'declined', failureCode: 'card_declined' } as const

t.test(
  'a report counts only for the account and the processor of its payment, and an approval for its amount',
  async (t) => {
    const session = await createSession(service)
    await submitCard(service, session, 'no_answer')
    const reference = await attemptOf(session)
    // An id of the processor belongs to one payment.
    const outcome = { ...approved, processorId: 'PSP1' }
    const fact: ProcessorFact = { kind: 'purchase', reference, outcome, ...money(2500) }
    t.equal(await report(fact, { processor: 'another' }), 'unknown_reference')
    t.equal(await report(fact, { of: { ...scope, livemode: true } }), 'unknown_reference')
    t.equal(await report(fact, { of: { ...scope, merchantId: 'mer_unknown' } }), 'unknown_reference')
    for (const unknown of ['att_unknown', '', 'att\0', 'x'.repeat(5000)])
      t.equal(await report({ ...fact, reference: unknown }), 'unknown_reference')
    for (const wrong of [money(2499), money(2501), money(2500, 'EUR'), money(-2500), money(Number.NaN)])
      t.equal(await report({ ...fact, ...wrong }), 'mismatch')
    t.match(await readSession(service, session), { status: 'processing' })
    t.equal(await report(fact), 'applied')
    t.equal(await report(fact), 'known')
    t.equal(await report({ ...fact, outcome: { ...approved, processorId: 'PSP2' } }), 'mismatch', 'a second payment')
    t.equal(await report({ ...fact, outcome: declined }), 'mismatch', 'a refusal after the approval')
    t.match(await readSession(service, session), { status: 'paid', payment: { authorization_code: 'A1' } })
    const chargeback: ProcessorFact = {
      kind: 'chargeback',
      stage: 'charged',
      reference,
      dispute: 'D1',
      event: 'E1',
      reason: null,
      respondBy: null,
      ...money(2500),
    }
    for (const wrong of ['', 'E\0', 'x'.repeat(201)]) {
      t.equal(await report({ ...chargeback, event: wrong }), 'mismatch')
      t.equal(await report({ ...chargeback, dispute: wrong }), 'mismatch')
    }
    t.same(await movementsOf(service, session), [['capture', 2500]])
    t.equal(await report(chargeback), 'applied')
    const other = await paidSession(service)
    const elsewhere = { ...chargeback, reference: await attemptOf(other) }
    t.equal(await report(elsewhere), 'mismatch', 'a dispute belongs to one payment')
    t.equal(await report({ ...elsewhere, dispute: 'D2' }), 'mismatch', 'a report belongs to one dispute')
    t.same(await movementsOf(service, other), [['capture', 2500]])
  },
)

t.test('a refusal and a late approval by notification end as they would by a reply', async (t) => {
  const session = await createSession(service)
  await submitCard(service, session, 'no_answer')
  const reference = await attemptOf(session)
  const refusal: ProcessorFact = { kind: 'purchase', reference, outcome: declined, ...money(2500) }
  t.equal(await report(refusal), 'applied')
  t.equal(await report(refusal), 'known')
  t.match(await readSession(service, session), { status: 'open', failure_code: 'card_declined' })
  t.equal(await report({ ...refusal, outcome: approved }), 'applied')
  t.match(await movementsOf(service, session), [['capture', 2500]])
  const [back] = await sql<{ reason: string; reference: string }>(
    service,
    'select reason, processor_reference as reference from automatic_returns where session_id = ?',
    [session.id],
  )
  t.equal(back?.reason, 'late_approval')
  const returned = { kind: 'refund', outcome: { kind: 'succeeded' }, ...money(2500) } as const
  t.equal(await report({ ...returned, reference: back?.reference ?? '' }), 'applied')
  t.equal(await report({ ...returned, reference: back?.reference ?? '' }), 'known')
})

t.test('a refund that fails after its success can be made again', async (t) => {
  const next = await listen(t, service)
  const link = await createLink(service, { amount: 2500, kind: 'reusable' })
  const session = bodyOf<{ id: string; client_secret: string }>(await openLink(service, link))
  await payWith(service, session, 'approved')
  const { id } = await refunded(service, session)
  t.match(await readSession(service, session), { status: 'refunded' })
  t.match(await readLink(service, link), { amount_collected: 0 })
  const mails = (await mailKinds()).length
  const failed: ProcessorFact = {
    kind: 'refund',
    reference: id,
    outcome: { kind: 'failed', failureMessage: 'Account closed' },
    ...money(2500),
  }
  t.equal(await report(failed), 'applied')
  t.equal(await report(failed), 'known')
  const reversed: ProcessorFact = { kind: 'refund_reversed', reference: id, reversal: 'R1', ...money(2500) }
  t.equal(await report(reversed), 'known', 'the same money came back once')
  const { data } = await next('session.refund_failed')
  const message = { id, status: 'failed', failure_message: 'Account closed' }
  t.match(data, { id: session.id, status: 'paid', amount_refunded: 0, refund: message })
  t.match((await service.call('GET', `/v1/refunds/${id}`)).body, message)
  t.match(await readLink(service, link), { amount_collected: 2500 })
  t.same((await mailKinds()).slice(mails), ['refund_failed'])
  // The simulated bank itself has not taken the first refund back.
  await interceptBank(
    service,
    'refund',
    () => Promise.resolve({ kind: 'succeeded' }),
    async () => {
      t.match((await refund(service, session)).body, { status: 'succeeded', amount: 2500 })
    },
  )
  t.match(await readSession(service, session), { status: 'refunded', amount_refunded: 2500 })
  t.same(await movementsOf(service, session), [
    ['capture', 2500],
    ['refund', 2500],
    ['refund_reversal', 2500],
    ['refund', 2500],
  ])
})

t.test('a report that names only the payment finds the refund by the processor’s id', async (t) => {
  const session = await paidSession(service)
  const reference = await attemptOf(session)
  const order = (answer: RefundOutcome): Promise<unknown> =>
    interceptBank(
      service,
      'refund',
      () => Promise.resolve(answer),
      async () => void (await refund(service, session, 900)),
    )
  await order({ kind: 'pending', processorId: 'R21' })
  await order({ kind: 'pending', processorId: 'R22' })
  const succeeded = (processorId: string): ProcessorFact => ({
    kind: 'refund',
    reference,
    outcome: { kind: 'succeeded', processorId },
    ...money(900),
  })
  t.equal(await report(succeeded('R22')), 'applied')
  t.equal(await report(succeeded('R22')), 'known')
  const statuses = 'select status from refunds where session_id = ? order by processor_id'
  t.same(await sql(service, statuses, [session.id]), [{ status: 'pending' }, { status: 'succeeded' }])
  const reversed = { kind: 'refund_reversed', reference, reversal: 'R22', processorId: 'R22', ...money(900) } as const
  t.equal(await report(reversed), 'applied')
  t.same(await sql(service, statuses, [session.id]), [{ status: 'pending' }, { status: 'failed' }])
  await order({ kind: 'unreachable' })
  t.equal(await report(succeeded('R23')), 'unknown_reference', 'the reply with this id may still come')
})

t.test('a report about a return that names only the payment counts too', async (t) => {
  const session = await paidSession(service)
  await help(service, session, 'second_approval')
  const [record] = await sql<{ id: string; purchase: string }>(
    service,
    `update automatic_returns set processor_id = 'R31' where session_id = ?
     returning id, purchase_reference as purchase`,
    [session.id],
  )
  const reference = record?.purchase ?? ''
  const reversed = { kind: 'refund_reversed', reference, reversal: 'R31', ...money(2500) } as const
  t.equal(await report(reversed), 'unknown_reference', 'it does not say which refund')
  t.equal(await report({ ...reversed, processorId: 'R31' }), 'applied')
  const again = `${record?.id ?? ''}.2`
  const succeeded = { kind: 'refund', outcome: { kind: 'succeeded' }, ...money(2500) } as const
  t.equal(await report({ ...succeeded, reference: again }), 'applied', 'the service has ordered it again')
})

t.test('a return whose money came back is ordered again, with one event', async (t) => {
  const session = await paidSession(service)
  await help(service, session, 'second_approval')
  const [record] = await sql<{ id: string }>(service, 'select id from automatic_returns where session_id = ?', [
    session.id,
  ])
  const reference = record?.id ?? ''
  const reversed: ProcessorFact = { kind: 'refund_reversed', reference, reversal: 'R1', ...money(2500) }
  t.equal(await report({ ...reversed, reference: `${reference}.2` }), 'unknown_reference', 'it was never ordered')
  t.equal(await report(reversed), 'applied')
  t.equal(await report(reversed), 'known')
  const succeeded = { kind: 'refund', outcome: { kind: 'succeeded' }, ...money(2500) } as const
  t.equal(await report({ ...succeeded, reference }), 'known', 'an old report about the first order')
  t.equal(await report({ ...succeeded, reference: `${reference}.2` }), 'applied')
  const [again] = await sql(
    service,
    'select status, processor_reference as reference, orders from automatic_returns where id = ?',
    [reference],
  )
  t.same(again, { status: 'succeeded', reference: `${reference}.2`, orders: 2 })
  t.same((await movementsOf(service, session)).slice(2), [
    ['reversal', 2500],
    ['return_reversal', 2500],
    ['reversal', 2500],
  ])
  t.same(await eventsOf(service, session.id), ['session.completed', 'session.duplicate_refunded'])
})

t.test('a payment whose money never arrives is a lost dispute', async (t) => {
  const next = await listen(t, service)
  const session = await paidSession(service)
  const mails = (await mailKinds()).length
  const fact: ProcessorFact = {
    kind: 'capture_failed',
    reference: await attemptOf(session),
    event: 'F1',
    ...money(2500),
  }
  t.equal(await report(fact), 'applied')
  t.equal(await report({ ...fact, event: 'F2' }), 'known')
  t.match((await next('session.disputed')).data, { id: session.id, status: 'disputed' })
  t.match(await disputeOf(session), { status: 'lost', stage: 'chargeback', reason: 'capture_failed', amount: 2500 })
  service.clock.advance(1)
  t.same(await eventsOf(service, session.id), ['session.completed', 'session.disputed', 'session.dispute_lost'])
  t.same((await mailKinds()).slice(mails), ['capture_failed'])
  t.same(await movementsOf(service, session), [
    ['capture', 2500],
    ['capture_reversal', 2500],
  ])
})

t.test('a payment that the acquirer cancels after its approval brings no money', async (t) => {
  const session = await paidSession(service)
  const reference = await attemptOf(session)
  const cancelled = { ...declined, isCancelled: true }
  const fact: ProcessorFact = { kind: 'purchase', reference, outcome: cancelled, ...money(2500) }
  t.equal(await report({ ...fact, outcome: declined }), 'mismatch', 'a refusal contradicts the approval')
  t.equal(await report(fact), 'applied')
  t.equal(await report(fact), 'known')
  t.equal(await report({ kind: 'capture_failed', reference, event: 'F3', ...money(2500) }), 'known')
  t.same(await movementsOf(service, session), [
    ['capture', 2500],
    ['capture_reversal', 2500],
  ])
})

t.test('a payment that the acquirer cancels brings no money, before and after its approval', async (t) => {
  const cancelled = { ...declined, failureCode: 'processing_error', isCancelled: true } as const
  const begin = async (card: string) => {
    const session = await createSession(service)
    await submitCard(service, session, card)
    return { session, fact: { kind: 'purchase', reference: await attemptOf(session), ...money(2500) } as const }
  }
  const first = await begin('no_answer')
  t.equal(await report({ ...first.fact, outcome: cancelled }), 'applied')
  t.equal(await report({ ...first.fact, outcome: cancelled }), 'known')
  t.equal(await report({ ...first.fact, outcome: approved }), 'known')
  t.match(await readSession(service, first.session), { status: 'open', failure_code: 'processing_error' })
  t.same(await movementsOf(service, first.session), [])

  const kept = await begin('approved')
  t.equal(await report({ ...kept.fact, outcome: cancelled }), 'applied')
  t.equal(await report({ ...kept.fact, outcome: cancelled }), 'known')
  t.match(await readSession(service, kept.session), { status: 'disputed' })
  t.match(await disputeOf(kept.session), { status: 'lost', reason: 'capture_failed' })

  const late = await begin('declined')
  t.equal(await report({ ...late.fact, outcome: approved }), 'applied')
  t.equal(await report({ ...late.fact, outcome: cancelled }), 'applied')
  t.equal(await report({ ...late.fact, outcome: cancelled }), 'known')
  const [back] = await sql<{ id: string; status: string }>(
    service,
    'select id, status from automatic_returns where session_id = ?',
    [late.session.id],
  )
  t.equal(back?.status, 'succeeded', 'there is nothing left to return')
  const failed = {
    kind: 'refund',
    reference: back?.id ?? '',
    outcome: { kind: 'failed', failureMessage: 'No' },
  } as const
  t.equal(await report({ ...failed, ...money(2500) }), 'known')
  t.same(await movementsOf(service, late.session), [
    ['capture', 2500],
    ['capture_reversal', 2500],
  ])
})

t.test('a dispute goes through its stages', async (t) => {
  const session = await paidSession(service)
  const reference = await attemptOf(session)
  const mails = (await mailKinds()).length
  const at = (stage: 'notice' | 'charged' | 'reversed' | 'charged_again', respondBy: Date | null = null) =>
    report({
      kind: 'chargeback',
      stage,
      reference,
      dispute: 'D7',
      event: `${stage} of D7`,
      reason: 'fraudulent',
      respondBy,
      ...money(2000),
    })
  const seen = async () => {
    const [{ status }, dispute] = [await readSession(service, session), await disputeOf(session)]
    return [status, dispute?.['status'], dispute?.['stage']]
  }
  t.equal(await at('notice', new Date('2026-12-24T00:00:00Z')), 'applied')
  t.same(await seen(), ['paid', 'open', 'notice'])
  t.match(await disputeOf(session), { respond_by: '2026-12-24T00:00:00.000Z', processor_reference: 'D7' })
  t.match((await refund(service, session, 100)).body, { status: 'succeeded' }, 'a notice stops no refund')
  t.equal(await at('charged'), 'applied')
  t.same(await seen(), ['disputed', 'open', 'chargeback'])
  t.equal(await at('reversed'), 'applied')
  t.same(await seen(), ['paid', 'won', 'chargeback'])
  t.equal(await at('charged_again'), 'applied')
  t.same(await seen(), ['disputed', 'lost', 'second_chargeback'])
  for (const stage of ['notice', 'charged', 'reversed', 'charged_again'] as const) t.equal(await at(stage), 'known')
  t.same((await mailKinds()).slice(mails), Array<string>(4).fill('dispute_opened'), 'one mail for each stage')
  t.same(await eventsOf(service, session.id), [
    'session.completed',
    'session.refunded',
    'session.disputed',
    'session.dispute_closed',
    'session.disputed',
    'session.dispute_lost',
  ])
})

t.test('many deliveries of one report at once apply it once', async (t) => {
  const session = await paidSession(service)
  const fact: ProcessorFact = {
    kind: 'chargeback',
    stage: 'charged',
    reference: await attemptOf(session),
    dispute: 'D9',
    event: 'E9',
    reason: null,
    respondBy: null,
    ...money(2500),
  }
  const results = await Promise.all(Array.from({ length: 5 }, () => report(fact)))
  t.same(results.sort(), ['applied', 'known', 'known', 'known', 'known'])
})

t.test('after all these reports the totals equal the ledger', (t) => expectEqualTotals(t, service))
