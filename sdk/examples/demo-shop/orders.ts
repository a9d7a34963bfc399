import { randomBytes } from 'node:crypto'
import type { CheckoutSessionData, Event, Refund } from 'servicepay'

export type OrderStatus = 'waiting' | 'paid' | 'failed' | 'expired' | 'disputed'

export interface Order {
  readonly id: string
  readonly title: string
  /** In the currency's smallest unit, like every amount. */
  readonly amount: number
  readonly currency: string
  /** Set when the checkout exists. `clientSecret` opens the form: send it only to this customer's browser. */
  session: { readonly id: string; readonly clientSecret: string } | undefined
  /** Only verified events change it. */
  status: OrderStatus
  fulfilledAt: Date | undefined
  amountRefunded: number
  readonly refunds: Refund[]
}

/** Orders and handled events, in memory until the shop stops. A real shop keeps them in its database. */
export class Orders {
  readonly #orders = new Map<string, Order>()
  readonly #handledEvents = new Set<string>()

  get all(): Order[] {
    return [...this.#orders.values()].reverse()
  }

  find(id: string): Order | undefined {
    return this.#orders.get(id)
  }

  findBySession(sessionId: string): Order | undefined {
    return this.all.find(({ session }) => session?.id === sessionId)
  }

  /** Stores an order before its checkout exists, because the order's id is the `Idempotency-Key` of the checkout. */
  add(title: string, amount: number, currency: string): Order {
    const id = `order-${randomBytes(6).toString('hex')}`
    const order: Order = {
      id,
      title,
      amount,
      currency,
      session: undefined,
      status: 'waiting',
      fulfilledAt: undefined,
      amountRefunded: 0,
      refunds: [],
    }
    this.#orders.set(id, order)
    return order
  }

  /**
   * Applies a verified event to its order. Returns false for an event that was handled before, because an event can
   * arrive twice. With a database, the transaction that changes the order also inserts the event's id into a table with
   * a unique key.
   */
  take(event: Event): boolean {
    if (this.#handledEvents.has(event.id)) return false
    this.#apply(event)
    this.#handledEvents.add(event.id)
    return true
  }

  #apply(event: Event): void {
    switch (event.type) {
      case 'session.completed':
        return this.#fulfil(event.data)
      case 'session.failed':
        return this.#end(event.data, 'failed')
      case 'session.expired':
        return this.#end(event.data, 'expired')
      case 'session.refunded':
      case 'session.refund_failed':
        return this.#refunded(event.data, event.data.refund)
      case 'session.disputed':
      case 'session.dispute_closed':
      case 'session.dispute_lost':
        return this.#dispute(event.data)
      default:
      // The shop also accepts types that it does not use. The service may add more types later.
    }
  }

  /** The only place that fulfils orders. */
  #fulfil(data: CheckoutSessionData): void {
    const order = this.findBySession(data.id) ?? this.#orderOfLink(data)
    if (!order) return
    order.status = 'paid'
    order.fulfilledAt ??= new Date()
  }

  /** A customer who pays by a payment link never visits the shop, so the order begins with the payment. */
  #orderOfLink(data: CheckoutSessionData): Order | undefined {
    if (data.payment_link === null) return undefined
    const order = this.add(data.description ?? 'Payment link', data.amount, data.currency)
    order.session = { id: data.id, clientSecret: '' }
    return order
  }

  /** Events can arrive in another order, so a paid order stays paid. */
  #end(data: CheckoutSessionData, status: 'failed' | 'expired'): void {
    const order = this.findBySession(data.id)
    if (order?.status === 'waiting') order.status = status
  }

  #dispute(data: CheckoutSessionData): void {
    const order = this.findBySession(data.id)
    if (order) order.status = data.status === 'disputed' ? 'disputed' : 'paid'
  }

  /** The total only grows, so an older event that arrives later changes nothing. */
  #refunded(data: CheckoutSessionData, refund: Refund): void {
    const order = this.findBySession(data.id)
    if (!order) return
    order.amountRefunded = Math.max(order.amountRefunded, data.amount_refunded)
    rememberRefund(order, refund)
  }
}

/** Stores a refund from the reply of the refund call or from an event. The later of the two has the newer status. */
export function rememberRefund(order: Order, refund: Refund): void {
  const known = order.refunds.findIndex(({ id }) => id === refund.id)
  if (known >= 0) order.refunds[known] = refund
  else order.refunds.push(refund)
}
