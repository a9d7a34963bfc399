import type { AmountStyle } from '../../amount-style.ts'
import type { FormTexts } from '../../texts/texts.ts'

/** The data that the server wrote into the markup: the texts of one language, its tag, and its style of amounts. */
export interface PageData {
  readonly locale: string
  /** The shop's page has an embedder policy. */
  readonly isolated?: true
  readonly money: AmountStyle
  /** In the first script only the texts that it uses; in the second script all. */
  readonly texts: FormTexts
  /** Addresses of the texts that only the second script uses, and of this script, relative to the document. */
  readonly laterTexts: string
  readonly laterScript: string
  /** Address of the script that paints the merchant's choices. */
  readonly appearance: string
  /** The country whose address the document has, which is where most of its readers live. Empty: none. */
  readonly country: string
}

/** An element of the server's markup. */
export function element<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  return document.getElementById(id) as Kind
}

declare global {
  /** Set by the script at `laterTexts`, which runs before the second script. */
  var servicePayTexts: Partial<FormTexts> | undefined
}

export const page = JSON.parse(element('page-data').textContent) as PageData
Object.assign(page.texts, globalThis.servicePayTexts)
