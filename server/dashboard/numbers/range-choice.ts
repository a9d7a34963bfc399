import { chips, popover, toolbar } from '../../markup/design/components.ts'
import { icon } from '../../markup/design/icons.ts'
import { html, type Markup } from '../../markup/html.ts'
import { presets } from '../shell/day-presets.ts'
import { renderField } from '../shell/forms.ts'
import type { Field, MemberVisit } from '../shell/page.ts'
import type { AskedRange } from './range.ts'
import { periodName } from './words.ts'

/** The days, the step and the currency of the numbers. */
export function rangeChoice(
  visit: MemberVisit,
  { values, preset, errors }: AskedRange,
  currencies: readonly string[],
): Markup {
  const currency = values.currency === '' ? null : values.currency
  const ways = chips(
    Object.entries(presets),
    preset ?? '',
    (range) => visit.to('numbers', { range, currency }),
    'Range',
  )
  const days = preset === null ? {} : { range: preset }
  const own = preset === null ? { from: values.from, to: values.to, step: values.step } : {}
  const offered = [
    ...new Set([
      ...currencies,
      ...visit.merchant.currencies,
      ...(currency !== null && errors['currency'] === undefined ? [currency] : []),
    ]),
  ]
  const fields: Readonly<Record<string, Field>> = {
    from: { label: 'From day', type: 'date', max: 10 },
    to: { label: 'To day', type: 'date', max: 10 },
    step: {
      label: 'Count by',
      type: 'select',
      options: [
        ['day', 'Day'],
        ['week', 'Week, from Monday'],
        ['month', 'Month'],
      ],
    },
    currency: {
      label: 'Currency',
      type: 'select',
      options: [['', 'The one with the most payments'], ...offered.map((code) => [code, code] as const)],
    },
  }
  const form = { name: 'range', fields }
  const inputs = Object.keys(fields).map((name) =>
    renderField<MemberVisit>({ sent: { name: form.name, values, errors } }, form, name),
  )
  const isWrong = Object.keys(errors).length > 0
  const content = html`
    ${ways}
    <form method="get" action="${visit.to('numbers')}">
      <div class="grid">${inputs}</div>
      <p class="hint">Days are whole days in ${visit.merchant.time_zone.replaceAll('_', ' ')}.</p>
      <p class="go"><button class="main">Show</button></p>
    </form>
  `
  const range = popover(html`${icon('calendar')} Range`, content, {
    chosen: isWrong
      ? null
      : preset === null
        ? periodName({ firstDay: values.from, lastDay: values.to }, 'day')
        : presets[preset],
    isOpen: isWrong,
  })
  const shownCurrency = currency ?? currencies[0] ?? ''
  const others =
    currencies.length > 1 &&
    chips(
      currencies.slice(0, maxCurrencies).map((code) => [code, code] as const),
      shownCurrency,
      (code) => visit.to('numbers', { ...days, ...own, currency: code }),
      'Currency',
    )
  return html`<div class="range">${toolbar(html`${range}${others}`)}</div>`
}

/** The form offers all currencies of the account. */
const maxCurrencies = 6
