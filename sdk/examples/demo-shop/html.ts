/** Markup that is safe to send. Only `html` makes it. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Insertable = string | number | Markup | readonly Markup[] | null | undefined | false

/** Builds markup. Escapes each inserted value that is not markup itself, and omits null, undefined and false. */
export function html(parts: TemplateStringsArray, ...values: readonly Insertable[]): Markup {
  return new Markup(parts.map((part, index) => part + rendered(values[index])).join(''))
}

function rendered(value: Insertable): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
