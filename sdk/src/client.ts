import { resourcesOver } from '../../generated/sdk-resources.ts'
import type { Resources } from '../../generated/sdk-types.ts'
import type { WithLastResponse } from './answers.ts'
import { apiOver, rawRequestOver } from './api.ts'
import { connectionFor, type RawRequest, type RequestOptions, type ServicePayOptions } from './options.ts'
import { webhooksOf, type Webhooks } from './webhooks/verify-webhooks.ts'

/**
 * A client of the service for one account and mode. Use it only on your server: a secret key must not reach a browser.
 *
 *     const servicepay = new ServicePay(process.env.SERVICEPAY_SECRET_KEY, { baseUrl: 'https://pay.example' })
 *     const session = await servicepay.checkout.sessions.create({ amount: 2500, currency: 'GBP' })
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- It merges with the interface below.
export class ServicePay {
  /** Verifies the deliveries that arrive at your webhook address. */
  readonly webhooks: Webhooks
  /** False with a test key. */
  readonly livemode: boolean
  readonly baseUrl: string
  /**
   * Makes a call that this version of the package does not know, such as `rawRequest('GET', '/v1/new_things')`.
   *
   * @param params the query of a `GET`, otherwise the body
   * @returns the object that the service answers
   */
  declare readonly rawRequest: RawRequest

  /** @throws {ServicePayError} when the key or an option is not valid */
  constructor(secretKey: string | undefined, options?: ServicePayOptions) {
    const connection = connectionFor(secretKey, options)
    this.baseUrl = connection.baseUrl
    this.livemode = connection.secretKey.startsWith('sk_live_')
    this.webhooks = webhooksOf({ livemode: this.livemode })
    const api = apiOver(connection)
    Object.assign(this, { rawRequest: rawRequestOver(api) }, resourcesOver(api))
  }
}

/* eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging,
   @typescript-eslint/no-empty-object-type -- It merges with the class above. */
export interface ServicePay extends Resources<RequestOptions, WithLastResponse> {}
