import { randomUUID } from 'node:crypto'
import type { OperationId } from '../../generated/operations.ts'
import type { Scenario } from '../../server/processors/sandbox/scenarios.ts'
import type { TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

/** The shell variables that the examples use, with their values. */
export type Facts = Readonly<Record<string, string>>

/** Creates the objects that an example of the operation needs, and returns its variables. */
export async function factsFor(service: TestService, id: OperationId, key: string): Promise<Facts> {
  const maker = makers[id]
  const own = { SERVICEPAY_SECRET_KEY: service.secretKey, IDEMPOTENCY_KEY: randomUUID() }
  return { ...own, ...(maker ? await maker(new Maker(service, key)) : {}) }
}

/** Creates objects through the real API. */
class Maker {
  readonly #service: TestService
  readonly #key: string

  constructor(service: TestService, key: string) {
    this.#service = service
    this.#key = key
  }

  async session(): Promise<Facts> {
    const { id, client_secret: secret } = await this.call('/v1/checkout/sessions', { amount: 2500, currency: 'GBP' })
    return { SESSION_ID: String(id), CLIENT_SECRET: String(secret) }
  }

  async paid(card: Scenario = 'approved'): Promise<Facts> {
    const facts = await this.session()
    await this.call(`/v1/test_helpers/checkout/sessions/${facts['SESSION_ID']}/pay`, { card })
    return facts
  }

  async disputed(): Promise<Facts> {
    const facts = await this.paid()
    await this.call(`/v1/test_helpers/checkout/sessions/${facts['SESSION_ID']}/dispute`)
    return facts
  }

  async dispute(): Promise<Facts> {
    const facts = await this.disputed()
    const answer = await this.#service.call('GET', `/v1/disputes?session=${facts['SESSION_ID']}`)
    const [dispute] = (answer.body as unknown as { data: { id: string }[] }).data
    return { DISPUTE_ID: String(dispute?.id) }
  }

  async refund(card: Scenario = 'approved'): Promise<Facts> {
    const facts = await this.paid(card)
    const { id } = await this.call(`/v1/checkout/sessions/${facts['SESSION_ID']}/refunds`, {})
    return { REFUND_ID: String(id) }
  }

  async event(): Promise<Facts> {
    await this.paid()
    const { data } = (await this.#service.call('GET', '/v1/events?limit=1')).body as unknown as {
      data: { id: string }[]
    }
    return { EVENT_ID: data[0]?.id ?? 'none' }
  }

  async link(): Promise<Facts> {
    const { id, code } = await this.call('/v1/payment_links', { amount: 2500, currency: 'GBP', description: 'Tickets' })
    return { PAYMENT_LINK_ID: String(id), PAYMENT_LINK_CODE: String(code) }
  }

  async endpoint(): Promise<Facts> {
    await this.call('/v1/webhook_endpoints', { url: 'https://shop.example/webhooks' })
    return {}
  }

  async paidLink(): Promise<Facts> {
    const facts = await this.link()
    const { id } = await this.call(`/v1/form/payment_links/${facts['PAYMENT_LINK_CODE']}/checkout`)
    await this.call(`/v1/test_helpers/checkout/sessions/${String(id)}/pay`)
    return facts
  }

  async recordedRequest(): Promise<Facts> {
    const call = (path: string) => this.#service.call('GET', path, undefined, { Authorization: `Bearer ${this.#key}` })
    const id = (await call('/v1/events')).headers.get('request-id') ?? ''
    await until(async () => (await call(`/v1/api_requests/${id}`)).status === 200)
    return { API_REQUEST_ID: id }
  }

  private async call(path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await this.#service.call('POST', path, body, { Authorization: `Bearer ${this.#key}` })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`)
    return answer.body
  }
}

const makers: Partial<Readonly<Record<OperationId, (maker: Maker) => Promise<Facts>>>> = {
  testSetUpSituation: () => Promise.resolve({ SITUATION_NAME: 'paid' }),
  retrieveCheckoutSession: (make) => make.session(),
  refundCheckoutSession: (make) => make.paid(),
  expireCheckoutSession: (make) => make.session(),
  retrieveRefund: (make) => make.refund(),
  retrieveDispute: (make) => make.dispute(),
  retrieveWebhookEndpoint: (make) => make.endpoint(),
  deleteWebhookEndpoint: (make) => make.endpoint(),
  createNextSigningSecret: (make) => make.endpoint(),
  deleteNextSigningSecret: (make) => make.endpoint(),
  retrieveApiRequest: (make) => make.recordedRequest(),
  retrieveEvent: (make) => make.event(),
  resendEvent: (make) => make.event(),
  retrieveFormSession: (make) => make.session(),
  retrieveCardNetworks: (make) => make.session(),
  openLinkCheckout: (make) => make.link(),
  retrievePaymentLink: (make) => make.link(),
  deactivatePaymentLink: (make) => make.link(),
  testPaySession: (make) => make.session(),
  testCompleteChallenge: (make) => make.paid('challenge'),
  testExpireSession: (make) => make.session(),
  testDisputeSession: (make) => make.paid(),
  testCloseDispute: (make) => make.disputed(),
  testSecondApproval: (make) => make.paid(),
  testPayLink: (make) => make.link(),
  testExpirePaymentLink: (make) => make.link(),
  testDuplicateLinkPayment: (make) => make.paidLink(),
  testSettleRefund: (make) => make.refund('refund_pending'),
  testReverseRefund: (make) => make.refund(),
}

/** The name of a variable of a shell in the SDK's examples. */
export function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
}
