import type { LaterPages, Objects } from '../../generated/sdk-types.ts'
import { unexpectedAnswer, type WithLastResponse } from './answers.ts'
import type { ApiError } from './errors.ts'
import { badOption, checkedOptions } from './options.ts'

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
 * A promise of the first page, and all objects from it on, for `for await` and `toArray`. The page has them too. With
 * `ending_before` they continue towards newer objects, otherwise towards older ones. The request begins when the caller
 * waits for it, so that an error always has somebody who handles it.
 *
 * @param pageLength the length of a page without `limit`
 */
export function pagesOf<Given extends Query, Result extends Page>(
  given: Given | undefined,
  pageLength: number,
  run: (query: Given | undefined) => Promise<Result>,
): Promise<Result & LaterPages<Result, Result['data'][number]>> & Objects<Result['data'][number]> {
  type Item = Result['data'][number]
  type Whole = Result & LaterPages<Result, Item>
  // The caller may change the object before the request or while the loop runs. `run` refuses what is not an object.
  const asked = (Object(given) === given ? { ...given } : (given ?? {})) as Given
  const pageOf = async (query: Given): Promise<Whole> => {
    const page = await run(query)
    const nextPage = async (): Promise<Whole | null> => {
      const cursor = query.ending_before === undefined ? 'starting_after' : 'ending_before'
      const limit = typeof query.limit === 'number' ? query.limit : pageLength
      // A cache that ignores the query repeats the same page. Without this check a loop would never end.
      const last = itemsOf(page).at(-1)
      if (!last || !(page.has_more ?? page.data.length >= limit)) return null
      if (!last.id || last.id === query[cursor]) throw wrongPage(page)
      return pageOf({ ...query, [cursor]: last.id })
    }
    const whole = Object.defineProperty(page, 'nextPage', { value: nextPage }) as Whole
    return withObjects(whole, async function* () {
      for (let each: Whole | null = whole; each; each = await each.nextPage()) yield* itemsOf(each)
    })
  }
  let begun: Promise<Whole> | undefined
  const first = (): Promise<Whole> => (begun ??= pageOf(asked))
  const promise: Promise<Whole> = {
    then: (onResult, onError) => first().then(onResult, onError),
    catch: (onError) => first().catch(onError),
    finally: (act) => first().finally(act),
    [Symbol.toStringTag]: 'Promise',
  }
  return withObjects<Promise<Whole>, Item>(promise, async function* () {
    yield* await first()
  })
}

/** Adds what is not enumerable, so that JSON and copies leave it out. */
function withObjects<Value extends object, Item>(value: Value, all: () => AsyncIterator<Item>): Value & Objects<Item> {
  const whole = Object.defineProperties(value, {
    [Symbol.asyncIterator]: { value: all },
    toArray: {
      value: async (options: { limit: number }): Promise<Item[]> => {
        const { limit } = checkedOptions(options, { limit: true })
        if (!(limit > 0)) throw badOption('limit', 'is not a number above 0')
        const items: Item[] = []
        for await (const item of whole) if (items.push(item) >= limit) break
        return items
      },
    },
  }) as Value & Objects<Item>
  return whole
}

function itemsOf<Result extends Page>(page: Result): Result['data'] {
  if (hasData(page)) return page.data
  throw wrongPage(page)
}

function wrongPage(page: Page): ApiError {
  return unexpectedAnswer(page.lastResponse, JSON.stringify(page))
}

function hasData(page: Page): boolean {
  return Array.isArray(page.data)
}
