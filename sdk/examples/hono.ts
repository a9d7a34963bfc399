import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { ServicePay, SignatureError, type Event } from 'servicepay'

const { SERVICEPAY_SECRET_KEY, SERVICEPAY_SIGNING_SECRET, SERVICEPAY_BASE_URL, PORT = '4242' } = process.env

const servicepay = new ServicePay(SERVICEPAY_SECRET_KEY, { baseUrl: SERVICEPAY_BASE_URL })
const app = new Hono()

app.post('/webhooks', async (context) => {
  let event: Event
  try {
    // The signature covers the bytes of the body, so read them with `arrayBuffer()` and not with `json()`.
    const rawBody = await context.req.arrayBuffer()
    event = await servicepay.webhooks.constructEvent(
      rawBody,
      context.req.header('service-signature'),
      SERVICEPAY_SIGNING_SECRET,
    )
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    return context.text(error.message, 400)
  }
  // An event can arrive twice: skip ids that you have handled.
  // If this code throws, Hono answers 500 and the service delivers the event again.
  if (event.type === 'session.completed') console.log('fulfil', event.data.reference, event.id)
  return context.body(null, 200)
})

app.post('/checkout', async (context) => {
  // Take the amount from your own catalogue, never from the browser. Send only `client_secret` or `url` to the browser.
  const session = await servicepay.checkout.sessions.create({ amount: 2500, currency: 'GBP', reference: 'order-1001' })
  return context.json({ client_secret: session.client_secret, url: session.url })
})

// This starts the server on Node. On Deno, Bun and workers, use `app.fetch` directly: the package does not need Node.
serve({ fetch: app.fetch, port: Number(PORT) }, () => console.log(`listening on ${PORT}`))
