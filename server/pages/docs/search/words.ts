/** What joins the parts of a name in code, such as `success_url` or `session.completed`. */
const joint = /[._]/

/**
 * The words of a text as the index has them. A name in code counts as a whole, exactly as it is, and as its parts:
 * `success_url` is `success_url`, `succes` and `url`.
 */
export function wordsOf(text: string, stemOf: (word: string) => string = stem): string[] {
  const words = withoutCase(text).match(/[\p{L}\p{N}]+(?:[._][\p{L}\p{N}]+)*/gu) ?? []
  return words.flatMap((word) => (isName(word) ? [word, ...word.split(joint).map(stemOf)] : stemOf(word)))
}

/** Whether a word is a name in code of several parts. */
export function isName(word: string): boolean {
  return joint.test(word)
}

/** Without capitals and accents. `clientSecret` becomes `client_secret`, because other languages write it so. */
function withoutCase(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
}

/** Makes forms of one word equal, such as `expires`, `expired` and `expiring`. The result need not be a word. */
export function stem(word: string): string {
  if (word.length < 4 || /[^a-z]/.test(word)) return word
  return word
    .replace(/(?<![sui])s$/, '')
    .replace(/(?<=..)(?:ied|ie)$/, 'y')
    .replace(/(?<=...)(?:ing|ed|ion)$/, '')
    .replace(/(?<=...)e$/, '')
    .replace(/([b-df-hj-np-tv-z])\1$/, '$1')
    .replace('iz', 'is')
}
