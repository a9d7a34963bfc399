import type { AddressFormat } from '../address-format.ts'
import type { AmountStyle } from '../amount-style.ts'
import type { FormTexts } from '../texts/texts.ts'

/** The data that the server wrote into the markup: the texts of one language, its tag, and its style of amounts. */
export interface PageData {
  readonly locale: string
  readonly money: AmountStyle
  /** In the first script only the texts that it uses; in the second one all. */
  readonly texts: FormTexts
  /** Addresses of the second script and of the texts that only this one uses, relative to the document. */
  readonly laterTexts: string
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

declare global {
  /** Set by the script at `laterTexts`, which runs before the second script. */
  var servicePayTexts: Partial<FormTexts> | undefined
}

export const page = JSON.parse(element('page-data').textContent) as PageData
Object.assign(page.texts, globalThis.servicePayTexts)
