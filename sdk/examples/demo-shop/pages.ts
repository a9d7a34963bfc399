import { randomUUID } from 'node:crypto'
import type { PaymentLink } from 'servicepay'
import { html, type Markup } from './html.ts'
import type { Page } from './layout.ts'
import type { Order } from './orders.ts'
import { statusName } from './order-page.ts'
import { money } from './money.ts'
import { currency, products } from './products.ts'

export function shopPage(): Page {
  const cards = products.map(
    ({ id, name, text, drawing, price }) => html`<li class="card">
<svg class="drawing" viewBox="0 0 48 48" aria-hidden="true"><path d="${drawing}"/></svg>
<h2>${name}</h2>
<p>${text}</p>
<p class="price">${money(price, currency)}</p>
<form method="post" action="/orders">
<input type="hidden" name="product" value="${id}">
<button name="way" value="embedded" aria-label="Pay here: ${name}">Pay here</button>
<button name="way" value="hosted" class="quiet"
aria-label="Pay on the hosted page: ${name}">Pay on the hosted page</button>
</form>
</li>`,
  )
  return {
    title: 'Shop',
    content: html`<h1>Three good things</h1>
<p class="lead"><b>Pay here</b> shows the card form in the shop's own page.
<b>Pay on the hosted page</b> sends you to the payment service and back.</p>
<ul class="cards">${cards}</ul>`,
  }
}

/** `shop.js` mounts the card form into `#payment`. */
export function payPage(order: Order, clientSecret: string, serviceUrl: string): Page {
  return {
    title: `Pay for ${order.title}`,
    scripts: [`${serviceUrl}/v1/servicepay.js`],
    content: html`<h1>${order.title}</h1>
<p class="lead">${money(order.amount, order.currency)} · ${order.id}</p>
<div id="payment" data-client-secret="${clientSecret}" data-next="/orders/${order.id}"></div>
<p id="ended" role="status" hidden>You can no longer pay this checkout, and nothing was taken.
<a href="/">Order again</a></p>
<noscript><p class="alert">The card form needs JavaScript.</p></noscript>`,
  }
}

export function ordersPage(orders: readonly Order[]): Page {
  const rows = orders.map(
    (order) =>
      html`<li>
<a href="/orders/${order.id}">${order.title}</a>
<span class="muted">${order.id}</span>
<span>${money(order.amount, order.currency)}</span>
<span class="badge" data-status="${order.status}">${statusName(order)}</span>
</li>`,
  )
  const empty = html`<p class="empty">No orders yet. <a href="/">Buy something</a></p>`
  return {
    title: 'Orders',
    content: html`<h1>Orders</h1>
<p class="lead">The shop keeps orders in memory until it stops. A real shop shows this page only to its staff.</p>
${rows.length === 0 ? empty : html`<ul class="rows">${rows}</ul>`}`,
  }
}

export function linksPage(links: readonly PaymentLink[]): Page {
  const options = products.map(
    ({ id, name, price }) => html`<option value="${id}">${name} (${money(price, currency)})</option>`,
  )
  return {
    title: 'Payment links',
    content: html`<h1>Payment links</h1>
<p class="lead">A short address to send by email or to print as a QR code.
The webhook of each payment creates an order in this shop.</p>
<form method="post" action="/links" class="panel">
<label for="product">For</label>
<select id="product" name="product">${options}</select>
<fieldset><legend>It can be paid</legend>
<label><input type="radio" name="kind" value="single" checked> once</label>
<label><input type="radio" name="kind" value="reusable"> many times</label>
</fieldset>
<input type="hidden" name="key" value="${randomUUID()}">
<button>Make a link</button>
</form>
${links.length === 0 ? html`<p class="empty">No links yet.</p>` : html`<ul class="cards">${links.map(linkCard)}</ul>`}`,
  }
}

function linkCard(link: PaymentLink): Markup {
  const times = link.kind === 'single' ? 'once' : 'many times'
  const amount = money(link.amount, link.currency)
  const qrCode = html`<img src="${link.url}/qr.svg"
alt="QR code of the link: ${link.description}" width="140" height="140">`
  const close = html`<form method="post" action="/links/${link.id}/close">
<button class="quiet" aria-label="Close the link: ${link.description}">Close</button>
</form>`
  return html`<li class="card">
<h2>${link.description}</h2>
<p><span class="badge" data-status="${link.status}">${link.status}</span> ${times} · ${amount}</p>
<p class="code"><a href="${link.url}">${link.url}</a></p>
<p>${link.payments_count} paid, ${money(link.amount_collected, link.currency)} collected</p>
${link.status === 'active' && html`${qrCode}${close}`}
</li>`
}

/** A request to the webhook address, for the log. */
export interface LogEntry {
  readonly at: Date
  readonly verdict: 'handled' | 'handled before' | 'refused'
  /** The event's type, or the code of the error for a refused request. */
  readonly title: string
  readonly id: string
  readonly about: string
}

export function logPage(entries: readonly LogEntry[], source: string): Page {
  const rows = entries.map(
    ({ at, verdict, title, id, about }) =>
      html`<li>
<b>${title}</b>
<span class="badge" data-status="${verdict}">${verdict}</span>
<time datetime="${at.toISOString()}">${at.toISOString().slice(11, 19)} UTC</time>
<p class="muted">${about} <span class="code">${id}</span></p>
</li>`,
  )
  const empty = html`<p class="empty">Nothing has arrived yet. Pay for something.</p>`
  return {
    title: 'Webhook log',
    content: html`<h1>Webhook log</h1>
<p class="lead">The requests to <span class="code">POST /webhooks</span>, newest first.
<span class="code">constructEvent</span> verifies each signature, and only verified events fulfil orders. ${source}</p>
${rows.length === 0 ? empty : html`<ul class="rows">${rows}</ul>`}`,
  }
}

export interface Problem {
  readonly status: number
  readonly title: string
  readonly text: string
  /** For the developer of the shop. A real shop would not show these to its customers. */
  readonly details?: readonly (readonly [string, string])[]
}

export function problemPage({ status, title, text, details = [] }: Problem): Page {
  const rows = details.map(([name, value]) => html`<dt>${name}</dt><dd class="code">${value}</dd>`)
  return {
    status,
    title,
    content: html`<h1>${title}</h1>
<p class="lead">${text}</p>
${rows.length > 0 && html`<dl>${rows}</dl>`}
<p><a href="/">Back to the shop</a></p>`,
  }
}
