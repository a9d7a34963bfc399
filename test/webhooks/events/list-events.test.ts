import t from 'tap'
import { anotherAccount, liveKey } from '../../accounts/accounts.ts'
import { expectError } from '../../http/expect-error.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { until } from '../../support/until.ts'
import { bodyOf, expiredSession, payBySession, readEvents, type EventList, type ReadEvent } from './read-events.ts'

let service: TestService

t.before(async () => {
  service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox', RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

/**
 * The ids of the `count` events after a cursor. Waits for all of them, because the list withholds an event while an
 * unfinished transaction, in any database of the server, could still insert an earlier one.
 */
async function newerThan(cursor: string | undefined, count: number): Promise<string[]> {
  const seen: ReadEvent[] = []
  while (seen.length < count) {
    const { data } = await readEvents(service, { limit: 100, wait: 25, ending_before: seen.at(-1)?.id ?? cursor ?? '' })
    if (data.length === 0) throw new Error(`Only ${seen.length} of ${count} events within 25 seconds`)
    seen.push(...data)
  }
  return seen.map(({ id }) => id)
}

const ids = ({ data }: EventList): string[] => data.map(({ id }) => id)

t.test('an account without events has an empty list', async (t) => {
  t.same(await readEvents(service), { object: 'list', has_more: false, data: [] })
})

t.test('events are listed newest first, twenty by default', async (t) => {
  for (let count = 0; count < 23; count++) await expiredSession(service)
  const first = await readEvents(service)
  t.equal(first.data.length, 20)
  t.equal(first.has_more, true)
  const all = await readEvents(service, { limit: 100 })
  t.equal(all.data.length, 23)
  t.equal(all.has_more, false)
  t.same(ids(first), ids(all).slice(0, 20))
  const times = all.data.map(({ created }) => Date.parse(created))
  t.same(
    times,
    [...times].sort((a, b) => b - a),
  )
  t.same(ids(await readEvents(service, { limit: 1 })), ids(all).slice(0, 1))
  t.equal(
    (await readEvents(service, { limit: 23 })).has_more,
    false,
    'has_more is false on a page that ends with the last event',
  )
})

t.test('pages with starting_after contain each event once, in order', async (t) => {
  const all = ids(await readEvents(service, { limit: 100 }))
  const seen: string[] = []
  for (
    let page = await readEvents(service, { limit: 7 });
    ;
    page = await readEvents(service, { limit: 7, starting_after: seen.at(-1) ?? '' })
  ) {
    seen.push(...ids(page))
    t.equal(page.has_more, seen.length < all.length)
    if (!page.has_more) break
  }
  t.same(seen, all)
})

t.test('pages with ending_before contain the newer events, oldest first', async (t) => {
  const oldestFirst = ids(await readEvents(service, { limit: 100 })).reverse()
  t.same(await newerThan(oldestFirst[0], oldestFirst.length - 1), oldestFirst.slice(1))
  const page = await readEvents(service, { limit: 5, ending_before: oldestFirst[0] ?? '' })
  t.same(ids(page), oldestFirst.slice(1, 6))
  t.equal(page.has_more, true)
  const rest = await readEvents(service, { limit: 100, ending_before: oldestFirst[5] ?? '' })
  t.same(ids(rest), oldestFirst.slice(6))
  t.equal(rest.has_more, false)
  t.same(await readEvents(service, { ending_before: oldestFirst.at(-1) ?? '' }), {
    object: 'list',
    has_more: false,
    data: [],
  })
})

t.test('type filters the events, also with cursors; an unknown type is refused', async (t) => {
  const paid = [await payBySession(service), await payBySession(service), await payBySession(service)]
  const completed = await readEvents(service, { type: 'session.completed' })
  t.same(
    completed.data.map(({ type, data }) => [type, data.id]),
    [...paid].reverse().map((id) => ['session.completed', id]),
  )
  const [newest, middle, oldest] = ids(completed)
  await newerThan(oldest, 2)
  t.same(ids(await readEvents(service, { type: 'session.completed', limit: 1, starting_after: newest ?? '' })), [
    middle,
  ])
  t.same(ids(await readEvents(service, { type: 'session.completed', limit: 1, ending_before: oldest ?? '' })), [middle])
  t.same(ids(await readEvents(service, { type: 'session.expired', ending_before: oldest ?? '' })), [])
  t.same(await readEvents(service, { type: 'session.failed' }), { object: 'list', has_more: false, data: [] })
})

t.test('a read by id returns the same event as the list', async (t) => {
  const listed = await readEvents(service, { limit: 100 })
  for (const event of listed.data.slice(0, 6)) {
    const answer = await service.call('GET', `/v1/events/${event.id}`)
    t.same(bodyOf<ReadEvent>(answer), event)
    t.match(event, { id: /^evt_/, livemode: false, created: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ })
    t.notOk(
      'client_secret' in event.data || 'url' in event.data,
      'the event has no field that only the merchant’s server may read',
    )
  }
  for (const id of ['evt_unknown', 'x', 'evt_%F0%9F%98%80', `evt_${'0'.repeat(300)}`])
    expectError(t, await service.call('GET', `/v1/events/${id}`), 404, 'not_found', null, id)
})

t.test('the events of one transaction are listed in the order in which they happened', async (t) => {
  const link = bodyOf<{ id: string; code: string }>(
    await service.call('POST', '/v1/payment_links', { amount: 900, currency: 'GBP', description: 'Tea' }),
  )
  const { id } = bodyOf<{ id: string }>(await service.call('POST', `/v1/form/payment_links/${link.code}/checkout`))
  const [last] = ids(await readEvents(service, { limit: 1 }))
  bodyOf(await service.call('POST', `/v1/test_helpers/checkout/sessions/${id}/pay`))
  const followed = await readEvents(service, { ending_before: last ?? '', wait: 25 })
  t.same(
    followed.data.map(({ type }) => type),
    ['session.completed', 'payment_link.paid'],
  )
  t.same(ids(await readEvents(service, { limit: 2 })), ids(followed).reverse())
  t.match(followed.data[1]?.data, {
    id: link.id,
    code: link.code,
    session: id,
    amount: 900,
    currency: 'GBP',
    reference: null,
  })
})

t.test('an invalid limit, wait or cursor is refused, and param names it', async (t) => {
  const wrong: [string, string][] = [
    ...['0', '101', '-1', '1.5', 'x', '', '1e2x', '99999999999999999999'].map((value): [string, string] => [
      'limit',
      value,
    ]),
    ...['-1', '26', '0.5', 'x', ''].map((value): [string, string] => ['wait', value]),
    ['ending_before', 'evt_unknown'],
    ['ending_before', ''],
    ['ending_before', 'x'.repeat(65)],
    ['starting_after', 'x'.repeat(65)],
    ['starting_after', 'evt_unknown'],
    ['starting_after', ''],
    ['type', 'session.complete'],
    ['type', ''],
    ['type', '\0'],
    ['starting_after', '\0'],
    ['ending_before', '\0'],
  ]
  for (const [name, value] of wrong) {
    expectError(
      t,
      await service.call('GET', `/v1/events?${name}=${encodeURIComponent(value)}`),
      400,
      'parameter_invalid',
      name,
      `${name}=${value}`,
    )
  }
  for (const query of ['limit=1', 'limit=100', 'wait=0', 'type=session.completed'])
    t.equal((await service.call('GET', `/v1/events?${query}`)).status, 200, query)
})

t.test('another account or mode sees none of the events', async (t) => {
  const [event] = (await readEvents(service, { limit: 1 })).data
  const strangers = {
    'another account': await anotherAccount(service),
    'the live mode': await liveKey(service, { liveAccess: true }),
  }
  for (const [about, stranger] of Object.entries(strangers)) {
    t.same((await readEvents(stranger)).data, [], about)
    expectError(t, await stranger.call('GET', `/v1/events/${event?.id}`), 404, 'not_found', null, about)
    expectError(
      t,
      await stranger.call('GET', `/v1/events?ending_before=${event?.id}`),
      400,
      'parameter_invalid',
      'ending_before',
      about,
    )
    expectError(t, await stranger.call('POST', `/v1/events/${event?.id}/resend`), 404, 'not_found', null, about)
    expectError(
      t,
      await stranger.call('GET', `/v1/events?starting_after=${event?.id}`),
      400,
      'parameter_invalid',
      'starting_after',
      about,
    )
  }
})

t.test('an event that cannot be read hides no other, and a follower comes past it', async (t) => {
  const other = await anotherAccount(service)
  const own = { ...service, ...other }
  for (let count = 0; count < 3; count++) await expiredSession(own)
  const list = async (query: string): Promise<EventList> =>
    (await other.call('GET', `/v1/events${query}`)).body as unknown as EventList
  const [last = '', broken = '', first = ''] = ids(await list(''))
  await sql(service, `update events set body = '{"id' where id = ?`, [broken])
  t.same(ids(await list('')), [last, first])
  t.same(ids(await list(`?limit=1&starting_after=${last}`)), [first])
  await until(async () => ids(await list(`?limit=1&ending_before=${first}`)).join() === last, 'the event is numbered')
  t.ok(service.logLines.some((line) => line.includes(broken) && line.includes('cannot be read')))
})
