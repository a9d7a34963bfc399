import type { LoginRecord, MerchantRecord } from '../../domain/accounts/account-records.ts'
import { roles } from '../../domain/accounts/roles.ts'
import { timeZones } from '../../domain/time/time-zones.ts'
import { askToChangeEmail } from '../../flows/accounts/change-email.ts'
import { changePassword } from '../../flows/accounts/change-password.ts'
import { endLogin, endLogins, idleMs } from '../../flows/accounts/sign-in.ts'
import { switchAccount } from '../../flows/accounts/members.ts'
import { html, type Markup } from '../../markup/html.ts'
import { findMerchant } from '../../store/accounts/merchants.ts'
import { membershipsOf } from '../../store/accounts/people.ts'
import { loginsOf } from '../../store/accounts/logins.ts'
import { facts, section, table, time } from '../shell/format.ts'
import { formAround, renderForm } from '../shell/forms.ts'
import {
  may,
  page,
  problem,
  tooMany,
  type DashboardPage,
  type MemberForm,
  type MemberVisit,
  type StoredValues,
} from '../shell/page.ts'
import { saveAccount } from './save-account.ts'
import { currentPassword, passwordField, withPassword } from '../shell/with-password.ts'
import { businessNameField, newPasswordField } from './open-account-pages.ts'
import { home } from './sign-in-page.ts'

export const settingsPath = 'settings'

const signInAddress = '/dashboard/sign-in?signed_out=yes'
const listedLogins = 20

/** Every page shows this form. */
export const signOut: MemberForm = {
  name: 'sign-out',
  button: 'Sign out',
  fields: {},
  submit: async ({ context, caller, member, login }) => {
    await endLogin(context, caller, { merchantId: member.merchant_id, personId: member.id, id: login.id })
    return { kind: 'done', to: signInAddress, notice: { message: 'You are signed out.' }, login: null }
  },
}

const signOutElsewhere = withPassword({
  name: 'sign-out-everywhere',
  button: 'Sign out everywhere',
  danger: true,
  confirm: 'Sign out everywhere, including here?',
  fields: {},
  submit: async ({ context, caller, member }) => {
    await endLogins(context, caller, { merchantId: member.merchant_id, personId: member.id, but: null })
    return { kind: 'done', to: signInAddress, notice: { message: 'Every sign-in has ended.' }, login: null }
  },
})

const endOne: MemberForm = {
  name: 'end-sign-in',
  button: 'End',
  danger: true,
  fields: { item: { label: 'Sign-in', type: 'hidden', required: true, max: 40 } },
  submit: async ({ context, caller, member }, { item = '' }) => {
    const of = { merchantId: member.merchant_id, personId: member.id, id: item }
    const isEnded = await endLogin(context, caller, of)
    return { kind: 'done', notice: { message: isEnded ? 'That sign-in has ended.' : 'It had already ended.' } }
  },
}

const switchForm: MemberForm = {
  name: 'switch',
  button: 'Go there',
  fields: { account: { label: 'Account', type: 'hidden', required: true, max: 64 } },
  submit: async ({ context, visitor, member, login }, { account = '' }) => {
    const there = await switchAccount(context, visitor, { member, login, merchantId: account })
    if (!there) return problem(404)
    return { kind: 'done', to: home, notice: { message: 'This is your other account.' }, login: there.token }
  },
}

/** The person's other accounts. Null: there are none. */
async function otherAccounts(visit: MemberVisit): Promise<Markup | null> {
  const { context, member, merchant } = visit
  const others = (await membershipsOf(context.db, member.id)).filter(
    ({ merchant_id: id }) => id !== merchant.merchant_id,
  )
  if (others.length === 0) return null
  const merchants = await Promise.all(others.map(({ merchant_id: id }) => findMerchant(context.db, id)))
  const rows = others.map(({ merchant_id: id, role }, index) => {
    const name = merchants[index]?.business_name ?? id
    const go = html`<button name="account" value="${id}" aria-label="Go to ${name}">Go there</button>`
    return [name, roles[role].label, go]
  })
  const accounts = table('Your other accounts', ['Account', 'Your role', ''], rows)
  return section('other-accounts', 'Your other accounts', formAround(visit, settingsPath, switchForm, accounts))
}

const passwordForm = withPassword({
  name: 'password',
  button: 'Change the password',
  fields: {
    [passwordField]: { ...currentPassword, label: 'Current password' },
    password: newPasswordField,
  },
  submit: async ({ context, visitor, member, login }, { password = '' }) => {
    const result = await changePassword(context, visitor, member, { password, loginId: login.id })
    if (result.kind === 'too_many') return tooMany(result.retryAfterSeconds)
    if (result.kind === 'invalid') return { kind: 'invalid', errors: { [result.field]: result.message } }
    return { kind: 'done', notice: { message: 'Your password is changed. Every other sign-in has ended.' } }
  },
})

const nameForm: MemberForm = {
  name: 'business',
  needs: 'settings',
  button: 'Save the name',
  fields: { business_name: businessNameField },
  replaces: ({ merchant }) => nameOf(merchant),
  submit: (visit, { business_name: name = '' }) =>
    saveAccount(
      visit,
      { businessName: name === '' ? null : name },
      { path: settingsPath, message: 'The name of your business is saved.', fieldOf: () => 'business_name' },
    ),
}

function nameOf({ business_name }: MerchantRecord): StoredValues {
  return { business_name: business_name ?? '' }
}

const emailForm = withPassword({
  name: 'email',
  button: 'Change the address',
  fields: {
    email: { label: 'New email address', type: 'email', required: true, max: 200, autocomplete: 'email' },
  },
  submit: async ({ context, visitor, member }, { email = '' }) => {
    const result = await askToChangeEmail(context, visitor, member, email)
    if (result.kind === 'invalid') return { kind: 'invalid', errors: { [result.field]: result.message } }
    const message =
      result.kind === 'changed'
        ? `You sign in with ${email} from now on.`
        : `We have sent an email to ${email}. Follow the link in it within a day. Until then, you sign in with ` +
          `${member.email}.`
    return { kind: 'done', notice: { message } }
  },
})

const timeZoneForm: MemberForm = {
  name: 'time-zone',
  needs: 'settings',
  button: 'Set the time zone',
  fields: {
    zone: {
      label: 'Time zone',
      type: 'select',
      required: true,
      options: timeZones.map((zone) => [zone, zone.replaceAll('_', ' ')]),
      hint: 'The dashboard shows times and days in this zone. Exports have times in UTC, and days in this zone.',
    },
  },
  replaces: ({ merchant }) => zoneOf(merchant),
  submit: (visit, { zone = '' }) =>
    saveAccount(
      visit,
      { timeZone: zone },
      {
        path: settingsPath,
        message: `Times are now shown in ${zone.replaceAll('_', ' ')}.`,
        fieldOf: () => 'zone',
      },
    ),
}

function zoneOf({ time_zone }: MerchantRecord): StoredValues {
  return { zone: time_zone }
}

/** Settings: the account, its name, the person's address and password, the time zone and the sign-ins. */
export const settingsPage: DashboardPage = {
  path: settingsPath,
  needs: 'own',
  nav: 'Settings',
  show: async (visit) => page('Settings', await settingsBody(visit)),
  forms: [switchForm, nameForm, emailForm, timeZoneForm, passwordForm, endOne, signOutElsewhere, signOut],
}

async function settingsBody(visit: MemberVisit): Promise<Markup> {
  const { merchant, member } = visit
  const name = renderForm(visit, settingsPath, nameForm, nameOf(merchant))
  const about = facts([
    ['Account', html`<code>${merchant.merchant_id}</code>`],
    ['You sign in as', member.email],
    ['Your role', roles[member.role].label],
  ])
  const checkout = html`
    <li><a href="${visit.to('settings/checkout')}">Checkout: thank-you address, currencies, receipts</a></li>
  `
  const mail = html`<li><a href="${visit.to('settings/mail')}">Sent mail</a></li>`
  const more = html`<ul class="ways">${may(visit, 'settings') && checkout}${may(visit, 'audit') && mail}</ul>`
  const times = renderForm(visit, settingsPath, timeZoneForm, zoneOf(merchant))
  const logins = html`${await loginTable(visit)}${renderForm(visit, settingsPath, signOutElsewhere)}`
  return html`
    ${section('account', 'Account', html`${about}${more}`)}
    ${await otherAccounts(visit)}
    ${may(visit, 'settings') && section('business-name', 'Business', name)}
    ${may(visit, 'settings') && section('times', 'Times', times)}
    ${section('your-address', 'Email address', renderForm(visit, settingsPath, emailForm))}
    ${section('your-password', 'Password', renderForm(visit, settingsPath, passwordForm))}
    ${section('sign-ins', 'Where you are signed in', logins)}
  `
}

function endButton({ id, address }: LoginRecord): Markup {
  const label = `End the sign-in from ${address ?? 'an unknown address'}`
  return html`<button class="danger" name="item" value="${id}" aria-label="${label}">End</button>`
}

async function loginTable(visit: MemberVisit): Promise<Markup> {
  const { context, member, merchant, login } = visit
  const usedSince = new Date(context.clock.now().getTime() - idleMs)
  const logins = await loginsOf(context.db, member.id, usedSince, listedLogins)
  const mark = html` <span class="tag">this one</span>`
  const rows = logins.map((one) => [
    html`${time(one.last_seen_at, merchant.time_zone)}${one.id === login.id && mark}`,
    time(one.created_at, merchant.time_zone),
    one.address,
    one.user_agent,
    one.id === login.id ? null : endButton(one),
  ])
  const sorted = table('Sign-ins', ['Last seen', 'Since', 'Address', 'Browser', ''], rows)
  return formAround(visit, settingsPath, endOne, sorted)
}
