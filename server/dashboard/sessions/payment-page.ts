import type { MovementRecord } from '../../domain/money/movement-records.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import { brandName } from '../../domain/sessions/card-rules.ts'
import { amountLeft } from '../../domain/refunds/refund-state.ts'
import { sessionData } from '../../domain/wire/checkout-session.ts'
import { closeSession } from '../../flows/sessions/close-session.ts'
import { readSession } from '../../flows/sessions/read-session.ts'
import { hasCardNumber } from '../../domain/sessions/search-query.ts'
import { isCaptureLine } from '../../domain/sessions/captures.ts'
import { disputeInTest } from '../../flows/sandbox/test-helpers.ts'
import { html, type Markup } from '../../markup/html.ts'
import { notesOf } from '../../store/notes/payment-notes.ts'
import { breadcrumb, buttonLink, copyButton, dialog } from '../../markup/design/components.ts'
import { noteForms, notesSection } from '../notes/notes.ts'
import { cardMark, marksFor } from './card-mark.ts'
import { copyable, facts, section, table, time } from '../shell/format.ts'
import { renderForm } from '../shell/forms.ts'
import { may, page, problem, type DashboardPage, type MemberForm, type MemberVisit, type Shown } from '../shell/page.ts'
import { readHistory, type PaymentHistory } from './payment-history.ts'
import { settlementOf } from './payment-settlement.ts'
import { timeline } from './payment-timeline.ts'
import { money, paymentTag, statusWords } from '../shell/words.ts'

const expireForm: MemberForm = {
  name: 'expire',
  needs: 'refund',
  button: 'End this checkout',
  danger: true,
  fields: {
    sure: { label: 'Yes, end it: the customer can no longer pay with it', type: 'checkbox', required: true },
  },
  submit: async ({ context, scope, params, caller }) => {
    const closed = await closeSession(context, scope, params['id'] ?? '', caller)
    if (closed.kind === 'closed')
      return { kind: 'done', notice: { message: 'The checkout has ended. The customer can no longer pay with it.' } }
    if (closed.code === 'session_not_found') return problem(404)
    if (closed.code === 'session_not_payable')
      return { kind: 'done', notice: { message: 'The checkout was no longer open, so nothing was changed.' } }
    return {
      kind: 'invalid',
      errors: { form: 'A card is with the bank right now, so the checkout cannot be ended. Try again in a minute.' },
    }
  },
}

/** Plays the cardholder's part in test mode. Only the simulated bank opens disputes on request. */
const disputeForm: MemberForm = {
  name: 'dispute',
  needs: 'refund',
  button: 'Open a dispute',
  danger: true,
  fields: {},
  submit: async ({ context, scope, params, caller }) => {
    if (scope.livemode) return problem(403, onlyInTest)
    const disputed = await disputeInTest(context, scope, params['id'] ?? '', caller)
    if (disputed.kind === 'session')
      return {
        kind: 'done',
        notice: {
          message: 'The cardholder’s bank has opened a dispute, and has taken the money back while it decides.',
        },
      }
    return disputed.code === 'session_not_found'
      ? problem(404)
      : {
          kind: 'invalid',
          errors: { form: 'Only a paid payment that is not disputed can be disputed. Nothing was changed.' },
        }
  },
}

export const onlyInTest = {
  title: 'Only in test mode',
  message: 'In live mode the cardholder’s bank opens and decides disputes. Nothing was changed.',
} as const

const notes = noteForms(({ params }) => Promise.resolve(params['id'] ?? ''))

/** One payment: its details, its history and its forms. */
export const paymentPage: DashboardPage = {
  path: 'payments/{id}',
  needs: 'see',
  show,
  forms: [expireForm, disputeForm, notes.write, notes.remove],
}

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, scope } = visit
  const session = await readSession(context, scope, visit.params['id'] ?? '')
  if (!session) return problem(404)
  const [history, written] = await Promise.all([
    readHistory(context, scope, session.id),
    notesOf(scope, context.db, session.id),
  ])
  const settled = scope.livemode && (await settlementOf(visit, session.id))
  const ledger = history.movements.length > 0 && ledgerOf(visit, history.movements)
  return page(
    `Payment of ${money(session)}`,
    html`
      <div class="split">
        <div>
          ${section('timeline-title', 'What has happened', timeline(visit, session, history))}
          ${notesSection(visit, `payments/${session.id}`, notes, written)}
          ${settled && section('settlement-title', 'Settlement', settled)}
          ${testSection(visit, session)}
        </div>
        <div>
          ${ledger && section('ledger-title', 'Ledger', ledger)}
          ${section('details-title', 'Details', facts(detailsOf(visit, session)))}
          ${section('customer-title', 'Customer', facts(customerOf(visit, session)))}
          ${metadataOf(session)}
        </div>
      </div>
      ${section('raw-title', 'Raw object', rawOf(session))}
    `,
    {
      above: breadcrumb([[visit.to('payments'), 'Payments']], session.reference ?? session.id),
      heading: html`<span class="unseen">Payment of </span>${money(session)}`,
      beside: html`${stateOf(session, history)}<div class="acts">${actsOf(visit, session)}</div>`,
    },
  )
}

function stateOf(session: SessionRecord, { disputes: [dispute], refunds: [latestRefund] }: PaymentHistory): Markup {
  const { amount_refunded: refunded, amount_refund_pending: pending, currency } = session
  const part = (amount: number, words: string): Markup | false =>
    amount > 0 && html` <span class="hint">${money({ amount, currency })} ${words}</span>`
  const back = html`${part(refunded, 'refunded')}${part(pending, 'on the way back')}`
  const latest = { dispute: dispute?.status ?? null, refund: latestRefund?.status ?? null }
  return html`<p>${paymentTag(session, latest)}${back}</p>`
}

/** What a person whose role allows it can do with the payment. */
function actsOf(visit: MemberVisit, session: SessionRecord): Markup | null {
  if (!may(visit, 'refund')) return null
  if (session.status === 'paid' && amountLeft(session) > 0)
    return buttonLink(visit.to(`payments/${session.id}/refund`), 'Refund', { sign: 'refund' })
  const wasRefused = visit.sent?.name === expireForm.name
  if (session.status !== 'open' && !wasRefused) return null
  const about = session.description ?? session.reference
  const form = renderForm(visit, `payments/${session.id}`, expireForm)
  const content = html`${about !== null && html`<p>${about}</p>`}${form}`
  return dialog('end', `End the checkout of ${money(session)}?`, content, {
    opener: 'End this checkout',
    isDangerous: true,
    isOpen: wasRefused,
  })
}

function detailsOf(visit: MemberVisit, session: SessionRecord): readonly (readonly [string, Markup | string | null])[] {
  const at = (date: Date | null): Markup | null => date && time(date, visit.merchant.time_zone)
  const { payment_link_id: link, status } = session
  return [
    ['Id', copyable(session.id)],
    ['Amount', money(session)],
    ['Status', statusWords[status]],
    ['For', session.description],
    [
      'Your reference',
      session.reference &&
        html`<span id="reference">${session.reference}</span> ${copyButton('reference', 'the reference')}`,
    ],
    ['Card', cardOf(session)],
    ['The customer sees', status === 'open' || status === 'failed' ? session.failure_message : null],
    ['Payment link', link === null ? null : html`<a href="${visit.to(`links/${link}`)}">${link}</a>`],
    ['Created', at(session.created_at)],
    ['Paid', at(session.paid_at)],
    [status === 'open' ? 'Expires' : 'Time limit', session.paid_at ? null : at(session.expires_at)],
    ['Thank-you address', session.success_url],
    ['Cancel address', session.cancel_url],
  ]
}

/** The card with its mark, and the network that it was charged through. */
function cardOf(session: SessionRecord): Markup | null {
  const network = session.card_network !== null && html`, network ${brandName(session.card_network)}`
  return session.card_last4 === null ? null : html`${marksFor([session])}${cardMark(session)}${network}`
}

function customerOf(
  visit: MemberVisit,
  { customer, billing_address: billing, shipping_address: shipping }: SessionRecord,
): readonly (readonly [string, Markup | string | null])[] {
  const { email } = customer
  // The search refuses an address that looks like the number of a card.
  const canSearch = email !== undefined && !hasCardNumber(email)
  const all = canSearch && html` <a class="whole" href="${visit.to('payments', { q: email })}">All their payments</a>`
  return [
    ['Email', html`${email ?? '—'}${all}`],
    ['Name', customer.name ?? null],
    ['Phone', customer.phone ?? null],
    ['Billing address', addressOf(billing)],
    ['Shipping address', addressOf(shipping)],
  ]
}

function addressOf(address: SessionRecord['billing_address']): string | null {
  if (!address) return null
  const { line1, line2, postal_code, city, state, country } = address
  const lines = [line1, line2, [postal_code, city].filter(Boolean).join(' '), state, country].filter(
    (line) => line !== undefined && line !== '',
  )
  return lines.length === 0 ? null : lines.join(', ')
}

function metadataOf({ metadata }: SessionRecord): Markup | null {
  const entries = Object.entries(metadata)
  return entries.length === 0 ? null : section('metadata-title', 'Metadata', facts(entries))
}

const movementWords: Readonly<Record<MovementRecord['kind'], { readonly name: string; readonly sign: '+' | '−' }>> = {
  capture: { name: 'Taken from the card', sign: '+' },
  refund: { name: 'Refunded', sign: '−' },
  reversal: { name: 'Returned automatically', sign: '−' },
  chargeback: { name: 'Taken back in a dispute', sign: '−' },
  chargeback_reversal: { name: 'Dispute won', sign: '+' },
  refund_reversal: { name: 'Refund that came back', sign: '+' },
  return_reversal: { name: 'Return that came back', sign: '+' },
  capture_reversal: { name: 'Never arrived', sign: '−' },
}

/** The approval counts the whole payment, and its capture may bring another amount. */
const captureDifferences = { '+': 'Captured more, or later', '−': 'Not captured' } as const

function ledgerOf({ merchant }: MemberVisit, movements: readonly MovementRecord[]): Markup {
  // A bank may report a dispute or a refund in another currency than the payment.
  const left = [...Map.groupBy(movements, ({ currency }) => currency)].map(([currency, lines]) =>
    money({
      amount: lines.reduce((sum, { kind, amount }) => sum + (movementWords[kind].sign === '+' ? amount : -amount), 0),
      currency,
    }),
  )
  const rows = movements.map((line) => [
    isCaptureLine(line.processor_reference)
      ? captureDifferences[movementWords[line.kind].sign]
      : movementWords[line.kind].name,
    `${movementWords[line.kind].sign}${money(line)}`,
    html`${time(line.created_at, merchant.time_zone)} <code class="hint">${line.id}</code>`,
  ])
  return html`
    ${table('Lines of the ledger', ['What', { figures: 'Amount' }, 'When and line'], rows)}
    <p>Left with you: <strong>${left.join(', ')}</strong></p>
  `
}

function rawOf(session: SessionRecord): Markup {
  return html`
    <details>
      <summary>As the API shows it</summary>
      <p class="hint">Without <code>client_secret</code> and <code>url</code>, because anyone who has them can pay.</p>
      <pre><code>${JSON.stringify(sessionData(session), null, 2)}</code></pre>
    </details>
  `
}

function testSection(visit: MemberVisit, session: SessionRecord): Markup | null {
  if (visit.scope.livemode || session.status !== 'paid') return null
  const confirm = `Let the cardholder’s bank take ${money(session)} back?`
  const form = renderForm(visit, `payments/${session.id}`, { ...disputeForm, confirm })
  return section(
    'test-title',
    'In test mode',
    html`<p>Let the cardholder’s bank take the payment back, to see how your systems react.</p>${form}`,
  )
}
