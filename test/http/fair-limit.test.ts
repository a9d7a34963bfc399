import t from 'tap'
import { ownLimits } from '../../server/domain/queues/rate-limit.ts'
import { FairLimit } from '../../server/http/limits/fair-limit.ts'
import { linkOpensLimit } from '../../server/http/limits/stranger-limits.ts'
import { StillClock } from './still-clock.ts'

const rates = { shared: { capacity: 100, perSeconds: 1 }, each: { capacity: 80, perSeconds: 1 } }

/** How many of `requests` in a row the limit allows. */
async function allowed(limit: FairLimit, client: string, requests: number): Promise<number> {
  let count = 0
  for (let request = 0; request < requests; request++) if ((await limit.take('all', client)) === null) count++
  return count
}

t.test('a client has a limit of its own, and the others keep theirs', async (t) => {
  const limit = new FairLimit(ownLimits(new StillClock()), 'test', {
    shared: { capacity: 1_000, perSeconds: 1 },
    each: rates.each,
  })
  t.equal(await allowed(limit, 'busy', 1_000), 80)
  t.equal(await allowed(limit, 'other', 10), 10)
})

t.test('busy clients leave half of the shared rate to clients that were quiet', async (t) => {
  const clock = new StillClock()
  const limit = new FairLimit(ownLimits(clock), 'test', rates)
  const busy = ['a', 'b', 'c', 'd']
  for (let second = 0; second < 10; second++) {
    for (const client of busy) await allowed(limit, client, 80)
    clock.advance(1)
  }
  for (const client of busy) await allowed(limit, client, 80)
  t.equal(await allowed(limit, 'new', 20), 20, 'a new client is served while four others are flooding')
  t.equal(await allowed(limit, 'a', 1), 0, 'the busy ones wait')
})

t.test('one busy client alone gets its whole rate', async (t) => {
  const clock = new StillClock()
  const limit = new FairLimit(ownLimits(clock), 'test', { ...rates, each: { capacity: 50, perSeconds: 10 } })
  t.equal(await allowed(limit, 'only', 60), 50)
  for (let second = 0; second < 20; second++) {
    clock.advance(1)
    t.equal(await allowed(limit, 'only', 10), 5)
  }
})

t.test('past the rate of a link, new addresses wait while those with a checkout may open it again', async (t) => {
  const clock = new StillClock()
  const limit = linkOpensLimit(ownLimits(clock), 10)
  for (let customer = 0; customer < 1_000; customer++)
    if ((await limit.take('link', `customer ${customer}`)) !== null) t.fail(`customer ${customer} waits`)
  t.equal(await limit.take('link', 'too late'), 1)
  t.equal(await limit.take('another link', 'too late'), null)
  for (let reload = 0; reload < 3; reload++) t.equal(await limit.take('link', 'customer 7'), null)
  t.type(await limit.take('link', 'customer 7'), 'number', 'three times')
  clock.advance(1)
  t.equal(await limit.take('link', 'too late'), null, 'after the wait the new address is served')
})
