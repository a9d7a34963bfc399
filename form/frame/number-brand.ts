import { fill } from '../texts/fill.ts'
import { brandOf, brands, type Brand } from './card-number.ts'
import { element, page } from './page.ts'

/** The brands that this session takes. Empty: not known, and the bank decides. */
let accepted: readonly Brand[] = []

/** The brands that this session takes, by their ids in the API. */
export function acceptBrands(ids: readonly string[]): void {
  accepted = ids.flatMap((id) => brands.find((brand) => brand.id === id) ?? [])
}

let draw = (_digits: string, _accepted: readonly Brand[]): void => {}

/** Calls `marks` with the digits of the number now and after each change. The second script draws the marks. */
export function drawWith(marks: typeof draw, digits: string): void {
  draw = marks
  draw(digits, accepted)
}

/** Tells screen readers the brand of a number, and draws its mark. */
export function showBrand(digits: string): void {
  element('brand').textContent = brandOf(digits)?.label ?? ''
  draw(digits, accepted)
}

/** Why a card of this number cannot pay, whatever its other digits: its brand is not accepted. Null: it is. */
export function refusedBrand(digits: string): string | null {
  const brand = brandOf(digits)
  if (!brand || !accepted.length || accepted.includes(brand)) return null
  const names = accepted.map(({ label }) => label).join(', ')
  return fill(page.texts.brandRefused, { brand: brand.label, brands: names })
}
