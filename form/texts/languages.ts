import { arabic } from './ar.ts'
import { czech } from './cs.ts'
import { danish } from './da.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { finnish } from './fi.ts'
import { french } from './fr.ts'
import { hebrew } from './he.ts'
import { italian } from './it.ts'
import { japanese } from './ja.ts'
import { norwegian } from './nb.ts'
import { dutch } from './nl.ts'
import { polish } from './pl.ts'
import { portuguese } from './pt.ts'
import { swedish } from './sv.ts'
import { turkish } from './tr.ts'
import { chinese } from './zh.ts'
import type { Texts } from './texts.ts'

/** Every language, by the primary subtag that asks for it. */
export const languages: Readonly<Record<string, Texts>> = {
  ar: arabic,
  cs: czech,
  da: danish,
  de: german,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  he: hebrew,
  it: italian,
  ja: japanese,
  nb: norwegian,
  nl: dutch,
  pl: polish,
  pt: portuguese,
  sv: swedish,
  tr: turkish,
  zh: chinese,
}

/** Everyone who reads Norwegian reads Bokmål; browsers send any of the three tags. */
const bokmaal: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' }

/**
 * Texts for a language tag, and the tag to write amounts in.
 * Without texts for the language, both are English, so that words and numbers agree.
 */
export function textsFor(requested: string | undefined): { readonly texts: Texts; readonly locale: string } {
  const supported = requested === undefined ? null : supportedLocale(requested)
  const texts = supported && languages[supported.language]
  return texts ? { texts, locale: supported.toString() } : { texts: english, locale: 'en' }
}

/** Whether there are texts for this language tag. */
export function isSupportedLanguage(tag: string): boolean {
  return supportedLocale(tag) !== null
}

/** RFC 5646 asks programs to accept tags of this length. Longer ones take long to read. */
const maxTagLength = 35

/**
 * The locale to write in, or null without texts for its language. Only what changes our pages is left of the tag:
 * language, script, region and a wish for Western digits. So there are few different pages, and caches can keep them.
 */
function supportedLocale(tag: string): Intl.Locale | null {
  if (tag.length > maxTagLength) return null
  try {
    const { language: asked, script, region, numberingSystem } = new Intl.Locale(tag)
    const language = bokmaal[asked] ?? asked
    if (!languages[language]) return null
    // Cards and keyboards have Western digits, and a page with both kinds is hard to read.
    const digits = numberingSystem === 'latn' || (language === 'ar' && region) ? { numberingSystem: 'latn' } : {}
    const locale = new Intl.Locale(language, { ...(script && { script }), ...(region && { region }), ...digits })
    // Our Chinese is simplified, and browsers choose fonts by the tag.
    return locale.maximize().script === 'Hant' ? new Intl.Locale(locale, { script: 'Hans' }) : locale
  } catch {
    // Not a well-formed language tag.
    return null
  }
}
