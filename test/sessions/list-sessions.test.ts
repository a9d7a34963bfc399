import t from 'tap'
import { SessionPages } from '../../server/flows/sessions/read-session-pages.ts'
import { countUses } from '../support/count-uses.ts'
import { createSession, submitCard } from '../support/pay.ts'
import { sharedService } from '../support/shared-service.ts'
import type { TestService } from '../support/service.ts'
import { anotherAccount, liveKey } from '../accounts/accounts.ts'
import { expectError } from '../http/expect-error.ts'

let service: TestService

t.before(async () => {
  service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox', RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

interface Listed {
  readonly id: string
  readonly client_secret: string
  readonly created_at: string
  readonly status: string
}

async function list(query = ''): Promise<Listed[]> {
  const { status, text } = await service.call('GET', `/v1/checkout/sessions${query}`)
  if (status !== 200) throw new Error(text)
  const body = JSON.parse(text) as { object: string; data: Listed[] }
  if (body.object !== 'list' || Object.keys(body).length !== 2)
    throw new Error('the list does not have exactly two fields')
  return body.data
}

t.test('without sessions the list is empty', async (t) => {
  t.same(await list(), [])
  t.same(await list('?reference=none'), [])
})

t.test('the list is newest first, with 20 sessions by default and 100 at most', async (t) => {
  const made: string[] = []
  for (let index = 0; index < 101; index++) made.unshift((await createSession(service)).id)
  t.same(
    (await list()).map(({ id }) => id),
    made.slice(0, 20),
  )
  for (const limit of [1, 2, 99, 100])
    t.same(
      (await list(`?limit=${limit}`)).map(({ id }) => id),
      made.slice(0, limit),
    )
  const times = (await list('?limit=100')).map(({ created_at }) => created_at)
  t.same(times, [...times].sort().reverse())
})

t.test('pages with starting_after contain each session once, newest first, also of one reference', async (t) => {
  const account = await anotherAccount(service)
  const made: { id: string; reference: string }[] = []
  for (let count = 0; count < 11; count++) {
    const reference = count % 2 === 0 ? 'even' : 'odd'
    const { body } = await account.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP', reference })
    made.unshift({ id: String(body['id']), reference })
  }
  const idsOf = async (query: string): Promise<string[]> => {
    const { text } = await account.call('GET', `/v1/checkout/sessions?${query}`)
    return (JSON.parse(text) as { data: Listed[] }).data.map(({ id }) => id)
  }
  for (const reference of ['even', 'odd', undefined]) {
    const expected = made.filter((each) => reference === undefined || each.reference === reference)
    const filter = reference === undefined ? '' : `&reference=${reference}`
    const seen = await idsOf(`limit=3${filter}`)
    for (let page = seen; page.length === 3; seen.push(...page))
      page = await idsOf(`limit=3&starting_after=${seen.at(-1) ?? ''}${filter}`)
    t.same(
      seen,
      expected.map(({ id }) => id),
      `reference ${reference}`,
    )
  }
  t.same(await idsOf(`starting_after=${made.at(-1)?.id ?? ''}`), [], 'nothing is older than the oldest session')
})

t.test('a cursor that is not a session of the key is refused', async (t) => {
  const mine = await createSession(service)
  const [account, live] = [await anotherAccount(service), await liveKey(service, { liveAccess: true })]
  const { body } = await account.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' })
  for (const [caller, cursor] of [
    [service, String(body['id'])],
    [account, mine.id],
    [live, mine.id],
    [service, 'cs_test_unknown'],
    [service, ''],
    [service, '%00'],
    [service, 'x'.repeat(65)],
  ] as const)
    expectError(
      t,
      await caller.call('GET', `/v1/checkout/sessions?starting_after=${cursor}`),
      400,
      'parameter_invalid',
      'starting_after',
      cursor,
    )
})

t.test('a limit that is not 1 to 100 is refused', async (t) => {
  for (const limit of [
    '0',
    '101',
    '-1',
    '1.5',
    '',
    'ten',
    '1e1',
    '0x10',
    '+5',
    '%205',
    '99999999999999999999',
    'NaN',
    'null',
    '5;',
    '[]',
  ]) {
    expectError(
      t,
      await service.call('GET', `/v1/checkout/sessions?limit=${limit}`),
      400,
      'parameter_invalid',
      'limit',
      limit,
    )
  }
  t.equal((await list('?limit=5')).length, 5)
})

t.test('a reference finds its own sessions and no others', async (t) => {
  const odd = 'a b+c%20&d=é😀"\'\\_%'
  const first = await createSession(service, { reference: odd })
  const second = await createSession(service, { reference: odd })
  await createSession(service, { reference: `${odd}x` })
  await createSession(service, { reference: odd.slice(0, -1) })
  t.same(
    (await list(`?reference=${encodeURIComponent(odd)}`)).map(({ id }) => id),
    [second.id, first.id],
  )
  t.same(
    (await list(`?limit=1&reference=${encodeURIComponent(odd)}`)).map(({ id }) => id),
    [second.id],
  )
  t.same(await list('?reference=%25'), [], 'a percent sign is not a wildcard')
  const long = '😀'.repeat(255)
  const longest = await createSession(service, { reference: long })
  t.same(
    (await list(`?reference=${encodeURIComponent(long)}`)).map(({ id }) => id),
    [longest.id],
  )
  expectError(
    t,
    await service.call('GET', `/v1/checkout/sessions?reference=${encodeURIComponent(`${long}x`)}`),
    400,
    'parameter_invalid',
    'reference',
  )
})

t.test('the list shows a session as a retrieve does, with its client secret', async (t) => {
  const session = await createSession(service, { reference: 'paid', metadata: { order: '7' } })
  await submitCard(service, session)
  const [listed] = await list('?reference=paid')
  t.match(listed, { status: 'paid', client_secret: session.client_secret })
  t.same((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body, listed)
})

t.test('a query parameter that the contract does not have is refused', async (t) => {
  for (const name of ['ending_before', 'cursor', 'page', 'offset', 'status', 'Limit', 'reference[]']) {
    expectError(t, await service.call('GET', `/v1/checkout/sessions?${name}=1`), 400, 'parameter_invalid', name)
  }
})

t.test('lists that arrive together each get their own answer', async (t) => {
  const account = await anotherAccount(service)
  const made: { id: string }[] = []
  for (let count = 0; count < 6; count++) {
    const params = { amount: 100, currency: 'GBP', reference: `r${String(count % 2)}`, metadata: { no: String(count) } }
    const { text } = await account.call('POST', '/v1/checkout/sessions', params)
    made.unshift(JSON.parse(text) as { id: string })
  }
  const queries = [
    '',
    '?limit=2',
    `?starting_after=${made[1]?.id ?? ''}&limit=3`,
    '?reference=r1',
    '?reference=none',
    '',
  ]
  const get = (query: string) => account.call('GET', `/v1/checkout/sessions${query}`)
  const [refused, ...answers] = await Promise.all([get('?starting_after=cs_test_unknown'), ...queries.map(get)])
  const odd = made.filter((_, index) => index % 2 === 0)
  const expected = [made, made.slice(0, 2), made.slice(2, 5), odd, [], made]
  t.same(
    answers.map(({ body }) => body['data']),
    expected,
    'a list contains sessions as their creation returned them',
  )
  expectError(t, refused, 400, 'parameter_invalid')
})

t.test('lists that arrive together share a statement, and lists of the same page a reply', async (t) => {
  const { context } = service.app
  const pages = new SessionPages(context, () => ({ kind: 'page' }))
  const scope = { merchantId: service.merchantId, livemode: false }
  const uses = countUses(context.readingDb)
  const [first, same, other] = await Promise.all(
    [2, 2, 3].map((limit) => pages.read(scope, { limit, reference: null, startingAfter: null })),
  )
  t.equal(uses(), 1)
  t.equal(first, same)
  t.not(first, other)
})

t.test('a query that the database refuses fails alone', async (t) => {
  const { context } = service.app
  const pages = new SessionPages(context, (_scope, sessions) => ({ kind: 'page', count: sessions.length }))
  const scope = { merchantId: service.merchantId, livemode: false }
  const [good, bad, other] = await Promise.allSettled([
    pages.read(scope, { limit: 2, reference: null, startingAfter: null }),
    pages.read(scope, { limit: 2, reference: 'a\0b', startingAfter: null }),
    pages.read(scope, { limit: 3, reference: null, startingAfter: null }),
  ])
  t.same(
    [good, other],
    [2, 3].map((count) => ({ status: 'fulfilled', value: { kind: 'page', count } })),
  )
  t.equal(bad.status, 'rejected')
})
