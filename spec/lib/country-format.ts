/**
 * How a country writes addresses, without texts. The letters are A: street, C: city, S: state, Z: postal
 * code.
 */
export interface CountryFormat {
  /** The fields in the order of the country's own language. Fields side by side in one row share a word: `A C SZ`. */
  readonly local: string
  /** The same in the order of addresses in Latin script. Absent where it is equal. */
  readonly latin?: string
  readonly required: string
  /** The language of the states' first names. Absent where names have only one form. */
  readonly language?: string
  readonly stateKind?: string
  readonly cityKind?: string
  readonly postalKind?: string
  /** A regular expression for postal codes in capitals, without spaces and hyphens. */
  readonly pattern?: string
  readonly example?: string
  /** Code (ISO 3166-2, after the hyphen), name in that language, and where it differs the name for everybody else. */
  readonly states?: readonly (readonly string[])[]
}
