/**
 * The zero of each script that phones and keyboards may type digits in. NFKC already turns full-width digits into
 * ASCII.
 */
const arabicZero = 0x660
const persianZero = 0x6f0

/** The digits of a text in ASCII, in whichever script they were typed. */
export function toDigits(text: string): string {
  return toAsciiDigits(text).replace(/\D/g, '')
}

/** The text with its digits in ASCII. */
export function toAsciiDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - arabicZero))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - persianZero))
}

/** A text field at one moment: its text, and the caret as an index into it. */
export interface TypedText {
  readonly text: string
  readonly caret: number
}

/**
 * Groups the digits anew after an edit and keeps the caret behind the same digit. Deleting a gap deletes the digit
 * beyond it. `previous` is the text before the edit, `inputType` the type of the input event.
 */
export function regroup(
  previous: string,
  typed: TypedText,
  inputType: string,
  group: (text: string) => string,
): TypedText {
  let digits = toDigits(typed.text)
  let before = toDigits(typed.text.slice(0, typed.caret)).length
  const onlyGapDeleted = digits === toDigits(previous) && typed.text.length < previous.length
  if (onlyGapDeleted && inputType === 'deleteContentBackward') {
    digits = digits.slice(0, Math.max(0, before - 1)) + digits.slice(before)
    before = Math.max(0, before - 1)
  } else if (onlyGapDeleted && inputType === 'deleteContentForward') {
    digits = digits.slice(0, before) + digits.slice(before + 1)
  }
  const text = group(digits)
  return { text, caret: indexAfterDigits(text, before) }
}

function indexAfterDigits(text: string, count: number): number {
  let index = 0
  for (let seen = 0; seen < count && index < text.length; index++) {
    if (/\d/.test(text.charAt(index))) seen++
  }
  return index
}
