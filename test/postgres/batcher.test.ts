import { mock } from 'node:test'
import t from 'tap'
import { Batcher } from '../../server/postgres/batcher.ts'

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
