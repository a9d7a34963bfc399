import { passwordLength } from '../../domain/accounts/passwords.ts'
import { askForAccount, askToClaim, readInvitation } from '../../flows/accounts/confirm-address.ts'
import { claimAccount, claimByLink, signUp, type FieldProblem } from '../../flows/accounts/open-account.ts'
import type { SignedIn } from '../../flows/accounts/sign-in.ts'
import { html } from '../../markup/html.ts'
import { renderForm } from '../shell/forms.ts'
import {
  page,
  problem,
  secretShown,
  tooMany,
  type Field,
  type Form,
  type Outcome,
  type Problem,
  type Visit,
  type VisitorPage,
} from '../shell/page.ts'
import { emailField, home } from './sign-in-page.ts'

export const newPasswordField: Field = {
  label: 'New password',
  type: 'password',
  required: true,
  max: 1000,
  autocomplete: 'new-password',
  hint: `At least ${passwordLength.min} characters. A few unrelated words make a good password.`,
}

export const businessNameField: Field = {
  label: 'Name of your business',
  type: 'text',
  max: 100,
  autocomplete: 'organization',
  hint: 'Your customers see it on payment pages.',
}

/** The answer to every address, so that it does not reveal who has an account. */
const asked = {
  kind: 'done',
  notice: { message: 'We have sent an email to this address. Follow the link in it within a day to continue.' },
} as const

/** With a mail server, an address must be confirmed first. */
const mailFirst = (visit: Visit): boolean => visit.context.mailSender !== null

/** In place of the form, and the answer to one from before the operator closed sign-up. */
function notOpen(visit: Visit): Problem {
  const link = { href: visit.to('sign-in'), text: 'Sign in' }
  return visit.context.settings.signUp === 'invite'
    ? problem(404, {
        title: 'You need an invitation',
        message: 'The operator of this service invites its users. Ask the operator for a link that opens your account.',
        link,
      })
    : problem(404, { title: 'There are no new accounts', message: 'The operator has closed sign-up.', link })
}

const askForm: Form<Visit> = {
  name: 'ask',
  button: 'Send me a link',
  fields: { email: emailField },
  submit: async (visit, { email = '' }) => {
    const result = await askForAccount(visit.context, visit.visitor, email)
    if (result.kind === 'not_open') return notOpen(visit)
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    return result.kind === 'invalid' ? { kind: 'invalid', errors: { [result.field]: result.message } } : asked
  },
}

const signUpForm: Form<Visit> = {
  name: 'make',
  button: 'Create the account',
  fields: {
    business_name: businessNameField,
    email: emailField,
    password: newPasswordField,
  },
  submit: async (visit, { business_name = '', email = '', password = '' }) => {
    if (mailFirst(visit)) return problem(404)
    const owner = { email, password, businessName: business_name || null, confirmed: false }
    const result = await signUp(visit.context, visit.visitor, owner)
    if (result.kind === 'not_open') return notOpen(visit)
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    if (result.kind === 'invalid') return { kind: 'invalid', errors: { [result.field]: result.message } }
    return accountReady(result)
  },
}

export function accountReady({ secretKey, token, device }: SignedIn & { readonly secretKey: string }): Outcome {
  const secret = {
    label: 'Your test key',
    value: secretKey,
    note: `${secretShown} It already works in test mode.`,
  }
  return { kind: 'done', to: home, notice: { message: 'Your account is ready.', secret }, login: token, device }
}

/** `/dashboard/sign-up`. */
export const signUpPage: VisitorPage = {
  path: 'sign-up',
  show: (visit) => {
    if (visit.context.settings.signUp !== 'open') return notOpen(visit)
    return page(
      'Create an account',
      html`
        <p>It starts in test mode: everything works, and no real money moves.</p>
        ${renderForm(visit, 'sign-up', mailFirst(visit) ? askForm : signUpForm)}
        <p><a href="${visit.to('sign-in')}">I already have an account</a></p>
      `,
    )
  },
  forms: [signUpForm, askForm],
}

const secretKeyField: Field = {
  label: 'Secret key',
  type: 'password',
  required: true,
  max: 200,
  isKey: true,
  hint: 'It begins with sk_test_.',
}

const askToClaimForm: Form<Visit> = {
  name: 'ask',
  button: 'Send me a link',
  fields: { secret_key: secretKeyField, email: emailField },
  submit: async (visit, { secret_key = '', email = '' }) => {
    const result = await askToClaim(visit.context, visit.visitor, { secretKey: secret_key.trim(), email })
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    return result.kind === 'invalid' ? { kind: 'invalid', errors: { [result.field]: result.message } } : asked
  },
}

const claimForm: Form<Visit> = {
  name: 'take',
  button: 'Claim the account',
  fields: { secret_key: secretKeyField, email: emailField, password: newPasswordField },
  submit: async (visit, { secret_key = '', email = '', password = '' }) => {
    if (mailFirst(visit)) return problem(404)
    const result = await claimAccount(visit.context, visit.visitor, { secretKey: secret_key.trim(), email, password })
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    if (result.kind === 'invalid') return { kind: 'invalid', errors: { [result.field]: result.message } }
    return accountClaimed(result)
  },
}

function accountClaimed({ token, device }: SignedIn): Outcome {
  const notice = { message: 'The account is yours.' }
  return { kind: 'done', to: home, notice, login: token, device }
}

/** `/dashboard/claim`. */
export const claimPage: VisitorPage = {
  path: 'claim',
  show: (visit) =>
    page(
      'Claim an account',
      html`
        <p>If you have a key from the sandbox signup, claim its account to see its payments here.</p>
        ${renderForm(visit, 'claim', mailFirst(visit) ? askToClaimForm : claimForm)}
        <p><a href="${visit.to('sign-in')}">I have signed in before</a></p>
      `,
    ),
  forms: [claimForm, askToClaimForm],
}

function linkGone(visit: Visit): Problem {
  return problem(404, {
    title: 'This link no longer works',
    message: 'It has already been used, or it is more than a day old.',
    link: { href: visit.to('sign-in'), text: 'Sign in' },
  })
}

const openForm: Form<Visit> = {
  name: 'open',
  button: 'Create the account',
  fields: { business_name: businessNameField, password: newPasswordField },
  submit: async (visit, { business_name = '', password = '' }) => {
    const invitation = await readInvitation(visit.context, visit.params['token'] ?? '')
    if (!invitation) return linkGone(visit)
    const { email } = invitation
    const owner = { email, password, businessName: business_name || null, confirmed: true }
    const result = await signUp(visit.context, visit.visitor, owner)
    if (result.kind === 'not_open') return linkGone(visit)
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    if (result.kind === 'invalid') return notOpened(visit, result)
    return accountReady(result)
  },
}

const claimByLinkForm: Form<Visit> = {
  name: 'claim',
  button: 'Claim the account',
  fields: { password: newPasswordField },
  submit: async (visit, { password = '' }) => {
    const invitation = await readInvitation(visit.context, visit.params['token'] ?? '')
    if (!invitation || invitation.merchantId === null) return linkGone(visit)
    const { email, merchantId, hasLiveKey } = invitation
    const result = await claimByLink(visit.context, visit.visitor, { email, merchantId, hasLiveKey, password })
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    return result.kind === 'invalid' ? notOpened(visit, result) : accountClaimed(result)
  },
}

/** Only the password can be wrong. Anything else means that somebody was faster. */
function notOpened(visit: Visit, { field, message }: FieldProblem): Outcome {
  return field === 'password' ? { kind: 'invalid', errors: { password: message } } : linkGone(visit)
}

/** `/dashboard/confirm/{token}`: the page of the link that proves who reads mail at an address. */
export const confirmPage: VisitorPage = {
  path: 'confirm/{token}',
  show: async (visit) => {
    const token = visit.params['token'] ?? ''
    const invitation = await readInvitation(visit.context, token)
    if (!invitation) return linkGone(visit)
    const isNew = invitation.merchantId === null
    const warning = html`
      <p>
        You are about to become the owner of the existing account <code>${invitation.merchantId}</code>. Continue only
        if you requested this yourself. Somebody else may have created keys and addresses in it. You will see them next
        and can end them.
      </p>
    `
    return page(
      isNew ? 'Create an account' : 'Claim an account',
      html`
        <p>Your email address <strong>${invitation.email}</strong> is confirmed.</p>
        ${!isNew && warning}
        ${renderForm(visit, `confirm/${token}`, isNew ? openForm : claimByLinkForm)}
      `,
    )
  },
  forms: [openForm, claimByLinkForm],
}
