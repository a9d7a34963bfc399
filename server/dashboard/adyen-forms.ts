import type { AdyenFields } from '../domain/adyen-access.ts'
import { adyenRules } from '../domain/adyen-access.ts'
import { checkConnectionNow } from '../flows/check-connection.ts'
import { connectAdyen, disconnectAdyen, removePreviousHmacKey } from '../flows/connect-adyen.ts'
import type { ConnectionResult } from '../processors/adyen/check-connection.ts'
import type { Outstanding } from '../store/processor-credentials.ts'
import { count } from './numbers-words.ts'
import { problem } from './page.ts'
import type { Field, MemberForm, MemberVisit, Outcome, Problem } from './page.ts'

/** The page of these forms. */
const path = 'live'

// The revision of the credentials that the page showed. A form is refused when somebody has changed them since.
const seenField: Field = { label: 'Credentials that were shown', type: 'hidden', max: 20 }

/** The form that connects Adyen. All secrets are new. */
export const connectForm: MemberForm = {
  name: 'adyen',
  button: 'Connect Adyen',
  changes: 'live',
  fields: fieldsOf(true),
  submit: connect,
}

/** The form that changes the connection. An empty field keeps its value. */
export const replaceForm: MemberForm = {
  name: 'adyen-change',
  button: 'Save the changes',
  changes: 'live',
  fields: fieldsOf(false),
  submit: connect,
}

export const checkForm: MemberForm = {
  name: 'adyen-check',
  button: 'Check the connection',
  changes: 'live',
  fields: {},
  submit: async ({ context, caller, scope, to }) => {
    const result = await checkConnectionNow(context, caller, scope.merchantId)
    return result ? { kind: 'done', notice: { message: resultWords[result] } } : changedMeanwhile(to)
  },
}

export const removeKeyForm: MemberForm = {
  name: 'adyen-previous-key',
  button: 'Remove the earlier HMAC key',
  changes: 'live',
  danger: true,
  confirm: 'Remove the earlier HMAC key? We then refuse notifications that Adyen still signs with it.',
  fields: { seen: seenField },
  submit: async ({ context, caller, scope, to }, { seen = '' }) =>
    (await removePreviousHmacKey(context, caller, scope.merchantId, Number(seen)))
      ? { kind: 'done', notice: { message: 'The earlier HMAC key is removed.' } }
      : changedMeanwhile(to),
}

export const disconnectForm: MemberForm = {
  name: 'adyen-disconnect',
  button: 'Disconnect Adyen',
  changes: 'live',
  danger: true,
  confirm:
    'Disconnect Adyen? Live payments stop. Payments that Adyen took can then no longer be refunded here, and ' +
    'disputes about them no longer arrive, until you connect the same merchant account again.',
  fields: { seen: seenField },
  submit: async ({ context, caller, scope, to }, { seen = '' }) => {
    const result = await disconnectAdyen(context, caller, scope.merchantId, Number(seen))
    if (result.kind === 'changed_meanwhile') return changedMeanwhile(to)
    if (result.kind === 'outstanding') return stillOutstanding(to, result.outstanding)
    return { kind: 'done', notice: { message: 'Adyen is disconnected. Its credentials are deleted.' } }
  },
}

/** What a connection check found, and what to do. */
export const resultWords: Readonly<Record<ConnectionResult, string>> = {
  ok: 'Adyen accepts the API key and the merchant account.',
  wrong_key:
    'Adyen refuses the API key. Create another one in Adyen’s Customer Area (Developers → API credentials), and ' +
    'enter it here.',
  wrong_account:
    'Adyen does not know this merchant account. Enter its name as the Customer Area shows it, and check that the API ' +
    'key belongs to the same company.',
  no_permission:
    'Adyen knows the API key but refuses the call. In the Customer Area, give the API credential access to this ' +
    'merchant account and the role “Checkout webservice role”.',
  unreachable: 'Adyen did not answer in time. The credentials are unchanged. Try again in a few minutes.',
  unclear:
    'Adyen gave an answer that says nothing about the credentials. The operator of this server should check ' +
    'ADYEN_ENVIRONMENT and ADYEN_CHECKOUT_URL.',
}

function fieldsOf(isFirst: boolean): Readonly<Record<string, Field>> {
  const keeps = isFirst ? {} : { hint: 'Leave it empty to keep the present one.' }
  return {
    merchantAccount: {
      label: 'Merchant account',
      type: 'text',
      required: true,
      max: adyenRules.merchantAccount.max,
      hint: 'Its name at Adyen, such as YourCompanyECOM.',
    },
    apiKey: {
      label: 'API key',
      type: 'password',
      required: isFirst,
      max: adyenRules.apiKey.max,
      autocomplete: 'off',
      ...keeps,
    },
    hmacKey: {
      label: 'HMAC key',
      type: 'password',
      required: isFirst,
      max: adyenRules.hmacKey.max,
      autocomplete: 'off',
      hint: isFirst
        ? '64 hexadecimal digits. Adyen shows it when you generate it for the webhook.'
        : 'Leave it empty to keep the present one. A new one does not end the present one at once.',
    },
    livePrefix: {
      label: 'Live prefix',
      type: 'text',
      max: adyenRules.livePrefix.max,
      hint: 'Only for Adyen’s live platform: Developers → API URLs, such as 1797a841fbb37ca7-AdyenDemo.',
    },
    notificationUser: {
      label: 'User name of notifications',
      type: 'text',
      max: adyenRules.notificationUser.max,
      autocomplete: 'off',
      hint: 'If you set basic authentication for the webhook.',
    },
    notificationPassword: {
      label: 'Password of notifications',
      type: 'password',
      max: adyenRules.notificationPassword.max,
      autocomplete: 'off',
      ...keeps,
    },
    seen: seenField,
  }
}

async function connect(visit: MemberVisit, values: Readonly<Record<string, string>>): Promise<Outcome> {
  const { context, caller, scope, merchant, to } = visit
  const { merchantId } = scope
  if (merchant.public_demo)
    return problem(409, { title: 'Adyen was not connected', message: 'The public demo account cannot go live.' })
  const { seen = '' } = values
  const change = { fields: adyenFieldsIn(values), seen: seen === '' ? null : Number(seen) }
  const result = await connectAdyen(context, caller, merchantId, change)
  if (result.kind === 'changed_meanwhile') return changedMeanwhile(to)
  if (result.kind === 'invalid') return { kind: 'invalid', errors: result.problems }
  const checked = await checkConnectionNow(context, caller, merchantId)
  const done = result.isNew ? 'Adyen is connected.' : 'The changes are saved.'
  return { kind: 'done', notice: { message: `${done} ${checked ? resultWords[checked] : ''}`.trim() } }
}

/** An empty field is null. Spaces around a pasted key are left out. */
function adyenFieldsIn(values: Readonly<Record<string, string>>): AdyenFields {
  const given = (name: keyof AdyenFields): string | null => values[name]?.trim() || null
  return {
    merchantAccount: given('merchantAccount'),
    apiKey: given('apiKey'),
    hmacKey: given('hmacKey'),
    notificationUser: given('notificationUser'),
    notificationPassword: values['notificationPassword'] || null,
    livePrefix: given('livePrefix'),
  }
}

function changedMeanwhile(to: MemberVisit['to']): Problem {
  return problem(409, {
    title: 'This was changed in another place',
    message:
      'The connection to Adyen has changed since this page was opened, so nothing was changed. Open the page again.',
    link: { href: to(path), text: 'Open the page again' },
  })
}

function stillOutstanding(to: MemberVisit['to'], { payments, refunds, returns }: Outstanding): Problem {
  const parts = [
    payments > 0 && `${count(payments)} ${payments === 1 ? 'payment' : 'payments'}`,
    refunds > 0 && `${count(refunds)} ${refunds === 1 ? 'refund' : 'refunds'}`,
    returns > 0 && `${count(returns)} ${returns === 1 ? 'return' : 'returns'}`,
  ].filter((part) => part !== false)
  const waiting = new Intl.ListFormat('en-GB').format(parts)
  return problem(409, {
    title: 'Adyen is still connected',
    message:
      `Adyen has not decided everything yet: ${waiting}. Without the credentials we cannot learn the outcome. ` +
      'Wait until they are finished, then disconnect.',
    link: { href: to(path), text: 'Back' },
  })
}
