import { mock } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { Batcher, type RunBatch } from '../../../server/engines/postgres/batcher.ts'

const scope = { merchantId: 'acct_1', livemode: false }
const other = { merchantId: 'acct_2', livemode: false }
const apart = { isShared: false }
const shared = { isShared: true }

/** A batcher whose statements end only when the test says so. */
function held(withinMs: number) {
  const statements: { readonly items: readonly number[]; readonly end: () => void }[] = []
  const batcher = new Batcher<number, number>(
    (scoped) => {
      const items = scoped.map(({ item }) => item)
      const { promise, resolve } = Promise.withResolvers<readonly number[]>()
      statements.push({ items, end: () => resolve(items) })
      return promise
    },
    { withinMs },
  )
  return { batcher, statements }
}

function tick(): Promise<void> {
  return new Promise((next) => setImmediate(next))
}

t.test('a call fails at its time limit, while its statement runs and while it waits', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { batcher, statements } = held(30)
  const running = batcher.add(scope, 1, apart)
  await tick()
  const runningToo = batcher.add(scope, 2, apart)
  await tick()
  const waiting = batcher.add(scope, 3, apart)
  const ends = [running, runningToo, waiting].map((call) => t.rejects(call, { name: 'DatabaseTimeout' }, 'a call ends'))
  mock.timers.tick(30)
  await Promise.all(ends)
  t.same(
    statements.map(({ items }) => items),
    [[1], [2]],
  )
  const next = batcher.add(scope, 4, apart)
  for (const { end } of statements) end()
  await tick()
  t.same(statements.at(-1)?.items, [4], 'the call that failed while it waited is not executed')
  statements.at(-1)?.end()
  t.equal(await next, 4)
})

t.test('a limited number of calls waits for one scope, and others are not refused', async (t) => {
  const { batcher, statements } = held(60_000)
  const calls: Promise<number>[] = []
  for (let item = 0; item < 2; item += 1) {
    calls.push(batcher.add(scope, item, apart))
    await tick()
  }
  for (let item = 0; item < 1_000; item += 1) calls.push(batcher.add(scope, item, apart))
  await t.rejects(batcher.add(scope, 1_001, apart), { name: 'TooManyCalls' })
  calls.push(batcher.add(other, 0, apart))
  for (let ended = 0; ended < statements.length || ended < 3; ended += 1) {
    await tick()
    statements[ended]?.end()
    await tick()
  }
  t.equal((await Promise.all(calls)).length, 1_003)
})

t.test('a batch takes items up to its weight, and always its first item', async (t) => {
  const batches: number[][] = []
  const batcher = new Batcher<number, number>(
    async (scoped) => {
      const items = scoped.map(({ item }) => item)
      batches.push(items)
      return items
    },
    { withinMs: 60_000, weight: { most: 10, weigh: (item) => item } },
  )
  const items = [30, 4, 6, 1, 9, 2]
  t.same(await Promise.all(items.map((item) => batcher.add(scope, item, apart))), items)
  t.same(batches, [[30], [4, 6], [1, 9], [2]])
})

/** A batcher whose database refuses every statement with an item below zero, and notes what it gets. */
function refusing(code: string) {
  const statements: string[] = []
  const run: RunBatch<number, number> = async (scoped, { isRepeated }) => {
    const items = scoped.map(({ item }) => item)
    statements.push(`${items.join(' ')}${isRepeated ? ' again' : ''}`)
    if (items.some((item) => item < 0)) throw Object.assign(new Error(`refused ${items.join(' ')}`), { code })
    return items
  }
  const batcher = new Batcher(run, { withinMs: 60_000 })
  return {
    statements,
    call: (items: number[]) => Promise.allSettled(items.map((item) => batcher.add(scope, item, apart))),
  }
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
  const run: RunBatch<number, number> = async (scoped, { isRepeated }) => {
    const items = scoped.map(({ item }) => item)
    if (!isRepeated) throw Object.assign(new Error('refused'), { code: '23505' })
    running += 1
    most = Math.max(most, running)
    await (items[0] === 0 ? slow.promise : tick())
    running -= 1
    return items
  }
  const batcher = new Batcher(run, { withinMs: 60_000 })
  const calls = Array.from({ length: 30 }, (_, item) => batcher.add(scope, item, apart))
  t.equal((await Promise.all(calls.slice(1))).length, 29)
  t.equal(most, 4)
  slow.resolve(undefined)
  t.equal(await calls[0], 0)
})

/** A batcher whose statements end only when the test says so, and what each of them holds. */
function sharing() {
  const statements: { readonly from: readonly string[]; readonly isShared: boolean; end(error?: unknown): void }[] = []
  const run: RunBatch<number, number> = (scoped, { isShared }) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>()
    statements.push({
      from: scoped.map(({ scope: { merchantId }, item }) => `${merchantId}:${item}`),
      isShared,
      end: (error) => (error === undefined ? resolve(scoped.map(({ item }) => item)) : reject(error)),
    })
    return promise
  }
  const batcher = new Batcher(run, { withinMs: 60_000 })
  const add = (merchantId: string, item: number) => batcher.add({ merchantId, livemode: false }, item, shared)
  return { statements, add }
}

t.test('accounts take turns at the slots of a statement, and a busy one fills what others leave', async (t) => {
  const { statements, add } = sharing()
  const calls = [add('first', 0)]
  await tick()
  calls.push(add('first', 1))
  await tick()
  for (let item = 0; item < 100; item += 1) calls.push(add('busy', item))
  calls.push(add('quiet', 1), add('quiet', 2), add('other', 1))
  statements[0]?.end()
  await tick()
  const next = statements[2]?.from ?? []
  t.equal(next.length, 64)
  t.same(next.slice(0, 6), ['busy:0', 'quiet:1', 'other:1', 'busy:1', 'quiet:2', 'busy:2'])
  statements[1]?.end()
  await tick()
  t.equal(statements[3]?.from.length, 39, 'the rest')
  for (const { end } of statements) end()
  t.equal((await Promise.all(calls)).length, 105)
})

t.test('the next statement begins with the account whose turn it is', async (t) => {
  const { statements, add } = sharing()
  const calls = [add('first', 0)]
  await tick()
  calls.push(add('first', 1))
  await tick()
  for (let item = 0; item < 3; item += 1)
    for (let account = 0; account < 30; account += 1) calls.push(add(`acct_${account}`, item))
  statements[0]?.end()
  await tick()
  statements[1]?.end()
  await tick()
  t.equal(statements[2]?.from.at(-1), 'acct_3:2')
  t.equal(statements[3]?.from[0], 'acct_4:2')
  for (const { end } of statements) end()
  await Promise.all(calls)
})

t.test('an account that holds up a statement of several runs apart, and the others go on meanwhile', async (t) => {
  const { statements, add } = sharing()
  const good = add('good', 1)
  const bad = Promise.allSettled([add('bad', 1), add('bad', 2)])
  await tick()
  t.same(statements[0], { ...statements[0], from: ['good:1', 'bad:1', 'bad:2'], isShared: true })
  statements[0]?.end(Object.assign(new Error('lock'), { code: '55P03' }))
  await tick()
  t.same(
    statements.slice(1).map(({ from, isShared }) => [from, isShared]),
    [
      [['good:1'], false],
      [['bad:1'], false],
    ],
    'each alone, and of one account one at a time',
  )
  statements[1]?.end()
  t.equal(await good, 1)
  const goods = [add('good', 2), add('good', 3), add('good', 4)]
  await tick()
  t.same(statements.at(-1)?.from, ['good:2', 'good:3', 'good:4'], 'a new statement does not wait for what runs alone')
  statements.at(-1)?.end()
  await Promise.all(goods)
  statements[2]?.end(Object.assign(new Error('refused'), { code: '23505' }))
  await tick()
  statements.at(-1)?.end()
  t.same(reasonsOf(await bad), ['Error: refused', 2])
  const later = [add('bad', 3), add('good', 5)]
  await tick()
  t.same(
    new Map(statements.slice(-2).map(({ from, isShared }) => [from.join(), isShared])),
    new Map([
      ['bad:3', false],
      ['good:5', true],
    ]),
    'it shares no statement with others for a while',
  )
  for (const { end } of statements) end()
  await Promise.all(later)
})

t.test('while an account waits for its lock, its further calls leave the statements of the others', async (t) => {
  const { statements, add } = sharing()
  const calls = [add('bad', 1), add('good', 1)]
  await tick()
  statements[0]?.end(Object.assign(new Error('lock'), { code: '55P03' }))
  await tick()
  statements.find(({ from, isShared }) => !isShared && from.includes('good:1'))?.end()
  for (const item of [2, 3]) {
    calls.push(add('good', item))
    await tick()
  }
  calls.push(add('bad', 2), add('good', 4))
  // Timers end in the order of their times, so the batcher has noticed the wait by then.
  await pause(60)
  statements.find(({ from }) => from.includes('good:2'))?.end()
  await tick()
  await tick()
  t.same(
    statements.slice(-2).map(({ from, isShared }) => [from, isShared]),
    [
      [['good:4'], true],
      [['bad:2'], false],
    ],
  )
  for (const { end } of statements) end()
  t.same(await Promise.all(calls), [1, 1, 2, 3, 2, 4])
})
