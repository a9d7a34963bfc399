import t from 'tap'
import { anotherAccount, liveKey, publicDemo } from '../accounts/accounts.ts'
import { expectError } from '../http/expect-error.ts'
import { bodyOf, payBySession, type Calls } from '../webhooks/events/read-events.ts'
import { sharedService } from '../support/shared-service.ts'
import type { TestService } from '../support/service.ts'

interface Refund {
  readonly id: string
  readonly object: 'refund'
  readonly session: string
  readonly amount: number
  readonly status: string
  readonly reason: string | null
  readonly failure_message: string | null
  readonly created_at: string
}

interface RefundList {
  readonly object: 'list'
  readonly has_more: boolean
  readonly data: Refund[]
}

let service: TestService

t.before(async () => {
  service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox', RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

async function list({ call }: Calls, query: Record<string, string | number> = {}): Promise<RefundList> {
  return bodyOf<RefundList>(
    await call(
      'GET',
      `/v1/refunds?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
    ),
  )
}

const read = async ({ call }: Calls, id: string): Promise<Refund> =>
  bodyOf<Refund>(await call('GET', `/v1/refunds/${id}`))

async function refund({ call }: Calls, session: string, body: object = {}): Promise<Refund> {
  return bodyOf<Refund>(await call('POST', `/v1/checkout/sessions/${session}/refunds`, body))
}

t.test('refunds are listed newest first, page by page, of all sessions or of one', async (t) => {
  t.same(await list(service), { object: 'list', has_more: false, data: [] })
  const [tea, cake] = [await payBySession(service), await payBySession(service)]
  const made: Refund[] = []
  for (let count = 0; count < 24; count++)
    made.unshift(await refund(service, count % 3 === 0 ? cake : tea, { amount: 10 + count, reason: `reason ${count}` }))
  t.same((await list(service, { limit: 100 })).data, made, 'the list equals the replies that created the refunds')
  const first = await list(service)
  t.same([first.data, first.has_more], [made.slice(0, 20), true])
  const seen: Refund[] = []
  for (
    let page = await list(service, { limit: 8 });
    ;
    page = await list(service, { limit: 8, starting_after: seen.at(-1)?.id ?? '' })
  ) {
    seen.push(...page.data)
    if (!page.has_more) break
  }
  t.same(seen, made)
  const ofCake = made.filter(({ session }) => session === cake)
  t.same(await list(service, { session: cake }), { object: 'list', has_more: false, data: ofCake })
  t.same(await list(service, { session: cake, limit: 3, starting_after: ofCake[1]?.id ?? '' }), {
    object: 'list',
    has_more: true,
    data: ofCake.slice(2, 5),
  })
  t.same((await list(service, { session: 'cs_test_unknown' })).data, [])
  for (const each of made.slice(0, 3)) t.same(await read(service, each.id), each)
})

t.test('reading a pending refund after its time settles the refund and its session', async (t) => {
  const session = await payBySession(service, {}, 'refund_pending')
  const pending = await refund(service, session, { amount: 700 })
  t.match(pending, { status: 'pending', failure_message: null })
  t.equal((await read(service, pending.id)).status, 'pending')
  t.match(bodyOf(await service.call('GET', `/v1/checkout/sessions/${session}`)), { amount_refunded: 0 })
  service.clock.advance(11)
  t.equal((await read(service, pending.id)).status, 'succeeded')
  t.match(bodyOf(await service.call('GET', `/v1/checkout/sessions/${session}`)), {
    amount_refunded: 700,
    status: 'paid',
  })
  t.match((await list(service, { session })).data, [{ id: pending.id, status: 'succeeded' }])
})

t.test('a failed refund gives the reason, and returns no money', async (t) => {
  const session = await payBySession(service, {}, 'refund_failed')
  const { id } = await refund(service, session)
  t.match(await read(service, id), { status: 'failed', failure_message: /\w/, amount: 2500 })
  t.match(bodyOf(await service.call('GET', `/v1/checkout/sessions/${session}`)), { amount_refunded: 0, status: 'paid' })
  const settled = await payBySession(service, {}, 'refund_pending')
  const pending = await refund(service, settled)
  bodyOf(await service.call('POST', `/v1/test_helpers/refunds/${pending.id}/settle`, { status: 'failed' }))
  t.match(await read(service, pending.id), { status: 'failed', failure_message: /\w/ })
})

t.test('an unknown refund is not found, and an unknown filter is refused by name', async (t) => {
  for (const id of ['re_unknown', 'x', '%F0%9F%98%80'])
    expectError(t, await service.call('GET', `/v1/refunds/${id}`), 404, 'not_found', null, id)
  expectError(t, await service.call('GET', '/v1/refunds/%00'), 400, 'parameter_invalid', 'id')
  const wrong: [string, string][] = [
    ['limit', '0'],
    ['limit', '101'],
    ['limit', 'x'],
    ['limit', '1.5'],
    ['session', 'x'.repeat(65)],
    ['session', '\0'],
    ['starting_after', 're_unknown'],
    ['starting_after', ''],
    ['starting_after', 'x'.repeat(65)],
    ['starting_after', '\0'],
    ['status', 'pending'],
    ['ending_before', 're_1'],
  ]
  for (const [name, value] of wrong) {
    expectError(
      t,
      await service.call('GET', `/v1/refunds?${name}=${encodeURIComponent(value)}`),
      400,
      'parameter_invalid',
      name,
      `${name}=${value}`,
    )
  }
  for (const query of ['limit=1', 'limit=100'])
    t.equal((await service.call('GET', `/v1/refunds?${query}`)).status, 200, query)
})

t.test(
  'another account or mode sees no refund; the public demo key can retrieve its own but not list them',
  async (t) => {
    const session = await payBySession(service)
    const { id } = await refund(service, session, { amount: 1 })
    for (const stranger of [await anotherAccount(service), await liveKey(service, { liveAccess: true })]) {
      expectError(t, await stranger.call('GET', `/v1/refunds/${id}`), 404, 'not_found', null)
      t.same((await list(stranger)).data, [])
      t.same((await list(stranger, { session })).data, [])
      const foreign = await stranger.call('GET', `/v1/refunds?starting_after=${id}`)
      expectError(t, foreign, 400, 'parameter_invalid', 'starting_after')
    }
    const demo = publicDemo(service)
    const own = await refund(demo, await payBySession(demo))
    t.same(await read(demo, own.id), own)
    expectError(t, await demo.call('GET', `/v1/refunds/${id}`), 404, 'not_found', null)
    expectError(t, await demo.call('GET', '/v1/refunds'), 403, 'webhooks_not_available', null)
  },
)
