import { operator } from '../../../server/domain/accounts/caller.ts'
import { changeAccount } from '../../../server/flows/accounts/manage-account.ts'
import type { TestService } from '../service.ts'
import type { AdyenStandIn } from './stand-in.ts'

/** The variables with which a service takes live payments at the stand-in. */
export function adyenEnvironment(standIn: AdyenStandIn): Record<string, string> {
  return { LIVE_PROCESSOR: 'adyen', ADYEN_CHECKOUT_URL: standIn.checkoutUrl }
}

/** The basic authentication that the stand-in sends with notifications. */
export const notificationUser = 'adyen'
const password = 'password of the notifications'

/**
 * Gives the service's account live access and the stand-in's credentials, as the operator's command does, and sends
 * the stand-in's notifications to the service. Returns the live key.
 */
export async function connectAccount(
  { app, baseUrl, merchantId }: Pick<TestService, 'app' | 'baseUrl' | 'merchantId'>,
  standIn: AdyenStandIn,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { merchantAccount, apiKey, hmacKey } = standIn.account
  const basic = { notificationUser, notificationPassword: password }
  const changed = await changeAccount(app.context, operator, merchantId, {
    liveAccess: true,
    credentials: { adyen: { merchantAccount, apiKey, hmacKey, ...basic, ...more } },
  })
  if (changed.kind === 'refused') throw new Error(changed.message)
  sendNotificationsTo(standIn, baseUrl, merchantId)
  return changed.liveKey?.secret ?? ''
}

/** Replaces the API key that the service has stored. */
export async function changeApiKey({ app, merchantId }: TestService, apiKey: string): Promise<void> {
  const changed = await changeAccount(app.context, operator, merchantId, { credentials: { adyen: { apiKey } } })
  if (changed.kind === 'refused') throw new Error(changed.message)
}

/** The header of basic authentication that the stand-in sends with notifications. */
export const notificationAuthorization = `Basic ${Buffer.from(`${notificationUser}:${password}`).toString('base64')}`

export function sendNotificationsTo(standIn: AdyenStandIn, baseUrl: string, merchantId: string): void {
  const url = `${baseUrl}/v1/processor_notifications/adyen/${merchantId}`
  standIn.account.notifyAt = { url, user: notificationUser, password }
}
