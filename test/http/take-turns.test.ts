import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { RoundRobinQueue } from '../../server/http/limits/round-robin-queue.ts'
import { BankWaits, waitWithoutPlace } from '../../server/http/limits/take-turns.ts'
import { Turns, type Place, type TurnsOptions } from '../../server/http/limits/turns.ts'

t.test('groups take turns at each level of the queue', async (t) => {
  const queue = new RoundRobinQueue<string>()
  for (const item of ['a1', 'a2', 'a3']) queue.push(['key', 'a'], item)
  queue.push(['key', 'b'], 'b1')
  for (const item of ['v1', 'v2']) queue.push(['visitor', 'v'], item)
  t.equal(queue.size, 6)
  t.same(
    Array.from({ length: 7 }, () => queue.shift()),
    ['a1', 'v1', 'b1', 'v2', 'a2', 'a3', undefined],
  )
  queue.push(['key', 'a'], 'a4')
  t.same([queue.shift(), queue.size], ['a4', 0])
})

function turnsWith(options: Partial<TurnsOptions>): Turns {
  return new Turns({
    places: 1,
    startsAtOnce: 8,
    placeMs: 60_000,
    busyPlaceMs: 60_000,
    waitMs: 60_000,
    maxWaiting: 10,
    isBusy: () => false,
    ...options,
  })
}

t.test('work begins while there are places, and then in turn', async (t) => {
  const turns = turnsWith({ places: 2 })
  const running = await Promise.all([turns.take(() => ['a']), turns.take(() => ['a'])])
  const order: string[] = []
  const wait = async (name: string, group: string): Promise<void> => {
    const place = await turns.take(() => [group])
    order.push(name)
    place?.leave()
  }
  const waits = [wait('a1', 'a'), wait('a2', 'a'), wait('b1', 'b')]
  await pause(5)
  t.same(order, [])
  running[0]?.leave()
  running[0]?.leave()
  await Promise.all(waits)
  t.same(order, ['a1', 'b1', 'a2'])
})

t.test('callers that arrive together take turns, although one of them was first', async (t) => {
  const turns = turnsWith({ places: 4, startsAtOnce: 2 })
  const order: string[] = []
  const wait = async (name: string): Promise<void> => {
    const place = await turns.take(() => [name])
    order.push(name)
    place?.leave()
  }
  await Promise.all([wait('a'), wait('a'), wait('a'), wait('a'), wait('b')])
  t.same(order, ['a', 'b', 'a', 'a', 'a'])
})

t.test('work that cannot begin in time is refused, and so is work beyond the bound of the queue', async (t) => {
  const turns = turnsWith({ waitMs: 20, maxWaiting: 1 })
  const running = await turns.take(() => ['a'])
  const waiting = turns.take(() => ['a'])
  t.equal(await turns.take(() => ['b']), null)
  await pause(30)
  running?.leave()
  t.equal(await waiting, null)
  t.ok(await turns.take(() => ['b']))
})

t.test('work that waits for something outside gives its place away, later while the service is busy', async (t) => {
  for (const isBusy of [false, true]) {
    const turns = turnsWith({ placeMs: 10, busyPlaceMs: 100, isBusy: () => isBusy })
    await turns.take(() => ['a'])
    const began = performance.now()
    t.ok(await turns.take(() => ['a']))
    t.ok(performance.now() - began >= (isBusy ? 95 : 5))
  }
})

t.test('a request that waits for a shared read gives its place away, and then waits for its turn', async (t) => {
  const turns = turnsWith({ places: 1 })
  const askPlace = (): Promise<Place | null> => turns.take(() => ['a'])
  const read = Promise.withResolvers<string>()
  const order: string[] = []
  const request = { app: { turn: { place: (await askPlace()) as Place, askPlace } } }
  const apart = waitWithoutPlace(request, () => read.promise).then((result) => order.push(result))
  const other = await askPlace()
  read.resolve('read')
  await pause(5)
  order.push('the other request is answered')
  other?.leave()
  await apart
  t.same(order, ['the other request is answered', 'read'])
  const next = turns.take(() => ['b'])
  request.app.turn.place.leave()
  t.ok(await next)
})

t.test('a request waits for the bank without its place, and takes a turn afterwards', async (t) => {
  const turns = turnsWith({})
  const askPlace = (): Promise<Place | null> => turns.take(() => ['a'])
  const turn = { place: (await askPlace()) as Place, askPlace }
  const bank = new BankWaits(1)
  const { promise: answer, resolve: reply } = Promise.withResolvers<string>()
  const paid = bank.around(turn, () => answer)
  const other = await turns.take(() => ['b'])
  t.ok(other, 'another request has the place')
  t.equal(await bank.around(turn, async () => 'at once'), 'at once', 'more requests keep their places')
  let isPaid = false
  void paid.then(() => (isPaid = true))
  reply('approved')
  await pause(5)
  t.notOk(isPaid, 'the request waits for its turn')
  other?.leave()
  t.equal(await paid, 'approved')
  turn.place.leave()
  t.ok(await turns.take(() => ['b']), 'the place was the only one that the request held')
})

t.test('after the bank, a request goes on without a place when it gets none, or when its reply is out', async (t) => {
  const turns = turnsWith({ waitMs: 0, maxWaiting: 0 })
  const held: Place = { leave: () => {} }
  const bank = new BankWaits(1)
  const refused = (): Promise<Place | null> => turns.take(() => ['a'])
  t.equal(await bank.around({ place: held, askPlace: refused }, async () => 'approved'), 'approved')
  let asked = 0
  const count = async (): Promise<null> => {
    asked += 1
    return null
  }
  const turn: { place: Place; askPlace: typeof count; isOver?: true } = { place: held, askPlace: count }
  await bank.around(turn, async () => {
    turn.isOver = true
  })
  t.equal(asked, 0)
})
