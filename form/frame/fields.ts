import { brandOf, isCardNumber } from './card-number.ts'
import { toDigits } from './digits.ts'
import { parseExpiry } from './expiry.ts'
import type { FormSession } from './form-session.ts'
import type { AskedField, LiveTexts } from '../texts/texts.ts'

/** The fields in the order of the page. The form shows the first mistake in this order. */
export const fieldNames = [
  'email',
  'number',
  'expiry',
  'code',
  'name',
  'line1',
  'city',
  'postal_code',
  'country',
] as const satisfies readonly AskedField[]
export type FieldName = (typeof fieldNames)[number]
export type FieldValues = Readonly<Record<FieldName, string>>

/** A mistake: the key of its text, with the values for the text's placeholders. */
export interface Problem {
  readonly text: Exclude<keyof LiveTexts, 'failures' | 'alerts'>
  readonly values: Readonly<Record<string, string>>
}

const addressFields: readonly FieldName[] = ['line1', 'city', 'postal_code', 'country']

/** Whether this session needs the field from the customer. */
export function isAsked(field: FieldName, needs: FormSession['needs']): boolean {
  if (field === 'email') return needs.email
  return addressFields.includes(field) ? needs.billing_address : true
}

/** The mistake in a field, or null. `now` is the server's time. */
export function problemOf(field: FieldName, values: FieldValues, now: Date): Problem | null {
  const value = values[field].trim()
  if (!value) return problem('required')
  switch (field) {
    case 'number':
      return isCardNumber(toDigits(value)) ? null : problem('numberInvalid')
    case 'expiry':
      return problemOfExpiry(value, now)
    case 'code':
      return problemOfCode(value, values.number)
    case 'name':
      // No name has that many digits. It is a card number in the wrong field, which the server would store unencrypted.
      return toDigits(value).length >= 12 ? problem('nameInvalid') : null
    case 'email':
      return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value) ? null : problem('emailInvalid')
    default:
      return null
  }
}

function problemOfExpiry(value: string, now: Date): Problem | null {
  const { kind } = parseExpiry(value, now)
  if (kind === 'valid') return null
  return problem(kind === 'past' ? 'expiryPast' : 'expiryInvalid')
}

function problemOfCode(value: string, number: string): Problem | null {
  const brand = brandOf(toDigits(number))
  const lengths = brand ? [brand.codeLength] : [3, 4]
  return lengths.includes(toDigits(value).length) ? null : problem('codeInvalid', { digits: lengths.join('–') })
}

function problem(text: Problem['text'], values: Problem['values'] = {}): Problem {
  return { text, values }
}
