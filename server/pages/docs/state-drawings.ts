import { paymentLinkTransitions } from '../../domain/payment-link-state.ts'
import type { PaymentLinkStatus, PaymentLinkTrigger } from '../../domain/payment-link-state.ts'
import { sessionTransitions } from '../../domain/session-state.ts'
import type { SessionStatus } from '../../domain/session-state.ts'
import { triggerNotes } from './guides/trigger-notes.ts'
import { table } from './markdown-table.ts'
import { drawStates } from './state-drawing.ts'
import type { DrawnState, StateDrawing } from './state-drawing.ts'

const sessionPlaces: Readonly<Record<SessionStatus, DrawnState>> = {
  open: { x: 90, y: 50 },
  processing: { x: 390, y: 50 },
  expired: { x: 90, y: 220 },
  failed: { x: 614, y: 190 },
  paid: { x: 390, y: 240 },
  refunded: { x: 110, y: 400 },
  disputed: { x: 596, y: 400 },
}

const paymentLinkPlaces: Readonly<Record<PaymentLinkStatus, DrawnState>> = {
  active: { x: 90, y: 140 },
  expired: { x: 350, y: 36 },
  deactivated: { x: 350, y: 244 },
  paid: { x: 610, y: 140 },
}

/** Every drawing, made from the transition tables. */
export const stateDrawings: readonly StateDrawing[] = [
  drawStates({
    name: 'session-states',
    title: 'States of a checkout session',
    width: 700,
    height: 470,
    states: sessionPlaces,
    start: 'open',
    transitions: sessionTransitions,
  }),
  drawStates({
    name: 'payment-link-states',
    title: 'States of a payment link',
    width: 700,
    height: 280,
    states: paymentLinkPlaces,
    start: 'active',
    transitions: paymentLinkTransitions,
  }),
]

const paymentLinkTriggerTexts: Readonly<Record<PaymentLinkTrigger, string>> = {
  paid_off: 'A one-off link is paid, perhaps by a payment that was at the bank when the link ended.',
  time_passed: 'Its `expires_at` passes.',
  deactivated: 'You deactivate it.',
}

/** The drawing of a payment link's life and the table it is drawn from, as Markdown. */
export function paymentLinkStates(): string {
  const rows = paymentLinkTransitions.map(({ from, trigger, to }) => [
    `\`${from}\``,
    paymentLinkTriggerTexts[trigger],
    `\`${to}\``,
  ])
  return `![States of a payment link as boxes, joined by arrows: every arrow is a row of the table below](/docs/payment-link-states.svg)\n\n${table(['From', 'What happens', 'To'], rows)}`
}

/** When an event is sent, in the words of the table. */
export function causesOfEvent(event: string): string[] {
  const triggers = sessionTransitions.filter((row) => row.event === event).map(({ trigger }) => trigger)
  return [...new Set(triggers)].map((trigger) => triggerNotes[trigger])
}
