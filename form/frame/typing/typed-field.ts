import type { Edit, TypedText } from './digits.ts'

export interface TypedField {
  /** Empties the field, and forgets what it showed before. */
  clear(): void
}

/** Enough for every field of a card. */
const maxSteps = 50

/**
 * Formats a field after each edit, and calls `onText` with the new text. It writes nothing while a keyboard composes
 * its text, because the keyboard would insert its own text a second time. Browsers cannot undo what a script has
 * written, so the field undoes it itself.
 */
export function formatTyped(input: HTMLInputElement, edit: Edit, onText: (text: string) => void): TypedField {
  let shown: TypedText = { text: '', caret: 0 }
  let [past, future]: [TypedText[], TypedText[]] = [[], []]
  let isComposing = false

  const show = (next: TypedText): void => {
    shown = next
    if (input.value !== next.text) input.value = next.text
    // Only while the field has the focus: in some browsers setting a selection moves the focus.
    if (document.activeElement === input && input.selectionStart !== next.caret)
      input.setSelectionRange(next.caret, next.caret)
    onText(next.text)
  }
  const follow = (inputType: string): void => {
    const typed = { text: input.value, caret: input.selectionStart ?? input.value.length }
    const next = edit(shown.text, typed, inputType)
    if (next.text !== shown.text) {
      past = [...past.slice(1 - maxSteps), shown]
      future = []
    }
    show(next)
  }
  /** Shows the last text of one list, and keeps the present one in the other. */
  const step = (from: TypedText[], to: TypedText[]): boolean => {
    const next = from.pop()
    if (!next) return false
    to.push(shown)
    show(next)
    return true
  }

  input.addEventListener('compositionstart', () => (isComposing = true))
  input.addEventListener('compositionend', () => {
    isComposing = false
    follow('insertFromComposition')
  })
  input.addEventListener('input', (event) => {
    const { inputType = '', isComposing: composes } = event as Partial<InputEvent>
    if (!isComposing && !composes) follow(inputType)
  })
  input.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event
    if (ctrlKey === metaKey || altKey || isComposing) return
    const isRedo = /^y$/i.test(key) || (/^z$/i.test(key) && shiftKey)
    if (!isRedo && !/^z$/i.test(key)) return
    if (!(isRedo ? step(future, past) : step(past, future))) return
    event.preventDefault()
    // The others who listen to the field follow too.
    isComposing = true
    input.dispatchEvent(new Event('input', { bubbles: true }))
    isComposing = false
  })
  return {
    clear() {
      ;[past, future] = [[], []]
      show({ text: '', caret: 0 })
    },
  }
}
