import { appAddress } from '../../engines/second-factor/one-time-code.ts'
import { passkeyHost } from '../../engines/second-factor/passkey.ts'
import { hasSecondFactor } from '../../domain/accounts/second-factor.ts'
import { finishApp, removeApp, secretToSetUp, startApp } from '../../flows/accounts/authenticator-app.ts'
import { addPasskey, maxPasskeys, removePasskey } from '../../flows/accounts/passkeys.ts'
import { renewRecoveryCodes, type AddedFactor } from '../../flows/accounts/second-factors.ts'
import { html, verbatim, type Markup } from '../../markup/html.ts'
import { qrSvg } from '../../markup/qr.ts'
import { findApp } from '../../store/accounts/authenticator-apps.ts'
import { passkeysOf, type PasskeyRecord } from '../../store/accounts/passkeys.ts'
import { countRecoveryCodes } from '../../store/accounts/recovery-codes.ts'
import { section, table, time } from '../shell/format.ts'
import { renderForm } from '../shell/forms.ts'
import {
  page,
  problem,
  secretShown,
  tooMany,
  type DashboardPage,
  type MemberForm,
  type MemberVisit,
  type Outcome,
  type Problem,
} from '../shell/page.ts'
import { codeField, passkeyInput, secondFactorFields, wrongFactor } from '../shell/second-factor.ts'
import { withPassword } from '../shell/with-password.ts'

export const signInMethodsPath = 'settings/sign-in'

/** Groups of recovery codes, as the notice shows them once. */
function codesShown(message: string, codes: readonly string[]): Outcome {
  const secret = {
    label: 'Recovery codes',
    value: codes.join(' '),
    note: `${secretShown} Print them or write them down. Each works once in place of your second factor.`,
  }
  return { kind: 'done', notice: { message, secret } }
}

function added(message: string, { codes }: AddedFactor): Outcome {
  return codes
    ? codesShown(`${message} Every other sign-in of yours has ended.`, codes)
    : { kind: 'done', notice: { message } }
}

const start = withPassword({
  name: 'start-app',
  button: 'Set up an authenticator app',
  fields: {},
  submit: async ({ context, member }) => {
    await startApp(context, member)
    return { kind: 'done', notice: { message: 'Read the code below with your authenticator app.' } }
  },
})

const confirm: MemberForm = {
  name: 'confirm-app',
  button: 'Finish',
  fields: {
    [codeField]: {
      ...secondFactorFields[codeField],
      label: 'Code',
      type: 'text',
      required: true,
      hint: 'The six digits that your app shows now.',
    },
  },
  submit: async ({ context, visitor, member, login }, values) => {
    const code = values[codeField] ?? ''
    const result = await finishApp(context, visitor, member, { code, loginId: login.id })
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    if (result.kind === 'wrong') return { kind: 'invalid', errors: { [codeField]: wrongFactor } }
    if (result.kind !== 'added') return notSetUp
    return added('Your authenticator app is set up.', result)
  },
}

const notSetUp: Problem = problem(409, {
  title: 'Set up the app again',
  message: 'This code of yours was shown more than an hour ago, or in another window. Nothing was changed.',
})

const remove = withPassword({
  name: 'remove-app',
  button: 'Remove the authenticator app',
  danger: true,
  confirm: 'Remove the authenticator app? Its codes count no more.',
  fields: {},
  submit: async ({ context, visitor, member }) => {
    const isRemoved = await removeApp(context, visitor, member)
    const message = isRemoved ? 'The authenticator app is removed.' : 'There was no authenticator app.'
    return { kind: 'done', notice: { message } }
  },
})

const add = withPassword({
  name: 'add-passkey',
  button: 'Add a passkey',
  fields: {
    name: {
      label: 'Name',
      type: 'text',
      required: true,
      max: 60,
      isKey: true,
      hint: 'So that you recognise it, such as “Laptop”. Your browser then asks you to make the passkey.',
    },
    new_passkey: { ...passkeyInput, label: 'New passkey' },
  },
  submit: async ({ context, visitor, member, login, formToken }, { name = '', new_passkey: passkey = '' }) => {
    const made = { name, passkey, formToken: formToken ?? '', loginId: login.id }
    const result = await addPasskey(context, visitor, member, made)
    switch (result.kind) {
      case 'added':
        return added(`The passkey “${name}” is added.`, result)
      case 'wrong':
        return { kind: 'invalid', errors: { form: 'Your browser made no passkey for this service. Try again.' } }
      case 'taken':
        return { kind: 'invalid', errors: { form: 'You have this passkey already.' } }
      case 'full':
        return { kind: 'invalid', errors: { form: `You have ${maxPasskeys} passkeys. Remove one first.` } }
    }
  },
})

const removeOne = withPassword({
  name: 'remove-passkey',
  button: 'Remove the passkey',
  danger: true,
  fields: { item: { label: 'Passkey', type: 'select', required: true, max: 1_400 } },
  submit: async ({ context, visitor, member }, { item = '' }) => {
    const name = await removePasskey(context, visitor, member, item)
    const message = name === null ? 'The passkey was removed already.' : `The passkey “${name}” is removed.`
    return { kind: 'done', notice: { message } }
  },
})

const renew = withPassword({
  name: 'recovery-codes',
  button: 'Make new recovery codes',
  fields: {},
  submit: async ({ context, visitor, member }) => {
    const codes = await renewRecoveryCodes(context, visitor, member)
    if (!codes) return { kind: 'invalid', errors: { form: 'Add an authenticator app or a passkey first.' } }
    return codesShown('These are your new recovery codes. Those from before count no more.', codes)
  },
})

/** How the person signs in: the authenticator app, passkeys and recovery codes. */
export const signInMethodsPage: DashboardPage = {
  path: signInMethodsPath,
  needs: 'own',
  nav: 'Sign-in',
  show: async (visit) => page('How you sign in', await body(visit)),
  forms: [start, confirm, remove, add, removeOne, renew],
}

async function body(visit: MemberVisit): Promise<Markup> {
  const { context, member, merchant } = visit
  const passkeys = await passkeysOf(context.db, member.id)
  const rule =
    merchant.second_factor_from !== null &&
    html`<p>Your account needs a second factor from ${time(merchant.second_factor_from, merchant.time_zone)}.</p>`
  return html`
    <p>
      A second factor keeps others out who know your password. You need it to sign in, and for sensitive changes when
      you have not used it for 15 minutes.
    </p>
    ${rule}
    ${section('app', 'Authenticator app', await appPart(visit))}
    ${section('passkeys', 'Passkeys', passkeyPart(visit, passkeys))}
    ${hasSecondFactor(member) && section('codes', 'Recovery codes', await codesPart(visit))}
  `
}

async function appPart(visit: MemberVisit): Promise<Markup> {
  const { context, member, merchant } = visit
  const [app, secret] = await Promise.all([findApp(context.db, member.id), secretToSetUp(context, member)])
  const state = app?.added_at
    ? html`<p>Set up since ${time(app.added_at, merchant.time_zone)}. To move to another phone, set it up again.</p>`
    : html`<p>An app on your phone shows a code of six digits that changes every 30 seconds.</p>`
  const begin = renderForm(visit, signInMethodsPath, start)
  return html`
    ${state}
    ${secret !== null && setUp(visit, secret)}
    ${secret === null ? begin : html`<details><summary>Begin again with a new code</summary>${begin}</details>`}
    ${app?.added_at && renderForm(visit, signInMethodsPath, remove)}
  `
}

function setUp(visit: MemberVisit, secret: string): Markup {
  const service = new URL(visit.context.settings.baseUrl).host
  const address = appAddress(secret, { email: visit.member.email, service })
  return html`
    <div class="set-up">
      <p>Read this with your app, or type the secret into it. Then type the code that the app shows.</p>
      <div class="qr">${verbatim(qrSvg(address))}</div>
      <p><code>${secret.replace(/.{4}(?=.)/g, '$& ')}</code></p>
      ${renderForm(visit, signInMethodsPath, confirm)}
    </div>
  `
}

function passkeyPart(visit: MemberVisit, passkeys: readonly PasskeyRecord[]): Markup {
  const { member, merchant, context } = visit
  if (passkeyHost(context.settings.baseUrl) === null)
    return html`<p>Browsers make no passkeys for an IP address. The operator must give the service a host name.</p>`
  const at = (date: Date): Markup => time(date, merchant.time_zone)
  const rows = passkeys.map((one) => [one.name, at(one.created_at), one.last_used_at ? at(one.last_used_at) : 'Never'])
  const known = {
    id: Buffer.from(member.id).toString('base64url'),
    email: member.email,
    known: passkeys.map(({ id }) => id),
  }
  const item = { ...removeOne.fields['item'], options: passkeys.map(({ id, name }) => [id, name] as const) }
  const removing = { ...removeOne, fields: { ...removeOne.fields, item } } as MemberForm
  return html`
    <p>A passkey signs you in with your fingerprint, your face or the PIN of your device, without a password.</p>
    ${rows.length > 0 && table('Passkeys', ['Passkey', 'Added', 'Last used'], rows)}
    ${renderForm(visit, signInMethodsPath, add, {}, null, { 'data-new-passkey': JSON.stringify(known) })}
    <noscript>
      <p class="hint">Your browser makes passkeys only with JavaScript. Everything else works without it.</p>
    </noscript>
    ${rows.length > 0 && renderForm(visit, signInMethodsPath, removing)}
  `
}

async function codesPart(visit: MemberVisit): Promise<Markup> {
  const left = await countRecoveryCodes(visit.context.db, visit.member.id)
  return html`
    <p>${left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left, in case you lose your phone.</p>
    ${renderForm(visit, signInMethodsPath, renew)}
  `
}
