import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { paymentLinkTransitions, type PaymentLinkTrigger } from '../../domain/links/payment-link-state.ts'
import { sessionTransitions } from '../../domain/sessions/session-state.ts'
import { inlineStyle } from '../../markup/html.ts'
import { triggerNotes } from './guides/trigger-notes.ts'
import { table } from './markdown-table.ts'

export interface StateDrawing {
  /** Served at /docs/{name}.svg. */
  readonly name: string
  readonly svg: string
  /** Allows the drawing's own style in its content security policy. */
  readonly cspHash: string
}

/** The drawings of the transition tables. A test compares each drawing with its table. */
export const stateDrawings: readonly StateDrawing[] = ['session-states', 'payment-link-states'].map(readDrawing)

function readDrawing(name: string): StateDrawing {
  const svg = readFileSync(fileURLToPath(new URL(`drawings/${name}.svg`, import.meta.url)), 'utf8')
  const css = /<style>([^]*?)<\/style>/.exec(svg)?.[1]
  if (css === undefined) throw new Error(`Bug: the drawing ${name} has no style`)
  return { name, svg, cspHash: inlineStyle(css).cspHash }
}

const paymentLinkTriggerTexts: Readonly<Record<PaymentLinkTrigger, string>> = {
  paid_off: 'A one-off link is paid, even if the payment was still at the bank when the link ended.',
  time_passed: 'Its `expires_at` passes.',
  deactivated: 'You deactivate it.',
}

/** The drawing of a payment link's states, followed by its table, as Markdown. */
export function paymentLinkStates(): string {
  const rows = paymentLinkTransitions.map(({ from, trigger, to }) => [
    `\`${from}\``,
    paymentLinkTriggerTexts[trigger],
    `\`${to}\``,
  ])
  const alt = 'States of a payment link as boxes, joined by arrows: every arrow is a row of the table below'
  return `![${alt}](/docs/payment-link-states.svg)\n\n${table(['From', 'What happens', 'To'], rows)}`
}

/** What causes an event, in the words of the transition table. */
export function causesOfEvent(event: string): string[] {
  const triggers = sessionTransitions.filter((row) => row.event === event).map(({ trigger }) => trigger)
  return [...new Set(triggers)].map((trigger) => triggerNotes[trigger])
}
