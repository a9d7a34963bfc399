import { html, type Markup } from '../../markup/html.ts'
import { time } from './format.ts'
import type { MemberVisit } from './page.ts'

/** Says that the account is ahead of real time, or on its way. Null: it is in real time. */
export function movedTime({ context, scope, merchant }: MemberVisit): Markup | null {
  const clock = context.testClocks.timeOf(scope)
  if (!clock?.isMoved) return null
  const now = html`The time of this account is ${time(clock.now(), merchant.time_zone)}, ahead of real time`
  const { movesTo } = clock
  return movesTo ? html`<p>${now}, and moves on to ${time(movesTo, merchant.time_zone)}.</p>` : html`<p>${now}.</p>`
}
