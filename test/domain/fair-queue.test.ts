import t from 'tap'
import { FairQueue } from '../../server/domain/queues/fair-queue.ts'

const limits = { slots: 2, ownSlots: 1, waiting: 6, ownWaiting: 4, waitMs: 60_000 }

/** Work that lasts until `finish` is called. */
function startWork(queue: FairQueue, started: string[]) {
  const finishers: (() => void)[] = []
  const ask = (account: string, name = account): Promise<'done' | null> =>
    queue.run(account, async () => {
      started.push(name)
      await new Promise<void>((resolve) => finishers.push(resolve))
      return 'done' as const
    })
  const finish = async (): Promise<void> => {
    finishers.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ask, finish }
}

t.test('accounts take turns, and each has only its own slots', async (t) => {
  const started: string[] = []
  const { ask, finish } = startWork(new FairQueue(limits), started)
  const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1'), ask('b', 'b2')]
  await new Promise((resolve) => setImmediate(resolve))
  t.same(started, ['a1', 'b1'], 'the second slot goes to another account')
  for (let count = 0; count < 6; count++) await finish()
  t.same(started, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  t.same(await Promise.all(all), Array(6).fill('done'))
})

t.test('an account that asks for too much is refused, and others are not', async (t) => {
  const started: string[] = []
  const { ask, finish } = startWork(new FairQueue(limits), started)
  const greedy = [1, 2, 3, 4, 5, 6, 7].map((count) => ask('a', `a${count}`))
  t.same(await Promise.all(greedy.slice(5)), [null, null], 'one runs and four wait')
  const others = ['b', 'c', 'd', 'e'].map((account) => ask(account))
  t.equal(await greedy[4], null, 'when the queue is full, the account with the most loses its newest work')
  for (let count = 0; count < 8; count++) await finish()
  t.same(await Promise.all(others), Array(4).fill('done'))
  t.same(await Promise.all(greedy.slice(0, 4)), Array(4).fill('done'))
})

t.test('work waits for a limited time, and a failure frees its slot', async (t) => {
  const queue = new FairQueue({ ...limits, slots: 1, waitMs: 10 })
  const { ask, finish } = startWork(queue, [])
  const running = ask('a')
  t.equal(await ask('b'), null)
  await finish()
  t.equal(await running, 'done')
  await t.rejects(
    queue.run('a', () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  )
  t.equal(await queue.run('b', () => 'works'), 'works')
})
