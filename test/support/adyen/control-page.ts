import type { IncomingMessage, ServerResponse } from 'node:http'
import { html, type Markup } from '../../../server/markup/html.ts'
import { disputeStages, type BookedPayment, type Books, type DisputeStage } from './books.ts'
import { majorUnits, testCards } from './cards.ts'
import type { Fault, OperationName } from './faults.ts'
import { readForm, redirect, sendPage, sendText } from './http.ts'
import type { QueuedItem } from './notifications.ts'
import { resultNames, resultOfName } from './results.ts'
import type { AdyenStandIn } from './stand-in.ts'

const shown = 50

/** The faults that the page offers, by their names in its list. */
const offeredFaults: Readonly<Record<string, Fault>> = {
  'Answer 429, no effect': { kind: 'status', status: 429 },
  'Answer 500, no effect': { kind: 'status', status: 500 },
  'Answer 401, no effect': { kind: 'status', status: 401 },
  'Close the connection before the effect': { kind: 'cut_before' },
  'Close the connection after the effect': { kind: 'cut_after' },
  'Have the effect and never answer': { kind: 'silent' },
  'Have the effect and answer 500': { kind: 'error_after' },
  'Have the effect and answer garbage': { kind: 'garbage' },
  'Take ten seconds': { kind: 'slow', ms: 10_000 },
}

const operationNames: readonly OperationName[] = [
  'payments',
  'details',
  'refund',
  'cancel_by_reference',
  'card_details',
]

/** A page on which a person sees what the stand-in booked, and plays the bank. */
export function controlPage(
  standIn: AdyenStandIn,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    if (!isFromThisPage(request, standIn)) return sendText(response, 403, 'Only the page itself may send this')
    if (request.method !== 'POST') return sendPage(response, wholePage(standIn))
    try {
      await act(standIn, await readForm(request))
    } catch (error) {
      return sendText(response, 400, error instanceof Error ? error.message : String(error))
    }
    redirect(response, '/')
  }
}

/** Another site in the same browser must not press the buttons of this page. */
function isFromThisPage(request: IncomingMessage, standIn: AdyenStandIn): boolean {
  const { host, origin } = request.headers
  const port = new URL(standIn.origin).port
  const isLoopback = host === `127.0.0.1:${port}` || host === `localhost:${port}`
  return isLoopback && (origin === undefined || origin === `http://${host}`)
}

async function act(standIn: AdyenStandIn, form: URLSearchParams): Promise<void> {
  const value = (name: string): string => form.get(name) ?? ''
  switch (value('do')) {
    case 'payment':
      return actOnPayment(standIn.books, value('psp'), value('action'))
    case 'address':
      standIn.account.notifyAt = { ...standIn.account.notifyAt, url: value('url') }
      return
    case 'send':
      return standIn.notifications.send(standIn.notifications.items.slice(Number(value('index'))).slice(0, 1))
    case 'resend':
      return standIn.notifications.resend()
    case 'hold':
      return standIn.notifications.hold()
    case 'release':
      return standIn.notifications.release(value('order') === 'reversed' ? 'reversed' : 'in_order')
    case 'settle':
      return void standIn.settlement.closeBatch(standIn.account)
    case 'unknown':
      return void standIn.announceUnknown()
    case 'fault':
      return addFault(standIn, value('fault'), value('on'), Number(value('times')))
    case 'no faults':
      return standIn.faults.clear()
    case 'issuer':
      standIn.issuer.forbidsFrames = form.has('forbidsFrames')
      standIn.issuer.ignoresFingerprint = form.has('ignoresFingerprint')
      return
    case 'violations':
      return void standIn.violations.take()
    default:
      throw new Error('There is no such button')
  }
}

function addFault(standIn: AdyenStandIn, name: string, on: string, times: number): void {
  const fault = offeredFaults[name]
  const operation = operationNames.find((candidate) => candidate === on)
  if (!fault || !(times >= 1)) throw new Error('Choose a fault and how many calls it hits')
  standIn.faults.add(fault, { times, ...(operation && { on: operation }) })
}

function actOnPayment(books: Books, psp: string, action: string): void {
  const payment = books.byPspReference(psp)
  if (!payment) throw new Error('There is no such payment')
  const lateResult = payment.status === 'received' ? resultOfName(action) : null
  if (lateResult) return books.decide(payment, lateResult)
  const stage = disputeStages.find((candidate) => candidate === action)
  if (stage) return void books.dispute(payment, stage)
  if (action === 'CAPTURE_FAILED') return books.failCapture(payment)
  const [what, modificationPsp] = action.split(' ')
  const refund = payment.modifications.find(({ pspReference }) => pspReference === modificationPsp)
  if (refund && what === 'REFUND_FAILED') return books.failRefund(payment, refund)
  if (refund && what === 'REFUNDED_REVERSED') return books.reverseRefund(payment, refund)
  throw new Error('Choose what happens to the payment')
}

function wholePage(standIn: AdyenStandIn): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Adyen stand-in</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            font: 1rem/1.5 system-ui, sans-serif;
            margin: 1.5rem auto;
            max-width: 75rem;
            overflow-wrap: anywhere;
            padding: 0 1rem;
          }
          .wide {
            overflow-x: auto;
          }
          table {
            border-collapse: collapse;
          }
          td,
          th {
            border-bottom: 1px solid #8884;
            padding: 0.25rem 1rem 0.25rem 0;
            text-align: start;
            vertical-align: top;
          }
          button,
          input,
          select {
            font: inherit;
            max-width: 100%;
          }
          td {
            white-space: nowrap;
          }
          td.state {
            min-width: 14rem;
            white-space: normal;
          }
          form,
          .row {
            align-items: center;
            display: flex;
            flex-wrap: wrap;
            gap: 0.25rem 0.5rem;
            margin: 0.25rem 0;
          }
          fieldset {
            border: 0;
            margin: 0;
            padding: 0;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>Adyen stand-in</h1>
          <p>This page is the bank, the card networks and Adyen. Reload it to see what has happened since.</p>
          ${violationsPart(standIn)} ${paymentsPart(standIn)} ${settlementPart(standIn)}
          ${notificationsPart(standIn)} ${faultsPart(standIn)} ${issuerPart(standIn)} ${cardsPart()}
        </main>
      </body>
    </html>`
}

function violationsPart({ violations }: AdyenStandIn): Markup | null {
  if (violations.all.length === 0) return null
  return html`<h2>What Adyen's documents do not allow</h2>
    <ul>
      ${violations.all.map(({ where, problems }) => html`<li>${where}: ${problems.join('; ')}</li>`)}
    </ul>
    ${button('violations', 'Forget these')}`
}

function paymentsPart({ books }: AdyenStandIn): Markup {
  if (books.payments.length === 0) return html`<h2>Payments</h2><p>No payment has arrived yet.</p>`
  const balances = Object.entries(books.balances()).map(
    ([currency, value]) => `${currency} ${majorUnits({ currency, value })}`,
  )
  return html`<h2>Payments</h2>
    <p>Received and kept: ${balances.join(', ') || 'nothing'}.</p>
    <div class="wide" role="region" aria-label="Payments" tabindex="0">
      <table>
        <tr>
          <th>Reference</th>
          <th>Amount</th>
          <th>Card</th>
          <th>State</th>
          <th>What happens next</th>
        </tr>
        ${books.payments.slice(-shown).reverse().map(paymentRow)}
      </table>
    </div>`
}

function settlementPart({ settlement }: AdyenStandIn): Markup {
  return html`<h2>Settlement</h2>
    <p>A batch settles and pays out what no earlier batch has. Its report is for <code>npm run reconcile</code>.</p>
    <ul>
      ${settlement.names.map((name) => html`<li><a href="/reports/${name}" download="${name}">${name}</a></li>`)}
    </ul>
    ${button('settle', 'Close the batch')}`
}

function paymentRow(payment: BookedPayment): Markup {
  const { amount, result } = payment
  const money = (value: number): string => majorUnits({ ...amount, value })
  const states = [
    payment.status,
    result?.refusalReason,
    payment.captured > 0 && `captured ${money(payment.captured)}`,
    payment.refunded > 0 && `refunded ${money(payment.refunded)}`,
    payment.chargedBack > 0 && `charged back ${money(payment.chargedBack)}`,
  ].filter((text) => typeof text === 'string')
  const refunds = payment.modifications.filter(({ kind, status }) => kind === 'refund' && status === 'done')
  const stages: readonly DisputeStage[] = payment.status === 'authorised' ? disputeStages : []
  const choices = [
    ...(payment.status === 'received' ? ['APPROVED', 'DECLINED'].map((name) => [name, name] as const) : []),
    ...(payment.captured > 0 ? [['CAPTURE_FAILED', 'CAPTURE_FAILED'] as const] : []),
    ...refunds.flatMap((refund) =>
      ['REFUND_FAILED', 'REFUNDED_REVERSED'].map(
        (event) => [`${event} ${refund.pspReference}`, `${event} of ${money(refund.amount.value)}`] as const,
      ),
    ),
    ...stages.map((stage) => [stage, stage] as const),
  ]
  return html`<tr>
    <td>${payment.reference}<br />${payment.pspReference}</td>
    <td>${amount.currency} ${money(amount.value)}</td>
    <td>${payment.brand} ${payment.lastFour}</td>
    <td class="state">${states.join(', ')}</td>
    <td>
      ${
        choices.length > 0 &&
        html`<form method="post" action="/">
        <input type="hidden" name="do" value="payment" />
        <input type="hidden" name="psp" value="${payment.pspReference}" />
        <select name="action" aria-label="What happens to ${payment.reference}">
          ${choices.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
        </select>
        <button>Do it</button>
      </form>`
      }
    </td>
  </tr>`
}

function notificationsPart({ account, notifications }: AdyenStandIn): Markup {
  const { items } = notifications
  return html`<h2>Notifications</h2>
    <form method="post" action="/">
      <input type="hidden" name="do" value="address" />
      <label>
        Address <input type="url" name="url" size="70" value="${account.notifyAt?.url ?? ''}" />
      </label>
      <button>Save</button>
    </form>
    ${!account.notifyAt?.url && html`<p>Without an address the stand-in sends nothing.</p>`}
    <div class="row">
      ${button('resend', 'Send the refused ones again')} ${button('hold', 'Hold all')}
      ${button('release', 'Send the held ones')}
      ${button('release', 'Send the held ones, the last one first', { order: 'reversed' })}
      ${button('unknown', 'Send one of an unknown type')}
    </div>
    <div class="wide" role="region" aria-label="Notifications" tabindex="0">
      <table>
        <tr>
          <th>Event</th>
          <th>Reference</th>
          <th>Success</th>
          <th>State</th>
          <th>Send again</th>
        </tr>
        ${items
          .map((queued, index) => ({ queued, index }))
          .slice(-shown)
          .reverse()
          .map(({ queued, index }) => notificationRow(queued, index))}
      </table>
    </div>`
}

function notificationRow({ item, state, answer, attempts }: QueuedItem, index: number): Markup {
  const how = answer === null ? '' : ` (${answer}, ${attempts === 1 ? 'sent once' : `sent ${attempts} times`})`
  return html`<tr>
    <td>${item.eventCode}</td>
    <td>${item.merchantReference}</td>
    <td>${item.success}</td>
    <td class="state">${state}${how}</td>
    <td>${button('send', 'Send', { index: String(index) })}</td>
  </tr>`
}

function faultsPart({ faults }: AdyenStandIn): Markup {
  return html`<h2>Faults</h2>
    <form method="post" action="/">
      <input type="hidden" name="do" value="fault" />
      <select name="fault" aria-label="Fault">
        ${Object.keys(offeredFaults).map((name) => html`<option>${name}</option>`)}
      </select>
      <select name="on" aria-label="Operation">
        <option value="">for every operation</option>
        ${operationNames.map((name) => html`<option>${name}</option>`)}
      </select>
      <label>calls <input type="number" name="times" min="1" value="1" /></label>
      <button>Switch on</button>
    </form>
    <ul>
      ${faults.waiting.map((text) => html`<li>${text}</li>`)}
    </ul>
    ${faults.waiting.length > 0 && button('no faults', 'Switch all off')}`
}

function issuerPart({ issuer }: AdyenStandIn): Markup {
  const box = (name: keyof typeof issuer, text: string): Markup =>
    html`<label><input type="checkbox" name="${name}" ${issuer[name] && 'checked'} /> ${text}</label><br />`
  return html`<h2>Issuer's pages</h2>
    <form method="post" action="/">
      <input type="hidden" name="do" value="issuer" />
      <fieldset>
        ${box('forbidsFrames', 'The page for the confirmation forbids frames')}
        ${box('ignoresFingerprint', 'The fingerprint page never answers')}
      </fieldset>
      <button>Save</button>
    </form>`
}

function cardsPart(): Markup {
  return html`<h2>Test cards</h2>
    <p>Every card needs a date in the future, and the code 737 (American Express: 7373). Another code is refused.</p>
    <ul>
      ${testCards.map(({ number, about }) => html`<li>${number}: ${about}</li>`)}
    </ul>
    <p>
      The name on the card chooses the result: ${resultNames.join(', ')}. With the names “capture failed” and “refund
      failed”, the payment or its refund fails later.
    </p>`
}

function button(action: string, text: string, fields: Readonly<Record<string, string>> = {}): Markup {
  return html`<form method="post" action="/">
    <input type="hidden" name="do" value="${action}" />
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button>${text}</button>
  </form>`
}
