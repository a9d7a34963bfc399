import type { OperationId } from '../../generated/operations.ts'

/** Operations that the public demo key may call (decisions, "Public demo key"). */
export const publicDemoOperations: ReadonlySet<OperationId> = new Set([
  'createCheckoutSession',
  'retrieveCheckoutSession',
  'refundCheckoutSession',
  'retrieveRefund',
  'testPaySession',
  'testCompleteChallenge',
  'testExpireSession',
  'testDisputeSession',
  'testCloseDispute',
  'testSecondApproval',
  'testExpirePaymentLink',
  'testDuplicateLinkPayment',
  'testSettleRefund',
])

/** Cap of the public demo key, in major units of the currency (Specification, Limits). */
export const publicDemoCap = 50
