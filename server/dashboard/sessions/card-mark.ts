import { markOf } from '../../../form/frame/networks/marks.ts'
import { brandName } from '../../domain/sessions/card-rules.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import { html, verbatim, type Markup } from '../../markup/html.ts'

type Card = Pick<SessionRecord, 'card_brand' | 'card_last4'>

/** The mark of the card's brand and its last four digits. Screen readers read the name of the brand. */
export function cardMark({ card_brand: brand, card_last4: last4 }: Card): Markup | null {
  if (last4 === null) return null
  const name = brandName(brand)
  const mark = html`<svg class="card-mark" aria-hidden="true"><use href="#mark-${brand}"/></svg>`
  const shown = brand !== null && markOf(brand) !== '' ? html`${mark}<span class="unseen">${name}</span>` : name
  return html`${shown} <span class="dots">••••</span> ${last4}`
}

/** The marks that `cardMark` draws, once each: a page with fifty payments would be too long with one in each row. */
export function marksFor(cards: readonly Card[]): Markup {
  const brands = [...new Set(cards.flatMap(({ card_brand: brand }) => brand ?? []))]
  const symbols = brands.map((brand) => html`<symbol id="mark-${brand}">${verbatim(markOf(brand))}</symbol>`)
  return html`<svg class="unseen" aria-hidden="true">${symbols}</svg>`
}
