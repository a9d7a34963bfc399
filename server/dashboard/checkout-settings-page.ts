import { changeAccount } from '../flows/manage-account.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { section } from './format.ts'
import { renderForm } from './forms.ts'
import { page } from './page.ts'
import type { DashboardPage, MemberForm, MemberVisit } from './page.ts'

const path = 'settings/checkout'

const thankYouForm: MemberForm = {
  name: 'thank-you',
  button: 'Set the address',
  changes: 'account',
  fields: {
    url: {
      label: 'Thank-you address',
      type: 'text',
      max: 2048,
      inputmode: 'url',
      hint:
        'Where customers go after paying if the session or link has no success_url. ' + 'Empty: they stay on our page.',
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

const currenciesForm: MemberForm = {
  name: 'currencies',
  button: 'Set the currencies',
  changes: 'account',
  fields: {
    currencies: {
      label: 'Currencies',
      type: 'text',
      required: true,
      max: 1000,
      hint:
        'Three-letter codes, like GBP, EUR, JPY. New sessions and links in other currencies are refused; ' +
        'open ones stay payable.',
    },
  },
  submit: async ({ context, caller, scope }, { currencies = '' }) => {
    const codes = currencies.split(/[\s,;]+/).filter((code) => code !== '')
    const result = await changeAccount(context, caller, scope.merchantId, { currencies: codes })
    if (result.kind === 'refused') return { kind: 'invalid', errors: { currencies: result.message } }
    return { kind: 'done', notice: { message: 'The currencies are set.' } }
  },
}

const receiptsForm: MemberForm = {
  name: 'receipts',
  button: 'Save',
  changes: 'account',
  fields: {
    receipts: {
      label: 'Send customers a receipt by mail',
      type: 'checkbox',
      hint:
        'After each payment, to the email address that the customer gave. ' +
        'In test mode, only to members of your own account.',
    },
    contact_email: {
      label: 'Address for questions',
      type: 'email',
      max: 254,
      autocomplete: 'email',
      hint: 'Receipts show it, and replies to them go there.',
    },
  },
  submit: async ({ context, caller, scope }, { receipts = '', contact_email: contact = '' }) => {
    const changes = { receipts: receipts === 'on', contactEmail: contact === '' ? null : contact }
    const result = await changeAccount(context, caller, scope.merchantId, changes)
    if (result.kind === 'refused') return { kind: 'invalid', errors: { contact_email: result.message } }
    return {
      kind: 'done',
      notice: { message: changes.receipts ? 'Customers get a receipt.' : 'Customers get no receipt.' },
    }
  },
}

/** Settings of the checkout: where customers go, in which currencies they pay, and their receipts. */
export const checkoutSettingsPage: DashboardPage = {
  path,
  show: (visit) => page('Checkout settings', body(visit)),
  forms: [thankYouForm, currenciesForm, receiptsForm],
}

function body(visit: MemberVisit): Markup {
  const { merchant, scope, context } = visit
  const mode = scope.livemode ? 'live' : 'test'
  const url = (scope.livemode ? merchant.thank_you_url_live : merchant.thank_you_url_test) ?? ''
  const noMail =
    !context.mailSender &&
    html`
      <p class="note">
        This server sends no mail (it has no <code>SMTP_URL</code>). You can read the receipts
        under <a href="${visit.to('settings/mail')}">Mail</a>.
      </p>
    `
  const currencies = renderForm(visit, path, currenciesForm, { currencies: merchant.currencies.join(', ') })
  const receipts = renderForm(visit, path, receiptsForm, {
    receipts: merchant.receipts ? 'on' : '',
    contact_email: merchant.contact_email ?? '',
  })
  return html`
    ${section('after-paying', `After paying, in ${mode} mode`, renderForm(visit, path, thankYouForm, { url }))}
    ${section('in-which', 'Currencies, in both modes', currencies)}
    ${section('mails', 'Receipts, in both modes', html`${noMail}${receipts}`)}
  `
}
