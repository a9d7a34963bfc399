import type { EarlierCall, NotReceived, RefundOrder, RefundOutcome } from '../processor.ts'
import { toAdyen } from './amounts.ts'
import type { CallLimits } from './client.ts'
import type { AdyenContext } from './context.ts'
import { receiptIn } from './evidence.ts'

/**
 * Adyen keeps its idempotency keys for at least seven days. After that the same order could return the money twice, so
 * the adapter stops a day earlier.
 */
const keyLifeMs = 6 * 24 * 60 * 60 * 1000

/**
 * The end of the reference of an order that releases money which was never captured. Adyen reports such an order as
 * CANCEL_OR_REFUND, as it does for a payment that somebody cancels in the Customer Area under its own reference.
 */
export const releaseEnd = '.release'

/**
 * `POST /payments/{id}/refunds`, or `…/reversals` for a payment without a capture, which Adyen refuses to refund. Adyen
 * only receives the order; its notification has the outcome.
 */
export async function orderRefund(
  context: AdyenContext,
  limits: CallLimits,
  order: RefundOrder,
): Promise<RefundOutcome> {
  const { account, client, log } = context
  const { reference, purchaseProcessorId } = order
  if (isForgotten(context, order.orderedAt)) {
    log.error({ reference }, 'a refund is too old to be requested again: look for its result at Adyen')
    return { kind: 'pending' }
  }
  if (purchaseProcessorId === null) {
    log.error({ reference }, 'a payment without an Adyen id cannot be refunded')
    return { kind: 'failed', failureMessage: 'Adyen has not given this payment an id.' }
  }
  const amount = toAdyen(order)
  if (amount === null)
    return { kind: 'failed', failureMessage: 'Adyen cannot refund an amount with these decimals in this currency.' }
  const { merchantAccount } = account
  const call = { paymentPspReference: purchaseProcessorId, reference, idempotencyKey: reference, limits }
  const reply =
    order.isUncaptured === true
      ? await client.call({
          ...call,
          path: '/payments/{paymentPspReference}/reversals',
          body: { merchantAccount, reference: `${reference}${releaseEnd}` },
        })
      : await client.call({
          ...call,
          path: '/payments/{paymentPspReference}/refunds',
          body: { merchantAccount, amount: { ...amount }, reference },
        })
  switch (reply.kind) {
    case 'answered': {
      const sent = order.isUncaptured === true ? `${reference}${releaseEnd}` : reference
      const named = { merchantAccount, paymentPspReference: purchaseProcessorId, reference: sent, amount }
      const outcome = receiptIn(reply.body, named)
      if (outcome.kind === 'unreachable')
        log.error({ reference, ...outcome.contradiction }, 'a reply from Adyen about a refund cannot be used')
      return outcome
    }
    case 'refused': {
      const { status, errorCode } = reply
      log.error({ reference, status, errorCode }, 'Adyen has refused a refund')
      // The operator can repair the credentials, and then the refund goes through.
      if (status === 401 || status === 403) return { kind: 'unreachable' }
      return { kind: 'failed', failureMessage: `Adyen refused the refund with the error code ${errorCode ?? status}.` }
    }
    case 'not_processed':
    case 'unanswered':
      return { kind: 'unreachable' }
  }
}

/** Adyen cannot be asked about a refund. One that may not have arrived is ordered again, while its key still counts. */
export function lookupRefund(context: AdyenContext, refund: EarlierCall): RefundOutcome | NotReceived {
  if (refund.processorId !== null) return { kind: 'pending', processorId: refund.processorId }
  return isForgotten(context, refund.orderedAt) ? { kind: 'pending' } : { kind: 'not_received' }
}

function isForgotten({ clock }: AdyenContext, orderedAt: Date): boolean {
  return clock.now().getTime() - orderedAt.getTime() > keyLifeMs
}
