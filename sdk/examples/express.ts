import express from 'express'
import { ServicePay, SignatureError, type Event } from 'servicepay'

const { SERVICEPAY_SECRET_KEY, SERVICEPAY_SIGNING_SECRET, SERVICEPAY_BASE_URL, PORT = '4242' } = process.env

const servicepay = new ServicePay(SERVICEPAY_SECRET_KEY, { baseUrl: SERVICEPAY_BASE_URL })
const app = express()

// The signature covers the bytes of the body. `express.json()` would parse them and throw them away, so this route
// comes before it and reads the raw body.
app.post('/webhooks', express.raw({ type: 'application/json' }), async (request, response) => {
  let event: Event
  try {
    event = await servicepay.webhooks.constructEvent(
      request.body as Buffer,
      request.headers['service-signature'],
      SERVICEPAY_SIGNING_SECRET,
    )
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    response.status(400).send(error.message)
    return
  }
  // An event can arrive twice: skip ids that you have handled.
  // If this code throws, Express answers 500 and the service delivers the event again.
  if (event.type === 'session.completed') console.log('fulfil', event.data.reference, event.id)
  response.sendStatus(200)
})

app.use(express.json())

app.post('/checkout', async (_request, response) => {
  // Take the amount from your own catalogue, never from the browser. Send only `client_secret` or `url` to the browser.
  const session = await servicepay.checkout.sessions.create({ amount: 2500, currency: 'GBP', reference: 'order-1001' })
  response.json({ client_secret: session.client_secret, url: session.url })
})

app.listen(Number(PORT), () => console.log(`listening on ${PORT}`))
