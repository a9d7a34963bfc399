import t from 'tap'
import { redactedText, redactedAddress } from '../../../server/domain/text/redaction.ts'
import { RequestRecorder } from '../../../server/flows/accounts/request-recorder.ts'
import { anotherAccount, liveKey } from '../../accounts/accounts.ts'
import { sql } from '../../support/sql.ts'
import { FrozenClock } from '../../jobs/frozen-clock.ts'
import { until } from '../../support/until.ts'
import { createSession } from '../../support/pay.ts'
import { startService, type TestService } from '../../support/service.ts'
import { withoutIds } from '../../support/without-ids.ts'
import { signIn, signInElsewhere, type Member } from '../shell/support.ts'

let service: TestService
let owner: Member

t.before(async () => {
  service = await startService()
  owner = await signIn(service)
})
t.teardown(() => service.stop())

const page = '/dashboard/test/api-requests'
const card = '4012000000060085'

interface Row {
  id: string
  path: string
  status: number
  code: string
  param: string | null
  request_id: string
}

async function rows(atLeast: number): Promise<Row[]> {
  const read = (): Promise<Row[]> =>
    sql<Row>(service, 'select * from api_request_log where merchant_id = ? and not livemode order by id', [
      service.merchantId,
    ])
  await until(async () => (await read()).length >= atLeast)
  return read()
}

t.test(
  'the log keeps each failed request of a known account with its code, param and request id, and no other request',
  async (t) => {
    await createSession(service)
    await service.call('GET', '/v1/checkout/sessions?limit=5')
    await service.call('GET', '/v1/checkout/sessions', undefined, { Authorization: 'Bearer sk_test_unknown' })
    await service.call('GET', '/v1/nothing')
    const wrong = await service.call('POST', '/v1/checkout/sessions', { amount: -1, currency: 'GBP' })
    await service.call('GET', '/v1/checkout/sessions/cs_test_unknown?limit=3')
    const byForm = await service.call(
      'POST',
      '/v1/form/attempts',
      { encrypted_card: 'x' },
      { Authorization: `Bearer ${(await createSession(service)).client_secret}` },
    )
    const found = await rows(3)
    t.match(found, [
      {
        method: 'POST',
        path: '/v1/checkout/sessions',
        status: 400,
        code: 'parameter_invalid',
        param: 'amount',
        request_id: wrong.body.error?.request_id,
      },
      {
        method: 'GET',
        path: '/v1/checkout/sessions/cs_test_unknown?limit=3',
        status: 400,
        code: 'parameter_invalid',
        param: 'limit',
      },
      { method: 'POST', path: '/v1/form/attempts', code: byForm.body.error?.code },
    ])
    t.equal(found.length, 3)
  },
)

t.test('the log keeps a request with a valid key that the rate limit refuses', async (t) => {
  const slow = await startService({ clock: new FrozenClock(), environment: { RATE_LIMIT_PER_SECOND: '1' } })
  t.teardown(() => slow.stop())
  await Promise.all([1, 2, 3, 4].map(() => slow.call('GET', '/v1/checkout/sessions')))
  await until(
    async () =>
      (await sql(slow, `select 1 from api_request_log where code = 'rate_limited' and status = 429`)).length >= 1,
  )
  t.pass('the log has the refused request')
})

t.test('of live mode, only failed requests are recorded, unless the operator wants all', async (t) => {
  const live = await liveKey(service, { liveAccess: true })
  await live.call('GET', '/v1/checkout/sessions')
  await live.call('GET', '/v1/checkout/sessions/cs_live_unknown')
  const list = async (query: string) =>
    (await live.call('GET', `/v1/api_requests${query}`)).body as unknown as { data: Row[] }
  await until(async () => (await list('')).data.length > 0)
  t.match((await list('')).data, [{ status: 404 }])
  t.same((await list('?outcome=any')).data, (await list('?outcome=failed')).data)
  t.same(await sql(service, 'select 1 from recorded_requests where livemode'), [])
})

t.test('the log keeps no card number, wherever a request has it', async (t) => {
  const before = (await rows(0)).length
  const spaced = '4012%200000%200006%200085'
  const places = [
    `/v1/checkout/sessions/${card}`,
    `/v1/checkout/sessions/${spaced}`,
    '/v1/checkout/sessions/4012-0000-0006-0085',
    `/v1/checkout/sessions/${[...card].map((digit) => `%3${digit}`).join('')}`,
    `/v1/checkout/sessions/cs_test_${card}`,
    `/v1/checkout/sessions?limit=${card}`,
    `/v1/checkout/sessions?status=${card}`,
    `/v1/checkout/sessions?${card}=1`,
    `/v1/checkout/sessions?status=${spaced}`,
    '/v1/checkout/sessions?starting_after=4012-0000-0006-0085',
  ]
  for (const place of places) t.ok((await service.call('GET', place)).status >= 400, place)
  await service.call('POST', '/v1/checkout/sessions', {
    amount: 2500,
    currency: 'GBP',
    [card]: '1',
    '4012 0000 0006 0085': 1,
  })
  await service.call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'GBP', reference: { card } })
  await service.call('POST', '/v1/checkout/sessions', `{"amount": ${card}`)
  const found = JSON.stringify((await rows(before + places.length + 3)).slice(before))
  t.notMatch(withoutIds(found), /4012|0085|\d{9}/)
  t.match(found, /sessions\/\[number\]/)
})

t.test('an address is kept without values and numbers that may be private', async (t) => {
  for (const [path, query, kept] of [
    ['/v1/a', '', '/v1/a'],
    ['/v1/a', '?limit=20&status=paid', '/v1/a?limit=20&status=paid'],
    ['/v1/a', '?email=ada%40example.com&q=x', '/v1/a?email=…&q=…'],
    ['/v1/a', '?ada@example.com=1&Limit=2', '/v1/a?…&…'],
    ['/v1/a', '?limit=ada@example.com', '/v1/a?limit=…'],
    ['/v1/12345678', '', '/v1/12345678'],
    ['/v1/123456789', '', '/v1/[number]'],
    ['/v1/1.2.3.4.5.6.7.8.9', '', '/v1/[number]'],
    ['/v1/٤٠١٢٠٠٠٠٠٠٠٦٠٠٨٥', '', '/v1/[number]'],
    ['/v1/%2534012000000060085', '', '/v1/[number]'],
    ['/v1/a4012000000060085', '', '/v1/a4[number]'],
    ['/v1/4012%2F0000%2f0006/0085', '', '/v1/[number]'],
    ['/v1/%ff4012%zz', '', '/v1/…4012…zz'],
    ['/v1/%0a%E2%80%AE', '', '/v1/??'],
  ] as const) {
    t.equal(redactedAddress(path, query), kept, path + query)
  }
  t.equal(redactedAddress(`/v1/${'a'.repeat(500)}`, '').length, 300)
  t.equal(redactedText('metadata.4012 0000 0006 0085'), 'metadata.[number]')
})

t.test('the page lists failed requests newest first, and finds them by status, code and request id', async (t) => {
  const answer = await service.call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'XYZ' })
  const requestId = answer.body.error?.request_id ?? ''
  await until(async () => (await rows(0)).some((row) => row.request_id === requestId))
  const all = await owner.get(`${page}?outcome=failed`)
  t.match(all.text, /Error .*POST \/v1\/checkout\/sessions/)
  t.match(await owner.get(`${page}?request=${requestId}`), { status: 303, location: `${page}/${requestId}` })
  const byStatus = await owner.get(`${page}?status=404`)
  t.ok(byStatus.text.includes('cs_test_[number]'))
  t.notOk(byStatus.html.includes(requestId.replace('req_', 'log_')))
  t.match((await owner.get(`${page}?code=session_not_found`)).text, 'session_not_found')
  t.match((await owner.get(`${page}?code=nonsense&status=999`)).text, /no such status.*no such error code/)
  t.match(
    (await owner.get(`${page}?status=404&code=rate_limited`)).text,
    'No failed request of the last seven days matches.',
  )
  t.match((await owner.get(`${page}?request=req_unknown`)).text, 'There is no such request here.')
  t.equal((await owner.get(`${page}?request=%27--`)).status, 200)
  t.equal((await owner.get(`${page}?after=%3Cscript%3E`)).status, 400)
  t.notMatch((await owner.get('/dashboard/live/api-requests')).text, '24 hours', 'live mode lists failed requests only')
  const elsewhere = await signInElsewhere(service)
  t.match((await elsewhere.get(page)).text, 'No requests in the last 24 hours')
  t.equal((await elsewhere.get(`${page}/${requestId}`)).status, 404)
})

t.test('the pages of a long log list each request once', async (t) => {
  const before = (await rows(0)).length
  for (let index = 0; index < 110; index++)
    await service.call('GET', `/v1/checkout/sessions/cs_test_x${String(index)}y`)
  const all = await rows(before + 110)
  const seen: string[] = []
  for (let address: string | undefined = `${page}?outcome=failed`; address !== undefined;) {
    const { html } = await owner.get(address)
    seen.push(...[...html.matchAll(/api-requests\/(log_\w+)"/g)].map(([, id]) => id ?? ''))
    address = /href="([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll('&#38;', '&')
  }
  t.same(seen, all.map(({ id }) => id).reverse())
})

t.test('a flood of requests drops and counts the oldest, and each account has its share of an hour', async (t) => {
  const { context } = service.app
  const recorder = new RequestRecorder(context)
  let made = 0
  const add = (merchantId: string, count: number): void => {
    for (let index = 0; index < count; index++) {
      const request = {
        id: `log_${merchantId}_${String(index).padStart(5, '0')}`,
        at: context.clock.now(),
        method: 'GET',
        path: '/',
        status: 400,
        code: 'x',
        param: null,
        request_id: `r${String(index)}`,
        duration_ms: 1,
        fault: null,
      }
      const failed = () => {
        made += 1
        return request
      }
      recorder.add({ merchantId, livemode: true }, { failed, recorded: null })
    }
  }
  const one = await anotherAccount(service)
  const two = await anotherAccount(service)
  recorder.add({ merchantId: one.merchantId, livemode: true }, { failed: null, recorded: null })
  add(one.merchantId, 1_100)
  t.equal(made, 1_000, 'what is over the limit is not even made')
  add(two.merchantId, 300)
  await recorder.flush()
  const counts = await sql(
    service,
    'select merchant_id, count(*)::integer as lines, min(id) as first from api_request_log where livemode group by 1',
  )
  t.match(
    counts.find((row) => (row as { merchant_id: unknown }).merchant_id === one.merchantId),
    { lines: 700, first: `log_${one.merchantId}_00300` },
  )
  t.match(
    counts.find((row) => (row as { merchant_id: unknown }).merchant_id === two.merchantId),
    { lines: 300 },
  )
  t.ok(service.logLines.some((line) => line.includes('"dropped":400')))
  await recorder.flush()
})

t.test('the API lists the failed requests of the key, newest first, page by page', async (t) => {
  const [own, other] = [await anotherAccount(service), await anotherAccount(service)]
  for (const id of ['cs_test_1', 'cs_test_2', 'cs_test_3']) await own.call('GET', `/v1/checkout/sessions/${id}`)
  const list = async (query: string) => {
    const { body } = await own.call('GET', `/v1/api_requests?outcome=failed&${query}`)
    return body as unknown as { has_more: boolean; data: (Row & { object: string })[] }
  }
  await until(async () => (await list('')).data.length === 3)
  const first = await list('limit=2')
  t.match(
    [first.has_more, first.data.map(({ path }) => path)],
    [true, ['/v1/checkout/sessions/cs_test_3', '/v1/checkout/sessions/cs_test_2']],
  )
  t.match(first.data[0], { object: 'api_request', status: 404, code: 'session_not_found', param: null })
  const last = first.data.at(-1)?.id
  const second = await list(`limit=2&starting_after=${last}`)
  t.match([second.has_more, second.data.map(({ path }) => path)], [false, ['/v1/checkout/sessions/cs_test_1']])
  t.match(await other.call('GET', '/v1/api_requests?outcome=failed'), { body: { data: [] } })
  const foreign = await other.call('GET', `/v1/api_requests?starting_after=${last}`)
  t.match(foreign.body, { error: { code: 'parameter_invalid', param: 'starting_after' } })
})

t.test('a stopping service writes the waiting requests, and each is deleted after seven days', async (t) => {
  const first = await startService()
  await first.call('GET', '/v1/checkout/sessions/cs_test_unknown')
  const second = await startService({ databaseUrl: first.databaseUrl, masterKey: first.masterKey, clock: first.clock })
  await first.app.stop()
  const lines = (): Promise<object[]> => sql(second, 'select 1 from api_request_log')
  t.equal((await lines()).length, 1)
  second.clock.advance(7 * 86_400 - 3600)
  await second.keepHouse()
  t.equal((await lines()).length, 1)
  second.clock.advance(3660)
  await second.keepHouse()
  t.equal((await lines()).length, 0)
  await second.stop()
})
