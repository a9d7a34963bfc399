import { currencies } from '../../domain/money/amounts.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { html, type Markup } from '../../markup/html.ts'
import { section } from '../shell/format.ts'
import { formAround, renderButton, renderField, renderForm } from '../shell/forms.ts'
import { page, type DashboardPage, type MemberForm, type MemberVisit, type StoredValues } from '../shell/page.ts'
import { saveAccount } from './save-account.ts'

const path = 'settings/checkout'

const thankYouForm: MemberForm = {
  name: 'thank-you',
  button: 'Set the address',
  fields: {
    url: {
      label: 'Thank-you address',
      type: 'text',
      max: 2048,
      inputmode: 'url',
      hint:
        'Where customers go after paying if the session or link has no success_url. ' +
        'If empty, they stay on our page.',
    },
  },
  replaces: ({ merchant, scope }) => thankYouOf(merchant, scope),
  submit: async (visit, { url = '' }) => {
    const { livemode } = visit.scope
    const changes = { thankYouUrl: { livemode, url: url === '' ? null : url } }
    const message = `The thank-you address of ${livemode ? 'live' : 'test'} mode is ${url === '' ? 'removed' : 'set'}.`
    return saveAccount(visit, changes, { path, message, fieldOf: () => 'url' })
  },
}

function thankYouOf(merchant: MerchantRecord, { livemode }: Scope): StoredValues {
  return { url: (livemode ? merchant.thank_you_url_live : merchant.thank_you_url_test) ?? '' }
}

/** Live mode has none: a session says itself whether its customer can go back. */
const cancelForm: MemberForm = {
  name: 'cancel',
  button: 'Set the cancel address',
  fields: {
    url: {
      label: 'Cancel address of test mode',
      type: 'text',
      max: 2048,
      inputmode: 'url',
      hint: 'Where the link back leads if a session has no cancel_url. Here http://localhost works too.',
    },
  },
  replaces: ({ merchant }) => cancelOf(merchant),
  submit: async (visit, { url = '' }) => {
    const message = `The cancel address of test mode is ${url === '' ? 'removed' : 'set'}.`
    return saveAccount(visit, { cancelUrlTest: url === '' ? null : url }, { path, message, fieldOf: () => 'url' })
  },
}

function cancelOf({ cancel_url_test: url }: MerchantRecord): StoredValues {
  return { url: url ?? '' }
}

const names = new Intl.DisplayNames('en', { type: 'currency' })

/** `EUR, Euro`. A code that the runtime does not know is its own name. */
function currencyText(code: string): string {
  const name = names.of(code)
  return name === undefined || name === code ? code : `${code}, ${name}`
}

const offered = [...currencies].sort()

const currenciesForm: MemberForm = {
  name: 'currencies',
  button: 'Set the currencies',
  fields: {
    ...Object.fromEntries(offered.map((code) => [code, { label: currencyText(code), type: 'checkbox' }])),
    add: {
      label: 'Add a currency',
      type: 'select',
      options: [['', 'None'], ...offered.map((code) => [code, currencyText(code)] as const)],
      hint: 'We refuse new sessions and links in other currencies. Open ones can still be paid.',
    },
  },
  replaces: ({ merchant }) => listOf(merchant),
  submit: async (visit, { add = '', ...ticked }) => {
    const kept = visit.merchant.currencies.filter((code) => ticked[code] === 'on')
    const changes = { currencies: add === '' ? kept : [...kept, add] }
    return saveAccount(visit, changes, { path, message: 'The currencies are set.', fieldOf: () => 'add' })
  },
}

function listOf({ currencies: chosen }: MerchantRecord): StoredValues {
  return { currencies: chosen.join(' ') }
}

/** The account's currencies to keep or to untick, and a list to add one from. */
function currenciesOf(visit: MemberVisit): Markup {
  const boxes = visit.merchant.currencies.map((code) => renderField(visit, currenciesForm, code, 'on'))
  const add = renderField(visit, currenciesForm, 'add')
  const content = html`${boxes}${add}${renderButton(currenciesForm)}`
  return formAround(visit, path, currenciesForm, content, listOf(visit.merchant))
}

const receiptsForm: MemberForm = {
  name: 'receipts',
  button: 'Save',
  fields: {
    receipts: {
      label: 'Send customers receipts by email',
      type: 'checkbox',
      hint:
        'After each payment and refund, in the language in which the customer paid, to the address that they gave. ' +
        'While no real money moves, only to members of your account who have confirmed their address.',
    },
    contact_email: {
      label: 'Address for questions',
      type: 'email',
      max: 254,
      autocomplete: 'email',
      hint: 'Payment pages and receipts show it, and replies to receipts go there.',
    },
  },
  replaces: ({ merchant }) => receiptsOf(merchant),
  submit: async (visit, { receipts = '', contact_email: contact = '' }) => {
    const changes = { receipts: receipts === 'on', contactEmail: contact === '' ? null : contact }
    const message = changes.receipts ? 'Customers get receipts.' : 'Customers get no receipts.'
    return saveAccount(visit, changes, { path, message, fieldOf: () => 'contact_email' })
  },
}

function receiptsOf({ receipts, contact_email: contact }: MerchantRecord): StoredValues {
  return { receipts: receipts ? 'on' : '', contact_email: contact ?? '' }
}

const pagesForm: MemberForm = {
  name: 'pages',
  button: 'Save the links',
  fields: {
    terms_url: {
      label: 'Terms and conditions',
      type: 'text',
      max: 2048,
      inputmode: 'url',
      hint: 'Web address of your terms (https). Our payment pages link to it.',
    },
    privacy_url: {
      label: 'Privacy policy',
      type: 'text',
      max: 2048,
      inputmode: 'url',
      hint: 'Web address of your privacy policy (https). Our payment pages link to it.',
    },
  },
  replaces: ({ merchant }) => linksOf(merchant),
  submit: async (visit, { terms_url: terms = '', privacy_url: privacy = '' }) => {
    const changes = { termsUrl: terms === '' ? null : terms, privacyUrl: privacy === '' ? null : privacy }
    return saveAccount(visit, changes, {
      path,
      message: 'The links of payment pages are saved.',
      fieldOf: ({ code }) => (code === 'privacy_url_invalid' ? 'privacy_url' : 'terms_url'),
    })
  },
}

function linksOf({ terms_url, privacy_url }: MerchantRecord): StoredValues {
  return { terms_url: terms_url ?? '', privacy_url: privacy_url ?? '' }
}

/** Settings of the checkout: where customers go, in which currencies they pay, their receipts, and links. */
export const checkoutSettingsPage: DashboardPage = {
  path,
  needs: 'settings',
  show: (visit) => page('Checkout settings', body(visit)),
  forms: [thankYouForm, cancelForm, currenciesForm, receiptsForm, pagesForm],
}

function body(visit: MemberVisit): Markup {
  const { merchant, scope, context } = visit
  const mode = scope.livemode ? 'live' : 'test'
  const noMail =
    !context.mailSender &&
    html`
      <p class="note">
        This server sends no email, because <code>SMTP_URL</code> is not set. You can read the receipts
        under <a href="${visit.to('settings/mail')}">Mail</a>.
      </p>
    `
  const receipts = renderForm(visit, path, receiptsForm, receiptsOf(merchant))
  const links = renderForm(visit, path, pagesForm, linksOf(merchant))
  const cancel = renderForm(visit, path, cancelForm, cancelOf(merchant))
  const thankYou = renderForm(visit, path, thankYouForm, thankYouOf(merchant, scope))
  return html`
    ${section('after-paying', `After paying, in ${mode} mode`, thankYou)}
    ${!scope.livemode && section('way-back', 'Without paying, in test mode', cancel)}
    ${section('in-which', 'Currencies, in both modes', currenciesOf(visit))}
    ${section('mails', 'Receipts, in both modes', html`${noMail}${receipts}`)}
    ${section('links', 'Links on payment pages, in both modes', links)}
  `
}
