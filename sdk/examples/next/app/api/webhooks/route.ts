import { ServicePay, SignatureError, type Event } from 'servicepay'

const { SERVICEPAY_SECRET_KEY, SERVICEPAY_SIGNING_SECRET, SERVICEPAY_BASE_URL } = process.env

/** The webhook address: `https://shop.example/api/webhooks`. */
export async function POST(request: Request): Promise<Response> {
  // Next loads this file during the build, when there is no key, so the client must be created in the function.
  const servicepay = new ServicePay(SERVICEPAY_SECRET_KEY, { baseUrl: SERVICEPAY_BASE_URL })
  let event: Event
  try {
    // The signature covers the exact text of the body, so read it with `text()` and not with `json()`.
    const rawBody = await request.text()
    event = await servicepay.webhooks.constructEvent(
      rawBody,
      request.headers.get('service-signature'),
      SERVICEPAY_SIGNING_SECRET,
    )
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    return new Response(error.message, { status: 400 })
  }
  // An event can arrive twice: skip ids that you have handled.
  // If this code throws, Next answers 500 and the service delivers the event again.
  if (event.type === 'session.completed') console.log('fulfil', event.data.reference, event.id)
  return new Response(null, { status: 200 })
}
