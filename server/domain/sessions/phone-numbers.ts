/**
 * How a country writes numbers for itself: calling code, trunk prefix, and the digits after it. `0?` is a prefix that
 * may be missing. A number that fits is sure to be one of the country. Left out: countries in which it is not, such as
 * Argentina, where mobile numbers change when they are dialled from elsewhere.
 */
const plans = `
AE 971 0 [2-9]\\d{7,8}
AT 43 0 [1-9]\\d{6,12}
AU 61 0 [2-478]\\d{8}
BE 32 0 [1-9]\\d{7,8}
BG 359 0 [2-9]\\d{6,8}
BR 55 0? [1-9]\\d{9,10}
CH 41 0 [1-9]\\d{8}
CL 56 - [2-9]\\d{8}
CN 86 0? 1[3-9]\\d{9}|[12]\\d{8,9}|[3-9]\\d{8,10}
CO 57 - [36]\\d{9}
CY 357 - [29]\\d{7}
CZ 420 - [2-9]\\d{8}
DE 49 0 [1-9]\\d{6,12}
DK 45 - [2-9]\\d{7}
EE 372 - [3-7]\\d{6}|[58]\\d{7}
ES 34 - [6-9]\\d{8}
FI 358 0 [1-9]\\d{5,10}
FR 33 0 [1-9]\\d{8}
GB 44 0 [1-9]\\d{8,9}
GR 30 - [26]\\d{9}
HK 852 - [2-9]\\d{7}
HR 385 0 [1-9]\\d{7,8}
HU 36 06 [1-9]\\d{7,8}
IE 353 0 [1-9]\\d{6,8}
IL 972 0 [2-9]\\d{7,8}
IN 91 0? [6-9]\\d{9}
IS 354 - [4-9]\\d{6}
IT 39 - 0[1-9]\\d{4,9}|3\\d{8,9}
JP 81 0 [1-9]\\d{8,9}
KR 82 0 [1-9]\\d{7,9}
KZ 7 8 7\\d{9}
LT 370 0|8 [3-9]\\d{7}
LU 352 - 6\\d{8}
LV 371 - [26]\\d{7}
MT 356 - [279]\\d{7}
MX 52 - [2-9]\\d{9}
MY 60 0 [1-9]\\d{7,9}
NL 31 0 [1-9]\\d{8}
NO 47 - [2-9]\\d{7}
NZ 64 0 [2-9]\\d{7,9}
PE 51 - 9\\d{8}
PH 63 0 [2-9]\\d{7,9}
PL 48 - [1-9]\\d{8}
PT 351 - [29]\\d{8}
RO 40 0 [2-9]\\d{8}
RU 7 8 [3-9]\\d{9}
SA 966 0 [1-9]\\d{8}
SE 46 0 [1-9]\\d{6,9}
SG 65 - [3689]\\d{7}
SI 386 0 [1-9]\\d{7}
SK 421 0 [2-9]\\d{8}
TH 66 0 [2-9]\\d{7,8}
TR 90 0? [2-5]\\d{9}
TW 886 0 [2-9]\\d{7,8}
UA 380 0 [3-9]\\d{8}
US 1 1? [2-9]\\d{2}[2-9]\\d{6}
VN 84 0 [2-9]\\d{8,9}
ZA 27 0 [1-9]\\d{8}
`

/** Countries with the numbers of another one. */
const sharedWith: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['US', 'AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI'],
    ['GB', 'GG IM JE'],
    ['IT', 'SM VA'],
    ['FI', 'AX'],
    ['NO', 'SJ'],
    ['AU', 'CC CX'],
  ].flatMap(([plan = '', others = '']) => others.split(' ').map((country) => [country, plan])),
)

/** What is dialled for another country, where it is not `00`. */
const exits: Readonly<Record<string, string>> = { AU: '0011', HK: '001', JP: '010', SG: '001', US: '011' }

interface Plan {
  readonly callingCode: string
  readonly national: RegExp
}

const planOf: ReadonlyMap<string, Plan> = new Map(
  plans
    .trim()
    .split('\n')
    .map((line) => {
      const [country = '', callingCode = '', trunk = '', digits = ''] = line.split(' ')
      const prefix = trunk === '-' ? '' : trunk.endsWith('?') ? `(?:${trunk.slice(0, -1)})?` : `(?:${trunk})`
      return [country, { callingCode, national: new RegExp(`^${prefix}(${digits})$`) }]
    }),
)

/**
 * The number with a plus sign, its country code and digits, without an extension. `country`: where a number without a
 * country code belongs, ISO 3166-1 alpha-2 in upper case. Null: its country code is not certain.
 */
export function internationalPhone(text: string, country: string | null): string | null {
  const written = text.normalize('NFKC').replace(/^[^\d+]+(?=[\d+])/, '')
  const [main = ''] = written.split(/[a-z#;,]/i)
  const home = country === null ? null : (sharedWith[country] ?? country)
  const exit = (home !== null && exits[home]) || '00'
  const digits = main.replace(/\D/g, '')
  // The zero in brackets is dialled only inside the country.
  const foreign = main.replace('(0)', '').replace(/\D/g, '')
  if (main.startsWith('+')) return `+${foreign}`
  if (digits.startsWith(exit)) return `+${foreign.slice(exit.length)}`
  const plan = home === null ? undefined : planOf.get(home)
  const [, number] = plan?.national.exec(digits) ?? []
  return plan && number !== undefined ? `+${plan.callingCode}${number}` : null
}
