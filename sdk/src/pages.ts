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

/** An iterable of all objects of a list, from a page on. */
type Objects<Result extends Page> = AsyncIterable<Result['data'][number]>

/**
 * A promise of the first page, and an iterable of all objects from it on, for `for await`. The page is such an iterable
 * too. With `ending_before` the loop continues towards newer objects, otherwise towards older ones. The request begins
 * when the caller waits for it, so that an error always has somebody who handles it.
 *
 * @param pageLength the length of a page without `limit`
 */
export function pagesOf<Given extends Query, Result extends Page>(
  given: Given | undefined,
  pageLength: number,
  run: (query: Given | undefined) => Promise<Result>,
): Promise<Result & Objects<Result>> & Objects<Result> {
  // The caller may change the object before the request or while the loop runs. `run` refuses what is not an object.
  const query = (Object(given) === given ? { ...given } : (given ?? {})) as Given
  let begun: Promise<Result & Objects<Result>> | undefined
  const first = (): Promise<Result & Objects<Result>> =>
    (begun ??= run(query).then((page) =>
      Object.defineProperty(page, Symbol.asyncIterator, { value: () => objectsFrom(page, query, pageLength, run) }),
    ) as Promise<Result & Objects<Result>>)
  return {
    then: (onResult, onError) => first().then(onResult, onError),
    catch: (onError) => first().catch(onError),
    finally: (act) => first().finally(act),
    [Symbol.toStringTag]: 'Promise',
    [Symbol.asyncIterator]: async function* () {
      yield* await first()
    },
  }
}

async function* objectsFrom<Given extends Query, Result extends Page>(
  first: Result,
  query: Given,
  pageLength: number,
  run: (query: Given) => Promise<Result>,
): AsyncGenerator<Result['data'][number]> {
  const limit = typeof query.limit === 'number' ? query.limit : pageLength
  const cursor = query.ending_before === undefined ? 'starting_after' : 'ending_before'
  let page = first
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
