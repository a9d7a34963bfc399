import { codeLengthsOf, type CardNetwork } from '../../../spec/lib/card-rules.ts'
import { possibleBrands } from '../card/card-number.ts'
import { markOf } from './marks.ts'
import { element } from '../page/page.ts'

/** So many marks fit beside the digits of the narrowest field. The row counts the others. */
const mostMarks = 4

/**
 * Draws the accepted brands in the empty field, then those that the digits leave possible, and then the one. Draws
 * beside the security code where such a card has it.
 */
export function drawBrands(digits: string, accepted: readonly Pick<CardNetwork, 'id'>[]): void {
  const shown = digits ? possibleBrands(digits) : accepted
  const marks = shown.slice(0, mostMarks).map(({ id }) => markOf(id))
  const others = shown.length - marks.length
  element('marks').innerHTML =
    marks.join('') + (others > 0 ? `<span dir="ltr" aria-hidden="true">+${others}</span>` : '')
  element('code-mark').innerHTML =
    digits && codeLengthsOf(digits).every((length) => length === 4) ? codeOnFront : codeOnBack
}

/** The digits 1 to 4 as lines. */
const digitLines = [
  'm0 1 1.5-1v5',
  'm0 1.3q.3-1.3 1.8-1.3 1.7 0 1.7 1.4c0 1-1.3 1.7-3.5 3.6h3.6',
  'm.1 0h3.2l-1.8 2q2 0 2 1.5t-1.8 1.5-1.7-1.1',
  'm2.7 5v-5l-2.8 3.7h3.8',
]

/** Three digits beside the signature, under the magnetic stripe. */
const codeOnBack = drawCard(3, 14, 11, '<path d="M1.5 6h29" stroke-width="3.5"/>')
/** Four digits above the number, as on American Express. */
const codeOnFront = drawCard(4, 8.5, 5, '<path d="M5 15.2h13"/>')

/** A card with so many digits. */
function drawCard(count: number, x: number, y: number, lines: string): string {
  const code = digitLines.slice(0, count).map((line, at) => `M${x + at * 5} ${y}${line}`)
  return (
    `<svg viewBox="0 0 32 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5">` +
    `<rect x=".75" y=".75" width="30.5" height="18.5" rx="3"/>${lines}` +
    `<path d="${code.join('')}" stroke-width="1.2" data-digits="${count}"/></svg>`
  )
}
