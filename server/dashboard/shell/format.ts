import { memoized } from '../../domain/memory.ts'
import { copyButton } from '../../markup/design/components.ts'
import { html, type Markup } from '../../markup/html.ts'

const formatOf = memoized(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
)

const secondsOf = memoized(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }),
)

/** `21 Nov, 10:15:30`: the time of something that lies a few days back at most. */
export function recentTime(at: Date, timeZone: string): Markup {
  return timeElement(at, secondsOf(timeZone).format(at))
}

/** `21 Nov 2026, 10:15` in the account's time zone, with the exact UTC time as attributes. */
export function time(at: Date, timeZone: string): Markup {
  return timeElement(at, formatOf(timeZone).format(at))
}

function timeElement(at: Date, text: string): Markup {
  return html`<time datetime="${at.toISOString()}" title="${at.toISOString()}">${text}</time>`
}

/** An id with a button that copies it. The page shows it here only. */
export function copyable(id: string): Markup {
  return html`<code id="${id}">${id}</code> ${copyButton(id, 'the id')}`
}

/** A list of names and values. Rows with the value null are left out. */
export function facts(rows: readonly (readonly [string, Markup | string | null])[]): Markup {
  const shown = rows.flatMap(([name, value]) =>
    value === null ? [] : [html`<div><dt>${name}</dt><dd>${value}</dd></div>`],
  )
  return html`<dl class="facts">${shown}</dl>`
}

/** A section that its heading names. `id`: of the heading. */
export function section(id: string, title: string, content: Markup): Markup {
  return html`
    <section aria-labelledby="${id}">
      <h2 id="${id}">${title}</h2>
      ${content}
    </section>
  `
}

/** A column of figures, which are aligned on the right. */
export interface Figures {
  readonly figures: string
}

/**
 * A table. `head`: the names of the columns. Cells that are null are empty. On narrow screens each row becomes a block:
 * the first cell, and below it the others with the names of their columns.
 */
export function table(
  caption: string,
  head: readonly (string | Figures)[],
  rows: readonly (readonly (Markup | string | null)[])[],
): Markup {
  const columns = head.map((column) =>
    typeof column === 'string' ? { name: column, align: null } : { name: column.figures, align: html` class="number"` },
  )
  const heads = columns.map(({ name, align }) =>
    name === '' ? html`<td></td>` : html`<th scope="col"${align}>${name}</th>`,
  )
  const cellOf = (cell: Markup | string | null, index: number): Markup =>
    html`<td data-name="${columns[index]?.name}"${columns[index]?.align}>${cell}</td>`
  const body = rows.map((cells) => html`<tr>${cells.map(cellOf)}</tr>`)
  return html`
    <div class="table" role="region" aria-label="${caption}" tabindex="0">
      <table class="rows">
        <caption>${caption}</caption>
        <thead><tr>${heads}</tr></thead>
        <tbody>${body}</tbody>
      </table>
    </div>
  `
}

/** Links to the next page of a long list and back to its start. Null: no link. Addresses come from `visit.to`. */
export function pager(first: string | null, next: string | null): Markup | null {
  if (first === null && next === null) return null
  const back = first !== null && html`<a href="${first}">To the newest</a>`
  const onward = next !== null && html`<a href="${next}" rel="next">Older</a>`
  return html`<nav class="pager" aria-label="More">${back}${onward}</nav>`
}

/** `2 minutes ago`, for times within the last hours. */
export function agoWords(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
}
