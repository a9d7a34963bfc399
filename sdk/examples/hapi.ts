import { server as createServer } from '@hapi/hapi'
import { ServicePay, SignatureError, type Event } from 'servicepay'

const { SERVICEPAY_SECRET_KEY, SERVICEPAY_SIGNING_SECRET, SERVICEPAY_BASE_URL, PORT = '4242' } = process.env

const servicepay = new ServicePay(SERVICEPAY_SECRET_KEY, { baseUrl: SERVICEPAY_BASE_URL })
const server = createServer({ port: Number(PORT), host: 'localhost' })

server.route({
  method: 'POST',
  path: '/webhooks',
  // The signature covers the bytes of the body. Without `parse: false`, hapi passes only the parsed object.
  options: { payload: { parse: false, output: 'data' } },
  handler: async (request, h) => {
    let event: Event
    try {
      const rawBody = request.payload as Buffer
      event = await servicepay.webhooks.constructEvent(
        rawBody,
        request.raw.req.headers['service-signature'],
        SERVICEPAY_SIGNING_SECRET,
      )
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error
      return h.response(error.message).code(400)
    }
    // An event can arrive twice: skip ids that you have handled.
    // If this code throws, hapi answers 500 and the service delivers the event again.
    if (event.type === 'session.completed') console.log('fulfil', event.data.reference, event.id)
    return h.response().code(200)
  },
})

server.route({
  method: 'POST',
  path: '/checkout',
  handler: async () => {
    // Take the amount from your own catalogue, never from the browser. Send only `client_secret` or `url` there.
    const session = await servicepay.checkout.sessions.create({
      amount: 2500,
      currency: 'GBP',
      reference: 'order-1001',
    })
    return { client_secret: session.client_secret, url: session.url }
  },
})

await server.start()
console.log(`listening on ${PORT}`)
