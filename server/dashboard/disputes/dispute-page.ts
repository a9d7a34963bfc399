import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import { closeDisputeInTest } from '../../flows/sandbox/test-helpers.ts'
import { html, type Markup } from '../../markup/html.ts'
import { notesOf } from '../../store/notes/payment-notes.ts'
import { findSession } from '../../store/sessions/checkout-sessions.ts'
import { findDispute } from '../../store/disputes/disputes.ts'
import { noteForms, notesSection } from '../notes/notes.ts'
import { facts, section, table, time } from '../shell/format.ts'
import { renderForm } from '../shell/forms.ts'
import {
  page,
  problem,
  type DashboardPage,
  type MemberForm,
  type MemberVisit,
  type Outcome,
  type Shown,
} from '../shell/page.ts'
import { disputeDifference, disputeOutlook, disputeRounds, reportedStages } from './dispute-words.ts'
import { disputeEffect, disputeReasons, disputeStages, disputeTag, money } from '../shell/words.ts'
import { onlyInTest } from '../sessions/payment-page.ts'

const winForm: MemberForm = {
  name: 'win',
  needs: 'refund',
  button: 'Decide in your favour (won)',
  confirm: 'Close this dispute as won?',
  fields: {},
  submit: (visit) => close(visit, 'won'),
}

const loseForm: MemberForm = {
  name: 'lose',
  needs: 'refund',
  button: 'Decide in the cardholder’s favour (lost)',
  danger: true,
  confirm: 'Close this dispute as lost?',
  fields: {},
  submit: (visit) => close(visit, 'lost'),
}

const notes = noteForms(async (visit) => (await disputeOf(visit))?.session_id ?? null)

/** One dispute. In live mode the page only shows it, because the cardholder's bank decides. */
export const disputePage: DashboardPage = {
  path: 'disputes/{id}',
  needs: 'see',
  show,
  forms: [winForm, loseForm, notes.write, notes.remove],
}

async function show(visit: MemberVisit): Promise<Shown> {
  const dispute = await disputeOf(visit)
  if (!dispute) return problem(404)
  const at = (date: Date | null): Markup | null => date && time(date, visit.merchant.time_zone)
  const { scope, context } = visit
  const [session, written] = await Promise.all([
    findSession(scope, context.db, dispute.session_id),
    notesOf(scope, context.db, dispute.session_id),
  ])
  const about = facts([
    ['Status', disputeTag(dispute)],
    ['Stage', dispute.reason === 'capture_failed' ? null : disputeStages[dispute.stage]],
    ['Amount', money(dispute)],
    ['Difference', session && disputeDifference(dispute, session)],
    ['Reason', dispute.reason && disputeReasons[dispute.reason]],
    ['Payment', html`<a href="${visit.to(`payments/${dispute.session_id}`)}">${dispute.session_id}</a>`],
    ['Your reference', session?.reference ?? null],
    ['For', session?.description ?? null],
    ['Customer', session?.customer.email ?? session?.customer.name ?? null],
    ['Opened', at(dispute.opened_at)],
    ['Answer by', dispute.status === 'open' ? at(dispute.respond_by) : null],
    ['Closed', at(dispute.closed_at)],
    ['Id', html`<code>${dispute.id}</code>`],
    ['Reference of the bank', html`<code>${dispute.processor_reference}</code>`],
  ])
  const next = disputeOutlook(dispute)
  const outlook = next !== null && html`<p><strong>What may still happen:</strong> ${next}</p>`
  return page(
    `Dispute of ${money(dispute)}`,
    html`
      ${section('what', 'What it means', html`<p>${disputeEffect(dispute)}</p>${outlook}${about}`)}
      ${section('reports', 'What the bank has reported', reportsOf(dispute, at))}
      ${decision(visit, dispute)}
      ${notesSection(visit, `disputes/${dispute.id}`, notes, written)}
    `,
  )
}

function reportsOf(dispute: DisputeRecord, at: (date: Date | null) => Markup | null): Markup {
  const steps = [...dispute.steps].sort((a, b) => (a.at < b.at ? -1 : 1))
  const rows = steps.map((step) => [
    `${reportedStages[step.stage]}${disputeRounds[step.round ?? 'chargeback']}`,
    money(step),
    at(new Date(step.at)),
    html`<code>${step.event}</code>`,
  ])
  return table('Reports about this dispute', ['What', { figures: 'Amount' }, 'Arrived', 'Report'], rows)
}

function decision(visit: MemberVisit, dispute: DisputeRecord): Markup | null {
  if (dispute.status !== 'open') return null
  if (visit.scope.livemode)
    return html`
      <section>
        <p>
          The cardholder’s bank decides. You answer the dispute at your acquirer. We report the decision here, and with
          an event: <code>session.dispute_closed</code> (won) or <code>session.dispute_lost</code>.
        </p>
      </section>
    `
  const at = `disputes/${dispute.id}`
  const forms = html`<div class="side">${renderForm(visit, at, winForm)}${renderForm(visit, at, loseForm)}</div>`
  return section('test', 'In test mode, you are the bank', forms)
}

function disputeOf({ context, scope, params }: MemberVisit): Promise<DisputeRecord | null> {
  return findDispute(scope, context.db, params['id'] ?? '')
}

async function close(visit: MemberVisit, outcome: 'won' | 'lost'): Promise<Outcome> {
  const { context, scope, caller } = visit
  const dispute = await disputeOf(visit)
  if (!dispute) return problem(404)
  if (scope.livemode) return problem(403, onlyInTest)
  const isOpen = dispute.status === 'open'
  const closed = isOpen ? await closeDisputeInTest(context, scope, dispute.session_id, outcome, caller) : null
  if (closed?.kind === 'session')
    return { kind: 'done', notice: { message: disputeEffect({ ...dispute, status: outcome }) } }
  return { kind: 'done', notice: { message: 'This dispute is already closed, so nothing was changed.' } }
}
