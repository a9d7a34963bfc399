import t from 'tap'
import { FairLimit } from '../../server/http/fair-limit.ts'
import { linkOpensLimit } from '../../server/http/stranger-limits.ts'
import { StillClock } from './still-clock.ts'

const rates = { shared: { capacity: 100, perSeconds: 1 }, each: { capacity: 80, perSeconds: 1 } }

/** How many of `requests` in a row the limit allows. */
function allowed(limit: FairLimit, client: string, requests: number): number {
  return Array.from({ length: requests }, () => limit.take('all', client)).filter((wait) => wait === null).length
}

t.test('a client has a limit of its own, and the others keep theirs', async (t) => {
  const limit = new FairLimit(new StillClock(), { shared: { capacity: 1_000, perSeconds: 1 }, each: rates.each })
  t.equal(allowed(limit, 'busy', 1_000), 80)
  t.equal(allowed(limit, 'other', 10), 10)
})

t.test('busy clients leave half of the shared rate to clients that were quiet', async (t) => {
  const clock = new StillClock()
  const limit = new FairLimit(clock, rates)
  const busy = ['a', 'b', 'c', 'd']
  for (let second = 0; second < 10; second++) {
    for (const client of busy) allowed(limit, client, 80)
    clock.advance(1)
  }
  for (const client of busy) allowed(limit, client, 80)
  t.equal(allowed(limit, 'new', 20), 20, 'a new client is served while four others are flooding')
  t.equal(allowed(limit, 'a', 1), 0, 'the busy ones wait')
})

t.test('one busy client alone gets its whole rate', async (t) => {
  const clock = new StillClock()
  const limit = new FairLimit(clock, { ...rates, each: { capacity: 50, perSeconds: 10 } })
  t.equal(allowed(limit, 'only', 60), 50)
  for (let second = 0; second < 20; second++) {
    clock.advance(1)
    t.equal(allowed(limit, 'only', 10), 5)
  }
})

t.test('past the rate of a link, new addresses wait while those with a checkout may open it again', async (t) => {
  const clock = new StillClock()
  const limit = linkOpensLimit(clock, 10)
  const served = Array.from({ length: 1_000 }, (_, customer) => limit.take('link', `customer ${customer}`))
  t.ok(served.every((wait) => wait === null))
  t.equal(limit.take('link', 'too late'), 1)
  t.equal(limit.take('another link', 'too late'), null)
  for (let reload = 0; reload < 3; reload++) t.equal(limit.take('link', 'customer 7'), null)
  t.type(limit.take('link', 'customer 7'), 'number', 'three times')
  clock.advance(1)
  t.equal(limit.take('link', 'too late'), null, 'after the wait the new address is served')
})
