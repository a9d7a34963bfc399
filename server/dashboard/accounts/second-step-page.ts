import { completeLogin, findPendingLogin } from '../../flows/accounts/sign-in.ts'
import { html } from '../../markup/html.ts'
import { renderForm } from '../shell/forms.ts'
import { page, problem, tooMany, type Form, type Problem, type Visit, type VisitorPage } from '../shell/page.ts'
import {
  codeField,
  givenFactor,
  omittedFor,
  passkeyHint,
  secondFactorFields,
  wrongFactor,
} from '../shell/second-factor.ts'
import { carriedFields, leadOn } from './sign-in-page.ts'

/** The answer to a browser whose sign-in has ended, or never began. */
function over(visit: Visit): Problem {
  return problem(401, {
    title: 'This sign-in is over',
    message: 'It waited for the second factor for ten minutes, or somebody has ended it. Nothing was changed.',
    link: { href: visit.to('sign-in'), text: 'Sign in' },
  })
}

const form: Form<Visit> = {
  name: 'prove',
  button: 'Continue',
  fields: { ...secondFactorFields, ...carriedFields },
  submit: async (visit, values) => {
    const { context, visitor, loginToken } = visit
    const pending = await findPendingLogin(context, loginToken ?? '')
    if (!pending) return over(visit)
    const result = await completeLogin(context, visitor, pending, givenFactor(visit, values))
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    if (result.kind === 'wrong') return { kind: 'invalid', errors: { [codeField]: wrongFactor } }
    if (result.kind !== 'signed_in') return over(visit)
    return leadOn(visit, result, { next: values['next'] ?? '', draft: values['draft'] ?? '' })
  },
}

/** `/dashboard/second-step`: asks a person whose password was right for the second factor. */
export const secondStepPage: VisitorPage = {
  path: 'second-step',
  show: async (visit) => {
    const pending = await findPendingLogin(visit.context, visit.loginToken ?? '')
    if (!pending) return over(visit)
    const { member } = pending
    const asked = { ...form, omits: () => omittedFor(member) }
    return page(
      'Second factor',
      html`
        <p>You sign in as <strong>${member.email}</strong>.${member.has_passkey && ` ${passkeyHint}`}</p>
        ${renderForm(visit, 'second-step', asked, { ...visit.notice?.carried })}
        <p class="hint">
          You have lost your phone? Use a recovery code. Without one, ask the operator of this service to remove your
          second factor.
        </p>
      `,
    )
  },
  forms: [form],
}
