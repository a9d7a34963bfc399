import { passwordLength } from '../domain/passwords.ts'
import { claimAccount, signUp } from '../flows/open-account.ts'
import { html } from '../markup/html.ts'
import { renderForm } from './forms.ts'
import { page, tooMany } from './page.ts'
import type { Field, Form, Visit, VisitorPage } from './page.ts'
import { emailField, home } from './sign-in-page.ts'

export const newPasswordField: Field = {
  label: 'New password',
  type: 'password',
  required: true,
  max: 1000,
  autocomplete: 'new-password',
  hint: `At least ${passwordLength.min} characters. A few unrelated words make a good password.`,
}

const signUpForm: Form<Visit> = {
  name: 'make',
  button: 'Create the account',
  fields: {
    business_name: {
      label: 'Name of your business',
      type: 'text',
      max: 100,
      autocomplete: 'organization',
      hint: 'Your customers see it on payment pages.',
    },
    email: emailField,
    password: newPasswordField,
  },
  submit: async (visit, { business_name = '', email = '', password = '' }) => {
    const result = await signUp(visit.context, visit.visitor, { email, password, businessName: business_name || null })
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    if (result.kind === 'invalid') return { kind: 'invalid', errors: { [result.field]: result.message } }
    const secret = {
      label: 'Your test key',
      value: result.secretKey,
      note: 'Copy it now: it is shown only once. It works in test mode at once.',
    }
    return {
      kind: 'done',
      to: home,
      notice: { message: 'Your account is ready.', secret },
      login: result.token,
      device: result.device,
    }
  },
}

/** `/dashboard/sign-up`. */
export const signUpPage: VisitorPage = {
  path: 'sign-up',
  show: (visit) =>
    page(
      'Create an account',
      html`
        <p>It starts in test mode: everything works, and no real money moves.</p>
        ${renderForm(visit, 'sign-up', signUpForm)}
        <p><a href="${visit.to('sign-in')}">I have an account</a></p>
      `,
    ),
  forms: [signUpForm],
}

const claimForm: Form<Visit> = {
  name: 'take',
  button: 'Claim the account',
  fields: {
    secret_key: {
      label: 'Secret key',
      type: 'password',
      required: true,
      max: 200,
      autocomplete: 'off',
      hint: 'It begins with sk_test_.',
    },
    email: emailField,
    password: newPasswordField,
  },
  submit: async (visit, { secret_key = '', email = '', password = '' }) => {
    const result = await claimAccount(visit.context, visit.visitor, { secretKey: secret_key.trim(), email, password })
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    if (result.kind === 'invalid') return { kind: 'invalid', errors: { [result.field]: result.message } }
    return {
      kind: 'done',
      to: home,
      notice: { message: 'The account is yours. Its key keeps working.' },
      login: result.token,
      device: result.device,
    }
  },
}

/** `/dashboard/claim`. */
export const claimPage: VisitorPage = {
  path: 'claim',
  show: (visit) =>
    page(
      'Claim an account',
      html`
        <p>For a key from the sandbox signup whose payments you want to see here.</p>
        ${renderForm(visit, 'claim', claimForm)}
        <p><a href="${visit.to('sign-in')}">I have signed in before</a></p>
      `,
    ),
  forms: [claimForm],
}
