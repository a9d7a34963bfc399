import t from 'tap'
import { ApiError, type WithLastResponse } from '../../sdk/src/index.ts'
import { pagesOf as pagesOfLength } from '../../sdk/src/pages.ts'
import { errorFrom } from './answers.ts'

interface Page extends WithLastResponse {
  readonly data: { readonly id: string }[]
  readonly has_more?: boolean
}

interface Query {
  readonly type?: string
  readonly limit?: number
  readonly starting_after?: string
  readonly ending_before?: string
}

type Run = (query?: Query) => Promise<Page>

/** The pages of a list whose default length of a page is two. */
const pagesOf = (query: Query, run: Run) => pagesOfLength(query, 2, run)

const lastResponse = { requestId: 'req_1', status: 200, headers: new Headers({ 'Request-Id': 'req_1' }) }

function pageOf(ids: readonly string[], has_more: boolean): Page {
  return { data: ids.map((id) => ({ id })), has_more, lastResponse }
}

/** A list of five objects in pages of two, in the order of the service: oldest first only with `ending_before`. */
function fiveThings(): { calls: unknown[]; run: Run } {
  const newestFirst = ['e', 'd', 'c', 'b', 'a']
  const calls: unknown[] = []
  const run = async (query?: Query): Promise<Page> => {
    calls.push(query)
    const { starting_after: after, ending_before: before } = query ?? {}
    const all =
      before === undefined
        ? newestFirst.slice(newestFirst.indexOf(String(after)) + 1)
        : newestFirst.toReversed().slice(newestFirst.length - newestFirst.indexOf(before))
    return pageOf(all.slice(0, 2), all.length > 2)
  }
  return { calls, run }
}

async function idsOf(all: AsyncIterable<unknown>): Promise<string> {
  let ids = ''
  for await (const each of all) ids += (each as { id: string }).id
  return ids
}

t.test('awaiting a list gives its first page, and looping over it gives all objects', async (t) => {
  const { calls, run } = fiveThings()
  const list = pagesOf({ type: 'x' }, run)
  t.match(await list, { data: [{ id: 'e' }, { id: 'd' }] })
  t.equal(await idsOf(list), 'edcba')
  t.same(
    calls,
    [{ type: 'x' }, { type: 'x', starting_after: 'd' }, { type: 'x', starting_after: 'b' }],
    'the first page is requested once',
  )
})

t.test('a loop continues in the direction that the caller chose', async (t) => {
  t.equal(await idsOf(pagesOf({ starting_after: 'd' }, fiveThings().run)), 'cba')
  const { calls, run } = fiveThings()
  t.equal(await idsOf(pagesOf({ ending_before: 'a' }, run)), 'bcde')
  t.same(calls, [{ ending_before: 'a' }, { ending_before: 'c' }])
})

t.test('without has_more, a page that is not full is the last', async (t) => {
  const { calls, run } = fiveThings()
  const withoutHasMore: Run = async (parameters) => {
    const { data, lastResponse } = await run(parameters)
    return { data, lastResponse }
  }
  t.equal(await idsOf(pagesOf({}, withoutHasMore)), 'edcba')
  t.same(calls.length, 3)
  t.equal(await idsOf(pagesOf({ limit: 2, starting_after: 'c' }, withoutHasMore)), 'ba')
  t.same(calls.length, 5, 'after a full page, one more request finds that the list has ended')
  t.equal(await idsOf(pagesOf({ limit: 3 }, withoutHasMore)), 'ed', 'the limit of the caller decides what is full')
})

t.test('a loop that ends early requests no more pages, and a failed request ends the loop', async (t) => {
  const { calls, run } = fiveThings()
  for await (const { id } of pagesOf({}, run)) if (id) break
  t.equal(calls.length, 1)
  const failing = pagesOf({}, async (query) => {
    if (query?.starting_after) throw new Error('away')
    return pageOf(['a'], true)
  })
  await t.rejects(idsOf(failing), /away/)
  await t.rejects(idsOf(pagesOf({}, async () => Promise.reject(new Error('away')))), /away/)
  t.equal(await idsOf(pagesOf({}, async () => pageOf([], true))), '', 'an empty page is the last')
})

t.test('the request begins when the caller waits, so that an error before that ends no process', async (t) => {
  const { calls, run } = fiveThings()
  const list = pagesOf({ limit: 2 }, run)
  t.equal(calls.length, 0)
  await list
  await list
  t.equal(calls.length, 1)
  let isUnhandled = false
  const note = (): void => void (isUnhandled = true)
  process.once('unhandledRejection', note)
  t.teardown(() => process.off('unhandledRejection', note))
  const failing = pagesOf({}, async () => Promise.reject(new Error('away')))
  await new Promise(setImmediate)
  await t.rejects(
    failing.finally(() => {}),
    /away/,
  )
  t.equal(isUnhandled, false)
})

t.test('a page that an async function has returned is iterable too, and continues with the next pages', async (t) => {
  const { run } = fiveThings()
  const load = async () => pagesOf({ limit: 2 }, run)
  const page = await load()
  t.equal(page.data.length, 2)
  t.equal(await idsOf(page), 'edcba')
  t.same(Object.keys(page).includes('asyncIterator'), false)
})

t.test('a result that is not a page, or repeats the same page, is an error', async (t) => {
  const others = [
    {},
    { data: null },
    { data: { id: 'a' } },
    { data: [5], has_more: true },
    { data: [{ id: '' }], has_more: true },
  ]
  for (const other of others) {
    const error = await errorFrom(idsOf(pagesOf({}, async () => ({ ...other, lastResponse }) as unknown as Page)))
    t.ok(error instanceof ApiError, JSON.stringify(other))
    t.match(error, { code: 'unexpected_answer', status: 200, requestId: String, fix: /baseUrl/ })
  }
  let asked = 0
  const again = pagesOf({}, async () => {
    asked += 1
    return pageOf(['a', 'b'], true)
  })
  t.match(await errorFrom(idsOf(again)), { code: 'unexpected_answer' }, 'a cache that ignores the query')
  t.equal(asked, 2)
})

t.test('nextPage goes on from a page until there is none', async (t) => {
  const { calls, run } = fiveThings()
  const first = await pagesOf({ type: 'x' }, run)
  const second = await first.nextPage()
  const third = await second?.nextPage()
  t.match([second, third], [{ data: [{ id: 'c' }, { id: 'b' }] }, { data: [{ id: 'a' }] }])
  t.equal(await third?.nextPage(), null)
  t.equal(calls.length, 3)
  t.equal(await idsOf(second ?? first), 'cba', 'a loop begins with its page')
  t.notMatch(JSON.stringify(first), /nextPage|toArray/)
  t.same(Object.keys(first), ['data', 'has_more', 'lastResponse'])
})

t.test('toArray takes at most as many objects as it is asked for, and no page more than it needs', async (t) => {
  for (const [limit, ids, pages] of [
    [1, 'e', 1],
    [2, 'ed', 1],
    [3, 'edc', 2],
    [5, 'edcba', 3],
    [100, 'edcba', 3],
  ] as const) {
    const { calls, run } = fiveThings()
    const all = (await pagesOf({}, run).toArray({ limit })) as { id: string }[]
    t.equal(all.map(({ id }) => id).join(''), ids)
    t.equal(calls.length, pages, `${limit}`)
  }
  const { run } = fiveThings()
  t.equal((await (await pagesOf({}, run)).toArray({ limit: 3 })).length, 3, 'of a page')
  for (const wrong of [undefined, {}, { limit: 0 }, { limit: -1 }, { limit: 'x' }, { max: 3 }])
    t.match(await errorFrom(pagesOf({}, run).toArray(wrong as { limit: number })), { code: 'parameter_invalid' })
})
