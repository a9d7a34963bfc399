import type { LiveTexts } from './texts.ts'

/**
 * Puts values into the marks of a text. `{name}` is the value itself. `{count|one:# card|other:# cards}` is the form for that count,
 * by its plural category (Unicode CLDR) in `locale`, with the count for `#`. Outside a browser such a text needs the locale.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>, locale?: string): string {
  return text.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (mark, name: string, forms: string | undefined) => {
    const value = values[name]
    if (value === undefined) return mark
    // In the browser the texts are in the language of their document.
    return forms ? pluralForm(forms, Number(value), locale ?? document.documentElement.lang) : String(value)
  })
}

function pluralForm(forms: string, count: number, locale: string): string {
  const byCategory = Object.fromEntries(forms.split('|').map((form) => form.split(':') as [string, string]))
  return (byCategory[new Intl.PluralRules(locale).select(count)] ?? byCategory['other'] ?? '').replace(
    '#',
    String(count),
  )
}

/** What was paid, and to whom if the account has a name. */
export function paidText(texts: LiveTexts, amount: string, merchant: string | null): string {
  return merchant === null ? fill(texts.paidWithoutName, { amount }) : fill(texts.paid, { amount, merchant })
}
