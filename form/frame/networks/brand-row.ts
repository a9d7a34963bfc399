import { codeLengthsOf, type CardNetwork } from '../../../spec/lib/card-rules.ts'
import { possibleBrands } from '../card/card-number.ts'
import { markOf } from './marks.ts'
import { element } from '../page/page.ts'

/**
 * Draws the accepted brands in the empty field, then those that the digits leave possible, and then the one. Draws
 * beside the security code where such a card has it.
 */
export function drawBrands(digits: string, accepted: readonly Pick<CardNetwork, 'id'>[]): void {
  const shown = digits ? possibleBrands(digits) : accepted
  element('marks').innerHTML = shown.map(({ id }) => markOf(id)).join('')
  element('code-mark').innerHTML =
    digits && codeLengthsOf(digits).every((length) => length === 4) ? codeOnFront : codeOnBack
}

/** Three digits beside the signature, under the magnetic stripe. */
const codeOnBack = drawCard('<path d="M1 5h28" stroke-width="4"/>', '123', 'x="13" y="17" textLength="13"')
/** Four digits above the number, as on American Express. */
const codeOnFront = drawCard('<path d="M4 15h12"/>', '1234', 'x="9" y="10" textLength="17"')

function drawCard(lines: string, code: string, position: string): string {
  return (
    '<svg viewBox="0 0 30 20" aria-hidden="true" direction="ltr" fill="none" stroke="currentColor" ' +
    'stroke-width="1.5" font-family="Arial,sans-serif" font-weight="800" font-size="8">' +
    `<rect x=".75" y=".75" width="28.5" height="18.5" rx="2.5"/>${lines}` +
    `<text ${position} fill="currentColor" stroke="none">${code}</text></svg>`
  )
}
