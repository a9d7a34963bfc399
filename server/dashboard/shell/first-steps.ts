import { buttonLink, emptyState } from '../../markup/design/components.ts'
import { icon, type IconName } from '../../markup/design/icons.ts'
import { html, type Markup } from '../../markup/html.ts'
import { may, type MemberVisit } from './page.ts'

interface Step {
  readonly sign: IconName
  readonly name: Markup
  readonly text: Markup
}

/** The ways to a first payment, without code and with it. */
export function firstSteps(visit: MemberVisit): Markup {
  const { scope, merchant, to } = visit
  if (scope.livemode && !merchant.live_access)
    return emptyState(
      'lock',
      'Live payments come with live access, which this account does not have yet.',
      'Everything works in test mode until then, with test cards and without real money.',
      may(visit, 'live') ? buttonLink(to('live'), 'Live access', { kind: 'main' }) : null,
    )
  const keys = may(visit, 'develop') ? html`<a href="${to('keys')}">keys</a>` : 'keys'
  const steps: readonly (Step | false)[] = [
    may(visit, 'links') && {
      sign: 'link',
      name: html`Without code: <a href="${to('links/new')}">create a payment link</a>`,
      text: html`Send it to a customer, or open it yourself.`,
    },
    !scope.livemode && {
      sign: 'payments',
      name: html`Pay with a <a href="/docs/test-cards">test card</a>`,
      text: html`There is one for each outcome: paid, declined, or asked by the bank.`,
    },
    !scope.livemode &&
      may(visit, 'develop') && {
        sign: 'event',
        name: html`Try a <a href="${to('situations')}">situation</a>`,
        text: html`A click makes a month of payments, a dispute or a refund that failed.`,
      },
    {
      sign: 'code',
      name: html`From your server: follow the <a href="/docs/quick-start">quick start</a>`,
      text: html`You need one of your ${keys}, and about ten minutes.`,
    },
    !scope.livemode &&
      !merchant.live_access &&
      may(visit, 'live') && {
        sign: 'bank',
        name: html`Take real money with <a href="${to('live')}">live access</a>`,
        text: html`The same code and the same links work there.`,
      },
  ]
  const items = steps.flatMap((step) => {
    if (!step) return []
    return html`<li>${icon(step.sign)}<p class="title">${step.name}</p><p class="hint">${step.text}</p></li>`
  })
  return html`<ol class="first-steps">${items}</ol>`
}
