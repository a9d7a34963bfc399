import { html, type Markup } from '../../markup/html.ts'
import type { MemberVisit } from './page.ts'

/** The ways to a first payment, without code and with it. */
export function firstSteps({ scope, merchant, to }: MemberVisit): Markup {
  if (scope.livemode && !merchant.live_access)
    return html`
      <p>Live payments come with <a href="${to('live')}">live access</a>, which this account does not have yet.</p>
    `
  const keys = html`<a href="${to('keys')}">keys</a>`
  return html`
    <ul class="plain">
      <li>Without code: <a href="${to('links/new')}">create a payment link</a> and send it to a customer.</li>
      <li>From your server: follow the <a href="/docs/quick-start">quick start</a> with one of your ${keys}.</li>
    </ul>
  `
}
