import { unexpectedAnswer, type WithLastResponse } from './answers.ts'

type Parameters = Readonly<Record<string, unknown>>

/** What every list that pages looks like. */
interface List extends WithLastResponse {
  readonly data: readonly { readonly id: string }[]
  readonly has_more: boolean
}

/**
 * The first page as a promise, and everything from it on for `for await`.
 * Goes on in the direction the caller chose: `ending_before` towards newer objects, otherwise towards older ones.
 */
export function pagesOf(
  parameters: Parameters,
  run: (parameters: Parameters) => Promise<WithLastResponse>,
): Promise<WithLastResponse> & AsyncIterable<unknown> {
  const first = run(parameters)
  return Object.assign(first, { [Symbol.asyncIterator]: () => everythingFrom(first, parameters, run) })
}

async function* everythingFrom(
  first: Promise<WithLastResponse>,
  parameters: Parameters,
  run: (parameters: Parameters) => Promise<WithLastResponse>,
): AsyncGenerator<unknown> {
  const cursor = parameters.ending_before === undefined ? 'starting_after' : 'ending_before'
  let page = (await first) as List
  for (let at: unknown; ;) {
    if (!Array.isArray(page.data)) throw unexpectedAnswer(page.lastResponse, JSON.stringify(page))
    yield* page.data
    const last = page.data.at(-1)
    if (!page.has_more || !last) return
    // The same page again, as from a cache that takes no notice of the query, would never end.
    if (!last.id || last.id === at) throw unexpectedAnswer(page.lastResponse, JSON.stringify(page))
    at = last.id
    page = (await run({ ...parameters, [cursor]: at })) as List
  }
}
