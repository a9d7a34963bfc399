/** The most results in one memory. */
const maxResults = 1_000

/** Remembers the results of a pure function of a short text. A full memory begins again. */
export function memoized<Result>(work: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = work(text)
    if (results.size >= maxResults) results.clear()
    results.set(text, result)
    return result
  }
}
