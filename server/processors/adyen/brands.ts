/** Networks whose name at Adyen differs from ours. */
const adyenBrands: Readonly<Record<string, string>> = {
  mastercard: 'mc',
  cartes_bancaires: 'cartebancaire',
  bancontact: 'bcmc',
  unionpay: 'cup',
}

const ourBrands = new Map(Object.entries(adyenBrands).map(([ours, adyens]) => [adyens, ours]))

/** Adyen's name of the network that the customer chose. Null: the customer has not chosen. */
export function adyenBrandOf(network: string | null): string | null {
  return network === null ? null : (adyenBrands[network] ?? network)
}

export function networkOf(adyenBrand: string): string {
  return ourBrands.get(adyenBrand) ?? adyenBrand
}
