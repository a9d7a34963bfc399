import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, made)
  return made
}

/** `21 Nov 2026, 10:15` in the account's time zone; the exact UTC time is behind it. */
export function time(at: Date, timeZone: string): Markup {
  return html`<time datetime="${at.toISOString()}" title="${at.toISOString()}">${formatOf(timeZone).format(at)}</time>`
}

/** A list of names and values; what is null is left out. */
export function facts(rows: readonly (readonly [string, Markup | string | null])[]): Markup {
  return html`<dl class="facts">${rows.flatMap(([name, value]) => (value === null ? [] : [html`<div><dt>${name}</dt><dd>${value}</dd></div>`]))}</dl>`
}

/** A column of figures, which stand on the right, below each other. */
export interface Figures {
  readonly figures: string
}

/**
 * A table. `head`: a name for each column. On narrow screens each row is a block of its own: the first cell, and below it the
 * others with the names of their columns. What is null is left empty.
 */
export function table(
  caption: string,
  head: readonly (string | Figures)[],
  rows: readonly (readonly (Markup | string | null)[])[],
): Markup {
  const columns = head.map((column) =>
    typeof column === 'string' ? { name: column, align: null } : { name: column.figures, align: html` class="number"` },
  )
  const heads = columns.map(({ name, align }) => html`<th scope="col"${align}>${name}</th>`)
  const body = rows.map(
    (cells) =>
      html`<tr>${cells.map((cell, index) => html`<td data-name="${columns[index]?.name}"${columns[index]?.align}>${cell}</td>`)}</tr>`,
  )
  return html`<div class="table" role="region" aria-label="${caption}" tabindex="0"><table class="rows"><caption>${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** The way to the next page of a list that goes on, and back to its begin. Addresses as `visit.to` gives them. */
export function pager(first: string | null, next: string | null): Markup | null {
  if (first === null && next === null) return null
  return html`<nav class="pager" aria-label="More">${first !== null && html`<a href="${first}">To the newest</a>`}${next !== null && html`<a href="${next}" rel="next">Older</a>`}</nav>`
}
