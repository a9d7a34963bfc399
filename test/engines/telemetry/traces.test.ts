import { createRequire } from 'node:module'
import t from 'tap'
import { inFullRuns } from '../../support/combinations.ts'
import { testCards } from '../../../server/processors/sandbox/scenarios.ts'
import { createSession, submitCard } from '../../support/pay.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts'

// Own process: OpenTelemetry reads its variables from the environment of the process.

process.env['OTEL_BSP_SCHEDULE_DELAY'] = '20'
process.env['OTEL_EXPORTER_OTLP_TIMEOUT'] = '300'
process.env['OTEL_SERVICE_NAME'] = 'pay'

function isLoaded(): boolean {
  return Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('@opentelemetry/sdk-trace'))
}

async function startTraced(
  t: { teardown(work: () => unknown): void },
  receiver: { readonly url: string },
): Promise<TestService> {
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.url
  const service = await startService({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } })
  t.teardown(() => service.stop())
  return service
}

async function spanOf(otlp: OtlpReceiver, requestId: string | null): Promise<ReceivedSpan> {
  const find = (): ReceivedSpan | undefined =>
    otlp.spans.find((span) => span.attributes['servicepay.request_id'] === requestId && span.name.includes('/v1/'))
  await until(() => find() !== undefined)
  const span = find()
  if (!span) throw new Error('The span has gone')
  return span
}

t.test('without OTEL_EXPORTER_OTLP_ENDPOINT the library is not loaded', async (t) => {
  const service = await startService()
  await createSession(service)
  t.equal(isLoaded(), false)
  await service.stop()
})

t.test('a trace leads from the request through statements, the processor and the job to the delivery', async (t) => {
  const otlp = await startOtlpReceiver()
  const receiver = await startReceiver()
  const service = await startTraced(t, otlp)
  t.teardown(() => Promise.all([otlp.stop(), receiver.stop()]))
  t.equal(isLoaded(), true)
  await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  const customer = { email: 'ada@example.com', name: 'Ada Lovelace' }
  const session = await createSession(service, { customer })
  const submitted = await submitCard(service, session, 'background_check')
  service.clock.advance(120)
  await service.sweep()
  const delivery = await receiver.next()
  t.equal(delivery.headers['traceparent'], undefined, 'receivers of webhooks do not get the trace')

  const root = await spanOf(otlp, submitted.headers.get('request-id'))
  const inTrace = (): string[] => otlp.spans.filter(({ traceId }) => traceId === root.traceId).map(({ name }) => name)
  const wanted = ['begin attempt', 'sandbox purchase', 'check payment', 'sandbox lookup', 'deliver event', 'POST']
  await until(() => wanted.every((name) => inTrace().includes(name)))
  t.match(root, { parentId: null, name: /^POST \/v1\//u })
  t.match(root.attributes, {
    'servicepay.merchant_id': service.merchantId,
    'servicepay.session_id': session.id,
    'http.response.status_code': 200,
  })
  const flow = otlp.spans.find(({ parentId }) => parentId === root.spanId)
  t.ok(flow && otlp.spans.some(({ parentId }) => parentId === flow.spanId), 'statements are below the flow')
  t.match(otlp.resources[0], { 'service.name': 'pay' })

  const secrets = [
    service.secretKey,
    session.client_secret,
    customer.email,
    customer.name,
    testCards.background_check[0],
  ]
  const sent = otlp.bodies.join('\n')
  t.same(
    secrets.filter((secret) => sent.includes(secret)),
    [],
    'no span contains a secret, a card or personal data',
  )
})

t.test('a request continues the trace of the caller, and begins a new one when the header is wrong', async (t) => {
  const otlp = await startOtlpReceiver()
  const service = await startTraced(t, otlp)
  t.teardown(() => otlp.stop())
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const read = async (traceparent: string): Promise<ReceivedSpan> => {
    const answer = await service.call('GET', '/v1/checkout/sessions', undefined, { traceparent })
    return spanOf(otlp, answer.headers.get('request-id'))
  }
  t.match(await read(`00-${traceId}-b7ad6b7169203331-01`), { traceId, parentId: 'b7ad6b7169203331' })
  for (const wrong of [`00-${traceId}-0000000000000000-01`, `ff-${traceId}-b7ad6b7169203331-01`, 'nonsense'])
    t.match(await read(wrong), { parentId: null, traceId: /^(?!0af7651916cd43dd)/u })
  const unsampled = await service.call('GET', '/v1/checkout/sessions', undefined, {
    traceparent: '00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
  })
  await read('nonsense')
  t.notOk(otlp.bodies.join('').includes(unsampled.headers.get('request-id') ?? ''), 'the caller decides about sampling')
})

t.test('OTEL_TRACES_SAMPLER decides about requests that continue no trace', inFullRuns, async (t) => {
  process.env['OTEL_TRACES_SAMPLER'] = 'parentbased_always_off'
  t.teardown(() => delete process.env['OTEL_TRACES_SAMPLER'])
  const otlp = await startOtlpReceiver()
  const service = await startTraced(t, otlp)
  t.teardown(() => otlp.stop())
  const own = await service.call('GET', '/v1/checkout/sessions')
  const traceparent = '00-2af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const continued = await service.call('GET', '/v1/checkout/sessions', undefined, { traceparent })
  await spanOf(otlp, continued.headers.get('request-id'))
  t.notOk(otlp.bodies.join('').includes(own.headers.get('request-id') ?? ''))
})

t.test('a receiver of traces that hangs or is away fails no request and no stop, and is logged once', async (t) => {
  const otlp = await startOtlpReceiver({ hangs: true })
  const service = await startTraced(t, otlp)
  for (let n = 0; n < 20; n += 1) t.equal((await service.call('GET', '/v1/checkout/sessions')).status, 200)
  await until(() => otlp.bodies.length > 0)
  await otlp.stop()
  const away = await startTraced(t, { url: 'http://127.0.0.1:1' })
  const isWarned = (): boolean => away.logLines.some((line) => line.includes('could not send traces'))
  t.equal((await away.call('GET', '/v1/checkout/sessions')).status, 200)
  await until(isWarned)
  t.equal((await away.call('GET', '/v1/checkout/sessions')).status, 200)
  t.equal(away.logLines.filter((line) => line.includes('could not send traces')).length, 1)
})
