import type { Resources } from '../../generated/sdk-resources.ts'
import type { WithLastResponse } from './answers.ts'
import { connectionFor, type RequestOptions, type ServicePayOptions } from './options.ts'
import { resourcesOver } from './resources.ts'
import { webhooksOf, type Webhooks } from './webhooks.ts'

/**
 * The service, as one account and mode sees it. For your server only: the secret key must not reach a browser.
 *
 *     const servicepay = new ServicePay(process.env.SERVICEPAY_SECRET_KEY, { baseUrl: 'https://pay.example' })
 *     const session = await servicepay.checkout.sessions.create({ amount: 2500, currency: 'GBP' })
 */
export class ServicePay {
  /** Checks what arrives at your webhook address. */
  readonly webhooks: Webhooks
  /** False with a test key. */
  readonly livemode: boolean
  readonly baseUrl: string

  /** @throws {ServicePayError} when the key or an option cannot be right */
  constructor(secretKey: string | undefined, options: ServicePayOptions = {}) {
    const connection = connectionFor(secretKey, { ...options })
    this.baseUrl = connection.baseUrl
    this.livemode = connection.secretKey.startsWith('sk_live_')
    this.webhooks = webhooksOf({ livemode: this.livemode })
    Object.assign(this, resourcesOver(connection))
  }
}

export interface ServicePay extends Resources<RequestOptions, WithLastResponse> {}
