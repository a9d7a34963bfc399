import Fastify from 'fastify'
import { ServicePay, SignatureError } from 'servicepay'

const { SERVICEPAY_SECRET_KEY, SERVICEPAY_SIGNING_SECRET, SERVICEPAY_BASE_URL, PORT = '4242' } = process.env

const servicepay = new ServicePay(SERVICEPAY_SECRET_KEY, { baseUrl: SERVICEPAY_BASE_URL })
const app = Fastify()

// The signature covers the bytes of the body, but Fastify parses JSON by default. A content type parser applies only to
// its own plugin: routes in this plugin get bytes, and all other routes still get an object.
app.register(async (webhooks) => {
  webhooks.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  webhooks.post<{ Body: Buffer }>('/webhooks', async (request, reply) => {
    const event = await servicepay.webhooks.constructEvent(
      request.body,
      request.headers['service-signature'],
      SERVICEPAY_SIGNING_SECRET,
    )
    // An event can arrive twice: skip ids that you have handled.
    // If this code throws, Fastify answers 500 and the service delivers the event again.
    if (event.type === 'session.completed') console.log('fulfil', event.data.reference, event.id)
    return reply.code(200).send()
  })

  webhooks.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof SignatureError)) throw error
    return reply.code(400).type('text/plain').send(error.message)
  })
})

app.post('/checkout', async () => {
  // Take the amount from your own catalogue, never from the browser. Send only `client_secret` or `url` to the browser.
  const session = await servicepay.checkout.sessions.create({ amount: 2500, currency: 'GBP', reference: 'order-1001' })
  return { client_secret: session.client_secret, url: session.url }
})

await app.listen({ port: Number(PORT) })
console.log(`listening on ${PORT}`)
