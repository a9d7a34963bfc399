import type { ServerProcess } from './children.ts'
import { costTable, measure, type Parts } from './costs.ts'
import { runLoad } from './load.ts'
import { itemAt, Shop } from './shop.ts'

/** Enough for averages, and below the limits on resends. */
const times = 40
const warmUp = 5
const all = times + warmUp

/** Prints what each public operation costs when nothing else runs, so that no call shares a statement or a commit. */
export async function benchOperations(api: ServerProcess, parts: Parts): Promise<void> {
  const shop = new Shop(api.port, api.ready.secretKey ?? '')
  const print = costTable('one at a time')
  for (const [name, request] of Object.entries(await requestsOf(shop))) {
    const run = (from: number, requests: number) =>
      runLoad({ port: api.port, connections: 1, requests, request: (index) => request(from + index) })
    await run(0, warmUp)
    print(name, (await measure(parts, times, () => run(warmUp, times))).cost)
  }
}

type Request = (index: number) => string

interface Identified {
  readonly id: string
}

async function requestsOf(shop: Shop): Promise<Record<string, Request>> {
  const open = await shop.sessions(3 * all)
  const paid = await shop.paidSessions(all)
  const cards = await shop.encryptedCards(open.slice(0, all))
  const links: (Identified & { readonly code: string })[] = []
  while (links.length < all) links.push(await shop.call('POST', '/v1/payment_links', newLink))
  const refundPath = `/v1/checkout/sessions/${itemAt(paid, 0).id}/refunds`
  const refund = await shop.call<Identified>('POST', refundPath, { amount: 100 })
  const events = await shop.call<{ readonly data: readonly Identified[] }>('GET', '/v1/events?limit=100')
  const event = itemAt(events.data, 0).id
  const get = (path: string): Request => {
    const text = shop.request('GET', path)
    return () => text
  }
  return {
    createCheckoutSession: () => shop.create(),
    'createCheckoutSession with Idempotency-Key': () => shop.createWithKey(),
    retrieveCheckoutSession: (index) => shop.request('GET', `/v1/checkout/sessions/${itemAt(open, index).id}`),
    'listCheckoutSessions, 20': get('/v1/checkout/sessions?limit=20'),
    'searchCheckoutSessions by reference': get('/v1/search/checkout/sessions?reference=none'),
    retrieveEncryptionKey: get('/v1/form/encryption_key'),
    retrieveFormSession: (index) => shop.ofForm('GET', '/v1/form/session', itemAt(open, index)),
    submitCardAttempt: (index) => shop.payByForm(itemAt(open, index), itemAt(cards, index)),
    testPaySession: (index) => shop.payByHelper(itemAt(open, all + index)),
    expireCheckoutSession: (index) =>
      shop.request('POST', `/v1/checkout/sessions/${itemAt(open, 2 * all + index).id}/expire`),
    'refundCheckoutSession with Idempotency-Key': (index) => shop.refund(itemAt(paid, index)),
    retrieveRefund: get(`/v1/refunds/${refund.id}`),
    'listRefunds, 20': get('/v1/refunds?limit=20'),
    createPaymentLink: () => shop.request('POST', '/v1/payment_links', newLink),
    retrievePaymentLink: (index) => shop.request('GET', `/v1/payment_links/${itemAt(links, index).id}`),
    'listPaymentLinks, 20': get('/v1/payment_links?limit=20'),
    openLinkCheckout: (index) =>
      shop.request('POST', `/v1/form/payment_links/${itemAt(links, index).code}/checkout`, undefined, {
        Authorization: '',
      }),
    deactivatePaymentLink: (index) => shop.request('POST', `/v1/payment_links/${itemAt(links, index).id}/deactivate`),
    'listEvents, 20': get('/v1/events?limit=20'),
    retrieveEvent: get(`/v1/events/${event}`),
    'listDisputes, 20': get('/v1/disputes?limit=20'),
    'listApiRequests, 20': get('/v1/api_requests?outcome=failed&limit=20'),
    setWebhookEndpoint: () => shop.request('POST', '/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/none' }),
    retrieveWebhookEndpoint: get('/v1/webhook_endpoint'),
    resendEvent: () => shop.request('POST', `/v1/events/${event}/resend`),
    'listEventResends, 20': get('/v1/event_resends?limit=20'),
    signUpForSandbox: () => shop.request('POST', '/v1/sandbox/signup', { email: 'bench@example.com' }),
  }
}

const newLink = { amount: 2500, currency: 'GBP', description: 'Two tickets', kind: 'reusable' }
