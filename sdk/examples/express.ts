import express from 'express'
import { ServicePay, SignatureError, type Event } from 'servicepay'

const { SERVICEPAY_SECRET_KEY, SERVICEPAY_SIGNING_SECRET, SERVICEPAY_BASE_URL, PORT = '4242' } = process.env

const servicepay = new ServicePay(SERVICEPAY_SECRET_KEY, { baseUrl: SERVICEPAY_BASE_URL })
const app = express()

// The signature is over the bytes as they were sent. `express.json()` would keep the object and lose the bytes, so this
// route comes before it and takes them raw.
app.post('/webhooks', express.raw({ type: 'application/json' }), async (request, response) => {
  let event: Event
  try {
    event = await servicepay.webhooks.constructEvent(
      request.body,
      request.headers['service-signature'],
      SERVICEPAY_SIGNING_SECRET,
    )
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    response.status(400).send(error.message)
    return
  }
  // An event may come twice: skip ids that you have handled. If this throws, Express answers 500 and the event comes again.
  if (event.type === 'session.completed') console.log('fulfil', event.data.reference, event.id)
  response.sendStatus(200)
})

app.use(express.json())

app.post('/checkout', async (_request, response) => {
  // The amount comes from your own catalogue, never from the browser. Only `client_secret` or `url` goes there.
  const session = await servicepay.checkout.sessions.create({ amount: 2500, currency: 'GBP', reference: 'order-1001' })
  response.json({ client_secret: session.client_secret, url: session.url })
})

app.listen(Number(PORT), () => console.log(`listening on ${PORT}`))
