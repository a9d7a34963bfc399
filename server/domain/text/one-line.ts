/**
 * Makes a text safe for a single line, such as a mail header: removes line breaks, control characters and marks that
 * reverse the writing direction. At most 200 characters.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed()
}
