import { unexpectedAnswer, type WithLastResponse } from './answers.ts'

type Parameters = Readonly<Record<string, unknown>>

/** One page of a list that has pages. */
interface List extends WithLastResponse {
  readonly data: readonly { readonly id: string }[]
  readonly has_more: boolean
}

/**
 * Requests the first page. The result is a promise of that page and also an iterable of all objects from it on, for
 * `for await`. With `ending_before` the loop continues towards newer objects, otherwise towards older ones.
 */
export function pagesOf(
  parameters: Parameters,
  run: (parameters: Parameters) => Promise<WithLastResponse>,
): Promise<WithLastResponse> & AsyncIterable<unknown> {
  const first = run(parameters)
  return Object.assign(first, { [Symbol.asyncIterator]: () => objectsFrom(first, parameters, run) })
}

async function* objectsFrom(
  first: Promise<WithLastResponse>,
  parameters: Parameters,
  run: (parameters: Parameters) => Promise<WithLastResponse>,
): AsyncGenerator<unknown> {
  const cursor = parameters.ending_before === undefined ? 'starting_after' : 'ending_before'
  let page = await first
  for (let position: string | undefined; ;) {
    if (!isList(page)) throw unexpectedAnswer(page.lastResponse, JSON.stringify(page))
    yield* page.data
    const last = page.data.at(-1)
    if (!page.has_more || !last) return
    // A cache that ignores the query repeats the same page. Without this check the loop would never end.
    if (!last.id || last.id === position) throw unexpectedAnswer(page.lastResponse, JSON.stringify(page))
    position = last.id
    page = await run({ ...parameters, [cursor]: position })
  }
}

function isList(page: WithLastResponse): page is List {
  return 'data' in page && Array.isArray(page.data)
}
