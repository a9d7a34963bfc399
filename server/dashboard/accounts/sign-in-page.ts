import { signIn, signInByPasskey, type PersonSignedIn } from '../../flows/accounts/sign-in.ts'
import { passkeyHost } from '../../engines/second-factor/passkey.ts'
import { html, type Markup } from '../../markup/html.ts'
import { canSignIn } from '../shell/cookies.ts'
import { maxDraft, openDraft } from '../shell/drafts.ts'
import { passkeyField, renderForm } from '../shell/forms.ts'
import { page, tooMany, type Field, type Form, type Outcome, type Visit, type VisitorPage } from '../shell/page.ts'
import { passkeyInput } from '../shell/second-factor.ts'
import type { Notice } from '../../flows/accounts/form-results.ts'

export const emailField: Field = {
  label: 'Email address',
  type: 'email',
  required: true,
  max: 254,
  autocomplete: 'username',
}

/** The longest address to which a sign-in leads back: a page with every filter. */
export const maxNext = 4_000

/** Where a sign-in leads by default. */
export const home = '/dashboard'

/** The page that asks about keys that somebody else may have made with the person's email address. */
const earlierKeysAddress = '/dashboard/test/keys'

/** Where the sign-in leads: an address, or the sealed draft of a form. */
type Carried = NonNullable<Notice['carried']>

export const carriedFields = {
  next: { label: 'Then', type: 'hidden', max: maxNext },
  draft: { label: 'Typed before', type: 'hidden', max: maxDraft },
} as const satisfies Readonly<Record<keyof Carried, Field>>

const form: Form<Visit> = {
  name: 'in',
  button: 'Sign in',
  fields: {
    email: emailField,
    password: { label: 'Password', type: 'password', required: true, max: 1000, autocomplete: 'current-password' },
    ...carriedFields,
  },
  submit: async (visit, { email = '', password = '', next = '', draft = '' }) => {
    const result = await signIn(visit.context, visit.visitor, { email, password })
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    if (result.kind === 'wrong')
      return { kind: 'invalid', errors: { form: 'The email address or the password is wrong.' } }
    return leadOn(visit, result, { next, draft })
  },
}

/** Signs in without a password. The script shows it where the browser knows passkeys. */
const byPasskey: Form<Visit> = {
  name: 'by-passkey',
  button: 'Sign in with a passkey',
  fields: { [passkeyField]: passkeyInput, ...carriedFields },
  submit: async (visit, { [passkeyField]: passkey = '', next = '', draft = '' }) => {
    const signed = { passkey, formToken: visit.formToken ?? '' }
    const result = await signInByPasskey(visit.context, visit.visitor, signed)
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    if (result.kind === 'wrong')
      return {
        kind: 'invalid',
        errors: { form: 'This service does not know the passkey. Sign in with your password.' },
      }
    return leadOn(visit, result, { next, draft })
  },
}

/** Where a sign-in leads: to the second factor, to the form that waits, to the page that was asked for, or home. */
export function leadOn(visit: Visit, result: PersonSignedIn, carried: Carried): Outcome {
  if (result.isPending)
    return {
      kind: 'done',
      to: visit.to('second-step'),
      notice: { message: 'Your password is right. Now give your second factor.', carried },
      login: result.token,
    }
  const { keyring, clock } = visit.context
  const left = visit.left ?? ''
  const draftOf = (sealed: string) => openDraft(keyring, sealed, result.personId, clock.now())
  const typed = draftOf(carried.draft) ?? draftOf(left)
  if (typed)
    return {
      kind: 'done',
      to: typed.pageAddress,
      notice: { message: 'You are signed in. Check what you typed, and send it again.', draft: typed.draft },
      login: result.token,
      device: result.device,
    }
  return {
    kind: 'done',
    to: result.hasEarlierKeys ? earlierKeysAddress : ([carried.next, left].find(isOurs) ?? home),
    notice: { message: 'You are signed in.' },
    login: result.token,
    device: result.device,
  }
}

/** Whether an address is a page of the dashboard. Any other address would make the sign-in an open redirect. */
function isOurs(next: string): boolean {
  const [, path = ''] = /^(\/dashboard\/(?:test|live)\/[\w/.-]*)(?:\?[\x21-\x7e]*)?$/.exec(next) ?? []
  return path !== '' && !path.includes('..') && !path.includes('//') && !next.includes('\\')
}

/** `/dashboard/sign-in`. */
export const signInPage: VisitorPage = {
  path: 'sign-in',
  show: (visit) => {
    const { baseUrl, signUp } = visit.context.settings
    const isOpen = signUp === 'open'
    const warning =
      !canSignIn(baseUrl) &&
      html`
        <p class="alert" role="alert">
          Browsers keep you signed in over https only. The operator must set BASE_URL to an https address.
        </p>
      `
    const left =
      visit.query['signed_out'] !== undefined && html`<p class="notice" role="status">You are signed out.</p>`
    return page(
      'Sign in',
      html`
        ${warning}
        ${left}
        ${renderForm(visit, 'sign-in', form, { next: visit.query['next'] ?? '' })}
        ${passkeyForm(visit, { next: visit.query['next'] ?? '', draft: '' })}
        <ul class="ways">
          <li><a href="${visit.to('forgot')}">I forgot my password</a></li>
          ${isOpen && html`<li><a href="${visit.to('sign-up')}">Create an account</a></li>`}
          <li><a href="${visit.to('claim')}">Claim a sandbox account with its key</a></li>
        </ul>
      `,
    )
  },
  forms: [form, byPasskey],
}

/** Hidden until the script knows that the browser has passkeys. It has none for a service without a host name. */
function passkeyForm(visit: Visit, carried: Carried): Markup | null {
  if (passkeyHost(visit.context.settings.baseUrl) === null) return null
  return renderForm(visit, signInPage.path, byPasskey, { ...carried }, null, { hidden: '' })
}

/** The answer to a form whose sign-in has ended: the person signs in here, and gets the form back as they typed it. */
export function signInAgainPage(next: string, draft: string): VisitorPage {
  return {
    path: signInPage.path,
    show: (visit) => ({
      kind: 'page',
      title: 'Sign in again',
      status: 401,
      body: html`
        <p>
          Your sign-in has ended, so nothing was changed. Sign in to continue. Your form comes back as you typed it.
        </p>
        ${renderForm(visit, signInPage.path, form, { next, draft })}
        ${passkeyForm(visit, { next, draft })}
        <p><a href="${visit.to('forgot')}">I forgot my password</a></p>
      `,
    }),
    forms: [],
  }
}
