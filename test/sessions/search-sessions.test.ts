import t from 'tap'
import { anotherAccount, liveKey, publicDemo } from '../accounts/accounts.ts'
import { expectError } from '../http/expect-error.ts'
import { bodyOf, expiredSession, payBySession, type Calls } from '../webhooks/events/read-events.ts'
import { sharedService } from '../support/shared-service.ts'
import type { TestService } from '../support/service.ts'

interface Found {
  readonly object: 'list'
  readonly has_more: boolean
  readonly data: {
    id: string
    status: string
    reference: string | null
    payment_link: string | null
    created_at: string
    client_secret: string
    url: string
  }[]
}

const path = '/v1/search/checkout/sessions'
let service: TestService

t.before(async () => {
  service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox', RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

async function search({ call }: Calls, query: Record<string, string | number> = {}): Promise<Found> {
  return bodyOf<Found>(
    await call(
      'GET',
      `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
    ),
  )
}

const ids = ({ data }: Found): string[] => data.map(({ id }) => id)

async function open(params: object = {}, { call }: Calls = service): Promise<string> {
  return bodyOf<{ id: string }>(
    await call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP', ...params }),
  ).id
}

t.test('paging through 250 sessions returns each once, newest first', async (t) => {
  const account = await anotherAccount(service)
  t.same(await search(account), { object: 'list', has_more: false, data: [] })
  const made: string[] = []
  for (let count = 0; count < 250; count++) made.push(await open({}, account))
  const seen: string[] = []
  for (
    let page = await search(account, { limit: 100 });
    ;
    page = await search(account, { limit: 100, starting_after: seen.at(-1) ?? '' })
  ) {
    seen.push(...ids(page))
    t.equal(page.has_more, seen.length < 250)
    if (!page.has_more) break
  }
  t.same(seen, [...made].reverse())
  t.equal((await search(account)).data.length, 20, 'twenty by default')
  t.equal(
    (await search(account, { limit: 50, starting_after: seen[199] ?? '' })).has_more,
    false,
    'the last page may be full',
  )
  await open({}, account)
  t.same(
    ids(await search(account, { limit: 3, starting_after: seen[0] ?? '' })),
    seen.slice(1, 4),
    'new sessions do not shift a page',
  )
})

t.test('each filter, and any combination of filters, finds the sessions that match', async (t) => {
  const account = await anotherAccount(service)
  const link = bodyOf<{ id: string; code: string }>(
    await account.call('POST', '/v1/payment_links', {
      amount: 900,
      currency: 'GBP',
      description: 'Tea',
      kind: 'reusable',
      reference: 'tea',
    }),
  )
  const opened = await open({ reference: 'a' }, account)
  const paid = await payBySession(account, { reference: 'a' })
  const refunded = await payBySession(account, { reference: 'b' })
  bodyOf(await account.call('POST', `/v1/checkout/sessions/${refunded}/refunds`))
  const disputed = await payBySession(account)
  bodyOf(await account.call('POST', `/v1/test_helpers/checkout/sessions/${disputed}/dispute`))
  const failed = await open({ reference: 'a' }, account)
  for (let card = 0; card < 5; card++)
    bodyOf(await account.call('POST', `/v1/test_helpers/checkout/sessions/${failed}/pay`, { card: 'declined' }))
  const expired = await expiredSession(account, { reference: 'a' })
  const processing = await payBySession(account, { reference: 'b' }, 'challenge')
  const ofLink = bodyOf<{ id: string }>(await account.call('POST', `/v1/form/payment_links/${link.code}/checkout`)).id
  const paidByLink = bodyOf<{ id: string }>(
    await account.call('POST', `/v1/form/payment_links/${link.code}/checkout`),
  ).id
  bodyOf(await account.call('POST', `/v1/test_helpers/checkout/sessions/${paidByLink}/pay`))

  const expected: [Record<string, string>, string[]][] = [
    [{ status: 'open' }, [ofLink, opened]],
    [{ status: 'processing' }, [processing]],
    [{ status: 'paid' }, [paidByLink, paid]],
    [{ status: 'failed' }, [failed]],
    [{ status: 'expired' }, [expired]],
    [{ status: 'refunded' }, [refunded]],
    [{ status: 'disputed' }, [disputed]],
    [{ reference: 'a' }, [expired, failed, paid, opened]],
    [{ reference: 'A' }, []],
    [{ reference: 'tea' }, [paidByLink, ofLink]],
    [{ payment_link: link.id }, [paidByLink, ofLink]],
    [{ payment_link: 'pl_unknown' }, []],
    [{ payment_link: link.id, status: 'paid' }, [paidByLink]],
    [{ reference: 'a', status: 'paid' }, [paid]],
    [{ reference: 'b', status: 'open' }, []],
    [{ reference: 'tea', payment_link: link.id, status: 'open' }, [ofLink]],
    [{ reference: 'a', status: 'expired', limit: '1' }, [expired]],
    [{ reference: 'a', starting_after: failed }, [paid, opened]],
  ]
  for (const [query, found] of expected) t.same(ids(await search(account, query)), found, JSON.stringify(query))

  for (const { id, status, client_secret, url } of (await search(account, { limit: 100 })).data) {
    const one = bodyOf<Record<string, unknown>>(await account.call('GET', `/v1/checkout/sessions/${id}`))
    t.match(one, { status, client_secret, url }, 'as a retrieve returns it')
  }
})

t.test('created_from is inclusive, and created_before is exclusive', async (t) => {
  const account = await anotherAccount(service)
  const [first, second, third] = [await open({}, account), await open({}, account), await open({}, account)]
  const created = new Map((await search(account)).data.map(({ id, created_at }) => [id, created_at]))
  const at = (id: string): string => created.get(id) ?? ''
  t.same(ids(await search(account, { created_from: at(second) })), [third, second])
  t.same(ids(await search(account, { created_before: at(second) })), [first])
  t.same(ids(await search(account, { created_from: at(second), created_before: at(third) })), [second])
  t.same(ids(await search(account, { created_from: at(third), created_before: at(first) })), [])
  const elsewhere = new Date(Date.parse(at(second)) + 2 * 3600_000).toISOString().replace('Z', '+02:00')
  t.same(ids(await search(account, { created_from: elsewhere })), [third, second], 'in any time zone')
  t.same(ids(await search(account, { created_before: '2000-01-01T00:00:00Z' })), [])
  t.equal((await search(account, { created_from: '2000-01-01T00:00:00Z', status: 'open' })).data.length, 3)
})

t.test('an open session whose time is over is found and shown as expired before any sweep', async (t) => {
  const own = await sharedService()
  t.teardown(() => own.stop())
  const over = await open({ expires_in: 300 }, own)
  const stays = await open({ expires_in: 3_600 }, own)
  own.clock.advance(301)
  t.same(ids(await search(own, { status: 'open' })), [stays])
  const expired = await search(own, { status: 'expired' })
  t.match(expired.data, [{ id: over, status: 'expired' }])
  t.match(
    (await search(own)).data.map(({ id, status }) => [id, status]),
    [
      [stays, 'open'],
      [over, 'expired'],
    ],
  )
  t.same(ids(await search(own, { status: 'expired' })), [over], 'it stays expired')
})

t.test('an unknown filter, or a wrong value of one, is refused by name', async (t) => {
  const wrong: [string, string][] = [
    ['status', 'PAID'],
    ['status', 'unknown'],
    ['status', ''],
    ['created_from', '2026-02-30T00:00:00Z'],
    ['created_before', '2026-02-30T00:00:00Z'],
    ['created_from', '2026-11-21'],
    ['created_from', '2026-11-21T10:15:30'],
    ['created_before', 'yesterday'],
    ['created_from', '1763719200'],
    ['created_from', ''],
    ['created_before', '2026-13-01T00:00:00Z'],
    ['created_before', '2026-01-01T25:00:00Z'],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '-1'],
    ['limit', '1.5'],
    ['limit', 'ten'],
    ['limit', ''],
    ['reference', 'x'.repeat(256)],
    ['reference', 'a\0b'],
    ['payment_link', 'x'.repeat(65)],
    ['payment_link', '\0'],
    ['starting_after', 'cs_test_unknown'],
    ['starting_after', ''],
    ['starting_after', 'x'.repeat(65)],
    ['starting_after', '\0'],
    ['customer', 'ada'],
    ['ending_before', 'cs_test_1'],
    ['Status', 'paid'],
    ['livemode', 'true'],
    ['page', '2'],
    ['constructor', 'x'],
  ]
  for (const [name, value] of wrong) {
    expectError(
      t,
      await service.call('GET', `${path}?${name}=${encodeURIComponent(value)}`),
      400,
      'parameter_invalid',
      name,
      `${name}=${value}`,
    )
  }
  expectError(t, await service.call('GET', `${path}?status=paid&status=open`), 400, 'parameter_invalid', 'status')
  for (const query of ['limit=1', 'limit=100', `reference=${'%F0%9F%91%8D'.repeat(255)}`])
    t.equal((await service.call('GET', `${path}?${query}`)).status, 200, query)
})

t.test('a search never finds sessions of another account or mode, and the public demo key cannot search', async (t) => {
  const other = await anotherAccount(service)
  const live = await liveKey(service, { liveAccess: true })
  const mine = await open({ reference: 'shared' })
  const theirs = await open({ reference: 'shared' }, other)
  const ofLive = await open({ reference: 'shared' }, live)
  t.same(ids(await search(service, { reference: 'shared' })), [mine])
  t.same(ids(await search(other, { reference: 'shared' })), [theirs])
  t.same(ids(await search(live, { reference: 'shared' })), [ofLive])
  for (const stranger of [other, live])
    expectError(
      t,
      await stranger.call('GET', `${path}?reference=shared&starting_after=${mine}`),
      400,
      'parameter_invalid',
      'starting_after',
    )
  expectError(t, await publicDemo(service).call('GET', path), 403, 'webhooks_not_available', null)
})
