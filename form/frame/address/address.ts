import { genericFields, type AddressFormat } from '../../address-format.ts'
import { element, page } from '../page/page.ts'

/** For a country whose format the form does not know. */
export const genericFormat: AddressFormat = { country: '', fields: genericFields(page.texts.addressLabels) }

/** Puts the fields of the address in the order of a country, with its labels. What the customer typed stays. */
export function arrange(format: AddressFormat): void {
  const address = element('address')
  const focused = document.activeElement
  const fields = format.fields.map(({ name }) => element(`${name}-field`))
  // A field that moves in the document loses the focus, and a phone hides its keyboard.
  const isInOrder = [...address.children]
    .filter((field) => fields.includes(field as HTMLElement))
    .every((field, at) => field === fields[at])
  if (!isInOrder) address.append(...fields)
  for (const { name, label, required, half } of format.fields) {
    element(`${name}-field`).classList.toggle('half', half)
    labelOf(name).textContent = label
    element<HTMLInputElement>(name).required = required ?? false
  }
  const states = element<HTMLSelectElement>('state')
  const chosen = states.value
  states.replaceChildren(...(format.states ?? []).map(([value, name]) => new Option(name, value)))
  states.value = chosen
  if (states.selectedIndex < 0) states.selectedIndex = 0
  if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus()
}

function labelOf(name: string): HTMLElement {
  return element(`${name}-field`).querySelector('label') as HTMLElement
}
