import t from 'tap'
import { bodyOf, payBySession, type Calls } from '../webhooks/events/read-events.ts'
import { anotherAccount, liveKey, publicDemo } from '../accounts/accounts.ts'
import { expectError } from '../http/expect-error.ts'
import { sharedService } from '../support/shared-service.ts'
import type { TestService } from '../support/service.ts'

interface Dispute {
  readonly id: string
  readonly session: string
  readonly status: string
}

interface DisputeList {
  readonly object: 'list'
  readonly has_more: boolean
  readonly data: Dispute[]
}

let service: TestService

t.before(async () => {
  service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox', RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

async function list({ call }: Calls, query: Record<string, string> = {}): Promise<DisputeList> {
  return bodyOf<DisputeList>(await call('GET', `/v1/disputes?${new URLSearchParams(query)}`))
}

async function openDispute({ call }: Calls, session?: string): Promise<string> {
  const id = session ?? (await payBySession({ call }))
  bodyOf(await call('POST', `/v1/test_helpers/checkout/sessions/${id}/dispute`))
  return id
}

async function closeDispute({ call }: Calls, session: string, outcome: 'won' | 'lost'): Promise<void> {
  bodyOf(await call('POST', `/v1/test_helpers/checkout/sessions/${session}/close_dispute`, { outcome }))
}

t.test('disputes are listed newest first, page by page, by session and by state', async (t) => {
  t.same(await list(service), { object: 'list', has_more: false, data: [] })
  const twice = await openDispute(service)
  await closeDispute(service, twice, 'won')
  const lost = await openDispute(service)
  await closeDispute(service, lost, 'lost')
  const open = await openDispute(service)
  await openDispute(service, twice)
  const all = await list(service)
  t.same(
    all.data.map(({ session, status }) => [session, status]),
    [
      [twice, 'open'],
      [open, 'open'],
      [lost, 'lost'],
      [twice, 'won'],
    ],
  )
  t.equal(all.has_more, false)
  const seen: Dispute[] = []
  for (let page = await list(service, { limit: '1' }); ;) {
    seen.push(...page.data)
    t.equal(page.data.length, 1)
    if (!page.has_more) break
    page = await list(service, { limit: '1', starting_after: seen.at(-1)?.id ?? '' })
  }
  t.same(seen, all.data, 'the pages contain each dispute once')
  t.same((await list(service, { session: twice })).data, [all.data[0], all.data[3]])
  t.same((await list(service, { session: twice, status: 'won' })).data, [all.data[3]])
  t.same((await list(service, { status: 'open' })).data, [all.data[0], all.data[1]])
  t.same(await list(service, { status: 'open', limit: '1' }), {
    object: 'list',
    has_more: true,
    data: [all.data[0]],
  })
  t.same((await list(service, { status: 'open', starting_after: all.data[0]?.id ?? '' })).data, [all.data[1]])
  t.same((await list(service, { session: 'cs_test_unknown' })).data, [])
})

t.test('an unknown dispute is not found, and a wrong filter or cursor is refused by name', async (t) => {
  for (const id of ['dp_unknown', 'x', '%F0%9F%98%80'])
    expectError(t, await service.call('GET', `/v1/disputes/${id}`), 404, 'not_found', null, id)
  expectError(t, await service.call('GET', '/v1/disputes/%00'), 400, 'parameter_invalid', 'id')
  const wrong: [string, string][] = [
    ['limit', '101'],
    ['session', 'x'.repeat(65)],
    ['status', 'Open'],
    ['status', ''],
    ['starting_after', 'x'.repeat(65)],
    ['starting_after', 'dp_unknown'],
    ['ending_before', 'dp_1'],
  ]
  for (const [name, value] of wrong)
    expectError(
      t,
      await service.call('GET', `/v1/disputes?${new URLSearchParams({ [name]: value })}`),
      400,
      'parameter_invalid',
      name,
      `${name}=${value}`,
    )
})

t.test('another account or mode, and the public demo key, see no dispute', async (t) => {
  const session = await openDispute(service)
  const [{ id } = { id: '' }] = (await list(service, { session })).data
  for (const stranger of [await anotherAccount(service), await liveKey(service, { liveAccess: true })]) {
    expectError(t, await stranger.call('GET', `/v1/disputes/${id}`), 404, 'not_found', null)
    t.same((await list(stranger)).data, [])
    t.same((await list(stranger, { session })).data, [])
    const after = await stranger.call('GET', `/v1/disputes?starting_after=${id}`)
    expectError(t, after, 400, 'parameter_invalid', 'starting_after', 'a cursor of another account')
  }
  const demo = publicDemo(service)
  expectError(t, await demo.call('GET', '/v1/disputes'), 403, 'webhooks_not_available', null)
  expectError(t, await demo.call('GET', `/v1/disputes/${id}`), 403, 'webhooks_not_available', null)
})
