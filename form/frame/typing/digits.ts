import { toDigits } from '../../../spec/lib/digits.ts'

/** A text field at one moment: its text, and the caret as an index into it. */
export interface TypedText {
  readonly text: string
  readonly caret: number
}

/** What a field shows after an edit. `previous` is its text before, `inputType` the type of the input event. */
export type Edit = (previous: string, typed: TypedText, inputType: string) => TypedText

/** An edit of a field that shows digits in groups. */
export function regroupWith(group: (text: string) => string): Edit {
  return (previous, typed, inputType) => regroup(previous, typed, inputType, group)
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
  if (onlyGapDeleted && isBackward(inputType)) {
    digits = digits.slice(0, Math.max(0, before - 1)) + digits.slice(before)
    before = Math.max(0, before - 1)
  } else if (onlyGapDeleted && isForward(inputType)) {
    digits = digits.slice(0, before) + digits.slice(before + 1)
  }
  const text = group(digits)
  return { text, caret: indexAfterDigits(text, before) }
}

/** Browsers have a type of their own for a character, a word and a line. */
export function isBackward(inputType: string): boolean {
  return /^delete.*Backward$/.test(inputType)
}

export function isForward(inputType: string): boolean {
  return /^delete.*Forward$/.test(inputType)
}

export function indexAfterDigits(text: string, count: number): number {
  let index = 0
  for (let seen = 0; seen < count && index < text.length; index++) {
    if (/\d/.test(text.charAt(index))) seen++
  }
  return index
}
