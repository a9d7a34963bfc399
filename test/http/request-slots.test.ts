import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { RoundRobinQueue } from '../../server/http/limits/round-robin-queue.ts'
import { BankWaits, waitWithoutSlot } from '../../server/http/limits/share-request-slots.ts'
import { RequestSlots, type Slot, type RequestSlotsOptions } from '../../server/http/limits/request-slots.ts'

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

function slotsWith(options: Partial<RequestSlotsOptions>): RequestSlots {
  return new RequestSlots({
    slots: 1,
    startsAtOnce: 8,
    slotMs: 60_000,
    busySlotMs: 60_000,
    waitMs: 60_000,
    maxWaiting: 10,
    isBusy: () => false,
    ...options,
  })
}

t.test('work begins while there are slots, and then in turn', async (t) => {
  const slots = slotsWith({ slots: 2 })
  const running = await Promise.all([slots.take(() => ['a']), slots.take(() => ['a'])])
  const order: string[] = []
  const wait = async (name: string, group: string): Promise<void> => {
    const slot = await slots.take(() => [group])
    order.push(name)
    slot?.leave()
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
  const slots = slotsWith({ slots: 4, startsAtOnce: 2 })
  const order: string[] = []
  const wait = async (name: string): Promise<void> => {
    const slot = await slots.take(() => [name])
    order.push(name)
    slot?.leave()
  }
  await Promise.all([wait('a'), wait('a'), wait('a'), wait('a'), wait('b')])
  t.same(order, ['a', 'b', 'a', 'a', 'a'])
})

t.test('work that cannot begin in time is refused, and so is work beyond the bound of the queue', async (t) => {
  const slots = slotsWith({ waitMs: 20, maxWaiting: 1 })
  const running = await slots.take(() => ['a'])
  const waiting = slots.take(() => ['a'])
  t.equal(await slots.take(() => ['b']), null)
  await pause(30)
  running?.leave()
  t.equal(await waiting, null)
  t.ok(await slots.take(() => ['b']))
})

t.test('work that waits for something outside gives its slot away, later while the service is busy', async (t) => {
  for (const isBusy of [false, true]) {
    const slots = slotsWith({ slotMs: 10, busySlotMs: 100, isBusy: () => isBusy })
    await slots.take(() => ['a'])
    const began = performance.now()
    t.ok(await slots.take(() => ['a']))
    t.ok(performance.now() - began >= (isBusy ? 95 : 5))
  }
})

t.test('a request that waits for a shared read gives its slot away, and then waits for its turn', async (t) => {
  const slots = slotsWith({ slots: 1 })
  const askSlot = (): Promise<Slot | null> => slots.take(() => ['a'])
  const read = Promise.withResolvers<string>()
  const order: string[] = []
  const request = { app: { slotHolder: { slot: (await askSlot()) as Slot, askSlot } } }
  const apart = waitWithoutSlot(request, () => read.promise).then((result) => order.push(result))
  const other = await askSlot()
  read.resolve('read')
  await pause(5)
  order.push('the other request is answered')
  other?.leave()
  await apart
  t.same(order, ['the other request is answered', 'read'])
  const next = slots.take(() => ['b'])
  request.app.slotHolder.slot.leave()
  t.ok(await next)
})

t.test('a request waits for the bank without its slot, and takes a turn afterwards', async (t) => {
  const slots = slotsWith({})
  const askSlot = (): Promise<Slot | null> => slots.take(() => ['a'])
  const holder = { slot: (await askSlot()) as Slot, askSlot }
  const bank = new BankWaits(1)
  const { promise: answer, resolve: reply } = Promise.withResolvers<string>()
  const paid = bank.around(holder, () => answer)
  const other = await slots.take(() => ['b'])
  t.ok(other, 'another request has the slot')
  t.equal(await bank.around(holder, async () => 'at once'), 'at once', 'more requests keep their slots')
  let isPaid = false
  void paid.then(() => (isPaid = true))
  reply('approved')
  await pause(5)
  t.notOk(isPaid, 'the request waits for its turn')
  other?.leave()
  t.equal(await paid, 'approved')
  holder.slot.leave()
  t.ok(await slots.take(() => ['b']), 'the slot was the only one that the request held')
})

t.test('after the bank, a request goes on without a slot when it gets none, or when its reply is out', async (t) => {
  const slots = slotsWith({ waitMs: 0, maxWaiting: 0 })
  const held: Slot = { leave: () => {} }
  const bank = new BankWaits(1)
  const refused = (): Promise<Slot | null> => slots.take(() => ['a'])
  t.equal(await bank.around({ slot: held, askSlot: refused }, async () => 'approved'), 'approved')
  let asked = 0
  const count = async (): Promise<null> => {
    asked += 1
    return null
  }
  const holder: { slot: Slot; askSlot: typeof count; isOver?: true } = { slot: held, askSlot: count }
  await bank.around(holder, async () => {
    holder.isOver = true
  })
  t.equal(asked, 0)
})
