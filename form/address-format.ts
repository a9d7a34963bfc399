/** The fields of an address that depend on the country. */
export type AddressFieldName = 'line1' | 'line2' | 'city' | 'state' | 'postal_code'

export interface AddressField {
  readonly name: AddressFieldName
  readonly label: string
  readonly required?: boolean
  /** Beside another field of this kind where there is room. */
  readonly half?: boolean
}

/** What a country calls its states, the place that the address names, and its postal codes. */
export type StateKind = 'state' | 'province' | 'prefecture' | 'county' | 'region' | 'department' | 'emirate' | 'parish'
export type CityKind = 'suburb' | 'district' | 'town'
export type PostalKind = 'zip' | 'pin' | 'postcode' | 'cep'

/** How one country writes addresses, in the words of one language. The server makes it, and the form follows it. */
export interface AddressFormat {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** In the order of the page. */
  readonly fields: readonly AddressField[]
  /** The values and names in the list of states, the first of them the empty one. */
  readonly states?: readonly (readonly [value: string, name: string])[]
  /** A regular expression for postal codes in capitals without spaces and hyphens, and a code as people write it. */
  readonly postalCode?: { readonly pattern: string; readonly example: string }
}

/** The labels of an address in a country whose format is not known. */
export type GenericLabels = Readonly<Record<'line1' | 'line2' | 'city' | 'postal_code', string>>

/** What the form asks for while it does not know a country's format. Only the street is required. */
export function genericFields(labels: GenericLabels): AddressField[] {
  return (['line1', 'line2', 'city', 'postal_code'] as const).map((name) => ({
    name,
    label: labels[name],
    required: name === 'line1',
    half: !name.startsWith('line'),
  }))
}
