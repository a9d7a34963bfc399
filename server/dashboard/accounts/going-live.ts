import { hasSecondFactor } from '../../domain/accounts/second-factor.ts'
import { icon } from '../../markup/design/icons.ts'
import { html, type Markup } from '../../markup/html.ts'
import { findTried, type Tried } from '../../store/accounts/going-live.ts'
import { membersOf } from '../../store/accounts/people.ts'
import { findProcessorCredentials } from '../../store/acquirers/processor-credentials.ts'
import { section } from '../shell/format.ts'
import type { MemberVisit } from '../shell/page.ts'

/** One step on the way to live mode. */
interface Step {
  readonly text: Markup | string
  readonly isDone: boolean
  /** Where the person does it. */
  readonly at: { readonly href: string; readonly name: string }
}

/** What the account has done on the way to real payments, and what is left: the state of the guide's checklist. */
export async function goingLive(visit: MemberVisit): Promise<Markup> {
  const { context, scope } = visit
  const { merchantId } = scope
  const { liveProcessor } = context
  const [test, live, people, connection] = await Promise.all([
    findTried(context.db, { merchantId, livemode: false }),
    findTried(context.db, { merchantId, livemode: true }),
    membersOf(context.db, merchantId),
    liveProcessor === null ? null : findProcessorCredentials(context.db, { merchantId, processor: liveProcessor }),
  ])
  const owners = people.filter(({ role }) => role === 'owner').length
  const steps = stepsOf({ visit, test, live, owners, isConnected: liveProcessor === 'sandbox' || connection !== null })
  const left = steps.filter(({ isDone }) => !isDone).length
  const summary = left === 0 ? 'Every step is done.' : left === 1 ? 'One step is left.' : `${left} steps are left.`
  const items = steps.map(({ text, isDone, at }) => {
    const sign = isDone ? icon('check') : html`<span class="open-step"></span>`
    return html`
      <li${isDone && html` class="is-done"`}>
        ${sign}<span class="unseen">${isDone ? 'Done: ' : 'Not yet: '}</span>
        <p>${text} <a href="${at.href}">${at.name}</a></p>
      </li>
    `
  })
  return section(
    'checklist',
    'Before real payments',
    html`
      <p>${summary} The guide <a href="/docs/going-live">Going live</a> explains each of them.</p>
      <ol class="checklist">${items}</ol>
    `,
  )
}

interface Known {
  readonly visit: MemberVisit
  readonly test: Tried
  readonly live: Tried
  readonly owners: number
  readonly isConnected: boolean
}

function stepsOf({ visit, test, live, owners, isConnected }: Known): readonly Step[] {
  const { merchant, member } = visit
  const page = (mode: 'test' | 'live', path: string, name: string): Step['at'] => ({
    href: `/dashboard/${mode}/${path}`,
    name,
  })
  const cards = { href: '/docs/test-cards', name: 'Test cards' }
  return [
    { text: 'Take a test payment.', isDone: test.has_paid, at: { href: '/docs/quick-start', name: 'Quick start' } },
    { text: 'Try a payment whose cards are all declined.', isDone: test.has_declined, at: cards },
    { text: 'Let a checkout expire.', isDone: test.has_expired, at: cards },
    { text: 'Refund a test payment.', isDone: test.has_refunded, at: page('test', 'payments', 'Payments') },
    { text: 'Open a test dispute.', isDone: test.has_dispute, at: page('test', 'payments', 'Payments') },
    {
      text: 'Receive an event in test mode.',
      isDone: test.has_delivered,
      at: page('test', 'webhooks', 'Webhooks'),
    },
    {
      text: 'Enter the details of your business, below.',
      isDone: merchant.live_access,
      at: page('live', 'live', 'Live access'),
    },
    { text: 'Have an acquirer for live payments.', isDone: isConnected, at: page('live', 'live', 'Live access') },
    {
      text: 'Set the webhook address of live mode.',
      isDone: live.has_endpoint,
      at: page('live', 'webhooks', 'Webhooks'),
    },
    {
      text: 'Receive a test.ping or an event there.',
      isDone: live.has_delivered,
      at: page('live', 'webhooks', 'Webhooks'),
    },
    { text: 'Use your live key from your server.', isDone: live.has_used_key, at: page('live', 'keys', 'Keys') },
    {
      text: 'Say where customers can reach you.',
      isDone: merchant.contact_email !== null,
      at: page('live', 'settings/checkout', 'Checkout'),
    },
    {
      text: 'Protect your own sign-in with a second factor.',
      isDone: hasSecondFactor(member),
      at: page('live', 'settings/sign-in', 'Sign-in'),
    },
    {
      text: 'Have a second owner, in case one cannot sign in.',
      isDone: owners > 1,
      at: page('live', 'people', 'People'),
    },
    { text: 'Pay once yourself with a real card.', isDone: live.has_paid, at: page('live', 'payments', 'Payments') },
    { text: 'Refund that payment.', isDone: live.has_refunded, at: page('live', 'payments', 'Payments') },
  ]
}
