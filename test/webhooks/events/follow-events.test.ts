import t from 'tap'
import { isFull } from '../../support/combinations.ts'
import { until } from '../../support/until.ts'
import { startService, type TestService } from '../../support/service.ts'
import { expiredSession, payBySession, readEvents, type EventList, type ReadEvent } from './read-events.ts'

const busy = { environment: { RATE_LIMIT_PER_SECOND: '100000' } }

/** Waits until this many polls wait, so that none of them has been answered. */
function polling(service: TestService, count: number): Promise<void> {
  return until(() => service.app.context.polls.waiting() === count, `${count} polls wait`)
}

t.test('a long poll answers at once when there is an event, and as soon as one arrives', async (t) => {
  const service = await startService(busy)
  t.teardown(() => service.stop())
  const first = readEvents(service, { wait: 25 })
  // An empty account has no events.
  await polling(service, 1)
  const id = await expiredSession(service)
  t.match(await first, { has_more: false, data: [{ type: 'session.expired', data: { id } }] })
  const [event] = (await readEvents(service, { wait: 25 })).data
  t.equal(event?.data.id, id, 'existing events are returned without a wait')

  const next = readEvents(service, { wait: 25, ending_before: event?.id ?? '' })
  const ofType = readEvents(service, { wait: 25, ending_before: event?.id ?? '', type: 'session.completed' })
  await polling(service, 2)
  const second = await expiredSession(service)
  t.match(await next, { data: [{ data: { id: second } }] })
  await polling(service, 1)
  const paid = await payBySession(service)
  t.match(await ofType, { data: [{ type: 'session.completed', data: { id: paid } }] })
})

t.test('a long poll without an event ends with an empty page', async (t) => {
  const service = await startService(busy)
  t.teardown(() => service.stop())
  t.same(await readEvents(service, { wait: 1 }), { object: 'list', has_more: false, data: [] })
  t.same(await readEvents(service, { wait: 0 }), { object: 'list', has_more: false, data: [] })
})

t.test('a long poll is answered when the service stops', async (t) => {
  const service = await startService(busy)
  const waiting = [readEvents(service, { wait: 25 }), readEvents(service, { wait: 25, type: 'session.completed' })]
  await polling(service, 2)
  const stopped = service.stop()
  t.same(
    await Promise.all(waiting),
    waiting.map((): EventList => ({ object: 'list', has_more: false, data: [] })),
  )
  t.pass('each poll was answered before the service cut it off')
  await stopped
})

t.test('a follower sees every event once while eight customers pay', async (t) => {
  const service = await startService(busy)
  t.teardown(() => service.stop())
  const perPayer = isFull ? 25 : 8
  const payers = 8
  const total = payers * perPayer
  const start = await expiredSession(service)
  const [cursor] = (await readEvents(service)).data
  t.equal(cursor?.data.id, start)

  const paid = Array.from({ length: payers }, async () => {
    const own: string[] = []
    for (let count = 0; count < perPayer; count++) own.push(await payBySession(service))
    return own
  })
  const followers = [1, 7, 100].map((limit) => follow(service, cursor?.id ?? '', { limit, total }))
  const sessions = (await Promise.all(paid)).flat().sort()
  for (const events of await Promise.all(followers)) {
    t.equal(new Set(events.map(({ id }) => id)).size, total)
    t.same(events.map(({ data }) => data.id).sort(), sessions)
    t.ok(events.every(({ type }) => type === 'session.completed'))
  }
  const last = (await Promise.all(followers)).map((events) => events.map(({ id }) => id))
  t.same(last[0], last[1], 'all followers see the same order')
  t.same(last[1], last[2])
})

/** Follows the events from a cursor until it has `total` of them. */
async function follow(
  service: Parameters<typeof readEvents>[0],
  from: string,
  { limit, total }: { limit: number; total: number },
): Promise<ReadEvent[]> {
  const seen: ReadEvent[] = []
  let cursor = from
  while (seen.length < total) {
    const page = await readEvents(service, { ending_before: cursor, wait: 25, limit })
    seen.push(...page.data)
    cursor = page.data.at(-1)?.id ?? cursor
  }
  return seen
}
