import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { ServicePay } from 'servicepay'
import { webhooks } from 'servicepay/webhooks'

const { SERVICEPAY_SECRET_KEY, SERVICEPAY_SIGNING_SECRET, SERVICEPAY_BASE_URL, PORT = '4242' } = process.env

const servicepay = new ServicePay(SERVICEPAY_SECRET_KEY, { baseUrl: SERVICEPAY_BASE_URL })
const app = new Hono()

// If your function throws, the handler answers 500 and the service delivers the event again.
const receive = webhooks.handler({
  secret: SERVICEPAY_SIGNING_SECRET,
  // In your shop: a table with the event's id as its key. An event can arrive twice.
  store: new Set(),
  on: { 'session.completed': (event) => console.log('fulfil', event.data.reference, event.id) },
})

app.post('/webhooks', (context) => receive(context.req.raw))

app.post('/checkout', async (context) => {
  // Take the amount from your own catalogue, never from the browser. Send only `client_secret` or `url` to the browser.
  const session = await servicepay.checkout.sessions.create({ amount: 2500, currency: 'GBP', reference: 'order-1001' })
  return context.json({ client_secret: session.client_secret, url: session.url })
})

// This starts the server on Node. On Deno, Bun and workers, use `app.fetch` directly: the package does not need Node.
serve({ fetch: app.fetch, port: Number(PORT) }, () => console.log(`listening on ${PORT}`))
