import { containDirection } from '../../../spec/lib/direction.ts'

/**
 * Line breaks, control characters, and format characters. Of these, those stay that joined letters and emoji, or texts
 * from right to left need.
 */
const unsafe = /(?:[\p{Cc}\p{Zl}\p{Zp}\s]|(?![\u061c\u200c-\u200f\u2066-\u2069])\p{Cf})+/gu

/**
 * Makes a text safe for a single line, such as a mail header: no line breaks, no control characters, and nothing that
 * turns the text after it. At most 200 characters.
 */
export function oneLine(text: string): string {
  return containDirection(text.replace(unsafe, ' ').trim().slice(0, 200).toWellFormed())
}
