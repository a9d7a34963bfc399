import { operations } from '../../../generated/operations.ts'
import type { components } from '../../../generated/types.ts'
import { fail } from '../../domain/failure.ts'
import type { WebhookEndpointRecord } from '../../domain/webhooks/webhook-records.ts'
import type { FlowContext } from '../../flows/context.ts'
import { createNextSecret, deleteNextSecret, useNextSecret } from '../../flows/webhooks/roll-signing-secret.ts'
import { removeWebhookEndpoint, setWebhookEndpoint } from '../../flows/webhooks/set-webhook-endpoint.ts'
import { findWebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts'
import { success, type Handlers } from '../requests/contract.ts'

type EndpointHandlers = Pick<
  Handlers,
  | 'setWebhookEndpoint'
  | 'retrieveWebhookEndpoint'
  | 'deleteWebhookEndpoint'
  | 'createNextSigningSecret'
  | 'useNextSigningSecret'
  | 'deleteNextSigningSecret'
>

export function webhookEndpointHandlers(context: FlowContext): EndpointHandlers {
  return {
    setWebhookEndpoint: async ({ caller, body }) => {
      const result = await setWebhookEndpoint(context, caller.author, caller.scope, body.url)
      return 'kind' in result ? result : success(result)
    },
    retrieveWebhookEndpoint: async ({ caller }) => {
      const endpoint = await findWebhookEndpoint(caller.scope, context.db)
      return endpoint ? success(wire(endpoint)) : noAddress
    },
    deleteWebhookEndpoint: async ({ caller }) => {
      const removed = await removeWebhookEndpoint(context, caller.author, caller.scope)
      if (!removed) return noAddress
      const { id, url, livemode } = removed
      return success({ id, object: 'webhook_endpoint', url, livemode, deleted: true })
    },
    createNextSigningSecret: async ({ caller }) => {
      const secret = await createNextSecret(context, caller.author, caller.scope)
      return secret ? success(secret) : noAddress
    },
    useNextSigningSecret: async ({ caller, body }) => {
      const result = await useNextSecret(context, caller.author, caller.scope, body.secret)
      if (!result) return noAddress
      return 'kind' in result ? result : success(wire(result))
    },
    deleteNextSigningSecret: async ({ caller }) => {
      const endpoint = await deleteNextSecret(context, caller.author, caller.scope)
      return endpoint ? success(wire(endpoint)) : noAddress
    },
  }
}

const noAddress = fail('not_found', {
  message: 'This mode has no webhook address.',
  fix: `Set one with \`${operations.setWebhookEndpoint.method} ${operations.setWebhookEndpoint.path}\`.`,
})

/** The address without its secrets, which the service shows only when it creates them. */
function wire(endpoint: WebhookEndpointRecord): components['schemas']['CurrentWebhookEndpoint'] {
  const { id, url, livemode, created_at, next_secret_at } = endpoint
  return {
    id,
    object: 'webhook_endpoint',
    url,
    livemode,
    created_at: created_at.toISOString(),
    next_secret_created_at: next_secret_at?.toISOString() ?? null,
  }
}
