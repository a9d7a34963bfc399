import { disputeStatuses } from '../../domain/disputes/dispute-state.ts'
import { fromMajorUnits, majorUnitsHint } from '../../domain/money/major-units.ts'
import { isCurrency } from '../../domain/money/amounts.ts'
import type { Scope } from '../../domain/scope.ts'
import { hasCardNumber } from '../../domain/sessions/search-query.ts'
import { sessionStatuses } from '../../domain/sessions/session-state.ts'
import { lengthOf } from '../../../spec/lib/formats.ts'
import { findPaymentLink, findPaymentLinkCode } from '../../store/links/payment-links.ts'
import { listSessions } from '../../store/sessions/checkout-sessions.ts'
import type { PaymentFilter } from '../../store/sessions/payment-filter.ts'
import { currenciesOf } from '../../store/sessions/search-meanings.ts'
import type { Database } from '../../store/sql/database.ts'
import { readDays } from '../shell/day-range.ts'
import type { Field, MemberVisit } from '../shell/page.ts'
import { paymentStates } from '../shell/words.ts'

/** The names of the filters in the address. */
const names = ['q', 'status', 'currency', 'min', 'max', 'from', 'to', 'link'] as const
type Name = (typeof names)[number]

/** The length of the longest reference. */
const maxText = 255

export type Narrowing = Omit<PaymentFilter, 'olderThan' | 'limit' | 'now' | 'among'>

/** The filter that the address asks for. */
export interface AskedFilter {
  /** The values as typed. Empty: not given. */
  readonly values: Readonly<Record<Name, string>>
  /** One sentence for each value that is wrong. */
  readonly errors: Readonly<Partial<Record<Name, string>>>
  /** Null: a value is wrong. */
  readonly filter: Narrowing | null
  /** The text may be a card number, which no address may keep. */
  readonly hasCard: boolean
}

export function filterFields({ merchant }: MemberVisit, asked: string): Readonly<Record<Name, Field>> {
  const currencies = [...new Set([...merchant.currencies, ...(isCurrency(asked) ? [asked] : [])])]
  return {
    q: {
      label: 'Search',
      type: 'text',
      max: maxText,
      hint:
        'An id, or words in any order: an amount, an email address or its domain, the last four digits of any card ' +
        'that was tried, or the beginning of a word of the reference, the description or the customer’s name.',
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
  const partlyRefunded = values.status === 'partly_refunded'
  if (values.status !== '' && status === null && dispute === null && !partlyRefunded)
    errors.status = 'There is no such status. Choose one from the list.'
  const amounts = await readAmounts(visit, values, errors)
  const days = readDays(values, visit.merchant.time_zone)
  Object.assign(errors, days.errors)
  const paymentLinkId = values.link === '' ? null : await linkNamed(visit, values.link)
  if (values.link !== '' && paymentLinkId === null)
    errors.link = 'There is no such payment link in this account and mode.'
  const hasCard = await checkText(visit, values, errors)
  const created = { createdFrom: days.from, createdBefore: days.before }
  const filter: Narrowing = {
    status,
    dispute,
    partlyRefunded,
    amounts,
    ...created,
    paymentLinkId,
    text: values.q === '' ? null : values.q,
  }
  return { values, errors, hasCard, filter: Object.keys(errors).length === 0 ? filter : null }
}

/** The query parameter that takes the place of a search for a card number, so that no address keeps the number. */
export const refusedSearch = { refused: 'card_number' } as const

async function checkText(
  { context, scope, query }: MemberVisit,
  values: Record<Name, string>,
  errors: Partial<Record<Name, string>>,
): Promise<boolean> {
  const hasCard = hasCardNumber(values.q) && !(await isReference(scope, context.db, values.q))
  if (hasCard || query['refused'] === refusedSearch.refused) {
    // No page repeats the number.
    values.q = ''
    errors.q =
      'This looks like a full card number, and no payment has it as its reference. We did not keep it. ' +
      'Search for the last four digits of the card instead.'
    return hasCard
  }
  const { q } = values
  const [, mode] = /^cs_(test|live)_/.exec(q) ?? []
  if (lengthOf(q) > maxText) errors.q = `Search for at most ${maxText} characters.`
  else if (mode !== undefined && (mode === 'live') !== scope.livemode)
    errors.q = `This is an id of ${mode} mode. Switch to ${mode} at the top of the page, and search there.`
  return false
}

/** Whether a payment of this mode has the reference. Many shops have references of 13 digits with a check digit. */
async function isReference(scope: Scope, db: Database, reference: string): Promise<boolean> {
  const found = await listSessions(scope, db, { limit: 1, reference, startingAfter: null })
  return found.length > 0
}

/** Without a currency, the limits apply to each currency that can have such an amount. */
async function readAmounts(
  { context, scope, merchant }: MemberVisit,
  { currency, min, max }: Record<Name, string>,
  errors: Partial<Record<Name, string>>,
): Promise<PaymentFilter['amounts']> {
  if (currency !== '' && !isCurrency(currency)) {
    errors.currency = 'There is no such currency. Choose one from the list.'
    return null
  }
  if (currency === '' && min === '' && max === '') return null
  const possible =
    currency === '' ? new Set([...merchant.currencies, ...(await currenciesOf(scope, context.db))]) : [currency]
  const limits = [...possible].map((code) => ({ code, from: limitIn(code, min), to: limitIn(code, max) }))
  const hint = (text: string): string =>
    currency === ''
      ? 'Write it in digits, like 25.00, without a separator for thousands.'
      : majorUnitsHint(currency, text)
  if (limits.every(({ from }) => from === undefined)) errors.min = hint(min)
  if (limits.every(({ to }) => to === undefined)) errors.max = hint(max)
  const ranges = limits.flatMap(({ code, from, to }) =>
    from === undefined || to === undefined ? [] : [{ currency: code, from, to }],
  )
  if (ranges.length > 0 && ranges.every(({ from, to }) => from !== null && to !== null && from > to))
    errors.max = 'This is less than the smallest amount.'
  return ranges
}

/** A typed limit in the smallest unit. Null: none was typed. Undefined: this is no amount of the currency. */
function limitIn(currency: string, text: string): number | null | undefined {
  if (text === '') return null
  const amount = fromMajorUnits(text, currency)
  return amount === null ? undefined : Math.min(amount, largestInteger)
}

/** The largest integer of the database column. */
const largestInteger = 2 ** 31 - 1

async function linkNamed({ context, scope }: MemberVisit, text: string): Promise<string | null> {
  if (/^pl_[0-9a-z]{1,60}$/.test(text)) return (await findPaymentLink(scope, context.db, text))?.id ?? null
  const [, code] = /^(?:https?:\/\/[^?#]*\/l\/)?([0-9a-z]{1,32})\/?$/.exec(text) ?? []
  const found = code === undefined ? null : await findPaymentLinkCode(context.db, code)
  return found?.scope.merchantId === scope.merchantId && found.scope.livemode === scope.livemode ? found.id : null
}
