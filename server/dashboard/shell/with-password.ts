import { checkPassword, wrongPassword } from '../../flows/accounts/check-password.ts'
import { tooMany, type Field, type MemberForm } from './page.ts'

/** The name of the field, in every form that has it. */
export const passwordField = 'current'

export const currentPassword: Field = {
  label: 'Your password',
  type: 'password',
  required: true,
  max: 1000,
  autocomplete: 'current-password',
}

/**
 * A form that counts only with the password of the person who sends it
 * (spec/decisions/accounts.md#password-before-sensitive-changes). `purpose`: what the audit log says that a wrong one
 * was for.
 */
export function withPassword(form: MemberForm, purpose = form.button): MemberForm {
  return {
    ...form,
    fields: { ...form.fields, [passwordField]: currentPassword },
    submit: async (visit, { [passwordField]: password = '', ...values }) => {
      const { context, visitor, member, login } = visit
      const given = { password, loginId: login.id, purpose }
      const checked = await checkPassword(context, visitor, member, given)
      if (checked.kind === 'too_many') return tooMany(checked.retryAfterSeconds)
      return checked.kind === 'right'
        ? form.submit(visit, values)
        : { kind: 'invalid', errors: { [passwordField]: wrongPassword } }
    },
  }
}
