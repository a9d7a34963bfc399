import { ServicePay } from 'servicepay'

const { SERVICEPAY_SECRET_KEY, SERVICEPAY_BASE_URL } = process.env

/** Creates a checkout. Your page passes `client_secret` to the form, or sends the customer to `url`. */
export async function POST(): Promise<Response> {
  const servicepay = new ServicePay(SERVICEPAY_SECRET_KEY, { baseUrl: SERVICEPAY_BASE_URL })
  // Take the amount from your own catalogue, never from the browser. Send only `client_secret` or `url` to the browser.
  const session = await servicepay.checkout.sessions.create({ amount: 2500, currency: 'GBP', reference: 'order-1001' })
  return Response.json({ client_secret: session.client_secret, url: session.url })
}
