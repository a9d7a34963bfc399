import { popover, tiles, toolbar, type Tile } from '../../markup/design/components.ts'
import { icon } from '../../markup/design/icons.ts'
import { html, type Markup } from '../../markup/html.ts'
import type { SessionStatus } from '../../domain/sessions/session-state.ts'
import { maxCounted, type StatusCounts } from '../../store/sessions/payment-sums.ts'
import { fileLinks } from '../shell/file-kind.ts'
import { dateMenu, filterMenus, span, type FilterMenu } from '../shell/filter-menus.ts'
import { renderField } from '../shell/forms.ts'
import type { MemberVisit } from '../shell/page.ts'
import { paymentStates, statusWords } from '../shell/words.ts'
import { filterFields, type AskedFilter } from './payment-filter.ts'

type Values = AskedFilter['values']

const menus: readonly FilterMenu<keyof Values>[] = [
  {
    label: 'Status',
    fields: ['status'],
    chosen: ({ status }) => (status === '' ? null : (paymentStates.find(([state]) => state === status)?.[1] ?? null)),
  },
  dateMenu,
  {
    label: 'Amount',
    fields: ['min', 'max'],
    chosen: ({ min, max }) => span(min, max),
    hint: () => 'Of the checkout, like 25.00. Without a currency, it matches in every currency.',
  },
  { label: 'Currency', fields: ['currency'], chosen: ({ currency }) => currency || null },
  { label: 'Link', fields: ['link'], chosen: ({ link }) => link || null },
]

/** The filters, as a GET form, so that a member can share the address of a filtered list, and the list as a file. */
export function paymentToolbar(
  visit: MemberVisit,
  { values, errors }: AskedFilter,
  { path, isListed, isNarrowed }: { path: string; isListed: boolean; isNarrowed: boolean },
): Markup {
  const form = { name: 'filter', fields: filterFields(visit, values.currency) }
  const sent = { sent: { name: form.name, values, errors } }
  const field = (name: keyof Values): Markup => renderField<MemberVisit>(sent, form, name)
  const files = fileLinks(visit, `Download ${isNarrowed ? 'all that match' : 'all'}`, { what: 'payments', ...values })
  const file =
    isListed && files.text !== '' && html`<div class="end">${popover(html`${icon('download')}Export`, files)}</div>`
  return html`
    <form method="get" action="${visit.to(path)}" class="list-tools" role="search">
      <div class="find">${icon('search')}${field('q')}<button>Search</button></div>
      ${toolbar(html`${filterMenus(visit, menus, { values, errors }, field)}${file}`)}
    </form>
  `
}

const tileStates: readonly SessionStatus[] = ['paid', 'open', 'failed', 'expired', 'refunded', 'disputed']

/** The number of payments with each status, as links to their lists. */
export function statusTiles(visit: MemberVisit, counts: StatusCounts, chosen: string, path: string): Markup {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const tileOf = (status: string, label: string, count: number): Tile => ({
    label,
    value: count > maxCounted ? `${maxCounted.toLocaleString('en-GB')}+` : count.toLocaleString('en-GB'),
    href: visit.to(path, { status }),
    isChosen: status === chosen,
  })
  const states = tileStates.map((status) => tileOf(status, statusWords[status], counts.get(status) ?? 0))
  return html`<div class="statuses">${tiles([tileOf('', 'All', all), ...states], 'Payments by status')}</div>`
}
