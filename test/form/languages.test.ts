import { gzipSync } from 'node:zlib'
import t from 'tap'
import { fill, sentences } from '../../form/texts/fill.ts'
import { english } from '../../form/texts/en.ts'
import { languages, textsFor } from '../../form/texts/languages.ts'
import type { Texts } from '../../form/texts/texts.ts'
import { failureCodes, failureMessages } from '../../server/domain/sessions/failure-codes.ts'
import { formAssets } from '../../server/pages/form/form-assets.ts'
import { renderFormFrame } from '../../server/pages/form/form-frame.ts'
import { preferredLocale } from '../../form/texts/preferred-locale.ts'

const others = Object.entries(languages).filter(([language]) => language !== 'en')

/** Every text by its path, such as `live.pay`. Without `failures`, which English leaves to the server. */
function textsOf(texts: Texts): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (path: string, value: unknown): void => {
    if (typeof value === 'string') found.set(path, value)
    else for (const [name, part] of Object.entries(value as object)) walk(path ? `${path}.${name}` : name, part)
  }
  const { failures: _failures, ...live } = texts.live
  const { shell, hosted, link, cancel, embedded, receipt, trust, mail, bank } = texts
  walk('', { shell, live, hosted, link, cancel, embedded, receipt, trust, mail, bank })
  return found
}

const marksOf = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? '').sort()

/** Texts that are the same word or sign in another language. */
const sameAsEnglish: Readonly<Record<string, readonly string[]>> = {
  ar: ['shell.expiryPattern'],
  da: ['receipt.reference'],
  fr: ['receipt.date', 'receipt.description'],
  he: ['shell.expiryPattern'],
  it: ['trust.privacy'],
  nl: ['trust.privacy'],
}

t.test('each of the eighteen languages has every text, and none is left in English', async (t) => {
  t.equal(Object.keys(languages).length, 18)
  const reference = textsOf(english)
  for (const [language, texts] of others) {
    t.equal(texts.language, language)
    const own = textsOf(texts)
    t.same([...own.keys()].sort(), [...reference.keys()].sort(), language)
    for (const [path, text] of own) {
      if (!text.trim()) t.fail(`${language} ${path} is empty`)
      if (text === reference.get(path) && !sameAsEnglish[language]?.includes(path))
        t.fail(`${language} ${path} is English: ${text}`)
    }
  }
})

t.test('each text has the placeholders of the English one', async (t) => {
  for (const [language, texts] of others) {
    for (const [path, text] of textsOf(english))
      t.same(marksOf(textsOf(texts).get(path) ?? ''), marksOf(text), `${language} ${path}`)
  }
})

t.test('every failure code has a sentence in every language; English ones come from the server', async (t) => {
  for (const [language, { live }] of others) {
    t.same(Object.keys(live.failures).sort(), [...failureCodes, 'cancelled', 'left_at_bank'].sort(), language)
    for (const code of failureCodes) t.not(live.failures[code], failureMessages[code], `${language} ${code}`)
  }
})

/** Slips in typing that are wrong in every language, and those of one language. */
const slips: readonly (readonly [what: string, pattern: RegExp, language?: string])[] = [
  ['a space at an end', /^\s|\s$/],
  ['two spaces', /\s\s/],
  ['a straight quote', /['"]/],
  ['three full stops', /\.\./],
  ['a space beside an ideographic mark', /\s[。、！？：，]|[。、！？：，]\s/],
  ['a space that can break before a mark', / [?!;:»]|« /, 'fr'],
  ['a mark without a space before it', /[^\s\u00a0\u202f?!][?!;:»]/, 'fr'],
]

t.test('no text has a slip in its punctuation', async (t) => {
  for (const [language, texts] of Object.entries(languages)) {
    const failures = Object.entries(texts.live.failures)
    for (const [path, text] of [...textsOf(texts), ...failures]) {
      // Plural forms have a sign of their own.
      const words = text.replace(/\{(\w+)\|[^}]*\}/g, '$1')
      const found = slips.filter(([, pattern, only]) => (only ?? language) === language && pattern.test(words))
      for (const [what] of found) t.fail(`${language} ${path} has ${what}: ${text}`)
    }
  }
})

t.test('one sentence follows another with a space, but not in Japanese and Chinese', async (t) => {
  t.equal(sentences('Ihre Karte ist abgelaufen.', 'Zurück'), 'Ihre Karte ist abgelaufen. Zurück')
  t.equal(sentences('お支払い済みです。', 'ショップに戻ります…'), 'お支払い済みです。ショップに戻ります…')
})

/** The largest count that a text can have: a session ends after twenty attempts. */
const maxCount = 20

t.test('texts with counts have all plural forms of their language', async (t) => {
  for (const [language, texts] of Object.entries(languages)) {
    const rules = new Intl.PluralRules(language)
    const needed = new Set(Array.from({ length: maxCount }, (_, index) => rules.select(index + 1)))
    for (const [path, text] of textsOf(texts)) {
      for (const [, forms = ''] of text.matchAll(/\{\w+\|([^}]*)\}/g)) {
        for (const category of needed)
          if (!forms.split('|').some((form) => form.startsWith(`${category}:`)))
            t.fail(`${language} ${path} has no form for "${category}"`)
      }
    }
  }
  for (const [language, { live }] of Object.entries(languages)) {
    for (const count of [1, 2, 3, 4, 5, 22]) {
      const text = fill(live.cardsLeft, { count }, language)
      t.notMatch(text, /[{}|#]/, `${language} ${String(count)}: ${text}`)
    }
  }
  const left = (language: string, count: number) => fill(languages[language]?.live.cardsLeft ?? '', { count }, language)
  t.equal(left('en', 4), 'You have 4 tries left.')
  t.equal(left('cs', 3), 'Zbývají vám 3 pokusy.')
  t.equal(left('cs', 5), 'Zbývá vám 5 pokusů.')
  t.equal(left('pl', 5), 'Zostało Ci 5 prób.')
  t.match(left('ar', 2), 'محاولتان')
  t.match(left('he', 2), 'שני ניסיונות')
})

t.test('right-to-left texts isolate values that may run from left to right', async (t) => {
  t.same(
    Object.values(languages)
      .filter(({ direction }) => direction === 'rtl')
      .map(({ language }) => language),
    ['ar', 'he'],
  )
  for (const language of ['ar', 'he']) {
    for (const [path, text] of textsOf(languages[language] ?? english)) {
      if (/\{\w+\}/.test(text)) t.notMatch(text.replace(/\u2068\{\w+\}\u2069/g, ''), /\{/, `${language} ${path}`)
    }
  }
})

t.test('regional and related tags get their language, and unknown tags get English', async (t) => {
  const expected: readonly (readonly [string | undefined, string, string])[] = [
    ['pt-BR', 'pt', 'pt-BR'],
    ['en-gb', 'en', 'en-GB'],
    ['de-CH', 'de', 'de-CH'],
    ['no', 'nb', 'nb'],
    ['nn-NO', 'nb', 'nb-NO'],
    ['iw', 'he', 'he'],
    ['zh-CN', 'zh', 'zh-CN'],
    ['zh-Hant', 'zh', 'zh-Hans'],
    ['zh-TW', 'zh', 'zh-Hans-TW'],
    ['ar-EG', 'ar', 'ar-EG-u-nu-latn'],
    ['ko-KR', 'en', 'en'],
    ['', 'en', 'en'],
    ['"><script>', 'en', 'en'],
    ['constructor', 'en', 'en'],
    [undefined, 'en', 'en'],
  ]
  for (const [tag, language, locale] of expected) {
    const found = textsFor(tag)
    t.same([found.texts.language, found.locale], [language, locale], String(tag))
  }
})

t.test('the service uses the first of the browser’s languages that it has texts for', async (t) => {
  t.equal(preferredLocale('ca,es-ES;q=0.8,en;q=0.5'), 'es-ES')
  t.equal(preferredLocale('de-CH,de;q=0.9'), 'de-CH')
  t.equal(preferredLocale('ko-KR'), 'ko-KR')
  t.equal(preferredLocale(''), undefined)
})

t.test('the document of the form carries one language, and stays small in each', async (t) => {
  const assets = await formAssets()
  for (const [language, texts] of Object.entries(languages)) {
    const { body } = renderFormFrame({ locale: language }, assets)
    const size = gzipSync(body, { level: 9 }).length
    t.ok(body.includes(`lang="${language}" dir="${texts.direction}"`), language)
    t.equal(
      others.filter(([, other]) => other !== texts && body.includes(other.live.insecure)).length,
      0,
      `${language} alone`,
    )
    // The form may have 8 KB. The session takes 0.6 KB of them.
    t.ok(size <= 7.4 * 1024, `${language}: ${String(size)} bytes`)
    t.comment(`${language}: ${String(size)} bytes`)
  }
})
