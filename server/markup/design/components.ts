import { html, type Markup } from '../html.ts'
import { icon, type IconName } from './icons.ts'

// The parts that pages for merchants consist of. Their looks are in components.css. `/dashboard/components` shows them.

export type Tone = 'good' | 'bad' | 'waiting' | 'quiet'

/** A state in one or two words. */
export function tag(text: string, tone: Tone): Markup {
  return html`<span class="tag ${tone}">${text}</span>`
}

/** A link that looks like a button. `kind` main: what the page is for. */
export function buttonLink(
  href: string,
  text: string,
  { kind = 'plain', sign }: { kind?: 'main' | 'plain'; sign?: IconName } = {},
): Markup {
  return html`<a class="button${kind === 'plain' && ' plain'}" href="${href}">${sign && icon(sign)}${text}</a>`
}

/** Copies the text of the element with this id. The script shows the button where the browser can copy. */
export function copyButton(id: string, what: string): Markup {
  return html`
    <button type="button" class="copy" data-copy="${id}" aria-label="Copy ${what}" title="Copy ${what}" hidden>
      ${icon('copy')}
    </button>
  `
}

/** Links that narrow a list; one of them is the chosen one. `all`: pairs of value and text. */
export function chips(
  all: readonly (readonly [string, string | Markup])[],
  chosen: string,
  addressOf: (value: string) => string,
  label = 'Show',
): Markup {
  const items = all.map(
    ([value, text]) =>
      html`<li><a href="${addressOf(value)}"${value === chosen && html` aria-current="true"`}>${text}</a></li>`,
  )
  return html`<nav aria-label="${label}"><ul class="chips">${items}</ul></nav>`
}

/** What a list can be asked for and what can be done with it, in one row. */
export function toolbar(content: Markup): Markup {
  return html`<div class="toolbar">${content}</div>`
}

/**
 * A button that opens a small card below it. `chosen`: what is chosen in it, which the button shows. The browser opens
 * it without a script. The script closes it when the person presses Escape or clicks elsewhere.
 */
export function popover(
  label: string | Markup,
  content: Markup,
  { chosen = null, isOpen = false, kind = 'chip' }: PopoverLooks = {},
): Markup {
  const value = chosen !== null && html` <strong>${chosen}</strong>`
  const open = isOpen && html` open`
  return html`
    <details class="popover"${open}>
      <summary class="${kind}${chosen !== null && ' chosen'}">${label}${value}${icon('chevron-down')}</summary>
      <div class="card">${content}</div>
    </details>
  `
}

interface PopoverLooks {
  readonly chosen?: string | null
  readonly isOpen?: boolean
  readonly kind?: 'chip' | 'account'
}

export interface Tile {
  readonly label: string
  readonly value: string | Markup
  /** Against the time before. `words` say what it is compared with. */
  readonly change?: { readonly text: string; readonly tone: 'good' | 'bad' | 'quiet'; readonly words: string } | null
  readonly spark?: Markup | null
  /** Where the figure is explained. */
  readonly href?: string
  readonly isChosen?: boolean
}

/** Figures side by side. */
export function tiles(all: readonly Tile[], label: string): Markup {
  return html`<ul class="tiles" aria-label="${label}">${all.map(tile)}</ul>`
}

function tile({ label, value, change, spark, href, isChosen }: Tile): Markup {
  const changed = change && html`<span class="change ${change.tone}">${change.text} <span>${change.words}</span></span>`
  const current = isChosen && html` aria-current="true"`
  const inside = html`<span class="label">${label}</span><span class="figure">${value}</span>${changed}${spark}`
  const box = href === undefined ? html`<div>${inside}</div>` : html`<a href="${href}"${current}>${inside}</a>`
  return html`<li>${box}</li>`
}

/** What a page shows when it has nothing to list: what will be here, and what to do first. */
export function emptyState(
  sign: IconName,
  title: string,
  text: string | Markup | null,
  action: Markup | null = null,
): Markup {
  return html`
    <div class="empty">
      ${icon(sign)}
      <p class="title">${title}</p>
      ${text !== null && html`<p>${text}</p>`}
      ${action && html`<p class="go">${action}</p>`}
    </div>
  `
}

/** The pages of one entry of the navigation. `path` is the address of the link. */
export function tabs(
  all: readonly { readonly name: string; readonly href: string; readonly isHere: boolean }[],
  label: string,
): Markup {
  const items = all.map(
    ({ name, href, isHere }) => html`<li><a href="${href}"${isHere && html` aria-current="page"`}>${name}</a></li>`,
  )
  return html`<nav class="tabs" aria-label="${label}"><ul>${items}</ul></nav>`
}

/** The way back from the page of one object to the list above it. */
export function breadcrumb(
  steps: readonly (readonly [href: string, name: string])[],
  here: string,
  label = 'Breadcrumb',
): Markup {
  const links = steps.map(([href, name]) => html`<li><a href="${href}">${name}</a>${icon('chevron-right')}</li>`)
  return html`
    <nav class="crumbs" aria-label="${label}"><ol>${links}<li aria-current="page">${here}</li></ol></nav>
  `
}

/**
 * A dialog and the link that opens it. Without the script, the link leads to the content, which then shows on the page.
 * `id` is unique on the page. `isOpen`: the content needs an answer, such as a form that was refused.
 */
export function dialog(
  id: string,
  title: string,
  content: Markup,
  { opener, isDangerous = false, isOpen = false }: { opener: string; isDangerous?: boolean; isOpen?: boolean },
): Markup {
  return html`
    <a class="button plain${isDangerous && ' danger'}" href="#${id}" data-dialog="${id}">${opener}</a>
    <dialog id="${id}" aria-labelledby="${id}-title"${isOpen && html` open`}>
      <h2 id="${id}-title">${title}</h2>
      ${content}
      <form method="dialog"><button class="close" aria-label="Close">${icon('cross')}</button></form>
    </dialog>
  `
}
