import { webhooks } from 'servicepay/webhooks'

/** The webhook address: `https://shop.example/api/webhooks`. */
export const POST = webhooks.handler({
  secret: process.env.SERVICEPAY_SIGNING_SECRET,
  // In your shop: a table with the event's id as its key. An event can arrive twice.
  store: new Set(),
  // If your function throws, the handler answers 500 and the service delivers the event again.
  on: { 'session.completed': (event) => console.log('fulfil', event.data.reference, event.id) },
})
