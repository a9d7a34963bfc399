import t from 'tap'
import {
  DeliveryPlaces,
  type AttemptEnd,
  type Lane,
  type Place,
} from '../../../server/flows/webhooks/delivery-places.ts'

// spec/decisions/webhooks.md#slow-receivers

const dueAt = new Date('2026-11-22T10:00:00Z')
let created = 0

/** A receiver with `count` due deliveries, by default on a host of its own. */
function receiver(places: DeliveryPlaces, name: string, count: number, host = `${name}.example`): Lane {
  const scope = { merchantId: name, livemode: false }
  const lane = places.lane(scope)
  places.noteAddress(lane, `https://${host}/webhooks`)
  places.add(
    lane,
    Array.from({ length: count }, () => ({ scope, id: `del_${created++}`, dueAt })),
  )
  return lane
}

function receivers(places: DeliveryPlaces, names: string, count: number, deliveries: number, host?: string): Lane[] {
  return Array.from({ length: count }, (_, index) => receiver(places, `${names}${index}`, deliveries, host))
}

/** Takes every place that is free for a waiting delivery. */
function takeAll(places: DeliveryPlaces): Place[] {
  const taken: Place[] = []
  for (let place = places.take(); place; place = places.take()) taken.push(place)
  return taken
}

/** Makes one attempt after the other for a receiver, each with this end. */
function train(places: DeliveryPlaces, lane: Lane, end: AttemptEnd, times: number): void {
  for (let made = 0; made < times; made++) {
    places.add(lane, [{ scope: lane.scope, id: `del_${created++}`, dueAt }])
    const place = places.take()
    if (place?.lane !== lane) throw new Error('Bug: another receiver got the place')
    if (end !== 'quick') place.isLate()
    place.end(end)
  }
}

/** How many of these places each receiver has. */
function perReceiver(taken: readonly Place[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { lane } of taken) counts.set(lane.scope.merchantId, (counts.get(lane.scope.merchantId) ?? 0) + 1)
  return counts
}

t.test('a receiver that answers gets its places at once while 1,000 silent ones wait', (t) => {
  const places = new DeliveryPlaces()
  const healthy = receiver(places, 'healthy', 0)
  train(places, healthy, 'quick', 60)
  const silent = receivers(places, 'silent', 1000, 0)
  for (const lane of silent) train(places, lane, 'silent', 1)
  receivers(places, 'silent', 1000, 20)
  const ofSilent = takeAll(places)
  t.equal(ofSilent.length, 150, 'silent receivers together have 150 places')
  receiver(places, 'healthy', 100)
  const taken = perReceiver(takeAll(places))
  t.same([...taken], [['healthy', 39]], 'an eighth of the 311 places that stay free')
  t.end()
})

t.test('a new receiver gets its first attempt at once beside 100 new ones that hang on the same host and port', (t) => {
  const places = new DeliveryPlaces()
  receivers(places, 'hanging', 100, 20, 'shared.example:8443')
  const taken = takeAll(places)
  t.equal(taken.length, 100)
  t.same(new Set(perReceiver(taken).values()), new Set([1]), 'each has one attempt until that ends')
  receiver(places, 'another', 20, 'shared.example:8443')
  t.same([...perReceiver(takeAll(places))], [['another', 1]])
  t.end()
})

t.test('new receivers that hang leave places for receivers of every other standing', (t) => {
  const places = new DeliveryPlaces()
  const others = (['quick', 'slow', 'silent'] as const).map((end) => {
    const lanes = receivers(places, end, 200, 0)
    for (const lane of lanes) train(places, lane, end, 1)
    return lanes
  })
  receivers(places, 'hanging', 1000, 20)
  const hanging = takeAll(places)
  t.equal(hanging.length, 250)
  for (const place of hanging) place.isLate()
  t.same(takeAll(places), [], 'no more while these are under way')
  const counts = [...others].reverse().map((lanes) => {
    for (const lane of lanes) receiver(places, lane.scope.merchantId, 1)
    return takeAll(places).length
  })
  t.same(counts, [50, 100, 100], 'silent, slow and quick receivers')
  t.end()
})

t.test('slow and silent receivers leave 150 places for new ones and 100 for those that answer quickly', (t) => {
  const places = new DeliveryPlaces()
  for (const end of ['slow', 'silent'] as const)
    for (const lane of receivers(places, end, 300, 0)) train(places, lane, end, 1)
  for (const names of ['slow', 'silent']) receivers(places, names, 300, 5)
  t.equal(takeAll(places).length, 250)
  receivers(places, 'new', 300, 1)
  const ofNew = takeAll(places)
  t.equal(ofNew.length, 150)
  const quick = ofNew.map(({ lane }) => lane)
  for (const place of ofNew) place.end('quick')
  const next = takeAll(places)
  t.equal(next.length, 150, 'then the other new receivers')
  for (const lane of quick) receiver(places, lane.scope.merchantId, 1)
  t.equal(takeAll(places).length, 100)
  t.end()
})

t.test('when an attempt of a new receiver ends, the next new receiver on its host gets the place', (t) => {
  const places = new DeliveryPlaces()
  receivers(places, 'hanging', 200, 20, 'hanging.example')
  receiver(places, 'another', 1, 'hanging.example')
  const first = takeAll(places)
  t.equal(first.length, 125)
  for (const place of first.slice(0, 76)) place.end('silent')
  const next = perReceiver(takeAll(places))
  t.ok(next.has('another'), 'all 200 before it have had an attempt')
  t.end()
})

t.test('receivers take turns', (t) => {
  const places = new DeliveryPlaces()
  const lanes = receivers(places, 'silent', 300, 0)
  for (const lane of lanes) train(places, lane, 'silent', 1)
  receivers(places, 'silent', 300, 5)
  const first = takeAll(places)
  t.same(new Set(perReceiver(first).values()), new Set([1]), 'each has one place')
  for (const place of first) place.end('silent')
  const second = takeAll(places)
  t.equal(new Set([...first, ...second].map(({ lane }) => lane)).size, 300, 'then the others')
  t.end()
})

t.test('the cap falls to one place while a receiver is silent, and grows back when it answers', (t) => {
  const places = new DeliveryPlaces()
  const lane = receiver(places, 'a', 0)
  t.equal(lane.cap, 1, 'at first')
  train(places, lane, 'quick', 100)
  t.equal(lane.cap, 50, 'at most')
  train(places, lane, 'silent', 6)
  t.equal(lane.cap, 1)
  t.equal(lane.standing, 'silent')
  train(places, lane, 'quick', 1)
  t.equal(lane.standing, 'quick', 'one quick answer is enough')
  t.equal(lane.cap, 2)
  train(places, lane, 'slow', 10)
  t.equal(lane.standing, 'slow')
  t.equal(lane.cap, 12, 'it also grows while answers are slow')
  t.end()
})

t.test('a receiver that stops to answer no longer counts as quick while its attempts are under way', (t) => {
  const places = new DeliveryPlaces()
  const lane = receiver(places, 'a', 0)
  train(places, lane, 'quick', 60)
  receiver(places, 'a', 40)
  const taken = takeAll(places)
  t.equal(taken.length, 40)
  taken[0]?.isLate()
  t.equal(lane.standing, 'slow')
  taken[0]?.end('silent')
  t.equal(lane.standing, 'silent')
  t.equal(lane.cap, 25)
  for (const place of taken.slice(1)) place.end('quick')
  t.equal(lane.standing, 'quick')
  t.end()
})

t.test('busy receivers never take the last place', (t) => {
  const places = new DeliveryPlaces()
  const busy = receivers(places, 'busy', 20, 0)
  for (const lane of busy) train(places, lane, 'quick', 60)
  const healthy = receiver(places, 'healthy', 0)
  train(places, healthy, 'quick', 1)
  receivers(places, 'busy', 20, 60)
  t.ok(takeAll(places).length > 350, 'they use most places')
  receiver(places, 'healthy', 1)
  t.same([...perReceiver(takeAll(places)).keys()], ['healthy'])
  t.end()
})

t.test('many accounts with the same hanging host share the places of one host', (t) => {
  const places = new DeliveryPlaces()
  receivers(places, 'hanging', 200, 20, 'hanging.example')
  t.equal(takeAll(places).length, 125, 'half of the places for new receivers')
  receivers(places, 'other', 3, 1)
  t.same([...perReceiver(takeAll(places)).keys()], ['other0', 'other1', 'other2'], 'behind those that must wait')
  t.end()
})

t.test('a receiver that answers is not held back by a silent one on the same host', (t) => {
  const places = new DeliveryPlaces()
  const healthy = receiver(places, 'healthy', 0, 'shared.example')
  train(places, healthy, 'quick', 10)
  receivers(places, 'hanging', 100, 20, 'shared.example')
  takeAll(places)
  receiver(places, 'healthy', 5, 'shared.example')
  t.same([...perReceiver(takeAll(places))], [['healthy', 5]])
  t.end()
})

t.test('memory holds few deliveries of each receiver', (t) => {
  const places = new DeliveryPlaces()
  const lane = receiver(places, 'a', 0)
  t.equal(places.wanted(lane), 0, 'no more are due')
  lane.isMoreDue = true
  t.equal(places.wanted(lane), 2, 'twice the cap')
  train(places, lane, 'silent', 1)
  t.equal(places.wanted(lane), 2)
  receiver(places, 'a', 1)
  t.equal(places.wanted(lane), 0, 'one is waiting')
  t.end()
})
