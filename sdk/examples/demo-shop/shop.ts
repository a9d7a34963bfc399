import { readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { ServicePayError, SignatureError, type CheckoutSession, type Event, type ServicePay } from 'servicepay'
import { formOf, policyFor, rawBodyOf, redirect, RequestError, send } from './http.ts'
import { layout, type Page } from './layout.ts'
import { orderPage } from './order-page.ts'
import { Orders, rememberRefund, type Order } from './orders.ts'
import { linksPage, logPage, ordersPage, payPage, problemPage, shopPage, type LogEntry } from './pages.ts'
import { problemOf } from './problems.ts'
import { minorUnits } from './money.ts'
import { currency, products, type Product } from './products.ts'

export interface ShopOptions {
  readonly servicepay: ServicePay
  /** The `whsec_…` secret of the webhook address. */
  readonly signingSecret: string
  /** The public address of the shop. */
  readonly shopUrl: string
  /** A sentence for the log page about how events arrive. */
  readonly webhookSource: string
}

interface Visit {
  readonly request: IncomingMessage
  readonly url: URL
  /** The id in the path, or an empty string. */
  readonly id: string
}

/** A page to show, or an address to redirect to. */
type Answer = Page | { readonly redirectTo: string }

/** The number of entries that the log keeps. */
const maxLogEntries = 200

const asset = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The shop as a listener of `http.createServer`. */
export function createShop({ servicepay, signingSecret, shopUrl, webhookSource }: ShopOptions): RequestListener {
  const orders = new Orders()
  const logEntries: LogEntry[] = []
  const policy = policyFor(servicepay.baseUrl)
  const assets = new Map([
    ['/style.css', { type: 'text/css', text: asset('style.css') }],
    ['/shop.js', { type: 'text/javascript', text: asset('shop.js') }],
  ])

  const routes: readonly [string, RegExp, (visit: Visit) => Answer | Promise<Answer>][] = [
    ['GET', /^\/$/, shopPage],
    ['GET', /^\/orders$/, () => ordersPage(orders.all)],
    ['POST', /^\/orders$/, buy],
    ['GET', /^\/orders\/([^/]+)$/, ({ id }) => showOrder(orderWith(id))],
    ['GET', /^\/orders\/([^/]+)\/pay$/, ({ id }) => pay(orderWith(id))],
    ['POST', /^\/orders\/([^/]+)\/refunds$/, refund],
    ['GET', /^\/thanks$/, thank],
    ['GET', /^\/links$/, async () => linksPage((await servicepay.paymentLinks.list({ limit: 10 })).data)],
    ['POST', /^\/links$/, makeLink],
    ['POST', /^\/links\/([^/]+)\/close$/, closeLink],
    ['GET', /^\/webhooks$/, () => logPage(logEntries, webhookSource)],
  ]

  /** Creates one checkout for each order. A repeated request with the same key would return the same session. */
  async function buy({ request }: Visit): Promise<Answer> {
    const form = await formOf(request)
    const { name, price } = productWith(form.get('product'))
    const order = orders.add(name, price, currency)
    const session = await servicepay.checkout.sessions.create(
      { amount: price, currency, description: name, reference: order.id, ...returnAddresses(order) },
      { idempotencyKey: order.id },
    )
    order.session = { id: session.id, clientSecret: session.client_secret }
    return { redirectTo: form.get('way') === 'hosted' ? session.url : `/orders/${order.id}/pay` }
  }

  /** These addresses must be https. On a laptop, the account's thank-you address replaces them: it may be http. */
  function returnAddresses(order: Order): { success_url?: string; cancel_url?: string } {
    if (!shopUrl.startsWith('https://')) return {}
    return { success_url: `${shopUrl}/thanks`, cancel_url: `${shopUrl}/orders/${order.id}` }
  }

  async function pay(order: Order): Promise<Answer> {
    const session = await sessionOf(order)
    if (!order.session || (session?.status !== 'open' && session?.status !== 'processing'))
      return { redirectTo: `/orders/${order.id}` }
    return payPage(order, order.session.clientSecret, servicepay.baseUrl)
  }

  async function showOrder(order: Order, refusal?: string): Promise<Page> {
    return orderPage({ order, session: await sessionOf(order), ...(refusal !== undefined && { refusal }) })
  }

  /** Requests the session, unless an event has already settled the order. */
  async function sessionOf({ session, status }: Order): Promise<CheckoutSession | undefined> {
    return session && status === 'waiting' ? servicepay.checkout.sessions.retrieve(session.id) : undefined
  }

  /** The page to which the customer returns. A visit does not prove a payment, because anyone can open this address. */
  async function thank({ url }: Visit): Promise<Answer> {
    const sessionId = url.searchParams.get('session_id') ?? ''
    const order = orders.findBySession(sessionId)
    if (order) return { redirectTo: `/orders/${order.id}` }
    if (sessionId === '') throw new RequestError(404, 'There is no such order.')
    const { status } = await servicepay.checkout.sessions.retrieve(sessionId)
    return problemPage({
      status: 200,
      title: 'Thank you',
      text:
        `The status of the payment is “${status}”. ` +
        'The order of a payment link appears under Orders when its webhook has arrived.',
    })
  }

  async function refund({ request, id }: Visit): Promise<Answer> {
    const order = orderWith(id)
    const form = await formOf(request)
    const amount = minorUnits(form.get('amount') ?? '', order.currency)
    if (!order.session || !amount) return showOrder(order, 'Please enter an amount such as 5.00.')
    try {
      // The key comes from the form, so a double click sends the same one twice and refunds only once.
      const options = { idempotencyKey: `${order.id}-refund-${keyOf(form)}` }
      rememberRefund(order, await servicepay.checkout.sessions.refund(order.session.id, { amount }, options))
      return { redirectTo: `/orders/${order.id}` }
    } catch (error) {
      if (error instanceof ServicePayError && refundFormCodes.includes(error.code))
        return showOrder(order, `${error.message} ${error.fix}`)
      throw error
    }
  }

  async function makeLink({ request }: Visit): Promise<Answer> {
    const form = await formOf(request)
    const { name, price } = productWith(form.get('product'))
    const kind = form.get('kind') === 'reusable' ? 'reusable' : 'single'
    await servicepay.paymentLinks.create(
      { amount: price, currency, description: name, kind },
      { idempotencyKey: `link-${keyOf(form)}` },
    )
    return { redirectTo: '/links' }
  }

  async function closeLink({ request, id }: Visit): Promise<Answer> {
    await formOf(request)
    await servicepay.paymentLinks.deactivate(id)
    return { redirectTo: '/links' }
  }

  function orderWith(id: string): Order {
    const order = orders.find(id)
    if (!order) throw new RequestError(404, 'There is no such order. The shop forgets its orders when it stops.')
    return order
  }

  /**
   * The webhook address. Verifies the signature over the raw body, handles the event once and answers 200. After any
   * other answer, the service delivers the event again.
   */
  async function receiveWebhook(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await rawBodyOf(request)
    let event: Event
    try {
      event = await servicepay.webhooks.constructEvent(rawBody, request.headers['service-signature'], signingSecret)
    } catch (error) {
      if (!(error instanceof SignatureError)) throw error
      log({ verdict: 'refused', title: error.code, id: '', about: error.message })
      return send(response, 400, 'text/plain', error.message)
    }
    const isNew = orders.take(event)
    const about = 'reference' in event.data && event.data.reference ? event.data.reference : event.data.id
    log({ verdict: isNew ? 'handled' : 'handled before', title: event.type, id: event.id, about })
    send(response, 200, 'text/plain', 'ok')
  }

  function log(entry: Omit<LogEntry, 'at'>): void {
    logEntries.unshift({ at: new Date(), ...entry })
    logEntries.length = Math.min(logEntries.length, maxLogEntries)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(`http://shop${request.url ?? '/'}`)
    const known = assets.get(url.pathname)
    if (known) return send(response, 200, known.type, known.text)
    if (request.method === 'POST' && url.pathname === '/webhooks') return receiveWebhook(request, response)
    const found = await handleRoute(request, url)
    if ('redirectTo' in found) return redirect(response, found.redirectTo)
    send(response, found.status ?? 200, 'text/html; charset=utf-8', layout(found), {
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
    })
  }

  async function handleRoute(request: IncomingMessage, url: URL): Promise<Answer> {
    try {
      for (const [method, path, handle] of routes) {
        const match = method === request.method && path.exec(url.pathname)
        if (match) return await handle({ request, url, id: match[1] ?? '' })
      }
      throw new RequestError(404, 'Page not found in this shop.')
    } catch (error) {
      return problemPage(problemOf(error, servicepay.baseUrl))
    }
  }

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, title } = problemOf(error, servicepay.baseUrl)
      if (response.headersSent) response.destroy()
      else send(response, status, 'text/plain', title)
    })
  }
}

/** Codes that the refund form shows next to its fields, because the person who fills it in can correct the request. */
const refundFormCodes: readonly string[] = ['refund_exceeds_amount', 'session_not_refundable', 'parameter_invalid']

function productWith(id: string | null): Product {
  const product = products.find((candidate) => candidate.id === id)
  if (!product) throw new RequestError(404, 'There is no such product.')
  return product
}

function keyOf(form: URLSearchParams): string {
  const key = form.get('key') ?? ''
  if (!/^[0-9a-f-]{36}$/.test(key)) throw new RequestError(400, 'The form is incomplete. Please load the page again.')
  return key
}
