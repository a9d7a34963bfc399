import { brandOfNumber, cardNetworks, codeLengthsOf, isCardNumber } from '../../../spec/lib/card-rules.ts'
import type { CardDetails } from './card-details.ts'

/** Brands as the API spells them. Clients treat the set as open (spec/decisions/cards.md#card-brands). */
export type CardBrand = Extract<(typeof cardNetworks)[number], { readonly isBrand: true }>['id']

export const cardBrands: readonly CardBrand[] = cardNetworks.flatMap((network) => (network.isBrand ? [network.id] : []))

const labels: ReadonlyMap<string, string> = new Map(cardNetworks.map(({ id, label }) => [id, label]))

/** The name of a brand or network for people. An unknown one is its own name, and no brand is a card. */
export function brandName(brand: string | null): string {
  return brand === null ? 'Card' : (labels.get(brand) ?? brand)
}

/** The brand of a card number by its issuer prefix, or null when no known brand uses the prefix. */
export function brandOf(pan: string): CardBrand | null {
  return (brandOfNumber(pan)?.id as CardBrand | undefined) ?? null
}

/** Whether number and security code can be those of a card. `network`: the one that the customer chose. */
export function canBeCard(card: CardDetails, network: string | null): boolean {
  const pan = card.revealPan()
  return isCardNumber(pan) && codeLengthsOf(pan, network ?? undefined).includes(card.revealCvc().length)
}
