/** Text for one line, as in a header: nothing in it can begin another line, or turn the writing around. At most 200 characters. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
}
