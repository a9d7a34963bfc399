import { checkPassword, wrongPassword } from '../../flows/accounts/check-password.ts'
import { mustProveAgain } from '../../domain/accounts/second-factor.ts'
import { proveAgain } from '../../flows/accounts/check-second-factor.ts'
import { tooMany, type Field, type MemberForm, type MemberVisit } from './page.ts'
import { codeField, givenFactor, omittedFor, secondFactorFields, wrongFactor } from './second-factor.ts'

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
 * A form that counts only with the password of the person who sends it, and with the second factor of a person who has
 * not given it lately (spec/decisions/accounts.md#password-before-sensitive-changes). `purpose`: what the audit log
 * says that a wrong password was for.
 */
export function withPassword(form: MemberForm, purpose = form.button): MemberForm {
  return {
    ...form,
    fields: { ...form.fields, [passwordField]: form.fields[passwordField] ?? currentPassword, ...secondFactorFields },
    omits: (visit) => (mustProve(visit) ? omittedFor(visit.member) : Object.keys(secondFactorFields)),
    submit: async (visit, { [passwordField]: password = '', ...values }) => {
      const { context, visitor, member, login } = visit
      const given = { password, loginId: login.id, purpose }
      const checked = await checkPassword(context, visitor, member, given)
      if (checked.kind === 'too_many') return tooMany(checked.retryAfterSeconds)
      if (checked.kind === 'wrong') return { kind: 'invalid', errors: { [passwordField]: wrongPassword } }
      if (mustProve(visit)) {
        const proved = await proveAgain(context, visitor, { member, loginId: login.id }, givenFactor(visit, values))
        if (proved.kind === 'too_many') return tooMany(proved.retryAfterSeconds)
        if (proved.kind === 'wrong') return { kind: 'invalid', errors: { [codeField]: wrongFactor } }
      }
      return form.submit(visit, values)
    },
  }
}

function mustProve({ context, member, login }: MemberVisit): boolean {
  return mustProveAgain(member, login.second_factor_at, context.clock.now())
}
