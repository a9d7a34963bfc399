import type { AddressField, AddressFormat } from '../address-format.ts'
import { element, page } from './page.ts'

/** What the form asks for while it does not know a country's format. Only the street is required. */
export const genericFormat: AddressFormat = {
  country: '',
  fields: (['line1', 'line2', 'city', 'postal_code'] as const).map((name): AddressField => ({
    name,
    label: labelOf(name).textContent,
    required: name === 'line1',
    half: !name.startsWith('line'),
  })),
}

/** The country of the browser's language tag. Empty: the tag does not say. */
export function ownCountry(): string {
  const { language } = navigator
  const named = /-([A-Z]{2})\b/.exec(language)?.[1]
  return named ?? (language.slice(0, 2) === page.locale.slice(0, 2) ? (page.format?.country ?? '') : '')
}

/** Puts the fields of the address in the order of a country, with its labels. What the customer typed stays. */
export function arrange(format: AddressFormat): void {
  const focused = document.activeElement
  for (const { name, label, required, half } of format.fields) {
    const field = element(`${name}-field`)
    field.classList.toggle('half', half)
    labelOf(name).textContent = label
    element<HTMLInputElement>(name).required = required ?? false
    element('address').append(field)
  }
  const states = element<HTMLSelectElement>('state')
  const chosen = states.value
  states.replaceChildren(...(format.states ?? []).map(([value, name]) => new Option(name, value)))
  states.value = chosen
  if (states.selectedIndex < 0) states.selectedIndex = 0
  // A field that moves in the document loses the focus.
  if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus()
}

function labelOf(name: string): HTMLElement {
  return element(`${name}-field`).querySelector('label') as HTMLElement
}
