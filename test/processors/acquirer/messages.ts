import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FailureCode } from '../../../server/domain/sessions/failure-codes.ts'
import type { NotificationMessage } from '../../../server/processors/processor.ts'
import type { DisputeStage } from '../processor-under-test.ts'

// The language between the acquirer and its adapter.

/** The acquirer's codes of refusals. */
export const refusalCodes = {
  card_declined: '05',
  invalid_card: '14',
  expired_card: '54',
  risk_declined: '59',
  authentication_failed: '1A',
  processing_error: '96',
  processor_unavailable: '91',
  account_configuration: '03',
} as const satisfies Record<FailureCode, string>

interface MoneyBody {
  readonly amount: number
  readonly currency: string
}

/** The answer to an order of a payment, and the notification about it. */
export interface PaymentBody extends MoneyBody {
  readonly id: string
  readonly reference: string
  readonly result: 'approved' | 'refused' | 'pending' | 'challenge'
  readonly refusal: string | null
  readonly authentication: 'frictionless' | 'challenge' | null
}

/** The answer to what the bank's page sent back. The acquirer may leave out the order. */
export type ConfirmedBody = Omit<PaymentBody, 'reference' | keyof MoneyBody> &
  Partial<Pick<PaymentBody, 'reference' | keyof MoneyBody>>

export interface RefundBody extends MoneyBody {
  readonly id: string
  readonly reference: string
}

export type NewStatement =
  | ({ readonly type: 'payment' } & PaymentBody)
  | ({ readonly type: 'refund' | 'refund_reversed'; readonly succeeded: boolean } & RefundBody)
  | ({ readonly type: 'capture_failed'; readonly id: string; readonly reference: string } & MoneyBody)
  | ({
      readonly type: 'dispute'
      readonly reference: string
      readonly dispute: string
      readonly event: string
      readonly stage: DisputeStage
    } & MoneyBody)
  /** A type that the adapter does not know. */
  | { readonly type: 'newsletter' }

/** What the acquirer reports. `number` is unique; a repeated delivery has the same. */
export type Statement = NewStatement & { readonly number: number }

/** A notification with these statements. */
export function signed(statements: readonly Statement[], secret: string): NotificationMessage {
  const body = Buffer.from(JSON.stringify({ statements }))
  return { headers: { 'x-signature': signatureOf(body, secret) }, body }
}

/** Null: the signature is wrong. A part may be anything. */
export function openSigned({ headers, body }: NotificationMessage, secret: string): (Statement | null)[] | null {
  const given = Buffer.from(headers['x-signature'] ?? '')
  const right = Buffer.from(signatureOf(body, secret))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return (JSON.parse(body.toString()) as { statements: (Statement | null)[] }).statements
}

function signatureOf(body: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}
