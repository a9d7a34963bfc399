const controls = /[\u202a-\u202e\u2066-\u2069]/
const closing = '\u2069'

/**
 * A text that cannot turn the text around it. Unicode has controls that reverse everything up to their end
 * (https://www.unicode.org/reports/tr9/). Embeddings and overrides are removed, because no writing needs them. Isolates
 * keep to themselves, so they stay, each with its end.
 */
export function containDirection(text: string): string {
  if (!controls.test(text)) return text
  let open = 0
  const kept = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, (control) => {
    if (control < '\u2066') return ''
    if (control !== closing) open++
    else if (open === 0) return ''
    else open--
    return control
  })
  return kept + closing.repeat(open)
}
