import { seal } from '../../server/domain/crypto/keyring.ts'
import { newId } from '../../server/domain/ids.ts'
import type { Scope } from '../../server/domain/scope.ts'
import { createAccount } from '../../server/flows/accounts/create-account.ts'
import { signingSecretPurpose } from '../../server/flows/webhooks/set-webhook-endpoint.ts'
import { replaceWebhookEndpoint } from '../../server/store/webhooks/webhook-endpoints.ts'
import { newSigningSecret } from '../../server/webhooks/signing.ts'
import type { TestService } from './service.ts'

/** Creates an account with a webhook address, without the requests and limits of the API. */
export async function addReceiver(service: TestService, url: string, livemode = false): Promise<Scope> {
  const { context } = service.app
  const { merchantId } = await createAccount(context, { email: 'receiver@example.com', businessName: null })
  const scope = { merchantId, livemode }
  const now = service.clock.now()
  await replaceWebhookEndpoint(scope, context.db, {
    id: newId('we', now),
    url,
    sealed_secret: seal(context.keyring, signingSecretPurpose(scope), newSigningSecret()),
    created_at: now,
  })
  return scope
}
