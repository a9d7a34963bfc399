import { mock } from 'node:test'
import t from 'tap'
import { Batcher } from '../../../server/engines/postgres/batcher.ts'

const scope = { merchantId: 'acct_1', livemode: false }
const other = { merchantId: 'acct_2', livemode: false }

/** A batcher whose statements end only when the test says so. */
function held(withinMs: number) {
  const statements: { readonly items: readonly number[]; readonly end: () => void }[] = []
  const batcher = new Batcher<number, number>((_scope, items) => {
    const { promise, resolve } = Promise.withResolvers<readonly number[]>()
    statements.push({ items, end: () => resolve(items) })
    return promise
  }, withinMs)
  return { batcher, statements }
}

function turn(): Promise<void> {
  return new Promise((next) => setImmediate(next))
}

t.test('a call fails at its time limit, while its statement runs and while it waits', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { batcher, statements } = held(30)
  const running = batcher.add(scope, 1)
  await turn()
  const runningToo = batcher.add(scope, 2)
  await turn()
  const waiting = batcher.add(scope, 3)
  const ends = [running, runningToo, waiting].map((call) => t.rejects(call, { name: 'DatabaseTimeout' }, 'a call ends'))
  mock.timers.tick(30)
  await Promise.all(ends)
  t.same(
    statements.map(({ items }) => items),
    [[1], [2]],
  )
  const next = batcher.add(scope, 4)
  for (const { end } of statements) end()
  await turn()
  t.same(statements.at(-1)?.items, [4], 'the call that failed while it waited is not executed')
  statements.at(-1)?.end()
  t.equal(await next, 4)
})

t.test('a limited number of calls waits for one scope, and others are not refused', async (t) => {
  const { batcher, statements } = held(60_000)
  const calls: Promise<number>[] = []
  for (let item = 0; item < 2; item += 1) {
    calls.push(batcher.add(scope, item))
    await turn()
  }
  for (let item = 0; item < 1_000; item += 1) calls.push(batcher.add(scope, item))
  await t.rejects(batcher.add(scope, 1_001), { name: 'TooManyCalls' })
  calls.push(batcher.add(other, 0))
  for (let ended = 0; ended < statements.length || ended < 3; ended += 1) {
    await turn()
    statements[ended]?.end()
    await turn()
  }
  t.equal((await Promise.all(calls)).length, 1_003)
})

t.test('a batch takes items up to its weight, and always its first item', async (t) => {
  const batches: number[][] = []
  const batcher = new Batcher<number, number>(
    async (_scope, items) => {
      batches.push([...items])
      return items
    },
    60_000,
    { most: 10, weigh: (item) => item },
  )
  const items = [30, 4, 6, 1, 9, 2]
  t.same(await Promise.all(items.map((item) => batcher.add(scope, item))), items)
  t.same(batches, [[30], [4, 6], [1, 9], [2]])
})

/** A batcher whose database refuses every statement with an item below zero, and notes what it gets. */
function refusing(code: string) {
  const statements: string[] = []
  const batcher = new Batcher<number, number>(async (_scope, items, isRepeated) => {
    statements.push(`${items.join(' ')}${isRepeated ? ' again' : ''}`)
    if (items.some((item) => item < 0)) throw Object.assign(new Error(`refused ${items.join(' ')}`), { code })
    return items
  }, 60_000)
  return { statements, call: (items: number[]) => Promise.allSettled(items.map((item) => batcher.add(scope, item))) }
}

const reasonsOf = (results: readonly PromiseSettledResult<number>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))

t.test('of calls whose statement the database refuses because of one, only that one fails', async (t) => {
  const { statements, call } = refusing('23505')
  t.same(reasonsOf(await call([1, -2, 3])), [1, 'Error: refused -2', 3])
  t.same(statements, ['1 -2 3', '1 again', '-2 again', '3 again'])
  t.same(reasonsOf(await call([-4])), ['Error: refused -4'])
  t.same(statements.slice(4), ['-4'], 'an item that is refused alone does not run again')
})

t.test('a call that ends a deadlock runs again, also alone', async (t) => {
  const { statements, call } = refusing('40P01')
  t.same(reasonsOf(await call([-1])), ['Error: refused -1'])
  t.same(statements, ['-1', '-1 again'])
})

t.test('calls fail together when the database itself refuses their statement', async (t) => {
  const { statements, call } = refusing('57P01')
  t.same(reasonsOf(await call([1, -2])), ['Error: refused 1 -2', 'Error: refused 1 -2'])
  t.equal(statements.length, 1)
})

t.test('of a refused statement, a few items run at a time, and one that waits holds up no other', async (t) => {
  const slow = Promise.withResolvers<undefined>()
  let running = 0
  let most = 0
  const batcher = new Batcher<number, number>(async (_scope, items, isRepeated) => {
    if (!isRepeated) throw Object.assign(new Error('refused'), { code: '23505' })
    running += 1
    most = Math.max(most, running)
    await (items[0] === 0 ? slow.promise : turn())
    running -= 1
    return items
  }, 60_000)
  const calls = Array.from({ length: 30 }, (_, item) => batcher.add(scope, item))
  t.equal((await Promise.all(calls.slice(1))).length, 29)
  t.equal(most, 4)
  slow.resolve(undefined)
  t.equal(await calls[0], 0)
})
