/** The first sentence of a description. A full stop inside of a code, such as `session.completed`, ends none. */
export function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text
}
