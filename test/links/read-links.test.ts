import t from 'tap'
import { anotherAccount } from '../accounts/accounts.ts'
import { expectError } from '../http/expect-error.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { expectEqualLedgers } from '../sessions/ledgers.ts'
import {
  bodyOf,
  createLink,
  deactivate,
  help,
  openedCheckout,
  paidLink,
  payWith,
  readLink,
  readSession,
  type Link,
} from './link-calls.ts'

interface LinkList {
  readonly has_more: boolean
  readonly data: readonly Link[]
}

let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

function list(query = ''): Promise<Answer> {
  return service.call('GET', `/v1/payment_links${query}`)
}

async function idsOf(query = ''): Promise<string[]> {
  return bodyOf<{ data: Link[] }>(await list(query)).data.map(({ id }) => id)
}

function refund(session: { id: string }, amount?: number): Promise<Answer> {
  return service.call(
    'POST',
    `/v1/checkout/sessions/${session.id}/refunds`,
    amount === undefined ? undefined : { amount },
  )
}

t.test('links are listed newest first, twenty by default', async (t) => {
  t.same((await list()).body, { object: 'list', has_more: false, data: [] })
  const made: string[] = []
  for (let count = 0; count < 21; count++) made.unshift((await createLink(service, { reference: String(count) })).id)
  t.same(await idsOf(), made.slice(0, 20))
  t.match((await list()).body, { object: 'list', has_more: true })
  t.match((await list('?limit=21')).body, { has_more: false })
  t.same(await idsOf('?limit=100'), made)
  t.same(await idsOf('?limit=1'), made.slice(0, 1))
  const newest = bodyOf<{ data: Link[] }>(await list('?limit=1')).data[0]
  t.same(newest, await readLink(service, { id: made[0] ?? '' }), 'as a retrieve returns it')
  for (const limit of ['0', '101', '-1', '1.5', 'ten', ''])
    expectError(t, await list(`?limit=${limit}`), 400, 'parameter_invalid', 'limit')
  for (const link of made) await deactivate(service, { id: link })
})

t.test('pages with starting_after contain each link once, newest first, also of one status', async (t) => {
  const account = await anotherAccount(service)
  const read = async (query: string) => bodyOf<LinkList>(await account.call('GET', `/v1/payment_links?${query}`))
  const made: string[] = []
  for (let count = 0; count < 7; count++)
    made.unshift(
      bodyOf<Link>(
        await account.call('POST', '/v1/payment_links', { amount: 100, currency: 'GBP', description: String(count) }),
      ).id,
    )
  for (const filter of ['', '&status=active']) {
    const seen: string[] = []
    for (let more = true; more;) {
      const page = await read(`limit=3${filter}${seen.length > 0 ? `&starting_after=${seen.at(-1)}` : ''}`)
      seen.push(...page.data.map(({ id }) => id))
      more = page.has_more
      t.equal(more, seen.length < made.length)
    }
    t.same(seen, made, filter)
  }
  const foreign = (await createLink(service)).id
  for (const cursor of [foreign, 'pl_unknown', '', '%00', 'x'.repeat(65)])
    expectError(
      t,
      await account.call('GET', `/v1/payment_links?starting_after=${cursor}`),
      400,
      'parameter_invalid',
      'starting_after',
      cursor,
    )
  await deactivate(service, { id: foreign })
})

t.test('links can be filtered by status', async (t) => {
  const expiring = await createLink(service, {
    expires_at: new Date(service.clock.now().getTime() + 660_000).toISOString(),
  })
  const [active, other] = [await createLink(service), await createLink(service, { kind: 'reusable' })]
  const { link: paid } = await paidLink(service)
  t.same(await idsOf('?status=active'), [other.id, active.id, expiring.id])
  t.same(await idsOf('?status=paid'), [paid.id])
  t.same(await idsOf('?status=expired'), [])
  t.equal((await idsOf('?status=deactivated&limit=100')).length, 22)
  t.match((await list('?status=deactivated&limit=20')).body, { has_more: true })
  t.match((await list('?status=active&limit=3')).body, { has_more: false })
  service.clock.advance(661)
  t.same(await idsOf('?status=expired'), [expiring.id], 'before any sweep')
  t.same(await idsOf('?status=active'), [other.id, active.id])
  for (const status of ['open', 'Active', ''])
    expectError(t, await list(`?status=${status}`), 400, 'parameter_invalid', 'status')
  expectError(t, await list('?state=active'), 400, 'parameter_invalid', 'state')
})

t.test('the totals of a one-off link follow its payment and its refunds', async (t) => {
  const link = await createLink(service)
  const checkout = await openedCheckout(service, link)
  t.match(await readLink(service, link), {
    status: 'active',
    payments_count: 0,
    amount_collected: 0,
    paid_session: null,
  })
  await payWith(service, checkout, 'declined')
  t.match(await readLink(service, link), { status: 'active', payments_count: 0, amount_collected: 0 })
  await payWith(service, checkout, 'approved')
  t.match(await readLink(service, link), {
    status: 'paid',
    payments_count: 1,
    amount_collected: 2500,
    paid_session: checkout.id,
  })
  await refund(checkout, 400)
  t.match(await readLink(service, link), {
    status: 'paid',
    payments_count: 1,
    amount_collected: 2100,
    paid_session: checkout.id,
  })
  await refund(checkout)
  t.match(await readLink(service, link), {
    status: 'paid',
    payments_count: 1,
    amount_collected: 0,
    paid_session: checkout.id,
  })
  t.match(await readSession(service, checkout), { status: 'refunded', amount_refunded: 2500, payment_link: link.id })
})

t.test('the totals of a reusable link are the sum of its payments', async (t) => {
  const link = await createLink(service, { kind: 'reusable', amount: 99_999_999 })
  const [first, second, third] = [
    await openedCheckout(service, link),
    await openedCheckout(service, link),
    await openedCheckout(service, link),
  ]
  for (const checkout of [first, second])
    t.match((await payWith(service, checkout, 'approved')).body, { status: 'paid' })
  await payWith(service, third, 'declined')
  t.match(await readLink(service, link), {
    status: 'active',
    payments_count: 2,
    amount_collected: 199_999_998,
    paid_session: null,
  })
  await refund(first)
  await refund(second, 1)
  t.match(await readLink(service, link), { status: 'active', payments_count: 2, amount_collected: 99_999_998 })
})

t.test('totals of many payments exceed what fits in 32 bits', async (t) => {
  const link = await createLink(service, { kind: 'reusable', amount: 99_999_999 })
  const checkouts = await Promise.all(Array.from({ length: 22 }, () => openedCheckout(service, link)))
  await Promise.all(checkouts.map((checkout) => payWith(service, checkout, 'approved')))
  t.match(await readLink(service, link), { payments_count: 22, amount_collected: 22 * 99_999_999 })
})

t.test('a pending or failed refund does not change the total', async (t) => {
  const { link, session } = await paidLink(service, {}, 'refund_pending')
  const pending = bodyOf<{ id: string; status: string }>(await refund(session, 500))
  t.equal(pending.status, 'pending')
  t.match(await readLink(service, link), { amount_collected: 2500 })
  await service.call('POST', `/v1/test_helpers/refunds/${pending.id}/settle`, { status: 'failed' })
  t.match(await readLink(service, link), { amount_collected: 2500 })
  const second = bodyOf<{ id: string }>(await refund(session, 600))
  await service.call('POST', `/v1/test_helpers/refunds/${second.id}/settle`, { status: 'succeeded' })
  t.match(await readLink(service, link), { amount_collected: 1900 })
})

t.test('a dispute is neither a payment nor a refund', async (t) => {
  const { link, session } = await paidLink(service)
  await help(service, session, 'dispute')
  t.match(await readLink(service, link), { status: 'paid', payments_count: 1, amount_collected: 2500 })
  await help(service, session, 'close_dispute', { outcome: 'won' })
  await refund(session, 500)
  t.match(await readLink(service, link), { status: 'paid', payments_count: 1, amount_collected: 2000 })
})

t.test('an unknown link is not found', async (t) => {
  for (const id of ['pl_unknown', 'cs_test_x', '%00', 'x'.repeat(300), '%F0%9F%98%80']) {
    const answer = await service.call('GET', `/v1/payment_links/${id}`)
    t.ok(answer.status === 404 || answer.status === 400, `${answer.status} for ${id.slice(0, 20)}`)
  }
  expectError(t, await service.call('GET', '/v1/payment_links/pl_unknown'), 404, 'not_found', null)
  expectError(t, await service.call('GET', '/v1/payment_links/pl_unknown?expand=1'), 400, 'parameter_invalid', 'expand')
})

t.test('afterwards the ledgers are equal', (t) => expectEqualLedgers(t, service))
