import { unexpectedAnswer, type WithLastResponse } from './answers.ts'

type Parameters = Readonly<Record<string, unknown>>

/** One page of a list. */
interface Page extends WithLastResponse {
  readonly data: readonly { readonly id: string }[]
  /** Absent in the list of sessions: there, a page that is not full is the last one. */
  readonly has_more?: boolean
}

/**
 * Requests the first page. The result is a promise of that page and also an iterable of all objects from it on, for
 * `for await`. With `ending_before` the loop continues towards newer objects, otherwise towards older ones.
 *
 * @param pageLength the length of a page without `limit`
 */
export function pagesOf(
  parameters: Parameters,
  run: (parameters: Parameters) => Promise<WithLastResponse>,
  pageLength: number,
): Promise<WithLastResponse> & AsyncIterable<unknown> {
  const first = run(parameters)
  return Object.assign(first, { [Symbol.asyncIterator]: () => objectsFrom(first, parameters, run, pageLength) })
}

async function* objectsFrom(
  first: Promise<WithLastResponse>,
  parameters: Parameters,
  run: (parameters: Parameters) => Promise<WithLastResponse>,
  pageLength: number,
): AsyncGenerator<unknown> {
  const limit = typeof parameters.limit === 'number' ? parameters.limit : pageLength
  const cursor = parameters.ending_before === undefined ? 'starting_after' : 'ending_before'
  let page = await first
  for (let position: string | undefined; ;) {
    if (!isPage(page)) throw unexpectedAnswer(page.lastResponse, JSON.stringify(page))
    yield* page.data
    const last = page.data.at(-1)
    if (!last || !(page.has_more ?? page.data.length >= limit)) return
    // A cache that ignores the query repeats the same page. Without this check the loop would never end.
    if (!last.id || last.id === position) throw unexpectedAnswer(page.lastResponse, JSON.stringify(page))
    position = last.id
    page = await run({ ...parameters, [cursor]: position })
  }
}

function isPage(page: WithLastResponse): page is Page {
  return 'data' in page && Array.isArray(page.data)
}
