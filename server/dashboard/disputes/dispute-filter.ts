import { disputeStatuses } from '../../domain/disputes/dispute-state.ts'
import { isCurrency } from '../../domain/money/amounts.ts'
import type { DisputeFilter } from '../../store/disputes/dispute-lists.ts'
import { readDays } from '../shell/day-range.ts'
import type { Field, MemberVisit } from '../shell/page.ts'

/** The names of the filters in the address. */
const names = ['status', 'currency', 'from', 'to'] as const
type Name = (typeof names)[number]

/** The filter that the address asks for. */
export interface AskedDisputes {
  /** The values as typed. Empty: not given. */
  readonly values: Readonly<Record<Name, string>>
  /** One sentence for each value that is wrong. */
  readonly errors: Readonly<Partial<Record<Name, string>>>
  /** Null: a value is wrong. */
  readonly filter: DisputeFilter | null
}

export function disputeFilterFields({ merchant }: MemberVisit, asked: string): Readonly<Record<Name, Field>> {
  const currencies = [...new Set([...merchant.currencies, ...(isCurrency(asked) ? [asked] : [])])]
  return {
    // The links above the form choose it.
    status: { label: 'Status', type: 'hidden' },
    currency: {
      label: 'Currency',
      type: 'select',
      options: [['', 'Any'], ...currencies.map((code) => [code, code] as const)],
    },
    from: { label: 'Opened from day', type: 'date', max: 10 },
    to: { label: 'Opened to day', type: 'date', max: 10 },
  }
}

/** Reads the filters. Days are whole days in the account's time zone. */
export function readDisputeFilter({ query, merchant }: MemberVisit): AskedDisputes {
  const values = Object.fromEntries(names.map((name) => [name, (query[name] ?? '').trim()])) as Record<Name, string>
  const status = disputeStatuses.find((known) => known === values.status) ?? null
  const currency = isCurrency(values.currency) ? values.currency : null
  const days = readDays(values, merchant.time_zone)
  const errors: AskedDisputes['errors'] = {
    ...(values.status !== '' && status === null && { status: 'There is no such status. Choose one from the list.' }),
    ...(values.currency !== '' &&
      currency === null && { currency: 'There is no such currency. Choose one from the list.' }),
    ...days.errors,
  }
  const filter = { status, currency, openedFrom: days.from, openedBefore: days.before }
  return { values, errors, filter: Object.keys(errors).length === 0 ? filter : null }
}
