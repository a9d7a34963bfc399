import { popover } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'
import type { MemberVisit } from './page.ts'

/** Some filters of a list, behind their own button. */
export interface FilterMenu<Name extends string> {
  readonly label: string
  readonly fields: readonly Name[]
  /** What is chosen, in words. Null: nothing. */
  readonly chosen: (values: Readonly<Record<Name, string>>) => string | null
  readonly hint?: (visit: MemberVisit) => string
}

/** The first and the last day. */
export const dateMenu: FilterMenu<'from' | 'to'> = {
  label: 'Date',
  fields: ['from', 'to'],
  chosen: ({ from, to }) => span(from && dayWords(from), to && dayWords(to)),
  hint: ({ merchant }) => `Days are whole days in ${merchant.time_zone.replaceAll('_', ' ')}.`,
}

/** The buttons of the menus. Each shows what is chosen in it. A menu with a wrong value is open. */
export function filterMenus<Name extends string>(
  visit: MemberVisit,
  menus: readonly FilterMenu<Name>[],
  asked: { values: Readonly<Record<Name, string>>; errors: Readonly<Partial<Record<Name, string>>> },
  fieldOf: (name: Name) => Markup,
): Markup[] {
  const { values, errors } = asked
  const isWrong = Object.keys(errors).length > 0
  return menus.map(({ label, fields, chosen, hint }) => {
    const content = html`
      <div class="fields">${fields.map(fieldOf)}</div>
      ${hint && html`<p class="hint">${hint(visit)}</p>`}
      <p class="go"><button>Apply</button></p>
    `
    const isOpen = fields.some((name) => errors[name] !== undefined)
    return popover(label, content, { chosen: isWrong ? null : chosen(values), isOpen })
  })
}

/** `from – to`, or the only one of both. */
export function span(from: string, to: string): string | null {
  if (from !== '' && to !== '') return `${from} – ${to}`
  if (from !== '') return `from ${from}`
  return to === '' ? null : `to ${to}`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })

function dayWords(day: string): string {
  const at = new Date(day)
  return Number.isNaN(at.getTime()) ? day : dayFormat.format(at)
}
