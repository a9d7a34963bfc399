import type { SandboxContext } from '../../flows/context.ts'
import type { EncryptionKeys } from '../../flows/keys/encryption-keys.ts'
import type { Perform } from '../../flows/sandbox/situation-run.ts'
import type { Handlers } from '../requests/contract.ts'
import { checkoutSessionHandlers } from './checkout-sessions.ts'
import { disputeHandlers } from './disputes.ts'
import { eventHandlers } from './events.ts'
import { apiRequestHandlers } from './api-requests.ts'
import { formHandlers } from './form.ts'
import { paymentLinkHandlers } from './payment-links.ts'
import { refundHandlers } from './refunds.ts'
import { sandboxHandlers } from './sandbox.ts'
import { situationHandlers } from './situations.ts'
import { testClockHandlers } from './test-clock.ts'
import { testFaultHandlers } from './test-faults.ts'
import { testHelperHandlers } from './test-helpers.ts'
import { webhookEndpointHandlers } from './webhook-endpoints.ts'

export interface HandlerParts {
  readonly encryptionKeys: EncryptionKeys
  readonly perform: Perform
}

/** The handlers of all operations. */
export function makeHandlers(context: SandboxContext, { encryptionKeys, perform }: HandlerParts): Handlers {
  return {
    ...checkoutSessionHandlers(context),
    ...refundHandlers(context),
    ...disputeHandlers(context),
    ...paymentLinkHandlers(context),
    ...webhookEndpointHandlers(context),
    ...eventHandlers(context),
    ...apiRequestHandlers(context),
    ...testHelperHandlers(context),
    ...testClockHandlers(context),
    ...testFaultHandlers(context),
    ...situationHandlers(context, perform),
    ...sandboxHandlers(context),
    ...formHandlers(context, encryptionKeys),
  }
}
