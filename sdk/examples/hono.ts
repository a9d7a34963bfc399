import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { ServicePay, SignatureError, type Event } from 'servicepay'

const { SERVICEPAY_SECRET_KEY, SERVICEPAY_SIGNING_SECRET, SERVICEPAY_BASE_URL, PORT = '4242' } = process.env

const servicepay = new ServicePay(SERVICEPAY_SECRET_KEY, { baseUrl: SERVICEPAY_BASE_URL })
const app = new Hono()

app.post('/webhooks', async (context) => {
  let event: Event
  try {
    // The signature is over the bytes as they were sent: read them as bytes, and not with `req.json()`.
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
  // An event may come twice: skip ids that you have handled. If this throws, Hono answers 500 and the event comes again.
  if (event.type === 'session.completed') console.log('fulfil', event.data.reference, event.id)
  return context.body(null, 200)
})

app.post('/checkout', async (context) => {
  // The amount comes from your own catalogue, never from the browser. Only `client_secret` or `url` goes there.
  const session = await servicepay.checkout.sessions.create({ amount: 2500, currency: 'GBP', reference: 'order-1001' })
  return context.json({ client_secret: session.client_secret, url: session.url })
})

// On Node. Deno, Bun and workers take `app.fetch` as it is: the package needs nothing of Node.
serve({ fetch: app.fetch, port: Number(PORT) }, () => console.log(`listening on ${PORT}`))
