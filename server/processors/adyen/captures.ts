import type { CaptureOrder, CaptureOutcome } from '../processor.ts'
import { toAdyen } from './amounts.ts'
import type { CallLimits } from './client.ts'
import type { AdyenContext } from './context.ts'
import { receiptIn } from './evidence.ts'

/**
 * `POST /payments/{id}/captures`, for the whole amount. Adyen only receives the order, and sends the outcome as
 * CAPTURE, under the reference of the purchase.
 */
export async function orderCapture(
  context: AdyenContext,
  limits: CallLimits,
  order: CaptureOrder,
): Promise<CaptureOutcome> {
  const { account, client, log } = context
  const { reference, processorId } = order
  const amount = toAdyen(order)
  if (processorId === null || amount === null) {
    log.error({ reference }, 'a payment without an Adyen id cannot be captured yet')
    return { kind: 'unreachable' }
  }
  const { merchantAccount } = account
  const reply = await client.call({
    path: '/payments/{paymentPspReference}/captures',
    paymentPspReference: processorId,
    body: { merchantAccount, amount: { ...amount }, reference },
    reference,
    idempotencyKey: `${reference}.capture`,
    limits,
  })
  switch (reply.kind) {
    case 'answered': {
      const sent = { merchantAccount, paymentPspReference: processorId, reference, amount }
      const outcome = receiptIn(reply.body, sent)
      if (outcome.kind === 'unreachable')
        log.error({ reference, ...outcome.contradiction }, 'a reply from Adyen about a capture cannot be used')
      return outcome
    }
    case 'refused': {
      const { status, errorCode } = reply
      log.error({ reference, status, errorCode }, 'Adyen has refused a request for a capture')
      // The operator can repair the credentials or their role, and then the capture goes through.
      if (status === 401 || status === 403) return { kind: 'unreachable' }
      return { kind: 'failed', failureMessage: `Adyen refused the request with the error code ${errorCode ?? status}.` }
    }
    case 'not_processed':
    case 'unanswered':
      return { kind: 'unreachable' }
  }
}
