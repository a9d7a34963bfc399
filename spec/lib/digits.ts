/** The digits of a text in ASCII, in whichever script they were typed. */
export function toDigits(text: string): string {
  return toAsciiDigits(text).replace(/\D/g, '')
}

/** The text with its digits in ASCII. */
export function toAsciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, valueOf)
}

/** Unicode has the ten digits of each script in order and side by side, and no other digits beside them. */
function valueOf(digit: string): string {
  let before = 0
  const code = digit.codePointAt(0) ?? 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}
