import { randomBytes } from 'node:crypto'
import type { CheckoutSessionData, Event, Refund } from 'servicepay'

export type OrderStatus = 'waiting' | 'paid' | 'failed' | 'expired' | 'disputed'

export interface Order {
  readonly id: string
  readonly title: string
  /** In the smallest unit, as all amounts. */
  readonly amount: number
  /** Set once the checkout has been made. `clientSecret` opens the form: it goes to this customer's browser and nowhere else. */
  session: { readonly id: string; readonly clientSecret: string } | undefined
  /** What verified events have said, and nothing else. */
  status: OrderStatus
  fulfilledAt: Date | undefined
  amountRefunded: number
  readonly refunds: Refund[]
}

/** Orders and handled events, in memory: they are gone when the shop stops. A real shop has them in its database. */
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

  /** The order is written down before a checkout is made for it: its id is that checkout's `Idempotency-Key`. */
  add(title: string, amount: number): Order {
    const id = `order-${randomBytes(6).toString('hex')}`
    const order: Order = {
      id,
      title,
      amount,
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
   * Takes in a verified event. Gives false for one that was handled before: an event may come twice.
   * With a database: the id into a table with a unique key, in one transaction with the change of the order.
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
        return this.#refunded(event.data, event.data.refund)
      case 'session.disputed':
      case 'session.dispute_closed':
        return this.#dispute(event.data)
      default:
      // Types may be added later. Those that mean nothing to this shop are well received all the same.
    }
  }

  /** The one place from which goods leave. */
  #fulfil(data: CheckoutSessionData): void {
    const order = this.findBySession(data.id) ?? this.#orderOfLink(data)
    if (!order) return
    order.status = 'paid'
    order.fulfilledAt ??= new Date()
  }

  /** Who pays by a payment link has not been in the shop before: the order begins with the payment. */
  #orderOfLink(data: CheckoutSessionData): Order | undefined {
    if (data.payment_link === null) return undefined
    const order = this.add(data.description ?? 'Payment link', data.amount)
    order.session = { id: data.id, clientSecret: '' }
    return order
  }

  /** Events may overtake each other: what is paid stays paid. */
  #end(data: CheckoutSessionData, status: 'failed' | 'expired'): void {
    const order = this.findBySession(data.id)
    if (order?.status === 'waiting') order.status = status
  }

  #dispute(data: CheckoutSessionData): void {
    const order = this.findBySession(data.id)
    if (order) order.status = data.status === 'disputed' ? 'disputed' : 'paid'
  }

  /** The total only grows, so an older event that comes later changes nothing. */
  #refunded(data: CheckoutSessionData, refund: Refund): void {
    const order = this.findBySession(data.id)
    if (!order) return
    order.amountRefunded = Math.max(order.amountRefunded, data.amount_refunded)
    rememberRefund(order, refund)
  }
}

/** From the reply to our own call, or from an event, whichever comes first; the later one has the newer status. */
export function rememberRefund(order: Order, refund: Refund): void {
  const known = order.refunds.findIndex(({ id }) => id === refund.id)
  if (known >= 0) order.refunds[known] = refund
  else order.refunds.push(refund)
}
