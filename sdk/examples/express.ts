import express from 'express'
import { ServicePay } from 'servicepay'
import { webhooks } from 'servicepay/webhooks'

const { SERVICEPAY_SECRET_KEY, SERVICEPAY_SIGNING_SECRET, SERVICEPAY_BASE_URL, PORT = '4242' } = process.env

const servicepay = new ServicePay(SERVICEPAY_SECRET_KEY, { baseUrl: SERVICEPAY_BASE_URL })
const app = express()

// The signature covers the bytes of the body, which `express.json()` would parse and throw away. So this route comes
// before it. If your function throws, the handler answers 500 and the service delivers the event again.
app.post(
  '/webhooks',
  webhooks.nodeHandler({
    secret: SERVICEPAY_SIGNING_SECRET,
    // In your shop: a table with the event's id as its key. An event can arrive twice.
    store: new Set(),
    on: { 'session.completed': (event) => console.log('fulfil', event.data.reference, event.id) },
  }),
)

app.use(express.json())

app.post('/checkout', async (_request, response) => {
  // Take the amount from your own catalogue, never from the browser. Send only `client_secret` or `url` to the browser.
  const session = await servicepay.checkout.sessions.create({ amount: 2500, currency: 'GBP', reference: 'order-1001' })
  response.json({ client_secret: session.client_secret, url: session.url })
})

app.listen(Number(PORT), () => console.log(`listening on ${PORT}`))
