// What of a request's address may be kept: neither numbers that could be a card's, nor what somebody searched for.

/** Query values that say nothing of anybody, when they look like what they should be. */
const harmless: ReadonlySet<string> = new Set([
  'limit',
  'status',
  'type',
  'currency',
  'order',
  'starting_after',
  'ending_before',
  'after',
  'before',
  'created_after',
  'created_before',
])

const maxLength = 300

/** Digits of a run that could be a part of a card number. */
const shortestHidden = 9

/** Stands for what is left out. */
const hidden = '…'

/** Path and query of a request, for the log of failed requests. */
export function redactedAddress(path: string, query: string): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => {
    if (!/^[a-z_]{1,40}$/.test(name)) return hidden
    return `${name}=${harmless.has(name) && /^[\w.:-]{0,60}$/.test(value) ? value : hidden}`
  })
  return redactedText(`${decoded(path)}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`)
}

/** Text of the caller's own, like the name of a field. */
export function redactedText(text: string): string {
  return withoutDigitRuns(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
    .toWellFormed()
    .slice(0, maxLength)
}

/**
 * Nine digits or more, whatever signs stand between them, are left out: the shortest card number has twelve. The digit of a word
 * like `v1` begins none. An id has such a run once in some thousand; then a part of it is missing too.
 */
function withoutDigitRuns(text: string): string {
  // Counted here and not by `{8,}`: with these classes unrolled eight times, compiling the expression held the process for a third of a second.
  return text.replace(/(?<!\p{L})\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd})*/gu, (run) =>
    (run.match(/\p{Nd}/gu)?.length ?? 0) < shortestHidden ? run : '[number]',
  )
}

/** As often as it was encoded, so that a number cannot hide behind percent signs. */
function decoded(path: string): string {
  let text = path
  for (let round = 0; round < 5 && text.includes('%'); round++) {
    try {
      text = decodeURIComponent(text)
    } catch {
      // What is no encoding could still be one for somebody else.
      return text.replace(/%[0-9a-f]{0,2}/gi, hidden)
    }
  }
  return text.replaceAll('%', hidden)
}
