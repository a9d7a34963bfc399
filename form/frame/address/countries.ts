import { countryCodes } from './country-codes.ts'
import { page } from '../page/page.ts'

/** Selects a country. Empty: none. */
export function chooseCountry(select: HTMLSelectElement, code: string): void {
  fillCountries(select)
  select.value = code
}

/** Completes the list of countries. The selected one stays selected. */
export function fillCountries(select: HTMLSelectElement): void {
  const chosen = select.value
  const names = new Intl.DisplayNames(page.locale, { type: 'region' })
  const countries = countryCodes.map((code) => ({ code, name: names.of(code) ?? code }))
  const { compare } = new Intl.Collator(page.locale)
  countries.sort((one, other) => compare(one.name, other.name))
  const [empty] = select.options
  select.replaceChildren(...(empty ? [empty] : []), ...countries.map(({ code, name }) => new Option(name, code)))
  select.value = chosen
}
