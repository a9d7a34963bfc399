import { unexpectedAnswer, type WithLastResponse } from './answers.ts'

/** The query of a list. */
interface Query {
  readonly limit?: number | undefined
  readonly starting_after?: string | undefined
  readonly ending_before?: string | undefined
}

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
export function pagesOf<Given extends Query, Result extends Page>(
  given: Given | undefined,
  pageLength: number,
  run: (query: Given | undefined) => Promise<Result>,
): Promise<Result> & AsyncIterable<Result['data'][number]> {
  const first = run(given)
  // The caller may change the object while the loop runs.
  const query = { ...given } as Given
  return Object.assign(first, { [Symbol.asyncIterator]: () => objectsFrom(first, query, pageLength, run) })
}

async function* objectsFrom<Given extends Query, Result extends Page>(
  first: Promise<Result>,
  query: Given,
  pageLength: number,
  run: (query: Given) => Promise<Result>,
): AsyncGenerator<Result['data'][number]> {
  const limit = typeof query.limit === 'number' ? query.limit : pageLength
  const cursor = query.ending_before === undefined ? 'starting_after' : 'ending_before'
  let page = await first
  for (let position: string | undefined; ;) {
    if (!hasData(page)) throw unexpectedAnswer(page.lastResponse, JSON.stringify(page))
    yield* page.data
    const last = page.data.at(-1)
    if (!last || !(page.has_more ?? page.data.length >= limit)) return
    // A cache that ignores the query repeats the same page. Without this check the loop would never end.
    if (!last.id || last.id === position) throw unexpectedAnswer(page.lastResponse, JSON.stringify(page))
    position = last.id
    page = await run({ ...query, [cursor]: position })
  }
}

function hasData(page: Page): boolean {
  return Array.isArray(page.data)
}
