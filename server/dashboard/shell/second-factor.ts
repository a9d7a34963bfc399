import type { GivenFactor } from '../../flows/accounts/check-second-factor.ts'
import type { SecondFactors } from '../../domain/accounts/second-factor.ts'
import { passkeyField } from './forms.ts'
import type { Field, StoredValues, Visit } from './page.ts'

/** The name of the field, in every form that has it. */
export const codeField = 'factor_code'

/** The hidden field with what a passkey has signed. */
export const passkeyInput: Field = { label: 'Passkey', type: 'hidden', max: 16_000, isUnkept: true }

/** The fields of a form that takes a second factor: a code, or a passkey in its place. */
export const secondFactorFields: Readonly<Record<string, Field>> = {
  [codeField]: {
    label: 'Code',
    type: 'text',
    max: 40,
    autocomplete: 'one-time-code',
    isUnkept: true,
    hint: 'Six digits from your authenticator app, or one of your recovery codes.',
  },
  [passkeyField]: passkeyInput,
}

/** The fields that a person without a passkey need not fill in. The script asks for a passkey where the field is. */
export function omittedFor({ has_passkey: hasPasskey }: SecondFactors): readonly string[] {
  return hasPasskey ? [] : [passkeyField]
}

export function givenFactor({ formToken }: Visit, values: StoredValues): GivenFactor {
  return { code: values[codeField] ?? '', passkey: values[passkeyField] ?? '', formToken: formToken ?? '' }
}

/** The error below the field. A phone whose clock is off shows codes that do not count. */
export const wrongFactor =
  'This does not count. Each code counts once. If your app shows it now, let your phone set its time automatically.'

/** Words for a person who has a passkey. */
export const passkeyHint = 'Leave the code empty to use your passkey.'
