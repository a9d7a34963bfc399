import { disputeStatuses } from '../domain/dispute-state.ts'
import { fromMajorUnits, majorUnitsHint } from '../domain/major-units.ts'
import { isCurrency } from '../domain/money.ts'
import { sessionStatuses } from '../domain/session-state.ts'
import { lengthOf } from '../../spec/lib/formats.ts'
import { findPaymentLink, findPaymentLinkCode } from '../store/payment-links.ts'
import type { PaymentFilter } from '../store/payment-search.ts'
import { readDays } from './day-range.ts'
import type { Field, MemberVisit } from './page.ts'
import { paymentStates } from './payment-words.ts'

/** The names of the filters in the address. */
const names = ['q', 'status', 'currency', 'min', 'max', 'from', 'to', 'link'] as const
type Name = (typeof names)[number]

/** The length of the longest reference. */
const maxText = 255

export type Narrowing = Omit<PaymentFilter, 'olderThan' | 'limit' | 'now'>

/** The filter that the address asks for. */
export interface AskedFilter {
  /** The values as typed. Empty: not given. */
  readonly values: Readonly<Record<Name, string>>
  /** One sentence for each value that is wrong. */
  readonly errors: Readonly<Partial<Record<Name, string>>>
  /** Null: a value is wrong. */
  readonly filter: Narrowing | null
}

export function filterFields({ merchant }: MemberVisit, asked: string): Readonly<Record<Name, Field>> {
  const currencies = [...new Set([...merchant.currencies, ...(isCurrency(asked) ? [asked] : [])])]
  return {
    q: {
      label: 'Search',
      type: 'text',
      max: maxText,
      hint:
        'An id, your reference, the customer’s email address, or the last four digits of the card that paid. ' +
        'Only exact matches are found.',
    },
    status: {
      label: 'Status',
      type: 'select',
      options: [['', 'Any'], ...paymentStates],
    },
    currency: {
      label: 'Currency',
      type: 'select',
      options: [['', 'Any'], ...currencies.map((code) => [code, code] as const)],
    },
    min: { label: 'Amount from', type: 'text', max: 20, inputmode: 'decimal' },
    max: { label: 'Amount to', type: 'text', max: 20, inputmode: 'decimal' },
    from: { label: 'From day', type: 'date', max: 10 },
    to: { label: 'To day', type: 'date', max: 10 },
    link: { label: 'Payment link', type: 'text', hint: 'Its id or its address.' },
  }
}

/**
 * Reads the filters. Amounts are in major units of the chosen currency, days are whole days in the account's time zone.
 */
export async function readFilter(visit: MemberVisit): Promise<AskedFilter> {
  const values = Object.fromEntries(names.map((name) => [name, (visit.query[name] ?? '').trim()])) as Record<
    Name,
    string
  >
  const errors: Partial<Record<Name, string>> = {}
  const status = sessionStatuses.find((known) => known === values.status) ?? null
  const dispute = disputeStatuses.find((known) => `dispute_${known}` === values.status) ?? null
  if (values.status !== '' && status === null && dispute === null)
    errors.status = 'There is no such status. Choose one from the list.'
  const amount = readAmount(visit, values, errors)
  const days = readDays(values, visit.merchant.time_zone)
  Object.assign(errors, days.errors)
  const paymentLinkId = values.link === '' ? null : await linkNamed(visit, values.link)
  if (values.link !== '' && paymentLinkId === null)
    errors.link = 'There is no such payment link in this account and mode.'
  checkText(visit, values, errors)
  const created = { createdFrom: days.from, createdBefore: days.before }
  const filter: Narrowing = {
    status,
    dispute,
    amount,
    ...created,
    paymentLinkId,
    text: values.q === '' ? null : values.q,
  }
  return { values, errors, filter: Object.keys(errors).length === 0 ? filter : null }
}

function checkText({ scope }: MemberVisit, { q }: Record<Name, string>, errors: Partial<Record<Name, string>>): void {
  const [, mode] = /^cs_(test|live)_/.exec(q) ?? []
  if (lengthOf(q) > maxText) errors.q = `Search for at most ${maxText} characters.`
  else if (mode !== undefined && (mode === 'live') !== scope.livemode)
    errors.q = `This is an id of ${mode} mode. Switch to ${mode} at the top of the page, and search there.`
}

function readAmount(
  { merchant }: MemberVisit,
  values: Record<Name, string>,
  errors: Partial<Record<Name, string>>,
): PaymentFilter['amount'] {
  const { min, max } = values
  const only = merchant.currencies.length === 1 ? merchant.currencies[0] : undefined
  const currency = values.currency === '' && (min !== '' || max !== '') ? (only ?? '') : values.currency
  if (currency === '') {
    if (min !== '' || max !== '') errors.currency = 'Choose the currency that the amount is in.'
    return null
  }
  if (!isCurrency(currency)) {
    errors.currency = 'There is no such currency. Choose one from the list.'
    return null
  }
  const [from, to] = [min, max].map((text) => (text === '' ? null : fromMajorUnits(text, currency)))
  if (min !== '' && from === null) errors.min = majorUnitsHint(currency)
  if (max !== '' && to === null) errors.max = majorUnitsHint(currency)
  if (from != null && to != null && from > to) errors.max = 'This is less than the smallest amount.'
  return { currency, from: within(from ?? null), to: within(to ?? null) }
}

/** Limits an amount to the largest integer of the database column. */
function within(amount: number | null): number | null {
  return amount === null ? null : Math.min(amount, 2 ** 31 - 1)
}

async function linkNamed({ context, scope }: MemberVisit, text: string): Promise<string | null> {
  if (/^pl_[0-9a-z]{1,60}$/.test(text)) return (await findPaymentLink(scope, context.db, text))?.id ?? null
  const [, code] = /^(?:https?:\/\/[^?#]*\/l\/)?([0-9a-z]{1,32})\/?$/.exec(text) ?? []
  const found = code === undefined ? null : await findPaymentLinkCode(context.db, code)
  return found?.scope.merchantId === scope.merchantId && found.scope.livemode === scope.livemode ? found.id : null
}
