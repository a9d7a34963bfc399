import type { FlowContext } from '../../flows/context.ts'
import { setWebhookEndpoint } from '../../flows/set-webhook-endpoint.ts'
import { success } from '../contract.ts'
import type { Handlers } from '../contract.ts'

export function webhookEndpointHandlers(context: FlowContext): Pick<Handlers, 'setWebhookEndpoint'> {
  return {
    setWebhookEndpoint: async ({ caller, body }) => {
      const result = await setWebhookEndpoint(context, caller.scope, body.url)
      return 'kind' in result ? result : success(result)
    },
  }
}
