import type { Test } from 'tap'
import { verifyDatabase } from '../../server/commands/verify/verify-database.ts'
import { applyProcessorFact } from '../../server/flows/acquirers/apply-processor-fact.ts'
import type { ProcessorFact } from '../../server/processors/processor.ts'
import { expectError } from '../http/expect-error.ts'
import { bodyOf, readSession } from '../links/link-calls.ts'
import { refund } from '../refunds/refund-calls.ts'
import { createSession, paidSession, submitCard } from '../support/pay.ts'
import type { TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { interceptBank } from './intercept-bank.ts'

export type Money = ProcessorFact['money']

type ChargebackFact = Extract<ProcessorFact, { kind: 'chargeback' }>

export function gbp(amount: number): Money {
  return { amount, currency: 'GBP' }
}

export interface Payment {
  readonly id: string
  readonly reference: string
}

type ListedDispute = { status: string; stage: string; amount: number; currency: string; processor_reference: string }

/** What `npm run verify` finds, except that the simulated bank has made none of these reports. */
export async function wrongIn(service: TestService): Promise<readonly object[]> {
  const { findings } = await verifyDatabase({
    ...{ databaseUrl: service.databaseUrl, clock: service.clock, adminUrl: null, masterKeys: null, cardKeys: null },
    retention: { deliveryBodyDays: 30, eventDays: 36_500 },
  })
  return findings.named.filter(({ subject }) => subject !== 'bank')
}

/** Payments of a service, and what a bank reports about them. */
export function bankReports(service: TestService) {
  const scope = { merchantId: service.merchantId, livemode: false }

  function report(fact: ProcessorFact): Promise<string> {
    return applyProcessorFact(service.app.context, scope, 'sandbox', fact)
  }

  /** Names the payment also by an id of the processor: `P` and our reference. */
  async function named(session: { id: string }): Promise<Payment> {
    const [row] = await sql<{ id: string }>(
      service,
      `update card_attempts set processor_id = 'P' || id where session_id = ? returning id`,
      [session.id],
    )
    return { id: session.id, reference: row?.id ?? '' }
  }

  async function paid(card = 'approved'): Promise<Payment> {
    return named(await paidSession(service, {}, card))
  }

  function stageOf({ reference }: Payment, stage: ChargebackFact['stage'], changes: Partial<ChargebackFact> = {}) {
    const dispute = changes.dispute ?? `D${reference}`
    return report({
      kind: 'chargeback',
      stage,
      reference,
      dispute,
      event: `${dispute}:${stage}`,
      money: gbp(2500),
      reason: null,
      respondBy: null,
      ...changes,
    })
  }

  async function disputesOf({ id }: Payment): Promise<ListedDispute[]> {
    return bodyOf<{ data: ListedDispute[] }>(await service.call('GET', `/v1/disputes?session=${id}`)).data
  }

  async function stateOf(payment: Payment): Promise<(string | undefined)[]> {
    const { status } = await readSession(service, payment)
    return [status, ...(await disputesOf(payment)).map((dispute) => dispute.status)]
  }

  /** `chargeback -2533 GBP`, in the order of the ledger. */
  async function ledgerOf({ id }: Payment): Promise<string[]> {
    const rows = await sql<{ line: string }>(
      service,
      `select kind || ' ' || amount || ' ' || currency as line from money_movements where session_id = ? order by id`,
      [id],
    )
    return rows.map(({ line }) => line)
  }

  /** The kinds of the mails to the account so far. */
  async function mailKinds(): Promise<string[]> {
    const rows = await sql<{ kind: string }>(
      service,
      `select kind from outgoing_mail where kind <> 'receipt' order by id`,
    )
    return rows.map(({ kind }) => kind)
  }

  async function expectNoRefund(t: Test, payment: Payment): Promise<void> {
    expectError(t, await refund(service, payment), 409, 'session_not_refundable', null)
  }

  function refundFact({ reference }: Payment, id: string, money: Money, kind: 'succeeded' | 'failed' = 'succeeded') {
    const outcome = kind === 'succeeded' ? { kind, processorId: id } : { kind, processorId: id, failureMessage: 'No' }
    return report({ kind: 'refund', reference, purchaseId: `P${reference}`, outcome, money })
  }

  /** A payment that was approved too late, and whose return is at the bank. */
  async function returning(): Promise<Payment> {
    const session = await createSession(service)
    await submitCard(service, session, 'declined')
    const late = await named(session)
    await interceptBank(
      service,
      'refund',
      () => Promise.resolve({ kind: 'pending', processorId: `O${late.reference}` }),
      async () => {
        const approved = { kind: 'approved', authorizationCode: null, threeDSecure: null } as const
        await report({ kind: 'purchase', reference: late.reference, outcome: approved, money: gbp(2500) })
      },
    )
    return late
  }

  /** As after an approval of an account whose captures are separate. */
  async function capturing(): Promise<Payment> {
    const payment = await paid()
    await sql(
      service,
      `insert into captures (merchant_id, livemode, id, session_id, status, amount, currency, processor, processor_id,
         created_at, requested_at)
       select merchant_id, livemode, id, session_id, 'requested', amount, currency, processor, 'C' || id, created_at,
         created_at from card_attempts where id = ? returning id`,
      [payment.reference],
    )
    return payment
  }

  return {
    report,
    named,
    paid,
    stageOf,
    disputesOf,
    stateOf,
    ledgerOf,
    mailKinds,
    expectNoRefund,
    refundFact,
    returning,
    capturing,
  }
}
