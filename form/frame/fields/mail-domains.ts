import { countryCodes } from '../address/country-codes.ts'

/** Providers by their ending, with the most common ones for each language of the form. */
const providers: Readonly<Record<string, string>> = {
  com:
    'gmail googlemail hotmail outlook yahoo icloud aol live msn me mac ymail rocketmail mail email gmx protonmail ' +
    'proton fastmail zoho comcast verizon sbcglobal bellsouth qq 163 126 foxmail sina yeah naver hanmail daum',
  net: 'comcast att verizon cox earthlink charter bigpond optusnet ziggo telenet',
  me: 'proton pm',
  ca: 'yahoo hotmail live outlook rogers shaw bell sympatico videotron',
  au: 'yahoo.com outlook.com live.com bigpond.com hotmail.com',
  uk: 'yahoo.co hotmail.co outlook.co live.co btinternet.co sky.co',
  de: 'gmx web t-online freenet yahoo hotmail live outlook arcor posteo mailbox',
  at: 'gmx aon yahoo hotmail outlook a1',
  ch: 'bluewin gmx hotmail hispeed sunrise yahoo outlook',
  fr: 'orange wanadoo free sfr laposte yahoo hotmail live outlook neuf bbox numericable',
  be: 'skynet telenet hotmail live outlook proximus yahoo',
  es: 'yahoo hotmail outlook telefonica terra movistar live',
  it: 'libero yahoo hotmail virgilio tiscali alice tin outlook live icloud fastwebnet',
  pt: 'sapo hotmail outlook live mail',
  br: 'uol.com yahoo.com hotmail.com bol.com terra.com outlook.com globo.com ig.com',
  mx: 'yahoo.com hotmail.com outlook.com live.com prodigy.net',
  ar: 'yahoo.com hotmail.com outlook.com',
  nl: 'ziggo kpnmail hotmail live outlook planet home xs4all hetnet upcmail casema',
  dk: 'hotmail live outlook yahoo mail',
  se: 'hotmail live outlook yahoo telia',
  no: 'online hotmail live outlook yahoo',
  fi: 'hotmail luukku suomi24 elisanet saunalahti',
  pl: 'wp o2 interia onet gazeta op tlen poczta vp',
  cz: 'seznam centrum email post volny atlas',
  tr: 'hotmail.com yahoo.com mynet.com outlook.com',
  il: 'walla.co netvision.net bezeqint.net',
  jp: 'yahoo.co docomo.ne softbank.ne ezweb.ne i.softbank nifty icloud outlook hotmail.co',
  cn: 'sina.com yahoo.com',
}

const domains = Object.entries(providers).flatMap(([ending, names]) =>
  names.split(' ').map((name) => `${name}.${ending}`),
)

/** Endings that do not exist, or that customers hardly ever mean. */
const wrongEndings: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['com', 'con cmo ocm vom xom comm coom cpm clm conm ccom c0m cim'],
    ['net', 'nte ner nett met'],
    ['de', 'ed dee'],
    ['fr', 'rf frr'],
  ].flatMap(([ending = '', typos = '']) => typos.split(' ').map((typo) => [typo, ending])),
)

/** Endings of countries that customers of a provider type in place of `com`. */
const nearlyCom = ['cm', 'co', 'om']

/** The whole address with the domain that the customer probably meant. Null: the domain may well be right. */
export function mailSuggestion(email: string): string | null {
  const [, name, typed] = /^([^\s@]+)@([^\s@]+)$/.exec(email) ?? []
  if (name === undefined || typed === undefined) return null
  const meant = domainMeantBy(typed.toLowerCase())
  return meant === null ? null : `${name}@${meant}`
}

function domainMeantBy(typed: string): string | null {
  if (domains.includes(typed)) return null
  const [near] = domains
    .filter((domain) => isNear(typed, domain))
    .sort((one, other) => distance(typed, one) - distance(typed, other))
  if (near !== undefined) return near
  const [, host = '', ending = ''] = /^(.+)\.([^.]+)$/.exec(typed) ?? []
  // These exist under .com only.
  if (/^(gmail|googlemail)$/.test(host)) return `${host}.com`
  const right = wrongEndings[ending]
  return right === undefined || !host ? null : `${host}.${right}`
}

/** One typo, or two in a long name. In a short one only two letters in the wrong order. */
function isNear(typed: string, domain: string): boolean {
  const host = domain.slice(0, domain.indexOf('.'))
  const typedHost = typed.slice(0, typed.indexOf('.'))
  const edits = distance(typed, domain)
  if (host === typedHost) return edits === 1 && !isOfAnotherCountry(typed)
  if (host.length < 5) return edits === 1 && [...typed].sort().join('') === [...domain].sort().join('')
  return edits === 1 || (edits === 2 && host.length > 6)
}

/** Many providers have one domain for each country. */
function isOfAnotherCountry(domain: string): boolean {
  const ending = domain.slice(domain.lastIndexOf('.') + 1)
  return !nearlyCom.includes(ending) && countryCodes.includes(ending.toUpperCase())
}

/** The number of letters inserted, left out, replaced or exchanged with their neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
  let [before, previous]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isExchanged =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (before[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    ;[before, previous] = [previous, current]
  }
  return previous[other.length] ?? 0
}
