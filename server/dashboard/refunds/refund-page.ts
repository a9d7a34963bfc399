import { createHash } from 'node:crypto'
import { fromMajorUnits, inMajorUnits, majorUnitsHint } from '../../domain/money/major-units.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import { amountLeft } from '../../domain/refunds/refund-state.ts'
import { lengthOf } from '../../../spec/lib/formats.ts'
import { readSession } from '../../flows/sessions/read-session.ts'
import { listRefunds } from '../../store/refunds/refunds.ts'
import { isRepeated, refundSession } from '../../flows/refunds/refund-session.ts'
import { readRefund } from '../../flows/refunds/settle-refund.ts'
import { html, type Markup } from '../../markup/html.ts'
import { agoWords, facts, section } from '../shell/format.ts'
import { formAround, renderButton, renderField } from '../shell/forms.ts'
import {
  page,
  problem,
  type DashboardPage,
  type Field,
  type MemberForm,
  type MemberVisit,
  type Outcome,
  type Shown,
} from '../shell/page.ts'
import { money } from '../shell/words.ts'

// Two steps, both without a script. The first asks for the amount; the second shows the effect and makes the refund.

const maxReason = 255

interface Typed {
  readonly amount: string
  readonly reason: string
}
type Errors = Readonly<Record<string, string>>

const sendForm: MemberForm = {
  name: 'send',
  button: 'Refund',
  fields: {
    amount: { label: 'Amount', type: 'hidden', required: true, max: 20 },
    reason: { label: 'Reason', type: 'hidden', max: maxReason },
    left: { label: 'Left before', type: 'hidden', required: true, max: 20 },
  },
  again: askAgain,
  submit: send,
}

/** A stale page and a repetition need no question: `send` answers both. */
async function askAgain(visit: MemberVisit, values: Readonly<Record<string, string>>): Promise<string | null> {
  const { context, scope, params } = visit
  const id = params['id'] ?? ''
  // The refunds come first. A refund that comes between the two reads then makes the page stale, as it should.
  const earlier = await refundedJustNow(context, scope, id)
  const session = await readSession(context, scope, id)
  if (!session || fromMajorUnits(values['left'] ?? '', session.currency) !== amountLeft(session)) return null
  if (earlier === null || (await isRepeated(context, scope, keyOf(visit, session, values)))) return null
  return `${earlier} Do you want to refund ${values['amount'] ?? ''} ${session.currency} more?`
}

function keyOf({ formId }: MemberVisit, { id }: SessionRecord, values: Readonly<Record<string, string>>): RefundKey {
  return { key: `dashboard-${formId ?? ''}`, fingerprint: fingerprintOf(id, values) }
}

type RefundKey = Parameters<typeof isRepeated>[2]

/** A refund this recent may be the same one, which somebody sends twice: back in the browser, or beside a program. */
const recentMs = 3600_000

/** Says that the payment had a refund just now. Null: it had none. */
async function refundedJustNow(
  { db, clock }: MemberVisit['context'],
  scope: MemberVisit['scope'],
  sessionId: string,
): Promise<string | null> {
  const refunds = await listRefunds(scope, db, { sessionId, startingAfter: null, limit: 10 })
  const latest = refunds.find(({ status }) => status !== 'failed')
  if (!latest) return null
  const now = clock.now()
  if (now.getTime() - latest.created_at.getTime() > recentMs) return null
  return `A refund of ${money(latest)} for this payment was made ${agoWords(latest.created_at, now)}.`
}

export const refundPage: DashboardPage = { path: 'payments/{id}/refund', needs: 'refund', show, forms: [sendForm] }

async function show(visit: MemberVisit): Promise<Shown> {
  const session = await readSession(visit.context, visit.scope, visit.params['id'] ?? '')
  if (!session) return problem(404)
  const recent = obstacleOf(session) === null ? await refundedJustNow(visit.context, visit.scope, session.id) : null
  return page(
    `Refund of a payment of ${money(session)}`,
    html`${recent !== null && html`<p class="note">${recent}</p>`}${contentFor(visit, session)}
      <p><a href="${visit.to(`payments/${session.id}`)}">Back to the payment</a></p>`,
  )
}

function contentFor(visit: MemberVisit, session: SessionRecord): Markup {
  const refused = visit.sent?.errors
  const alert = refused?.['form'] !== undefined && html`<p class="alert" role="alert">${refused['form']}</p>`
  const obstacle = obstacleOf(session)
  if (obstacle !== null) return html`${alert}<section class="problem"><p>${obstacle}</p></section>`
  const typed = typedIn(visit.sent?.values ?? visit.query)
  if (refused) return html`${alert}${askStep(visit, session, typed, refused)}`
  if (visit.query['amount'] === undefined || visit.query['edit'] !== undefined)
    return askStep(visit, session, typed, {})
  const errors = errorsOf(visit, session, typed)
  return Object.keys(errors).length === 0 ? confirmStep(visit, session, typed) : askStep(visit, session, typed, errors)
}

function typedIn(values: Readonly<Record<string, string>>): Typed {
  return { amount: (values['amount'] ?? '').trim(), reason: (values['reason'] ?? '').trim() }
}

/** Why the payment cannot be refunded. Null: it can. */
function obstacleOf(session: SessionRecord): string | null {
  switch (session.status) {
    case 'paid':
      return amountLeft(session) > 0
        ? null
        : 'The rest of this payment is already on its way back. The payment’s page shows the state.'
    case 'open':
      return 'Nothing has been paid yet, so there is nothing to refund.'
    case 'processing':
      return 'The bank has not decided on this payment yet. Try again in a minute.'
    case 'failed':
    case 'expired':
      return 'This checkout was not paid, so there is nothing to refund.'
    case 'refunded':
      return 'This payment has already been refunded in full.'
    case 'disputed':
      return (
        'The cardholder’s bank has taken the money of this payment back. ' +
        'A disputed payment cannot be refunded: the money would go back twice.'
      )
  }
}

function errorsOf(visit: MemberVisit, session: SessionRecord, { amount, reason }: Typed): Errors {
  const error = amountError(session, amount) ?? limitError(visit, session, { amount, left: amountLeft(session) })
  return {
    ...(error !== null && { amount: error }),
    ...(lengthOf(reason) > maxReason && { reason: `Use at most ${maxReason} characters.` }),
  }
}

function amountError(session: SessionRecord, text: string): string | null {
  const { currency } = session
  const amount = fromMajorUnits(text, currency)
  if (text === '') return 'Fill in this field.'
  if (amount === null) return majorUnitsHint(currency, text)
  if (amount === 0) return `The smallest refund is ${money({ amount: 1, currency })}.`
  return amount > amountLeft(session)
    ? `This is more than the ${money({ amount: amountLeft(session), currency })} that is left.`
    : null
}

/**
 * Why a person whose role has a limit may not refund this much. The limit is for all that goes back of one payment, so
 * that several refunds do not get around it. `left`: before the refund.
 */
function limitError(
  { member }: MemberVisit,
  { amount: paid, currency }: SessionRecord,
  of: { readonly amount: string; readonly left: number },
): string | null {
  if (member.refund_limit === null) return null
  const most = fromMajorUnits(String(member.refund_limit), currency) ?? 0
  const refunded = paid - of.left + (fromMajorUnits(of.amount, currency) ?? 0)
  if (refunded <= most) return null
  const limit = money({ amount: most, currency })
  return `You may refund at most ${limit} of a payment. Ask somebody in the account whose role has no such limit.`
}

/** The first step. A GET form, because it changes nothing and can be repeated and bookmarked. */
function askStep(visit: MemberVisit, session: SessionRecord, typed: Typed, errors: Errors): Markup {
  const { currency } = session
  const fields: Readonly<Record<keyof Typed, Field>> = {
    amount: {
      label: `Amount in ${currency}`,
      type: 'text',
      required: true,
      max: 20,
      inputmode: 'decimal',
      hint: `At most ${money({ amount: amountLeft(session), currency })}.`,
    },
    reason: {
      label: 'Reason',
      type: 'text',
      max: maxReason,
      hint: 'For your own use: the dashboard and the API show it, but the customer does not see it.',
    },
  }
  const form = { name: 'check', fields }
  const sent = {
    sent: {
      name: form.name,
      values: {
        ...typed,
        amount:
          typed.amount === '' && errors['amount'] === undefined
            ? inMajorUnits(amountLeft(session), currency)
            : typed.amount,
      },
      errors,
    },
  }
  const inputs = (['amount', 'reason'] as const).map((name) => renderField<MemberVisit>(sent, form, name))
  return html`
    <section>
      <p>${soFar(session)}</p>
      <form method="get" action="${visit.to(`payments/${session.id}/refund`)}" id="check">
        ${inputs}
        <button class="main">Check</button>
      </form>
    </section>
  `
}

function soFar({ amount, amount_refunded, amount_refund_pending, currency }: SessionRecord): string {
  const sum = (part: number): string => money({ amount: part, currency })
  const before = amount_refunded > 0 ? ` ${sum(amount_refunded)} of it has already been refunded.` : ''
  const waiting = amount_refund_pending > 0 ? ` ${sum(amount_refund_pending)} of it is waiting for the bank.` : ''
  return `The customer paid ${sum(amount)}.${before}${waiting} The refund goes back to the card that paid.`
}

/** The second step: the effect of the refund, and the button that makes it. */
function confirmStep(visit: MemberVisit, session: SessionRecord, typed: Typed): Markup {
  const { currency } = session
  const amount = fromMajorUnits(typed.amount, currency) ?? 0
  const left = amountLeft(session)
  const at = `payments/${session.id}/refund`
  const values: Readonly<Record<string, string>> = { ...typed, left: inMajorUnits(left, currency) }
  const summary = facts([
    ['Refund now', html`<strong>${money({ amount, currency })}</strong>`],
    ['Reason', typed.reason === '' ? '—' : typed.reason],
    ['Left before', money({ amount: left, currency })],
    [
      'Left afterwards',
      amount === left
        ? `${money({ amount: 0, currency })}: the payment is refunded in full`
        : money({ amount: left - amount, currency }),
    ],
  ])
  const hidden = Object.keys(sendForm.fields).map((name) => renderField(visit, sendForm, name, values[name]))
  const button = renderButton({ button: `Refund ${money({ amount, currency })}` })
  const change = html`<a href="${visit.to(at, { ...typed, edit: 'yes' })}">Change</a>`
  const form = formAround(visit, at, sendForm, html`${hidden}<p class="go">${button} ${change}</p>`)
  return section('check-title', 'Is this right?', html`${summary}${form}`)
}

async function send(visit: MemberVisit, values: Readonly<Record<string, string>>): Promise<Outcome> {
  const { context, scope, params, caller, to } = visit
  const session = await readSession(context, scope, params['id'] ?? '')
  if (!session) return problem(404)
  const typed = typedIn(values)
  const [amount, expectedLeft] = [typed.amount, values['left'] ?? ''].map((text) =>
    fromMajorUnits(text, session.currency),
  )
  if (amount == null || amount === 0 || expectedLeft == null)
    return { kind: 'invalid', errors: { amount: amountError(session, typed.amount) ?? 'Check this once more.' } }
  const limited = limitError(visit, session, { amount: typed.amount, left: expectedLeft })
  if (limited !== null) return { kind: 'invalid', errors: { amount: limited } }
  const key = keyOf(visit, session, values)
  const result = await refundSession(
    context,
    scope,
    session.id,
    { amount, ...(typed.reason !== '' && { reason: typed.reason }) },
    key,
    {
      person: caller,
      expectedLeft,
    },
  )
  const done = async (words: string): Promise<Outcome> => ({
    kind: 'done',
    to: to(`payments/${session.id}`),
    notice: { message: `${words} ${await leftWords()}` },
  })
  const leftWords = async (): Promise<string> => leftNow(await readSession(context, scope, session.id))
  // The same form was sent before, and the process ended before it could show the result.
  if (result.kind === 'replay') {
    const refund = await readRefund(context, scope, refundIdIn(result))
    return refund ? done(resultWords(refund)) : problem(404)
  }
  if (result.kind === 'refund') return done(resultWords(result.refund))
  if (result.code === 'session_not_found') return problem(404)
  if (result.code === 'processor_unavailable')
    return done(
      `The bank could not be reached, so the refund of ${money({ amount, currency: session.currency })} is waiting. ` +
        'We keep trying until the bank answers. Do not send it a second time: this page will show the result.',
    )
  if (result.code === 'request_in_progress' || result.code === 'idempotency_conflict')
    return problem(409, { link: { href: to(`payments/${session.id}`), text: 'Look at the payment' } })
  if (result.code === 'parameter_invalid')
    return { kind: 'invalid', errors: { amount: result.detail.message ?? 'This amount cannot be refunded.' } }
  if (result.code === 'refund_exceeds_amount')
    return {
      kind: 'invalid',
      errors: { amount: amountError(session, typed.amount) ?? 'This is more than what is left.' },
    }
  return {
    kind: 'invalid',
    errors: {
      form: `Nothing was refunded just now, because the payment has changed since you checked. ${await leftWords()}`,
    },
  }
}

/** Only refunds that were made keep a reply for the dashboard's keys. */
function refundIdIn({ body }: { readonly body: string }): string {
  return (JSON.parse(body) as { id: string }).id
}

function fingerprintOf(sessionId: string, values: Readonly<Record<string, string>>): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['dashboard refund', sessionId, values['amount'], values['reason']]))
    .digest()
}

function resultWords(refund: RefundRecord): string {
  switch (refund.status) {
    case 'succeeded':
      return `${money(refund)} is refunded.`
    case 'pending':
      return `${money(refund)} is on its way back: the bank has not confirmed it yet.`
    case 'failed':
      return (
        `The bank refused the refund of ${money(refund)}, and nothing was returned: ` +
        (refund.failure_message ?? 'it gave no reason.')
      )
  }
}

/** The state of the payment after a refund, or after one that was not made. */
function leftNow(session: SessionRecord | null): string {
  if (!session) return ''
  const { amount_refunded: refunded, amount_refund_pending: pending, currency } = session
  if (session.status === 'disputed') return 'The payment is now disputed.'
  if (session.status === 'refunded') return 'The payment is refunded in full.'
  const part = (amount: number, words: string): string[] =>
    amount > 0 ? [`${money({ amount, currency })} ${words}`] : []
  const parts = [
    ...part(refunded, 'of it has been refunded so far'),
    ...part(pending, 'of it is waiting for the bank'),
    `${money({ amount: amountLeft(session), currency })} is left`,
  ]
  return `${parts.join(', ')}.`
}
