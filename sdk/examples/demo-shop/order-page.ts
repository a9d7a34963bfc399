import { randomUUID } from 'node:crypto'
import type { CheckoutSession } from 'servicepay'
import { html, type Markup } from './html.ts'
import type { Page } from './layout.ts'
import type { Order } from './orders.ts'
import { money, plainAmount } from './money.ts'

export function statusName({ status, amount, amountRefunded }: Order): string {
  if (amountRefunded === 0) return status
  return amountRefunded < amount ? `${status}, partly refunded` : 'refunded'
}

interface OrderView {
  readonly order: Order
  /** The current session, until an event settles the order. For display only: the shop fulfils orders from webhooks. */
  readonly session?: CheckoutSession | undefined
  /** Why the service refused a refund. */
  readonly refusal?: string
}

export function orderPage({ order, session, refusal }: OrderView): Page {
  const fulfilled =
    order.fulfilledAt &&
    html`<dt>Fulfilled</dt><dd>${order.fulfilledAt.toISOString().slice(11, 19)} UTC, by the webhook</dd>`
  return {
    title: order.title,
    ...(refusal !== undefined && { status: 400 }),
    content: html`<h1>${order.title}</h1>
${refusal !== undefined && html`<p class="alert" role="alert">${refusal}</p>`}
<div class="panel">
<p><span class="badge" data-status="${order.status}">${statusName(order)}</span></p>
${explanation(order, session)}
<dl>
<dt>Order</dt><dd class="code">${order.id}</dd>
<dt>Amount</dt><dd>${money(order.amount, order.currency)}</dd>
<dt>Refunded</dt><dd>${money(order.amountRefunded, order.currency)}</dd>
${fulfilled}
<dt>Session</dt><dd class="code">${order.session?.id ?? 'none'}</dd>
</dl>
</div>
${order.status === 'paid' && refundPanel(order)}`,
  }
}

/** `data-reload` marks a page that waits for an event. `shop.js` reloads it. */
function explanation(order: Order, session: CheckoutSession | undefined): Markup {
  switch (order.status === 'waiting' ? session?.status : order.status) {
    case undefined:
      return html`<p>This order has no checkout. <a href="/">Order again</a></p>`
    case 'open':
      return html`${session?.failure_message && html`<p>The last attempt failed: ${session.failure_message}</p>`}
<p>Waiting for the payment. <a href="/orders/${order.id}/pay">Pay now</a></p>`
    case 'processing':
      return html`<p data-reload>The bank is checking the payment. This takes a few seconds.</p>`
    case 'expired':
      return html`<p>The time to pay has passed, and nothing was taken. <a href="/">Order again</a></p>`
    case 'failed':
      return html`<p>The payment failed, and nothing was taken. <a href="/">Order again</a></p>`
    case 'disputed':
      return html`<p>The customer's bank has taken the money back for now (a chargeback).</p>`
    default:
      if (order.status === 'waiting')
        return html`<p data-reload>Thank you, the payment is in. The order goes out as soon as the webhook says so.</p>`
      return html`<p>Thank you. The payment is in, and the order is on its way.</p>`
  }
}

/** Each rendered form has its own hidden idempotency key, so a double click refunds only once. */
function refundPanel(order: Order): Markup {
  const left = order.amount - order.amountRefunded
  const made = order.refunds.map(
    ({ amount, status, failure_message }) =>
      html`<li>
<span>${money(amount, order.currency)}</span>
<span class="badge" data-status="${status}">${status}</span>
<span class="muted">${failure_message}</span>
</li>`,
  )
  const suggestion = plainAmount(left, order.currency)
  const form = html`<form method="post" action="/orders/${order.id}/refunds" class="line">
<label for="amount">Amount</label>
<input id="amount" name="amount" inputmode="decimal" autocomplete="off" required value="${suggestion}">
<input type="hidden" name="key" value="${randomUUID()}">
<button>Refund</button>
</form>`
  return html`<section class="panel">
<h2>Refunds</h2>
${made.length > 0 && html`<ul class="rows">${made}</ul>`}
${left > 0 ? form : html`<p>The whole amount has been refunded.</p>`}
</section>`
}
