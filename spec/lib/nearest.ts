/** The word with the most similar spelling, or undefined when none is similar. */
function nearest(word: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((candidate) => ({ candidate, distance: distanceBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(2, word.length / 2) ? best.candidate : undefined
}

export function didYouMean(word: string, words: readonly string[]): string {
  const meant = nearest(word, words)
  return meant ? ` Did you mean \`${meant}\`?` : ''
}

/** A beginning of a few letters is as near as a mistyped letter. */
function distanceBetween(word: string, candidate: string): number {
  return word.length >= 4 && candidate.startsWith(word) ? 1 : distanceOf(word, candidate)
}

/** The Levenshtein distance: how many letters to add, remove or change. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
