import type { AddressFormat } from '../address-format.ts'
import type { AmountStyle } from '../amount-style.ts'
import type { FormTexts, ReceiptTexts, TrustTexts } from '../texts/texts.ts'

/** The data that the server wrote into the markup: the texts of one language, its tag, and its style of amounts. */
export interface PageData {
  readonly locale: string
  readonly money: AmountStyle
  readonly texts: FormTexts & { readonly receipt: ReceiptTexts & Pick<TrustTexts, 'questions'> }
  /** Address of the second script, relative to the document. */
  readonly laterScript: string
  /** Address of the formats of addresses, with `{country}` in place of a country's code. */
  readonly formats: string
  /** The format of the country where most readers of this document live. */
  readonly format: AddressFormat | null
}

/** An element of the server's markup. */
export function element<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id)
  if (!found) throw new Error(`Bug: the form's markup has no #${id}`)
  return found as Kind
}

export const page = JSON.parse(element('page-data').textContent) as PageData
