import type { OperationId } from '../../../generated/operations.ts'

/** Operations that the public demo key may call (spec/decisions/sandbox.md#public-demo-key). */
export const publicDemoOperations: ReadonlySet<OperationId> = new Set([
  'createCheckoutSession',
  'retrieveCheckoutSession',
  'refundCheckoutSession',
  'retrieveRefund',
  'listPaymentLinks',
  'retrievePaymentLink',
  'deactivatePaymentLink',
  'testPaySession',
  'testCompleteChallenge',
  'testExpireSession',
  'testDisputeSession',
  'testCloseDispute',
  'testSecondApproval',
  'testPayLink',
  'testExpirePaymentLink',
  'testDuplicateLinkPayment',
  'testSettleRefund',
  'testReverseRefund',
])

/** Largest amount with the public demo key, in major units of the currency. */
export const publicDemoCap = 50
