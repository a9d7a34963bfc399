import { brandOfNumber, cardNetworks, isBrandRefused, type CardNetwork } from '../../../spec/lib/card-rules.ts'
import { fill } from '../../texts/fill.ts'
import { element, page } from '../page/page.ts'

/** The brands that this session takes. Empty: not known, and the bank decides. */
let accepted: readonly CardNetwork[] = []

/** The brands that this session takes, by their ids in the API. */
export function acceptBrands(ids: readonly string[]): void {
  accepted = ids.flatMap((id) => cardNetworks.find((network) => network.id === id) ?? [])
}

let draw = (_digits: string, _accepted: readonly CardNetwork[]): void => {}

/** Calls `marks` with the digits of the number now and after each change. The second script draws the marks. */
export function drawWith(marks: typeof draw, digits: string): void {
  draw = marks
  draw(digits, accepted)
}

/** Tells screen readers the brand of a number, and draws its mark. */
export function showBrand(digits: string): void {
  element('brand').textContent = brandOfNumber(digits)?.label ?? ''
  draw(digits, accepted)
}

/** Why a card of this number cannot pay, whatever its other digits: its brand is not accepted. Null: it is. */
export function refusedBrand(digits: string): string | null {
  const brand = brandOfNumber(digits)
  const ids = accepted.map(({ id }) => id)
  if (!brand || !isBrandRefused(digits, ids)) return null
  const names = accepted.map(({ label }) => label).join(', ')
  return fill(page.texts.brandRefused, { brand: brand.label, brands: names })
}
