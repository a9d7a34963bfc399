import t from 'tap'
import {
  DeliverySlots,
  type AttemptEnd,
  type ReceiverQueue,
  type DeliverySlot,
} from '../../../server/flows/webhooks/delivery-slots.ts'

// spec/decisions/webhooks.md#slow-receivers

const dueAt = new Date('2026-11-22T10:00:00Z')
let created = 0

/** A receiver with `count` due deliveries, by default on a host of its own. */
function receiver(slots: DeliverySlots, name: string, count: number, host = `${name}.example`): ReceiverQueue {
  const scope = { merchantId: name, livemode: false }
  const queue = slots.queueOf(scope)
  slots.noteAddress(queue, `https://${host}/webhooks`)
  slots.add(
    queue,
    Array.from({ length: count }, () => ({ scope, id: `del_${created++}`, dueAt })),
  )
  return queue
}

function receivers(
  slots: DeliverySlots,
  names: string,
  count: number,
  deliveries: number,
  host?: string,
): ReceiverQueue[] {
  return Array.from({ length: count }, (_, index) => receiver(slots, `${names}${index}`, deliveries, host))
}

/** Takes every slot that is free for a waiting delivery. */
function takeAll(slots: DeliverySlots): DeliverySlot[] {
  const taken: DeliverySlot[] = []
  for (let slot = slots.take(); slot; slot = slots.take()) taken.push(slot)
  return taken
}

/** Makes one attempt after the other for a receiver, each with this end. */
function train(slots: DeliverySlots, queue: ReceiverQueue, end: AttemptEnd, times: number): void {
  for (let made = 0; made < times; made++) {
    slots.add(queue, [{ scope: queue.scope, id: `del_${created++}`, dueAt }])
    const slot = slots.take()
    if (slot?.queue !== queue) throw new Error('Bug: another receiver got the slot')
    if (end !== 'quick') slot.isLate()
    slot.end(end)
  }
}

/** How many of these slots each receiver has. */
function perReceiver(taken: readonly DeliverySlot[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { queue } of taken) counts.set(queue.scope.merchantId, (counts.get(queue.scope.merchantId) ?? 0) + 1)
  return counts
}

t.test('a receiver that answers gets its slots at once while 1,000 silent ones wait', (t) => {
  const slots = new DeliverySlots()
  const healthy = receiver(slots, 'healthy', 0)
  train(slots, healthy, 'quick', 60)
  const silent = receivers(slots, 'silent', 1000, 0)
  for (const queue of silent) train(slots, queue, 'silent', 1)
  receivers(slots, 'silent', 1000, 20)
  const ofSilent = takeAll(slots)
  t.equal(ofSilent.length, 150, 'silent receivers together have 150 slots')
  receiver(slots, 'healthy', 100)
  const taken = perReceiver(takeAll(slots))
  t.same([...taken], [['healthy', 39]], 'an eighth of the 311 slots that stay free')
  t.end()
})

t.test('a new receiver gets its first attempt at once beside 100 new ones that hang on the same host and port', (t) => {
  const slots = new DeliverySlots()
  receivers(slots, 'hanging', 100, 20, 'shared.example:8443')
  const taken = takeAll(slots)
  t.equal(taken.length, 100)
  t.same(new Set(perReceiver(taken).values()), new Set([1]), 'each has one attempt until that ends')
  receiver(slots, 'another', 20, 'shared.example:8443')
  t.same([...perReceiver(takeAll(slots))], [['another', 1]])
  t.end()
})

t.test('new receivers that hang leave slots for receivers of every other standing', (t) => {
  const slots = new DeliverySlots()
  const others = (['quick', 'slow', 'silent'] as const).map((end) => {
    const queues = receivers(slots, end, 200, 0)
    for (const queue of queues) train(slots, queue, end, 1)
    return queues
  })
  receivers(slots, 'hanging', 1000, 20)
  const hanging = takeAll(slots)
  t.equal(hanging.length, 250)
  for (const slot of hanging) slot.isLate()
  t.same(takeAll(slots), [], 'no more while these are under way')
  const counts = [...others].reverse().map((queues) => {
    for (const queue of queues) receiver(slots, queue.scope.merchantId, 1)
    return takeAll(slots).length
  })
  t.same(counts, [50, 100, 100], 'silent, slow and quick receivers')
  t.end()
})

t.test('slow and silent receivers leave 150 slots for new ones and 100 for those that answer quickly', (t) => {
  const slots = new DeliverySlots()
  for (const end of ['slow', 'silent'] as const)
    for (const queue of receivers(slots, end, 300, 0)) train(slots, queue, end, 1)
  for (const names of ['slow', 'silent']) receivers(slots, names, 300, 5)
  t.equal(takeAll(slots).length, 250)
  receivers(slots, 'new', 300, 1)
  const ofNew = takeAll(slots)
  t.equal(ofNew.length, 150)
  const quick = ofNew.map(({ queue }) => queue)
  for (const slot of ofNew) slot.end('quick')
  const next = takeAll(slots)
  t.equal(next.length, 150, 'then the other new receivers')
  for (const queue of quick) receiver(slots, queue.scope.merchantId, 1)
  t.equal(takeAll(slots).length, 100)
  t.end()
})

t.test('when an attempt of a new receiver ends, the next new receiver on its host gets the slot', (t) => {
  const slots = new DeliverySlots()
  receivers(slots, 'hanging', 200, 20, 'hanging.example')
  receiver(slots, 'another', 1, 'hanging.example')
  const first = takeAll(slots)
  t.equal(first.length, 125)
  for (const slot of first.slice(0, 76)) slot.end('silent')
  const next = perReceiver(takeAll(slots))
  t.ok(next.has('another'), 'all 200 before it have had an attempt')
  t.end()
})

t.test('receivers take turns', (t) => {
  const slots = new DeliverySlots()
  const queues = receivers(slots, 'silent', 300, 0)
  for (const queue of queues) train(slots, queue, 'silent', 1)
  receivers(slots, 'silent', 300, 5)
  const first = takeAll(slots)
  t.same(new Set(perReceiver(first).values()), new Set([1]), 'each has one slot')
  for (const slot of first) slot.end('silent')
  const second = takeAll(slots)
  t.equal(new Set([...first, ...second].map(({ queue }) => queue)).size, 300, 'then the others')
  t.end()
})

t.test('the cap falls to one slot while a receiver is silent, and grows back when it answers', (t) => {
  const slots = new DeliverySlots()
  const queue = receiver(slots, 'a', 0)
  t.equal(queue.cap, 1, 'at first')
  train(slots, queue, 'quick', 100)
  t.equal(queue.cap, 50, 'at most')
  train(slots, queue, 'silent', 6)
  t.equal(queue.cap, 1)
  t.equal(queue.standing, 'silent')
  train(slots, queue, 'quick', 1)
  t.equal(queue.standing, 'quick', 'one quick answer is enough')
  t.equal(queue.cap, 2)
  train(slots, queue, 'slow', 10)
  t.equal(queue.standing, 'slow')
  t.equal(queue.cap, 12, 'it also grows while answers are slow')
  t.end()
})

t.test('a receiver that stops to answer no longer counts as quick while its attempts are under way', (t) => {
  const slots = new DeliverySlots()
  const queue = receiver(slots, 'a', 0)
  train(slots, queue, 'quick', 60)
  receiver(slots, 'a', 40)
  const taken = takeAll(slots)
  t.equal(taken.length, 40)
  taken[0]?.isLate()
  t.equal(queue.standing, 'slow')
  taken[0]?.end('silent')
  t.equal(queue.standing, 'silent')
  t.equal(queue.cap, 25)
  for (const slot of taken.slice(1)) slot.end('quick')
  t.equal(queue.standing, 'quick')
  t.end()
})

t.test('busy receivers never take the last slot', (t) => {
  const slots = new DeliverySlots()
  const busy = receivers(slots, 'busy', 20, 0)
  for (const queue of busy) train(slots, queue, 'quick', 60)
  const healthy = receiver(slots, 'healthy', 0)
  train(slots, healthy, 'quick', 1)
  receivers(slots, 'busy', 20, 60)
  t.ok(takeAll(slots).length > 350, 'they use most slots')
  receiver(slots, 'healthy', 1)
  t.same([...perReceiver(takeAll(slots)).keys()], ['healthy'])
  t.end()
})

t.test('many accounts with the same hanging host share the slots of one host', (t) => {
  const slots = new DeliverySlots()
  receivers(slots, 'hanging', 200, 20, 'hanging.example')
  t.equal(takeAll(slots).length, 125, 'half of the slots for new receivers')
  receivers(slots, 'other', 3, 1)
  t.same([...perReceiver(takeAll(slots)).keys()], ['other0', 'other1', 'other2'], 'behind those that must wait')
  t.end()
})

t.test('a receiver that answers is not held back by a silent one on the same host', (t) => {
  const slots = new DeliverySlots()
  const healthy = receiver(slots, 'healthy', 0, 'shared.example')
  train(slots, healthy, 'quick', 10)
  receivers(slots, 'hanging', 100, 20, 'shared.example')
  takeAll(slots)
  receiver(slots, 'healthy', 5, 'shared.example')
  t.same([...perReceiver(takeAll(slots))], [['healthy', 5]])
  t.end()
})

t.test('memory holds few deliveries of each receiver', (t) => {
  const slots = new DeliverySlots()
  const queue = receiver(slots, 'a', 0)
  t.equal(slots.wanted(queue), 0, 'no more are due')
  queue.isMoreDue = true
  t.equal(slots.wanted(queue), 2, 'twice the cap')
  train(slots, queue, 'silent', 1)
  t.equal(slots.wanted(queue), 2)
  receiver(slots, 'a', 1)
  t.equal(slots.wanted(queue), 0, 'one is waiting')
  t.end()
})
