import { createHash } from 'node:crypto'
import { containDirection } from '../../spec/lib/direction.ts'

/** A complete reply with a page. The route sends it as it is. */
export interface PageReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Markup that is safe to send, because every inserted text is escaped. Only `html` and `verbatim` make it. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Insertable = string | number | Markup | readonly Markup[] | null | undefined | false

/**
 * Builds markup. Inserted text is escaped, and cannot turn the text around it; inserted markup stays as it is. Null,
 * undefined and false insert nothing. A template may span lines: a line break beside a tag or between two inserted
 * values disappears with its indentation; any other becomes a space.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Insertable[]): Markup {
  return new Markup(
    partsOnOneLine(parts)
      .map((part, index) => part + rendered(values[index]))
      .join(''),
  )
}

const joined = new WeakMap<TemplateStringsArray, readonly string[]>()

function partsOnOneLine(parts: TemplateStringsArray): readonly string[] {
  const known = joined.get(parts) ?? parts.map(onOneLine)
  joined.set(parts, known)
  return known
}

/** White space between inline elements is visible, so indentation must not reach the page. */
function onOneLine(part: string): string {
  return part
    .replace(/^\s*\n\s*$/, '')
    .replace(/>\s*\n\s*/g, '>')
    .replace(/\s*\n\s*</g, '<')
    .replace(/\s*\n\s*/g, ' ')
}

/** Inserts our own text (styles, a data block) without escaping it. */
export function verbatim(text: string): Markup {
  return new Markup(text)
}

/**
 * Data for a script in the page. Browsers do not execute a data block, so the policy needs no nonce for it.
 * `<` is escaped so that no text in the data can close the element.
 */
export function dataBlock(id: string, data: unknown): Markup {
  return verbatim(
    `<script type="application/json" id="${id}">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`,
  )
}

function rendered(value: Insertable): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return escaped(containDirection(String(value)))
}

/** Text as HTML, for text between tags and in attributes. Texts that other people typed go through `html`. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A style sheet inside the page, which the page's policy allows by its hash. */
export interface InlineStyle {
  readonly css: string
  /** Source expression for `style-src`. */
  readonly cspHash: string
}

export function inlineStyle(css: string): InlineStyle {
  return { css, cspHash: cspHash(css) }
}

/** A script inside the page, which the page's policy allows by its hash. */
export interface InlineScript {
  readonly code: string
  /** Source expression for `script-src`. */
  readonly cspHash: string
}

/** Bundled code. `</script` in it would end the element, and bundlers escape that. */
export function inlineScript(code: string): InlineScript {
  return { code, cspHash: cspHash(code) }
}

/** The source expression of a content security policy that allows this style or script inside the page. */
export function cspHash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
