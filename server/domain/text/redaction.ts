// Removes from a request's path and query the numbers that could belong to a card, and the search terms.

/** Query parameters whose values are not personal data, provided they have the expected form. */
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

/** Shortest run of digits that could be part of a card number. */
const shortestHidden = 9

/** Replaces removed text. */
const hidden = '…'

/** The path and query of a request, redacted for the log of failed requests. */
export function redactedAddress(path: string, query: string): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => {
    if (!/^[a-z_]{1,40}$/.test(name)) return hidden
    return `${name}=${harmless.has(name) && /^[\w.:-]{0,60}$/.test(value) ? value : hidden}`
  })
  return redactedText(`${decoded(path)}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`)
}

/** A text that the caller chose, such as a field name, with runs of digits removed. */
export function redactedText(text: string): string {
  return withoutDigitRuns(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
    .toWellFormed()
    .slice(0, maxLength)
}

/**
 * An acquirer's id or reference, for people. Sixteen digits are usual there, so only the length and the characters are
 * bounded.
 */
export function redactedReference(text: string): string {
  return text.replace(/[^\w.:-]/g, '?').slice(0, 100)
}

/**
 * Replaces nine or more digits, also with up to three other characters between them: the shortest card number has
 * twelve. A digit directly after a letter, as in `v1`, starts no run. About one id in a thousand loses a part this way.
 */
function withoutDigitRuns(text: string): string {
  // The code counts the digits, because `{8,}` would unroll the classes eight times: compiling such an expression
  // blocked the process for a third of a second.
  return text.replace(/(?<!\p{L})\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd})*/gu, (run) =>
    (run.match(/\p{Nd}/gu)?.length ?? 0) < shortestHidden ? run : '[number]',
  )
}

/** Decodes repeatedly, so that a number that was percent-encoded several times cannot slip through. */
function decoded(path: string): string {
  let text = path
  for (let round = 0; round < 5 && text.includes('%'); round++) {
    try {
      text = decodeURIComponent(text)
    } catch {
      // Another program might still decode what `decodeURIComponent` refuses.
      return text.replace(/%[0-9a-f]{0,2}/gi, hidden)
    }
  }
  return text.replaceAll('%', hidden)
}
