import ServicePayDefault, {
  ServicePay,
  ServicePayError,
  webhooks,
  type CheckoutSession,
  type CheckoutSessionCreateParams,
  type CheckoutSessionData,
  type CheckoutSessionListParams,
  type ErrorCode,
  type Event,
  type EventType,
  type FailureCode,
  type PaymentLinkPaymentData,
  type Refund,
  type SandboxSignup,
  type WebhookEndpoint,
} from '../../sdk/src/index.ts'
import type { Checkout, CheckoutError, CheckoutErrorCode, ServicePayBrowser } from '../../sdk/src/browser.ts'

// No test runs this file. The tests compile it, and the compiler checks each line.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function check<Claim extends true>(claim?: Claim): Claim | undefined {
  return claim
}

export async function calls(client: ServicePay): Promise<void> {
  const session = await client.checkout.sessions.create({
    amount: 2500,
    currency: 'GBP',
    reference: undefined,
    metadata: { order: '1' },
  })
  const plain: CheckoutSession = session
  const requestId: string | undefined = session.lastResponse.requestId
  const refund: Refund = await client.checkout.sessions.refund(plain.id)
  await client.checkout.sessions.refund(
    refund.session,
    { amount: 5, reason: null },
    { idempotencyKey: '1', signal: AbortSignal.timeout(1), timeout: 5, maxRetries: 0 },
  )
  const { data } = await client.checkout.sessions.list()
  const first: CheckoutSession | undefined = data[0]
  const endpoint: WebhookEndpoint = await client.webhookEndpoints.set({ url: 'https://shop.example' })
  const account: SandboxSignup = await client.sandbox.signup({ email: 'ada@example.com' })
  void [requestId, first, endpoint, account, new ServicePayDefault(account.secret_key)]

  // @ts-expect-error amount is required
  await client.checkout.sessions.create({ currency: 'GBP' })
  // @ts-expect-error amount is a number
  await client.checkout.sessions.create({ amount: '2500', currency: 'GBP' })
  // @ts-expect-error an unknown field
  await client.checkout.sessions.create({ amount: 2500, currency: 'GBP', colour: 'red' })
  // @ts-expect-error an id is required
  await client.checkout.sessions.retrieve()
  // @ts-expect-error options are a separate argument after the parameters
  await client.checkout.sessions.create({ amount: 2500, currency: 'GBP', idempotencyKey: '1' })
  for await (const { url } of client.checkout.sessions.list()) void url.trim()
  for await (const { code } of client.paymentLinks.list({ status: 'active' })) void code.trim()
  const type: EventType = 'session.completed'
  void client.events.list({ type })
  // @ts-expect-error no such type of event
  void client.events.list({ type: 'session.complete' })
  // @ts-expect-error a webhook endpoint is not a list
  // eslint-disable-next-line @typescript-eslint/await-thenable -- The next line must not compile.
  for await (const each of client.webhookEndpoints.set({ url: 'https://shop.example' })) void each
  // @ts-expect-error no such resource
  void client.cards
  // @ts-expect-error the operations of the form are not part of the package
  void client.form
  // @ts-expect-error a key must be a string or undefined
  new ServicePay(5)
  // @ts-expect-error no such option
  new ServicePay('sk_test_1', { base: 'https://pay.example' })
}

/** Enums in replies accept unknown values, and editors still suggest the known ones. */
export function openEnums(session: CheckoutSession): string {
  if (session.status === 'paid') return 'thanks'
  if (session.status === 'a_status_added_later') return 'hm'
  const failure: FailureCode | (string & {}) | null = session.failure_code
  check<Same<CheckoutSession['status'], CheckoutSession['status'] | 'paid'>>()
  return failure ?? session.status
}

/** `type` narrows `data`, in a switch and in an if. */
export function narrowing(event: Event): string | null {
  switch (event.type) {
    case 'session.completed':
      check<Same<typeof event.data, CheckoutSessionData>>()
      // @ts-expect-error webhooks never contain it
      void event.data.client_secret
      // @ts-expect-error only refund events have it
      void event.data.refund
      return event.data.reference
    case 'session.refunded':
    case 'session.refund_failed':
      return event.data.refund.status
    case 'payment_link.paid':
      check<Same<typeof event.data, PaymentLinkPaymentData>>()
      return event.data.session
    case 'test.ping':
      return event.data.message
    default:
      return event.type
  }
}

check<Same<'session.completed' extends EventType ? true : false, true>>()
check<Same<string extends EventType ? true : false, false>>()
check<Same<CheckoutSessionCreateParams['amount'], number>>()
check<Same<CheckoutSessionListParams['limit'], number | undefined>>()

export async function verification(request: Request, environment: Record<string, string | undefined>): Promise<Event> {
  const client = new ServicePay(environment.SERVICEPAY_SECRET_KEY)
  const header = await webhooks.generateTestHeader('{}', 'whsec_1', { now: new Date() })
  await client.webhooks.constructEvent(new Uint8Array(), [header], ['whsec_1', 'whsec_2'], { toleranceSeconds: 10 })
  // @ts-expect-error a parsed body
  await webhooks.constructEvent({ id: 'evt_1' }, header, 'whsec_1')
  return webhooks.constructEvent(
    await request.text(),
    request.headers.get('service-signature'),
    environment.SERVICEPAY_SIGNING_SECRET,
  )
}

export function errors(error: unknown): ErrorCode | undefined {
  if (!(error instanceof ServicePayError)) return undefined
  const { code, param, fix, docUrl, requestId, status, message } = error
  void [param, fix, docUrl, requestId, status, message]
  return code === 'session_not_found' || code === 'timeout' ? 'session_not_found' : undefined
}

export function form(servicepay: ServicePayBrowser): Checkout {
  const checkout = servicepay.checkout({
    clientSecret: 'x',
    redirect: false,
    locale: 'de',
    appearance: { theme: 'dark', variables: { colorAccent: '#f00' } },
  })
  // @ts-expect-error no such theme
  servicepay.checkout({ clientSecret: 'x', appearance: { theme: 'pink' } })
  // @ts-expect-error no such event
  checkout.on('paid', () => {})
  checkout.on('error', ({ code }) => {
    const known: CheckoutErrorCode = 'load_failed'
    if (code === known || code === 'added_later') void code
  })
  return checkout
    .on('processing', ({ status }) => void status)
    .on('open', ({ status }) => void status)
    .on('complete', ({ id, amount }) => void [id, amount])
    .on('error', ({ code }) => void code)
    .mount('#payment')
    .unmount()
}

export type { ServicePayBrowser }

// Editors suggest the known codes of the form's errors, and a later code is not a type error.
check<Same<CheckoutErrorCode extends CheckoutError['code'] ? true : false, true>>()
check<Same<string extends CheckoutErrorCode ? true : false, false>>()
