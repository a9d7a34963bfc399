import { codeLengthsOf, isCardNumber, isPlainCardNumber } from '../../../spec/lib/card-rules.ts'
import { isEmail } from '../../../spec/lib/email.ts'
import type { AddressFormat } from '../../address-format.ts'
import { toDigits } from '../../../spec/lib/digits.ts'
import { parseExpiry } from '../card/expiry.ts'
import type { FormSession } from '../session/form-session.ts'
import type { AskedField, LiveTexts } from '../../texts/texts.ts'
import { tidyCode, tidyEmail } from '../typing/tidy-text.ts'

/** All fields. Those of the address are in another order in some countries. */
export const fieldNames = [
  'email',
  'number',
  'expiry',
  'code',
  'name',
  'country',
  'line1',
  'line2',
  'city',
  'state',
  'postal_code',
] as const satisfies readonly AskedField[]
export type FieldName = (typeof fieldNames)[number]
export type FieldValues = Readonly<Record<FieldName, string>>

/** A mistake: the key of its text, with the values for the text's placeholders. */
export interface Problem {
  readonly text: Exclude<keyof LiveTexts, 'failures' | 'alerts'>
  readonly values: Readonly<Record<string, string>>
}

const cardFields: readonly FieldName[] = ['number', 'expiry', 'code', 'name']

/** The fields that this session needs from the customer, in the order of the page. */
export function askedFields(needs: FormSession['needs'], format: Pick<AddressFormat, 'fields'>): readonly FieldName[] {
  const address: readonly FieldName[] = ['country', ...format.fields.map(({ name }) => name)]
  return [...(needs.email ? ['email' as const] : []), ...cardFields, ...(needs.billing_address ? address : [])]
}

/**
 * The mistake in a field, or null. `now` is the server's time, `network` what the customer of a co-badged card chose.
 */
export function problemOf(
  field: FieldName,
  values: FieldValues,
  now: Date,
  format: Pick<AddressFormat, 'fields' | 'postalCode'>,
  network?: string,
): Problem | null {
  const value = values[field].trim()
  const inAddress = format.fields.find(({ name }) => name === field)
  if (!value && field === 'code' && codeLengthsOf(toDigits(values.number), network).includes(0)) return null
  // The service refuses unencrypted card numbers in any field.
  if (!cardFields.includes(field) && isPlainCardNumber(value)) return problem('notAccepted')
  if (!value) return inAddress && !inAddress.required ? null : problem('required')
  switch (field) {
    case 'number':
      return isCardNumber(toDigits(value)) ? null : problem('numberInvalid')
    case 'expiry':
      return problemOfExpiry(value, now)
    case 'code':
      return problemOfCode(value, codeLengthsOf(toDigits(values.number), network))
    case 'name':
      // No name has that many digits. It is a card number in the wrong field, which the server would store unencrypted.
      return toDigits(value).length >= 12 ? problem('nameInvalid') : null
    case 'email':
      return isEmail(tidyEmail(value)) ? null : problem('emailInvalid')
    case 'postal_code':
      return problemOfPostalCode(value, format.postalCode)
    default:
      return null
  }
}

function problemOfExpiry(value: string, now: Date): Problem | null {
  const { kind } = parseExpiry(value, now)
  if (kind === 'valid') return null
  return problem(kind === 'past' ? 'expiryPast' : 'expiryInvalid')
}

function problemOfCode(value: string, lengths: readonly number[]): Problem | null {
  const typed = toDigits(value).length
  const digits = lengths.filter((length) => length > 0).join('–')
  return typed > 0 && lengths.includes(typed) ? null : problem('codeInvalid', { digits })
}

function problemOfPostalCode(value: string, rule: AddressFormat['postalCode']): Problem | null {
  if (!rule) return null
  const code = tidyCode(value).replace(/[\s\p{Pd}]/gu, '')
  return new RegExp(`^(?:${rule.pattern})$`).test(code) ? null : problem('postalUnusual', { example: rule.example })
}

function problem(text: Problem['text'], values: Problem['values'] = {}): Problem {
  return { text, values }
}
