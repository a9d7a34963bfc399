import { currencies } from '../../domain/money/amounts.ts'
import { changeAccount } from '../../flows/accounts/manage-account.ts'
import { html, type Markup } from '../../markup/html.ts'
import { section } from '../shell/format.ts'
import { formAround, renderButton, renderField, renderForm } from '../shell/forms.ts'
import { page, type DashboardPage, type MemberForm, type MemberVisit } from '../shell/page.ts'

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
  submit: async ({ context, caller, scope }, { url = '' }) => {
    const { merchantId, livemode } = scope
    const result = await changeAccount(context, caller, merchantId, {
      thankYouUrl: { livemode, url: url === '' ? null : url },
    })
    if (result.kind === 'refused') return { kind: 'invalid', errors: { url: result.message } }
    const mode = livemode ? 'live' : 'test'
    return {
      kind: 'done',
      notice: {
        message:
          url === ''
            ? `The thank-you address of ${mode} mode is removed.`
            : `The thank-you address of ${mode} mode is set.`,
      },
    }
  },
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
  submit: async ({ context, caller, scope, merchant }, { add = '', ...ticked }) => {
    const kept = merchant.currencies.filter((code) => ticked[code] === 'on')
    const result = await changeAccount(context, caller, scope.merchantId, {
      currencies: add === '' ? kept : [...kept, add],
    })
    if (result.kind === 'refused') return { kind: 'invalid', errors: { add: result.message } }
    return { kind: 'done', notice: { message: 'The currencies are set.' } }
  },
}

/** The account's currencies to keep or to untick, and a list to add one from. */
function currenciesOf(visit: MemberVisit): Markup {
  const boxes = visit.merchant.currencies.map((code) => renderField(visit, currenciesForm, code, 'on'))
  const add = renderField(visit, currenciesForm, 'add')
  return formAround(visit, path, currenciesForm, html`${boxes}${add}${renderButton(currenciesForm)}`)
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
        'In test mode, only to members of your own account.',
    },
    contact_email: {
      label: 'Address for questions',
      type: 'email',
      max: 254,
      autocomplete: 'email',
      hint: 'Payment pages and receipts show it, and replies to receipts go there.',
    },
  },
  submit: async ({ context, caller, scope }, { receipts = '', contact_email: contact = '' }) => {
    const changes = { receipts: receipts === 'on', contactEmail: contact === '' ? null : contact }
    const result = await changeAccount(context, caller, scope.merchantId, changes)
    if (result.kind === 'refused') return { kind: 'invalid', errors: { contact_email: result.message } }
    return {
      kind: 'done',
      notice: { message: changes.receipts ? 'Customers get receipts.' : 'Customers get no receipts.' },
    }
  },
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
  submit: async ({ context, caller, scope }, { terms_url: terms = '', privacy_url: privacy = '' }) => {
    const result = await changeAccount(context, caller, scope.merchantId, {
      termsUrl: terms === '' ? null : terms,
      privacyUrl: privacy === '' ? null : privacy,
    })
    if (result.kind === 'changed') return { kind: 'done', notice: { message: 'The links of payment pages are saved.' } }
    const field = result.code === 'privacy_url_invalid' ? 'privacy_url' : 'terms_url'
    return { kind: 'invalid', errors: { [field]: result.message } }
  },
}

/** Settings of the checkout: where customers go, in which currencies they pay, their receipts, and links. */
export const checkoutSettingsPage: DashboardPage = {
  path,
  show: (visit) => page('Checkout settings', body(visit)),
  forms: [thankYouForm, currenciesForm, receiptsForm, pagesForm],
}

function body(visit: MemberVisit): Markup {
  const { merchant, scope, context } = visit
  const mode = scope.livemode ? 'live' : 'test'
  const url = (scope.livemode ? merchant.thank_you_url_live : merchant.thank_you_url_test) ?? ''
  const noMail =
    !context.mailSender &&
    html`
      <p class="note">
        This server sends no email, because <code>SMTP_URL</code> is not set. You can read the receipts
        under <a href="${visit.to('settings/mail')}">Mail</a>.
      </p>
    `
  const receipts = renderForm(visit, path, receiptsForm, {
    receipts: merchant.receipts ? 'on' : '',
    contact_email: merchant.contact_email ?? '',
  })
  const links = renderForm(visit, path, pagesForm, {
    terms_url: merchant.terms_url ?? '',
    privacy_url: merchant.privacy_url ?? '',
  })
  return html`
    ${section('after-paying', `After paying, in ${mode} mode`, renderForm(visit, path, thankYouForm, { url }))}
    ${section('in-which', 'Currencies, in both modes', currenciesOf(visit))}
    ${section('mails', 'Receipts, in both modes', html`${noMail}${receipts}`)}
    ${section('links', 'Links on payment pages, in both modes', links)}
  `
}
