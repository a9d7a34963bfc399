import type { LinkTexts, LiveTexts } from './texts.ts'

/**
 * Replaces the placeholders of a text. `{name}` becomes the value itself. `{count|one:# card|other:# cards}` becomes
 * the form for that count by its plural category (Unicode CLDR) in `locale`, with the count in place of `#`. In the
 * browser `locale` defaults to the document's language; elsewhere a text with plural forms needs it.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>, locale?: string): string {
  return text.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (placeholder, name: string, forms: string | undefined) => {
    const value = values[name]
    if (value === undefined) return placeholder
    return forms
      ? pluralForm(forms, Number(value), locale ?? document.documentElement.lang)
      : isolated(String(value), text)
  })
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * A name from right to left keeps to itself in a text from left to right. Otherwise an amount after it would be read as
 * a part of it (https://www.unicode.org/reports/tr9/). Texts from right to left isolate their values themselves.
 */
function isolated(value: string, text: string): string {
  return rightToLeft.test(value) && !rightToLeft.test(text) ? `\u2068${value}\u2069` : value
}

function pluralForm(forms: string, count: number, locale: string): string {
  const byCategory = Object.fromEntries(forms.split('|').map((form) => form.split(':') as [string, string]))
  return (byCategory[new Intl.PluralRules(locale).select(count)] ?? byCategory['other'] ?? '').replace(
    '#',
    String(count),
  )
}

/** Says what was paid, and to whom if the account has a name. */
export function paidText(
  texts: Pick<LiveTexts, 'paid' | 'paidWithoutName'>,
  amount: string,
  merchant: string | null,
): string {
  return merchant === null ? fill(texts.paidWithoutName, { amount }) : fill(texts.paid, { amount, merchant })
}

/** What the text of a checkout that has closed says where no bank can have taken money. */
export function withoutCharge(expired: string, link: Pick<LinkTexts, 'checkoutExpired' | 'notCharged'>): string {
  return expired.replace(link.checkoutExpired, () => link.notCharged)
}

/** Puts one sentence after another. After a full stop of Japanese and Chinese there is no space. */
export function sentences(first: string, second: string): string {
  return /[。！？]$/.test(first) ? first + second : `${first} ${second}`
}
