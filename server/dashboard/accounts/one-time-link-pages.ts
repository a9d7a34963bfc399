import { confirmNewEmail, readEmailChange } from '../../flows/accounts/change-email.ts'
import { isResetLink, requestPasswordReset, resetPassword } from '../../flows/accounts/change-password.ts'
import type { TooMany } from '../../flows/accounts/limit-sign-in.ts'
import { isFirstSignInLink, useFirstSignInLink } from '../../flows/accounts/open-account.ts'
import { html } from '../../markup/html.ts'
import { renderForm } from '../shell/forms.ts'
import {
  page,
  problem,
  tooMany,
  type Form,
  type Outcome,
  type Problem,
  type Visit,
  type VisitorPage,
} from '../shell/page.ts'
import { accountReady, newPasswordField } from './open-account-pages.ts'
import { emailField, home } from './sign-in-page.ts'

// Pages behind one-time links. Opening a page leaves its link usable; sending the form uses it up.

/** The page of a link that no longer works. */
export function usedUp(visit: Visit): Problem {
  const link = { href: visit.to('sign-in'), text: 'Sign in' }
  return problem(404, {
    title: 'This link no longer works',
    message: 'It has already been used, it has expired, or a newer link has replaced it.',
    link,
  })
}

interface Wrong {
  readonly kind: 'invalid'
  readonly field: string
  readonly message: string
}

/** Answers a form whose link is used up, or whose values are wrong, or that was sent too often. */
export function linkFormRefusal(visit: Visit, refusal: TooMany | Wrong): Outcome {
  if (refusal.kind === 'too_many') return tooMany(refusal.retryAfterSeconds)
  return refusal.field === 'link' ? usedUp(visit) : { kind: 'invalid', errors: { [refusal.field]: refusal.message } }
}

const welcomeForm: Form<Visit> = {
  name: 'begin',
  button: 'Begin',
  fields: { email: emailField, password: newPasswordField },
  submit: async (visit, { email = '', password = '' }) => {
    const result = await useFirstSignInLink(visit.context, visit.visitor, {
      token: visit.params['token'] ?? '',
      email,
      password,
    })
    if (result.kind === 'too_many' || result.kind === 'invalid') return linkFormRefusal(visit, result)
    const { secretKey } = result
    if (secretKey !== null) return accountReady({ ...result, secretKey })
    return {
      kind: 'done',
      to: home,
      notice: { message: 'Welcome. You sign in with this email address from now on.' },
      login: result.token,
      device: result.device,
    }
  },
}

/** `/dashboard/welcome/{token}`: the page of the link that the service prints when it starts, and of an invitation. */
export const welcomePage: VisitorPage = {
  path: 'welcome/{token}',
  show: async (visit) => {
    const token = visit.params['token'] ?? ''
    if (!(await isFirstSignInLink(visit.context, token))) return usedUp(visit)
    return page(
      'Welcome',
      html`
        <p>Choose how you sign in from now on. This link works once.</p>
        ${renderForm(visit, `welcome/${token}`, welcomeForm)}
      `,
    )
  },
  forms: [welcomeForm],
}

const resetForm: Form<Visit> = {
  name: 'set',
  button: 'Set the password',
  fields: { password: newPasswordField },
  submit: async (visit, { password = '' }) => {
    const result = await resetPassword(visit.context, visit.visitor, { token: visit.params['token'] ?? '', password })
    if (result.kind === 'too_many' || result.kind === 'invalid') return linkFormRefusal(visit, result)
    return {
      kind: 'done',
      to: visit.to('sign-in'),
      notice: {
        message: 'Your new password is set, and you are signed out everywhere. Sign in with the new password.',
      },
      device: result.device,
    }
  },
}

/** `/dashboard/reset/{token}`. */
export const resetPage: VisitorPage = {
  path: 'reset/{token}',
  show: async (visit) => {
    const token = visit.params['token'] ?? ''
    if (!(await isResetLink(visit.context, token))) return usedUp(visit)
    return page('Choose a new password', renderForm(visit, `reset/${token}`, resetForm))
  },
  forms: [resetForm],
}

const requestForm: Form<Visit> = {
  name: 'ask',
  button: 'Send me a link',
  fields: { email: emailField },
  submit: async (visit, { email = '' }) => {
    const result = await requestPasswordReset(visit.context, visit.visitor, email)
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    return {
      kind: 'done',
      notice: { message: 'If an account uses this address, a link is on its way to it. The link works for an hour.' },
    }
  },
}

/** `/dashboard/forgot`. */
export const resetRequestPage: VisitorPage = {
  path: 'forgot',
  show: (visit) =>
    page(
      'Forgotten password',
      html`
        <p>
          We send a link to your email address. If no email arrives, ask the operator of this service for a link.
        </p>
        ${renderForm(visit, 'forgot', requestForm)}
        <p><a href="${visit.to('sign-in')}">Back to signing in</a></p>
      `,
    ),
  forms: [requestForm],
}

const newAddressForm: Form<Visit> = {
  name: 'use',
  button: 'Sign in with this address from now on',
  fields: {},
  submit: async (visit) => {
    const result = await confirmNewEmail(visit.context, visit.visitor, visit.params['token'] ?? '')
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    if (result.kind === 'link_gone') return usedUp(visit)
    return { kind: 'done', to: visit.to('sign-in'), notice: { message: 'Your email address is changed.' } }
  },
}

/** `/dashboard/new-address/{token}`: the page of the link that confirms a new email address. */
export const newAddressPage: VisitorPage = {
  path: 'new-address/{token}',
  show: async (visit) => {
    const token = visit.params['token'] ?? ''
    const change = await readEmailChange(visit.context, token)
    if (!change) return usedUp(visit)
    return page(
      'Your new email address',
      html`
        <p>You sign in with ${change.member.email} now. The new address is <strong>${change.email}</strong>.</p>
        ${renderForm(visit, `new-address/${token}`, newAddressForm)}
      `,
    )
  },
  forms: [newAddressForm],
}
