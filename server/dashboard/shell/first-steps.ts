import { html, type Markup } from '../../markup/html.ts'
import { may, type MemberVisit } from './page.ts'

/** The ways to a first payment, without code and with it. */
export function firstSteps(visit: MemberVisit): Markup {
  const { scope, merchant, to } = visit
  if (scope.livemode && !merchant.live_access)
    return html`
      <p>Live payments come with <a href="${to('live')}">live access</a>, which this account does not have yet.</p>
    `
  const keys = may(visit, 'develop') ? html`<a href="${to('keys')}">keys</a>` : 'keys'
  const withoutCode = html`
    <li>Without code: <a href="${to('links/new')}">create a payment link</a> and send it to a customer.</li>
  `
  const examples = html`
    <li>With examples: <a href="${to('situations')}">try a situation</a>, such as a payment that is disputed.</li>
  `
  return html`
    <ul class="plain">
      ${may(visit, 'links') && withoutCode}
      <li>From your server: follow the <a href="/docs/quick-start">quick start</a> with one of your ${keys}.</li>
      ${!scope.livemode && may(visit, 'develop') && examples}
    </ul>
  `
}
