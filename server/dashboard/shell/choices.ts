import { html, type Markup } from '../../markup/html.ts'

/** Links that narrow a list; one of them is the chosen one. `all`: pairs of value and text. */
export function choices(
  all: readonly (readonly [string, string])[],
  chosen: string,
  addressOf: (value: string) => string,
  label = 'Show',
): Markup {
  const items = all.map(
    ([value, text]) =>
      html`<li><a href="${addressOf(value)}"${value === chosen && html` aria-current="true"`}>${text}</a></li>`,
  )
  return html`<nav aria-label="${label}"><ul class="choices">${items}</ul></nav>`
}
