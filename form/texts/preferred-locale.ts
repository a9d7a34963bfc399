import { isSupportedLanguage } from './languages.ts'

/** The most entries that are read. A browser sends a few, and every entry takes time. */
const maxEntries = 10

/**
 * The language tag of `Accept-Language` to answer in: the first that we have texts for, otherwise the first of all.
 * Browsers list languages in the customer's order of preference, so their weights are not read.
 */
export function preferredLocale(acceptLanguage: string | undefined): string | undefined {
  const tags = (acceptLanguage ?? '').split(',', maxEntries).map((entry) => entry.split(';')[0]?.trim() ?? '')
  return tags.find(isSupportedLanguage) ?? (tags[0] || undefined)
}
