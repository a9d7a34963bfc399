import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import t from 'tap'
import { operations } from '../../../generated/operations.ts'
import { errorCatalogue } from '../../../generated/errors.ts'
import { silentLog } from '../../../server/flow-context.ts'
import { MetricsListener } from '../../../server/engines/metrics/listener.ts'
import { testCards } from '../../../server/processors/sandbox/scenarios.ts'
import { insertingMail } from '../../../server/store/mail/outgoing-mail.ts'
import { execute } from '../../../server/store/sql/writes.ts'
import { createSession, paidSession, submitCard } from '../../support/pay.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService, type TestService, type TestServiceOptions } from '../../support/service.ts'
import { setDatabase } from '../../support/database/set-database.ts'
import { parseExposition, quietPort, scrape, scrapeUntil } from './scrape.ts'

// Own process: some metrics are about the process, such as its garbage collections.

interface Measured extends TestService {
  readonly metricsPort: number
}

async function startMeasured(
  t: { teardown(work: () => unknown): void },
  { environment, ...options }: TestServiceOptions = {},
): Promise<Measured> {
  const metricsPort = await quietPort()
  const service = await startService({ ...options, environment: { METRICS_PORT: String(metricsPort), ...environment } })
  t.teardown(() => service.stop())
  return { ...service, metricsPort }
}

/** Longer than the time in which scrapes share one query. */
const lookSeconds = 6

/** Whether this process has loaded the metrics library, and its number of listening ports. */
function footprint(): { library: boolean; ports: number } {
  const library = Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('prom-client'))
  return { library, ports: process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length }
}

t.test('without METRICS_PORT the library is not loaded and only the service listens', async (t) => {
  const before = footprint()
  const plain = await startService()
  t.same([before.library, footprint()], [false, { library: false, ports: before.ports + 1 }])
  await plain.stop()
  await startMeasured(t)
  t.same(
    footprint(),
    { library: true, ports: before.ports + 2 },
    'with METRICS_PORT the library is loaded and a second port listens',
  )
})

t.test('the metrics count payments, declines, refunds, webhooks and refusals, without personal labels', async (t) => {
  const service = await startMeasured(t, { bankMs: 80 })
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  const endpoint = await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })

  const paid = await paidSession(service)
  await scrapeUntil(
    service.metricsPort,
    ({ value }) => value('servicepay_webhook_attempts_total', { result: 'delivered' }) === 1,
    'a delivery',
  )
  receiver.respondWith(503)
  t.equal((await service.call('POST', `/v1/test_helpers/checkout/sessions/${paid.id}/second_approval`)).status, 200)
  const open = await createSession(service)
  t.match((await submitCard(service, open, 'declined')).body, { status: 'failed' })
  t.match((await service.call('POST', `/v1/checkout/sessions/${paid.id}/refunds`, { amount: 500 })).body, {
    status: 'succeeded',
  })
  const unlucky = await paidSession(service, {}, 'refund_failed')
  t.match((await service.call('POST', `/v1/checkout/sessions/${unlucky.id}/refunds`)).body, { status: 'failed' })
  const pan = testCards.approved[0]
  t.equal((await service.call('POST', '/v1/checkout/sessions', { amount: 'much', currency: pan })).status, 400)
  t.equal(
    (await service.call('GET', `/v1/checkout/sessions/${pan}`, undefined, { Authorization: 'Bearer sk_test_nobody' }))
      .status,
    401,
  )
  t.equal((await service.call('GET', `/nowhere/${pan}`)).status, 404)
  t.equal((await service.call('GET', '/dashboard/sign-in')).status, 200)
  t.equal((await service.call('GET', `/checkout/${paid.client_secret}`)).status, 200)

  const scraped = await scrapeUntil(
    service.metricsPort,
    ({ value }) => (value('servicepay_webhook_attempts_total', { result: 'failed' }) ?? 0) >= 2,
    'failed deliveries',
  )
  const requests = (labels: Record<string, string>): number | null =>
    scraped.value('servicepay_http_requests_total', labels)
  t.equal(requests({ operation: 'createCheckoutSession', status: '2xx', code: '' }), 3)
  t.equal(requests({ operation: 'createCheckoutSession', status: '4xx', code: 'parameter_invalid' }), 1)
  t.equal(requests({ operation: 'retrieveCheckoutSession', status: '4xx', code: 'invalid_api_key' }), 1)
  t.equal(requests({ operation: 'none', status: '4xx', code: 'not_found' }), 1)
  t.equal(requests({ operation: '/dashboard', status: '2xx' }), 1)
  t.equal(requests({ operation: '/checkout', status: '2xx' }), 1)
  t.equal(scraped.value('servicepay_http_request_duration_seconds_count', { operation: 'createCheckoutSession' }), 4)
  t.equal(scraped.value('servicepay_card_attempts_total', { mode: 'test', outcome: 'approved' }), 2)
  t.equal(scraped.value('servicepay_card_attempts_total', { mode: 'test', outcome: 'card_declined' }), 1)
  t.equal(scraped.value('servicepay_card_attempts_total', { mode: 'test', outcome: 'returned' }), 1)
  t.equal(scraped.value('servicepay_refunds_total', { mode: 'test', outcome: 'succeeded' }), 1)
  t.equal(scraped.value('servicepay_refunds_total', { mode: 'test', outcome: 'failed' }), 1)
  t.equal(
    scraped.value('servicepay_processor_call_duration_seconds_count', {
      processor: 'sandbox',
      verb: 'purchase',
      outcome: 'approved',
    }),
    2,
  )
  t.equal(
    scraped.value('servicepay_processor_call_duration_seconds_count', {
      processor: 'sandbox',
      verb: 'refund',
      outcome: 'failed',
    }),
    1,
  )
  t.ok(
    (scraped.value('servicepay_processor_call_duration_seconds_sum', { verb: 'purchase' }) ?? 0) >= 0.2,
    'three calls of 80 ms',
  )
  t.equal(
    scraped.value('servicepay_webhook_attempts_total'),
    scraped.value('servicepay_webhook_delay_seconds_count'),
    'every attempt was a first one',
  )
  t.same([scraped.value('servicepay_database_up'), scraped.value('servicepay_logged_errors_total')], [1, 0])
  t.ok((scraped.value('servicepay_database_connections') ?? 0) >= 1)
  t.equal(scraped.value('servicepay_database_connections_max'), 15)
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_gc_duration_seconds_count',
    'process_cpu_seconds_total',
  ])
    t.not(scraped.value(name), null, name)

  const known = new Set([...Object.keys(operations), ...Object.keys(errorCatalogue)])
  const strangers = scraped.samples
    .flatMap(({ name, labels }) => Object.values(labels).map((value) => ({ name, value })))
    .filter(
      ({ name, value }) =>
        name.startsWith('servicepay_') &&
        !known.has(value) &&
        !/^(|\/?[a-z]+(_[a-z]+)*|[2-5]xx|\d{1,3}(\.\d{1,3})?|\+Inf)$/.test(value),
    )
  t.same(strangers, [], 'every label is one of our own words or a histogram bound')
  const secrets = [
    service.merchantId,
    service.secretKey,
    paid.id,
    open.id,
    paid.client_secret,
    pan,
    testCards.declined[0],
    receiver.url,
    String((endpoint.body as { secret?: string }).secret),
  ]
  t.same(
    secrets.filter((secret) => scraped.text.includes(secret)),
    [],
  )
})

t.test('an API process reports the waiting work, and a worker reports its own work', async (t) => {
  const api = await startMeasured(t, { environment: { ROLE: 'api', BANK_CHECK_DEADLINE_SECONDS: '60' } })
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  await api.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  await paidSession(api)
  await submitCard(api, await createSession(api), 'background_check')
  const mail = {
    id: 'mail_x',
    kind: 'receipt',
    recipient: 'ada@example.com',
    reply_to: null,
    subject: 'x',
    sealed_text: 'x',
    sealed_body: null,
    created_at: api.clock.now(),
  }
  await execute(api.app.context.db, insertingMail({ merchantId: api.merchantId, livemode: false }, mail))
  await api.app.context.db.raw(
    `insert into processor_notifications (merchant_id, livemode, id, processor, item_id, type, occurred_at, received_at,
       fact, state, next_attempt_at)
     select ?, false, 'ntf_1', 'x', '1', 'X', now, now, '{}', 'received', now + interval '1 hour'
     from (select ?::timestamptz as now) times`,
    [api.merchantId, api.clock.now()],
  )
  const early = await scrape(api.metricsPort)
  t.same(
    [
      early.value('servicepay_webhook_deliveries_due'),
      early.value('servicepay_webhook_deliveries_overdue'),
      early.value('servicepay_payments_unfinished'),
      early.value('servicepay_mails_waiting'),
      early.value('servicepay_processor_notification_items_waiting'),
    ],
    [1, 0, 0, 1, 1],
  )
  api.clock.advance(200)
  const late = await scrape(api.metricsPort)
  t.same(
    [
      late.value('servicepay_webhook_deliveries_due'),
      late.value('servicepay_webhook_deliveries_overdue'),
      late.value('servicepay_payments_unfinished'),
    ],
    [1, 1, 1],
  )
  const age = late.value('servicepay_webhook_oldest_due_seconds') ?? 0
  t.ok(age >= 200 && age < 260, `${age} s`)
  const notificationAge = late.value('servicepay_processor_notification_oldest_waiting_seconds') ?? 0
  t.ok(notificationAge >= 200 && notificationAge < 260, `${notificationAge} s`)

  const worker = await startMeasured(t, {
    databaseUrl: api.databaseUrl,
    masterKey: api.masterKey,
    clock: api.clock,
    environment: { ROLE: 'worker' },
  })
  const done = await scrapeUntil(
    worker.metricsPort,
    ({ value }) =>
      value('servicepay_card_attempts_total') === 1 &&
      value('servicepay_webhook_attempts_total', { result: 'delivered' }) === 2,
    'the worker’s work',
  )
  t.same(
    ['60', '300'].map((le) => done.value('servicepay_webhook_delay_seconds_bucket', { le })),
    [1, 2],
    'one of the two events waited long',
  )
  t.ok((done.value('servicepay_processor_call_duration_seconds_count', { verb: 'lookup' }) ?? 0) >= 1)
  t.equal(
    done.value('servicepay_http_requests_total', { operation: 'createCheckoutSession' }),
    null,
    'it does not count the work of another process',
  )
})

t.test(
  'the metrics port answers only GET /metrics, only with its token, and only while the service runs',
  async (t) => {
    const metricsPort = await quietPort()
    const token = 'a-secret-of-the-operator'
    const service = await startService({
      environment: { HOST: '0.0.0.0', METRICS_PORT: String(metricsPort), METRICS_TOKEN: token },
    })
    const answer = async (method: string, path: string, given = token): Promise<(string | number | null)[]> => {
      const headers = { Authorization: `Bearer ${given}` }
      const response = await fetch(`http://127.0.0.1:${metricsPort}${path}`, { method, headers })
      await response.text()
      return [response.status, response.headers.get('allow')]
    }
    t.same(await answer('GET', '/metrics?x=1'), [200, null])
    for (const path of ['/', '/metrics/', '/healthz', '/v1/checkout/sessions', '/dashboard', '//metrics'])
      t.same(await answer('GET', path), [404, null], path)
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])
      t.same(await answer(method, '/metrics'), [405, 'GET'], method)
    for (const given of ['', token.slice(1), `${token}x`, token.toUpperCase()])
      t.same(await answer('GET', '/metrics', given), [401, null], 'another token reads nothing')
    t.equal((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status, 401)
    t.equal((await service.call('GET', '/metrics')).status, 404)

    // Only this machine has this address, but 127.0.0.1 is another one.
    t.equal((await fetch(`http://127.0.0.2:${service.app.server.info.port}/healthz`)).status, 200)
    await t.rejects(fetch(`http://127.0.0.2:${metricsPort}/metrics`), 'HOST opens no port of metrics')

    await Promise.all(Array.from({ length: 10 }, () => scrape(metricsPort, token)))
    const { rows } = await service.app.context.db.raw<{ rows: { connections: number }[] }>(
      `select count(*)::integer as connections from pg_stat_activity
      where datname = current_database() and query like '%payments_unfinished%' and pid <> pg_backend_pid()`,
    )
    t.same(rows, [{ connections: 1 }], 'all scrapes share one connection')

    // The connection of the scraper is still open.
    await service.stop()
    await t.rejects(fetch(`http://127.0.0.1:${metricsPort}/metrics`), 'the port closes when the service stops')
  },
)

t.test('without a token, a listener of this machine answers only who names this machine', async (t) => {
  const page = { contentType: 'text/plain', text: async () => 'numbers' }
  const statusFor = async (address: string, token: string | null, names: readonly string[]): Promise<number[]> => {
    const listener = new MetricsListener(page, { log: silentLog, token })
    const port = await quietPort()
    await listener.listen({ host: address, port })
    const statuses = names.map(async (host) => {
      const headers = { host, ...(token !== null && { authorization: `Bearer ${token}` }) }
      const asked = request({ host: '127.0.0.1', port, path: '/metrics', headers }).end()
      const [reply] = (await once(asked, 'response')) as [IncomingMessage]
      reply.resume()
      return reply.statusCode ?? 0
    })
    const found = await Promise.all(statuses)
    await listener.close()
    return found
  }
  const own = ['127.0.0.1:9464', 'localhost:9464', '[::1]:9464', 'localhost']
  const others = ['rebound.example:9464', 'pay.example', '127.0.0.1.rebound.example', 'a b', '0.0.0.0']
  t.same(
    await statusFor('127.0.0.1', null, own),
    own.map(() => 200),
  )
  t.same(
    await statusFor('127.0.0.1', null, others),
    others.map(() => 403),
  )
  t.same(await statusFor('127.0.0.1', 'a-secret-of-the-operator', ['pay.example']), [200])
  t.same(await statusFor('0.0.0.0', null, ['servicepay:9464']), [200], 'others may call it as they like')
})

t.test('a scrape succeeds while the database is away, without the values that come from it', async (t) => {
  const service = await startMeasured(t)
  await paidSession(service)
  t.match((await scrape(service.metricsPort)).value('servicepay_database_up'), 1)
  await setDatabase(service, 'away')
  service.clock.advance(lookSeconds)
  t.equal((await service.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' })).status, 503)
  const away = await scrapeUntil(
    service.metricsPort,
    ({ value }) => value('servicepay_http_requests_total', { code: 'internal_error', status: '5xx' }) === 1,
    'the failed request',
  )
  t.equal(away.value('servicepay_database_up'), 0)
  for (const name of [
    'webhook_deliveries_due',
    'webhook_deliveries_overdue',
    'webhook_oldest_due_seconds',
    'payments_unfinished',
    'mails_waiting',
    'processor_notification_items_waiting',
    'processor_notification_oldest_waiting_seconds',
  ])
    t.equal(away.value(`servicepay_${name}`), null, name)
  t.equal(away.value('servicepay_card_attempts_total', { outcome: 'approved' }), 1, 'the counters stay')
  t.ok((away.value('servicepay_logged_errors_total') ?? 0) >= 1)
  await setDatabase(service, 'there')
  await scrapeUntil(
    service.metricsPort,
    ({ value }) => {
      service.clock.advance(lookSeconds)
      return value('servicepay_database_up') === 1 && value('servicepay_webhook_deliveries_due') === 0
    },
    'the database is back',
  )
})

t.test('the parser of this test refuses invalid expositions', async (t) => {
  const good = '# HELP a_total x\n# TYPE a_total counter\na_total{b="c"} 1\n'
  t.same(parseExposition(good), [{ name: 'a_total', labels: { b: 'c' }, value: 1 }])
  for (const bad of [
    good.trim(),
    `${good}a_total{b="c"} 2\n`,
    `${good}${good}`,
    'a_total 1\n',
    good.replace('"c"', 'c'),
    good.replace(' 1', ' one'),
    good.replace('a_total{', 'a-total{'),
    '<html>\n',
  ])
    t.throws(() => parseExposition(bad), bad)
})
