import { requestRules } from '../../../generated/rules.ts'
import { momentOf } from '../../domain/time/local-times.ts'
import { fromMajorUnits, majorUnitsHint } from '../../domain/money/major-units.ts'
import { isCurrency, maxAmount } from '../../domain/money/amounts.ts'
import { lengthOf } from '../../../spec/lib/formats.ts'
import { createPaymentLink, type PaymentLinkParams } from '../../flows/links/create-payment-link.ts'
import { breadcrumb } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import { usualCurrency } from '../../store/sessions/session-summaries.ts'
import { mistakesIn } from '../shell/contract-mistakes.ts'
import { section } from '../shell/format.ts'
import { formAround, renderButton, renderField } from '../shell/forms.ts'
import {
  page,
  problem,
  type DashboardPage,
  type Field,
  type MemberForm,
  type MemberVisit,
  type Shown,
} from '../shell/page.ts'
import { money } from '../shell/words.ts'

type Values = Readonly<Record<string, string>>
type Errors = Record<string, string>

const path = 'links/new'

const create: MemberForm = {
  name: 'create',
  button: 'Create the link',
  again: 'same',
  fields: {
    kind: {
      label: 'Kind',
      type: 'select',
      required: true,
      options: [
        ['single', 'One payment: closed when it is paid'],
        ['reusable', 'Many payments: anyone who opens it can pay'],
      ],
    },
    amount: {
      label: 'Amount',
      type: 'text',
      required: true,
      max: 20,
      inputmode: 'decimal',
      hint: 'In digits, with a point or a comma before the cents: 25.00 or 25,00.',
    },
    currency: { label: 'Currency', type: 'text', required: true, max: 3 },
    description: { label: 'What it is for', type: 'text', required: true, max: 255, hint: 'The customer sees it.' },
    reference: { label: 'Your reference', type: 'text', max: 255, hint: 'Every payment through the link gets it.' },
    email: {
      label: 'Customer’s email address',
      type: 'text',
      max: 254,
      hint: 'For one payment only. The form then does not ask for it.',
    },
    customer: { label: 'Customer’s name', type: 'text', max: 90, hint: 'For one payment only.' },
    thanks: {
      label: 'Thank-you address',
      type: 'text',
      max: 2048,
      inputmode: 'url',
      hint: 'An https address where the customer goes after paying. If empty, the account’s address applies.',
    },
    expires: { label: 'Expires', type: 'datetime-local', max: 20 },
    metadata: {
      label: 'Metadata',
      type: 'textarea',
      max: 11_000,
      hint: 'One entry on each line, like campaign = spring. At most 19; the customer does not see them.',
    },
  },
  submit: async (visit, values) => {
    const { context, scope, merchant, caller, to } = visit
    if (scope.livemode && !merchant.live_access) return noLiveAccess
    const read = readParams(visit, values)
    if ('errors' in read) return { kind: 'invalid', errors: read.errors }
    const result = await createPaymentLink(context, merchant, scope, read.params, null, caller)
    if (result.kind === 'link')
      return {
        kind: 'done',
        to: to(`links/${result.link.id}`),
        notice: { message: `The link for ${money(result.link)} is created. Send its address to your customer.` },
      }
    if (result.kind === 'failure' && result.code === 'parameter_invalid')
      return {
        kind: 'invalid',
        errors: {
          [fieldOf(result.detail.param ?? '', values)]: sentenceOf(result.detail.message ?? 'This cannot be used.'),
        },
      }
    return {
      kind: 'invalid',
      errors: { form: 'The account cannot take payments in this mode yet: see “Live access”. No link was created.' },
    }
  },
}

const noLiveAccess = problem(409, {
  title: 'No link was created',
  message: 'Live links come with live access, which this account does not have yet.',
})

/** The form's fields, by the names that the contract has for them. */
const fields: Readonly<Record<string, string>> = {
  'customer.email': 'email',
  'customer.name': 'customer',
  success_url: 'thanks',
  expires_at: 'expires',
}

function fieldOf(param: string, { email, customer }: Values): string {
  // The contract refuses both together on a link for many payments.
  if (param === 'customer') return email && !customer ? 'email' : 'customer'
  const name = fields[param] ?? param.split('.')[0] ?? ''
  return Object.hasOwn(create.fields, name) ? name : 'form'
}

/** `expires_at must be …` → `This must be …`: the page shows the sentence beside the field. */
function sentenceOf(message: string): string {
  return message.replace(/^[a-z_.]+ /, 'This ')
}

/** Reads the typed values as the body of operation `createPaymentLink`, and checks them as the API does. */
function readParams({ merchant }: MemberVisit, values: Values): { params: PaymentLinkParams } | { errors: Errors } {
  const { kind = '', description = '', reference, email, customer, thanks, expires = '' } = values
  const currency = (values['currency'] ?? '').toUpperCase()
  const amount = isCurrency(currency) ? fromMajorUnits(values['amount'] ?? '', currency) : 1
  const expiresAt = expires === '' ? null : momentOf(expires, merchant.time_zone)
  const metadata = readMetadata(values['metadata'] ?? '')
  const person = { ...(email && { email }), ...(customer && { name: customer }) }
  const errors: Errors = {
    ...(!isCurrency(currency) && { currency: 'Enter a currency code of three letters, like GBP.' }),
    ...amountError(amount, currency, values['amount']),
    ...(expires !== '' && !expiresAt && { expires: 'Write a day and a time like 2026-11-21T10:15.' }),
    ...(typeof metadata === 'string' && { metadata }),
  }
  const params = {
    kind,
    amount: amount ?? 1,
    currency,
    description,
    ...(reference && { reference }),
    ...(Object.keys(person).length > 0 && { customer: person }),
    ...(thanks && { success_url: thanks }),
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
    ...(typeof metadata === 'object' && { metadata }),
  }
  const mistakes = Object.entries(mistakesIn(requestRules.createPaymentLink.body, params) ?? {}).map(
    ([param, mistake]) => [fieldOf(param, values), mistake] as const,
  )
  const all = { ...Object.fromEntries(mistakes), ...errors }
  return Object.keys(all).length > 0 ? { errors: all } : { params: params as PaymentLinkParams }
}

function amountError(amount: number | null, currency: string, text: string | undefined): Errors | null {
  if (amount === null) return { amount: majorUnitsHint(currency, text) }
  if (amount < 1) return { amount: 'The amount must be more than zero.' }
  return amount > maxAmount ? { amount: `The largest amount is ${money({ amount: maxAmount, currency })}.` } : null
}

const keyMax = 40

/** Reads one entry per line. A sentence: a line is wrong. Undefined: the text is empty. */
function readMetadata(text: string): Record<string, string> | string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return undefined
  const entries = lines.map((line) =>
    /^([^=]+)=(.*)$/
      .exec(line)
      ?.slice(1)
      .map((part) => part.trim()),
  )
  const wrong = entries.findIndex((entry) => !entry?.[0])
  if (wrong >= 0)
    return `Write each entry as a name, = and a value. This line is wrong: ${(lines[wrong] ?? '').slice(0, 60)}`
  const keys = entries.map((entry) => entry?.[0] ?? '')
  const long = keys.find((key) => lengthOf(key) > keyMax || key === '__proto__')
  if (long !== undefined)
    return `A name has at most ${keyMax} characters. This one cannot be used: ${long.slice(0, 60)}`
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice !== undefined) return `Two entries have the same name: ${twice}`
  return Object.fromEntries(entries.map((entry) => [entry?.[0] ?? '', entry?.[1] ?? '']))
}

/** The form for a new payment link of either kind. */
export const newLinkPage: DashboardPage = { path, needs: 'links', show, forms: [create] }

async function show(visit: MemberVisit): Promise<Shown> {
  const { context, merchant, scope } = visit
  if (scope.livemode && !merchant.live_access)
    return page(
      'New payment link',
      html`<section><p>Live links come with live access, which this account does not have yet.</p></section>`,
    )
  const currency: Field = {
    label: 'Currency',
    type: 'select',
    required: true,
    options: merchant.currencies.map((code) => [code, code] as const),
  }
  const expires: Field = {
    label: 'Expires',
    type: 'datetime-local',
    hint:
      `10 minutes to a year from now, in ${merchant.time_zone.replaceAll('_', ' ')}. If empty, the link never ` +
      `expires.`,
  }
  const form = { ...create, fields: { ...create.fields, currency, expires } }
  const usual = await usualCurrency(scope, context.db, merchant.currencies)
  const field = (name: string) => renderField(visit, form, name, name === 'currency' ? (usual ?? '') : '')
  const [main, more] = [
    ['kind', 'amount', 'currency', 'description'],
    ['reference', 'email', 'customer', 'thanks', 'expires', 'metadata'],
  ] as const
  const isOpen =
    visit.sent !== null &&
    more.some((name) => visit.sent?.errors[name] !== undefined || (visit.sent?.values[name] ?? '') !== '')
  const content = html`
    ${main.map(field)}
    <details${isOpen && html` open`}>
      <summary>More: reference, customer, expiry …</summary>
      ${more.map(field)}
    </details>
    ${renderButton(form)}
  `
  return page(
    'New payment link',
    html`
      <div class="split">
        <div><section aria-label="The link">${formAround(visit, path, form, content)}</section></div>
        <div>${preview(visit, usual ?? merchant.currencies[0] ?? '')}</div>
      </div>
    `,
    { above: breadcrumb([[visit.to('links'), 'Payment links']], 'New') },
  )
}

/** What the customer will see of the form that was sent. With the script, it follows what the person types. */
function preview({ merchant, sent }: MemberVisit, usual: string): Markup {
  const { amount = '', currency = usual, description = '' } = sent?.values ?? {}
  const units = isCurrency(currency) ? fromMajorUnits(amount, currency) : null
  const shown = {
    amount: units === null ? '—' : money({ amount: units, currency }),
    description: description || 'What it is for',
  }
  const card = html`
    <p class="hint">${merchant.business_name ?? merchant.email}</p>
    <p class="sum" data-preview="create-amount create-currency">${shown.amount}</p>
    <p data-preview="create-description">${shown.description}</p>
    <p class="pay" aria-hidden="true">Pay</p>
  `
  return section('preview', 'What the customer sees', html`<div class="preview">${card}</div>`)
}
