import type * as cardForm from './card-form.ts'
import { fillCountries } from '../address/countries.ts'
import { suggestMail } from './mail-hint.ts'
import { element } from '../page/page.ts'

/** Helps the customer with email and address: the list of countries, their formats, and mistyped domains. */
export function helpWithFields({ isAsked, followCountry }: typeof cardForm): void {
  if (isAsked('email')) suggestMail(element<HTMLInputElement>('email'))
  if (!isAsked('country')) return
  const country = element<HTMLSelectElement>('country')
  fillCountries(country)
  void followCountry()
  country.addEventListener('change', () => void followCountry())
}
