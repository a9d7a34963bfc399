import { createHash } from 'node:crypto'

/** A page ready to be sent: the edge adds nothing but its transport. */
export interface PageReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Markup that was escaped, or written by us. Only `html` makes it. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Insertable = string | number | Markup | readonly Markup[] | null | undefined | false

/** Builds markup: what is inserted is escaped unless it is markup itself; null, undefined and false leave nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Insertable[]): Markup {
  return new Markup(parts.map((part, index) => part + rendered(values[index])).join(''))
}

/** Text of our own (styles, a data block) that goes in as it is. */
export function verbatim(text: string): Markup {
  return new Markup(text)
}

/** Data for a script in the page. A data block is not executed, so it needs no nonce; `<` must not end it early. */
export function dataBlock(id: string, data: unknown): Markup {
  return verbatim(
    `<script type="application/json" id="${id}">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`,
  )
}

function rendered(value: Insertable): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map((part: Markup) => part.text).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A style sheet that travels inside the page, allowed by its hash. */
export interface InlineStyle {
  readonly css: string
  /** Source expression for `style-src`. */
  readonly cspHash: string
}

export function inlineStyle(css: string): InlineStyle {
  return { css, cspHash: `'sha256-${createHash('sha256').update(css).digest('base64')}'` }
}
