import t from 'tap'
import { redactedReplyBody, redactedRequestBody } from '../../../server/domain/text/redacted-body.ts'
import {
  forgetRecordedRequests,
  recordedShare,
  RequestRecorder,
} from '../../../server/flows/accounts/request-recorder.ts'
import { newId } from '../../../server/domain/ids.ts'
import { anotherAccount, liveKey, publicDemo, type TestAccount } from '../../accounts/accounts.ts'
import { createSession, submitCard, type CreatedSession } from '../../support/pay.ts'
import { startService, type TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { until } from '../../support/until.ts'
import { withoutIds } from '../../support/without-ids.ts'
import { openBrowser, signIn, type Member } from '../shell/support.ts'

let service: TestService
let owner: Member

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000', RECORD_LIVE_REQUESTS: 'true' } })
  owner = await signIn(service)
})
t.teardown(() => service.stop())

interface Listed {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly code: string | null
  readonly request_id: string
  readonly fault: string | null
}

interface Recorded extends Listed {
  readonly secret_key_id: string | null
  readonly idempotency_key: string | null
  readonly idempotent_replayed: boolean
  readonly session: string | null
  readonly request_body: string | null
  readonly reply_body: string | null
}

type Account = Pick<TestAccount, 'call'>

async function listed(account: Account, query = ''): Promise<Listed[]> {
  return ((await account.call('GET', `/v1/api_requests?limit=100${query}`)).body as unknown as { data: Listed[] }).data
}

/** The recorded requests, oldest first, once there are so many. The recorder writes within about a second. */
async function recorded(account: Account, count: number): Promise<Listed[]> {
  let found: Listed[] = []
  await until(async () => (found = await listed(account)).length >= count)
  return found.reverse()
}

async function retrieved(account: Account, id: string): Promise<Recorded> {
  return (await account.call('GET', `/v1/api_requests/${id}`)).body as unknown as Recorded
}

t.test('test mode records each request with its reply, its key and its idempotency', async (t) => {
  const account = await anotherAccount(service)
  const body = { amount: 2500, currency: 'GBP', description: 'For Ada', customer: { email: 'ada@example.com' } }
  const key = { 'Idempotency-Key': 'order-1' }
  const first = await account.call('POST', '/v1/checkout/sessions', body, key)
  await account.call('POST', '/v1/checkout/sessions', body, key)
  const { id } = first.body as unknown as CreatedSession
  await account.call('GET', `/v1/checkout/sessions/${id}`)
  const refused = await account.call('POST', '/v1/checkout/sessions', { ...body, amount: -1 })
  const found = await recorded(account, 4)
  t.match(found, [
    { method: 'POST', path: '/v1/checkout/sessions', status: 200, code: null },
    { method: 'POST', path: '/v1/checkout/sessions', status: 200, code: null },
    { method: 'GET', path: `/v1/checkout/sessions/${id}`, status: 200, code: null },
    { method: 'POST', path: '/v1/checkout/sessions', status: 400, code: 'parameter_invalid' },
  ])
  t.equal(found.length, 4, 'reads of the record are not in it')
  const [created, repeated] = await Promise.all(found.slice(0, 2).map((each) => retrieved(account, each.id)))
  t.match(created, { idempotency_key: 'order-1', idempotent_replayed: false, session: id, secret_key_id: /^key_/ })
  t.same(JSON.parse(created?.request_body ?? ''), {
    amount: 2500,
    currency: 'GBP',
    description: '…',
    customer: { email: '…' },
  })
  t.match(JSON.parse(created?.reply_body ?? ''), { id, status: 'open', amount: 2500, client_secret: '…', url: '…' })
  t.match(repeated, { idempotency_key: 'order-1', idempotent_replayed: true, session: id })
  const byRequestId = await retrieved(account, first.headers.get('request-id') ?? '')
  t.equal(byRequestId.id, created?.id, 'the id of the request finds it too')
  t.match(await listed(account, '&outcome=failed'), [{ request_id: refused.body.error?.request_id }])
  t.match(JSON.parse((await retrieved(account, refused.body.error?.request_id ?? '')).reply_body ?? ''), {
    error: { code: 'parameter_invalid', param: 'amount', message: /./, fix: /./ },
  })
  const other = await anotherAccount(service)
  t.equal((await other.call('GET', `/v1/api_requests/${byRequestId.id}`)).status, 404)
  t.same(await listed(other), [])
})

t.test("the browser's calls of a form are recorded with its session, and a card never", async (t) => {
  const account = await anotherAccount(service)
  const session = await createSession({ ...account, clock: service.clock })
  await submitCard(service, session, '4012000000060085')
  await service.call(
    'POST',
    '/v1/form/attempts',
    { number: '4012000000060085', cvc: 735, expiry: '12/39', encrypted_card: '4012000000060085' },
    { Authorization: `Bearer ${session.client_secret}` },
  )
  const found = (await recorded(account, 3)).filter(({ path }) => path === '/v1/form/attempts')
  t.equal(found.length, 2)
  for (const { id } of found) {
    const whole = await retrieved(account, id)
    t.match(whole, { session: session.id, secret_key_id: null })
    t.match(JSON.parse(whole.request_body ?? ''), { encrypted_card: '…' })
    const kept = withoutIds(JSON.stringify(whole))
    t.notMatch(kept, /4012|0085|735|12\/39/)
    t.notOk(kept.includes(session.client_secret))
  }
})

t.test(
  'a record has neither cards nor secrets nor personal data, wherever a request and its reply have them',
  async (t) => {
    const account = await anotherAccount(service)
    const card = '4012000000060085'
    const spaced = '4012 0000 0006 0085'
    const personal = ['ada@example.com', 'Lovelace', 'Marylebone', 'W1U 6TU', '7946', 'secret-note']
    const customer = {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      phone: '+442079460000',
      billing_address: { line1: '1 Marylebone', city: 'London', postal_code: 'W1U 6TU', country: 'GB' },
    }
    const sessions = '/v1/checkout/sessions'
    const params = { amount: 2500, currency: 'GBP' }
    const given = {
      ...params,
      customer,
      reference: 'Lovelace',
      metadata: { note: 'secret-note', ['ada@example.com']: card },
    }
    const answers = [
      await account.call('POST', sessions, { ...params, customer, description: 'secret-note' }),
      await account.call('POST', sessions, given, { 'Idempotency-Key': card }),
      await account.call('POST', sessions, params, { 'Idempotency-Key': 'ada@example.com' }),
      await account.call('POST', sessions, { ...params, [card]: card, [spaced]: { cvc: '735', amount: card } }),
      await account.call('POST', sessions, { ...params, currency: spaced, type: [4, 0, 1, 2, 735], status: card }),
      await account.call('POST', sessions, `{"amount": ${card}, "kind": ${card}, "cvc": 735}`),
      await account.call('POST', sessions, `${card} 735 ada@example.com`),
      await account.call('GET', `${sessions}/${card}?email=ada@example.com&status=${card}`),
      await account.call('POST', '/v1/webhook_endpoints', { url: 'https://shop.example/secret-note' }),
      await account.call('POST', '/v1/payment_links', { ...params, description: 'secret-note', customer }),
      await account.call('GET', `${sessions}?limit=100`),
    ]
    const secrets = answers.flatMap(({ text }) => [...text.matchAll(/whsec_\w+|_secret_\w+|(?<="url":")[^"]*/g)])
    t.ok(secrets.length > 5, 'the replies have secrets')
    const found = await recorded(account, answers.length)
    const kept = JSON.stringify(
      await sql(service, 'select * from recorded_requests where merchant_id = ?', [account.merchantId]),
    )
    t.equal(found.length, answers.length)
    for (const text of [...personal, account.secretKey, ...secrets.map(([secret]) => secret)])
      t.notOk(kept.includes(text), text)
    t.notMatch(withoutIds(kept), /4012|0085|735/)
  },
)

t.test('a body is kept within bounds, with the values of known fields only', (t) => {
  const request = (text: string): unknown => JSON.parse(redactedRequestBody(Buffer.from(text)) ?? 'null')
  t.equal(redactedRequestBody(Buffer.alloc(0)), null)
  t.equal(request('no JSON'), '… 7 bytes that are not JSON')
  t.equal(request(`{"a":"${'x'.repeat(70_000)}"}`), '… 70,008 bytes')
  t.same(request('{"__proto__":{"amount":1},"amount":12345678,"limit":123456789,"code":735}'), {
    ['__proto__']: { amount: 1 },
    amount: 12345678,
    limit: '[number]',
    code: '…',
  })
  t.same(request('{"amount":[1,2],"type":["a","b"],"keep":{"keys":true},"expires_at":"2026-11-21T10:15:30.000Z"}'), {
    amount: ['…', '…'],
    type: ['a', 'b'],
    keep: { keys: true },
    expires_at: '2026-11-21T10:15:30.000Z',
  })
  t.same(request(`{"type":[${Array(30).fill('"a"').join(',')}]}`), {
    type: [...Array<string>(20).fill('a'), '… 10 more'],
  })
  const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`
  t.ok(JSON.stringify(request(deep)).length < 100)
  t.equal(redactedReplyBody('<html>'), null)
  const many = JSON.stringify({
    data: Array.from({ length: 60 }, () =>
      Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`field${i % 9}${'x'.repeat(i % 7)}`, 'y'])),
    ),
  })
  t.ok((redactedReplyBody(many)?.length ?? 0) <= 16 * 1024)
  t.end()
})

t.test('the page of a request shows both bodies and what followed, and its id alone leads there', async (t) => {
  const created = await service.call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'GBP' })
  const session = created.body as unknown as CreatedSession
  const paid = await service.call('POST', `/v1/test_helpers/checkout/sessions/${session.id}/pay`)
  const requestId = paid.headers.get('request-id') ?? ''
  await until(async () => (await service.call('GET', `/v1/api_requests/${requestId}`)).status === 200)
  const led = await owner.get(`/dashboard/requests/${requestId}`)
  t.equal(led.location, `/dashboard/test/api-requests/${requestId}`)
  const shown = await owner.get(led.location ?? '')
  t.match(shown.text, new RegExp(`POST /v1/test_helpers/checkout/sessions/${session.id}/pay .*Status 200`))
  t.match(shown.text, /"status": "paid"/)
  t.match(shown.text, /What happened to the payment.*Card tried.*By this request.*session\.completed/)
  t.notOk(shown.html.includes(session.client_secret))
  const elsewhere = await openBrowser(service).get(`/dashboard/test/api-requests/${requestId}`)
  t.match(elsewhere, { status: 303, location: /sign-in/ })
  t.equal((await owner.get(`/dashboard/live/api-requests/${requestId}`)).location, led.location, 'the mode is found')
  t.match((await owner.get('/dashboard/test/api-requests/req_none')).text, 'This request is not recorded')
  const list = await owner.get('/dashboard/test/api-requests')
  t.match(list.text, /POST \/v1\/test_helpers/)
})

t.test('a fault on demand is named in the record, in the failures and on the pages, and only there', async (t) => {
  const calls = ['latency', 'rate_limited', 'internal_error', 'dropped_reply']
  await service.call('POST', '/v1/test_helpers/faults', { calls, every: 1, latency_ms: 1 })
  const path = '/v1/checkout/sessions?limit=7'
  for (let index = 0; index < calls.length; index++) await service.call('GET', path).catch(() => null)
  await service.call('DELETE', '/v1/test_helpers/faults')
  await service.call('GET', path)
  let found: Listed[] = []
  await until(async () => {
    found = (await listed(service)).filter((each) => each.path === path)
    return found.length > calls.length
  })
  t.match(found[0], { status: 200, fault: null }, 'the call after the faults has none')
  const statuses = Object.fromEntries(found.slice(1).map(({ fault, status }) => [fault, status]))
  t.same(statuses, { latency: 200, rate_limited: 429, internal_error: 500, dropped_reply: 200 })
  const failed = (await listed(service, '&outcome=failed')).filter((each) => each.path === path)
  t.same(failed.map(({ fault }) => fault).sort(), ['internal_error', 'rate_limited'])
  const dropped = found.find(({ fault }) => fault === 'dropped_reply')?.id ?? ''
  t.match(await retrieved(service, dropped), { fault: 'dropped_reply' })
  for (const address of ['', `/${dropped}`])
    t.match((await owner.get(`/dashboard/test/api-requests${address}`)).text, 'Reply dropped on purpose')
  const { html } = await owner.get('/dashboard/test/api-requests')
  t.match(html, 'data-name="Error"></td>', 'without an error the cell is empty, so a phone shows no label for it')
})

t.test('the public demo account has no requests recorded, and live mode none with bodies', async (t) => {
  const demo = publicDemo(service)
  await demo.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' })
  const live = await liveKey(service, { liveAccess: true })
  await live.call('GET', '/v1/checkout/sessions/cs_live_unknown')
  await live.call('GET', '/v1/checkout/sessions', undefined, { 'Idempotency-Key': 'order-7' })
  const found = await recorded(live, 2)
  t.match(found, [{ status: 404 }, { status: 200, path: '/v1/checkout/sessions' }])
  for (const { id } of found)
    t.match(await retrieved(live, id), { secret_key_id: /^key_/, request_body: null, reply_body: null })
  t.match((await owner.get(`/dashboard/live/api-requests/${found[1]?.id ?? ''}`)).text, 'The bodies are not kept')
  const recordedOfDemo = 'select 1 from recorded_requests where merchant_id = ?'
  t.same(await sql(service, recordedOfDemo, [demo.merchantId]), [])
})

t.test('requests stay for 24 hours of real time, also when the account has moved its time', async (t) => {
  const account = await anotherAccount(service)
  await account.call('GET', '/v1/checkout/sessions')
  await account.call('POST', '/v1/test_helpers/clock', { advance: 40 * 86_400 })
  await account.call('GET', '/v1/checkout/sessions')
  const found = await recorded(account, 3)
  const created = (found as unknown as { created: string }[]).map((each) => Date.parse(each.created))
  t.ok(Math.max(...created) - Math.min(...created) < 3_600_000, 'the times are real times')
  const count = async (): Promise<number> =>
    (await sql(service, 'select 1 from recorded_requests where merchant_id = ?', [account.merchantId])).length
  await forgetRecordedRequests(service.app.context)
  t.equal(await count(), 3)
  service.clock.advance(86_400 - 60)
  await forgetRecordedRequests(service.app.context)
  t.equal(await count(), 3)
  service.clock.advance(120)
  await forgetRecordedRequests(service.app.context)
  t.equal(await count(), 0)
})

t.test('a reset empties the record of test mode', async (t) => {
  const account = await anotherAccount(service)
  for (let index = 0; index < 3; index++) await account.call('GET', '/v1/checkout/sessions')
  await recorded(account, 3)
  await account.call('POST', '/v1/test_helpers/reset')
  t.same(
    (await recorded(account, 1)).map(({ path }) => path),
    ['/v1/test_helpers/reset'],
  )
})

t.test(
  'an account keeps its newest requests within its share, and a flood makes room at its own expense',
  async (t) => {
    const { context } = service.app
    const recorder = new RequestRecorder(context)
    const [busy, quiet] = [await anotherAccount(service), await anotherAccount(service)]
    const add = (account: TestAccount, count: number, bytes: number): void => {
      for (let index = 0; index < count; index++) {
        const id = newId('log', service.clock.now())
        recorder.add(
          { merchantId: account.merchantId, livemode: false },
          {
            failed: null,
            recorded: () => ({
              ...{ id, at: service.clock.now(), method: 'GET', path: '/', status: 200, code: null, param: null },
              ...{
                request_id: id,
                duration_ms: 1,
                fault: null,
                secret_key_id: null,
                idempotency_key: null,
                session_id: null,
              },
              ...{ idempotent_replayed: false, request_body: null, reply_body: '"'.padEnd(bytes - 1, 'x') + '"' },
            }),
          },
        )
      }
    }
    const kept = (account: TestAccount) =>
      sql<{ rows: number; bytes: number }>(
        service,
        'select count(*)::integer as rows, sum(bytes)::integer as bytes from recorded_requests where merchant_id = ?',
        [account.merchantId],
      )
    add(quiet, 5, 10)
    add(busy, 900, 16_000)
    await recorder.flush()
    t.match(await kept(quiet), [{ rows: 5 }], 'the quiet account loses none')
    const [afterFlood] = await kept(busy)
    t.ok(afterFlood && afterFlood.bytes <= recordedShare.bytes && afterFlood.rows > 200, JSON.stringify(afterFlood))
    t.ok(service.logLines.some((line) => line.includes('some were not recorded')))
    service.clock.advance(3600)
    add(busy, 900, 10)
    await recorder.flush()
    service.clock.advance(3600)
    add(busy, 900, 10)
    await recorder.flush()
    t.match(await kept(busy), [{ rows: recordedShare.rows }])
    await recorder.flush()
  },
)
