import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createSession } from '../../support/pay.ts'
import { startReceiver } from '../../support/receiver.ts'
import type { TestService } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'
import { bodyOf, payBySession } from '../../webhooks/events/read-events.ts'
import { openShell, parsed } from './command.ts'

const shell = openShell(t)
let service: TestService
let environment: Record<string, string>

t.before(async () => {
  service = await sharedService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
  t.teardown(() => service.stop())
  environment = { SERVICEPAY_SECRET_KEY: service.secretKey, SERVICEPAY_BASE_URL: service.baseUrl }
})

async function newSession(): Promise<string> {
  return bodyOf<{ id: string }>(await service.call('POST', '/v1/checkout/sessions', { amount: 2500, currency: 'GBP' }))
    .id
}

/** Each event, the output of one of its steps, and a part of its data. */
const events: [string, RegExp, object][] = [
  ['session.completed', /paid cs_test_\w+ with an approved card: paid/, { status: 'paid' }],
  ['session.failed', /declines \(5\): failed/, { status: 'failed', failure_code: 'card_declined' }],
  ['session.expired', /expired cs_test_\w+/, { status: 'expired' }],
  ['session.refunded', /refunded cs_test_\w+ \(re_\w+\): succeeded/, { status: 'refunded', refund: { amount: 2500 } }],
  [
    'session.refund_failed',
    /had the bank settle re_\w+: failed/,
    { status: 'paid', amount_refunded: 0, refund: { status: 'failed' } },
  ],
  ['session.disputed', /open a dispute of cs_test_/, { status: 'disputed' }],
  ['session.dispute_closed', /closed the dispute of cs_test_/, { status: 'paid' }],
  ['session.dispute_lost', /closed the dispute of cs_test_\w+ in the cardholder's favour/, { status: 'disputed' }],
  ['session.duplicate_refunded', /approve cs_test_\w+ a second time/, { status: 'paid', amount_refunded: 0 }],
  ['payment_link.paid', /opened the link and paid cs_test_/, { session: /^cs_test_/, amount: 2500 }],
  ['payment_link.duplicate_payment', /a second customer pay pl_/, { id: /^pl_/, amount: 2500 }],
]

t.test('trigger causes each event through real transitions and prints the steps', async (t) => {
  for (const [type, step, data] of events) {
    const { code, stdout, stderr } = await shell.run(['trigger', type], environment)
    t.match([code, stderr], [0, ''], type)
    t.match(stdout, step)
    t.match(stdout, `✓ the service sent ${type}:\n{`)
    const event = parsed(stdout.slice(stdout.indexOf('{\n')))
    t.match(event, { id: /^evt_/, type, livemode: false, data })
    t.same(event, (await service.call('GET', `/v1/events/${event['id']}`)).body, 'trigger prints the stored event')
    t.notMatch(stdout, service.secretKey.slice(8))
  }
})

t.test('with --session, trigger performs only the last step on that session', async (t) => {
  const on = async (type: string, id: string): Promise<void> => {
    const { code, stdout } = await shell.run(['trigger', type, '--session', id, '--json'], environment)
    t.match([code, parsed(stdout)], [0, { type, data: { id } }], type)
  }
  const id = await newSession()
  for (const type of [
    'session.completed',
    'session.disputed',
    'session.dispute_closed',
    'session.duplicate_refunded',
    'session.refunded',
  ])
    await on(type, id)
  await on('session.refund_failed', await payBySession(service))
  for (const type of ['session.failed', 'session.expired']) await on(type, await newSession())
  const lost = await payBySession(service, {}, 'refund_failed')
  for (const type of ['session.refund_failed', 'session.disputed', 'session.dispute_lost']) await on(type, lost)
})

t.test('trigger says when the card of a session refuses refunds', async (t) => {
  const id = await payBySession(service, {}, 'refund_failed')
  const said = /refund of cs_test_\w+ failed: The card issuer.*\nfix .*another test card/
  t.match(await shell.run(['trigger', 'session.refunded', '--session', id], environment), { code: 1, stderr: said })
})

t.test('with the checkout of a link, trigger causes the events of that link', async (t) => {
  const link = bodyOf<{ id: string; code: string }>(
    await service.call('POST', '/v1/payment_links', { amount: 100, currency: 'GBP', description: 'Tea' }),
  )
  const { id } = bodyOf<{ id: string }>(await service.call('POST', `/v1/form/payment_links/${link.code}/checkout`))
  for (const type of ['payment_link.paid', 'payment_link.duplicate_payment']) {
    const { stdout } = await shell.run(['trigger', type, '--session', id, '--json'], environment)
    t.match(parsed(stdout), { type, data: { id: link.id } })
  }
  t.match(await shell.run(['trigger', 'payment_link.paid', '--session', await newSession()], environment), {
    code: 2,
    stderr: /not the checkout of a payment link/,
  })
})

t.test("for a session in the wrong state, trigger prints the service's message and fix", async (t) => {
  const [open, paid] = [await newSession(), await payBySession(service)]
  const wrong: [string, string, string][] = [
    ['session.failed', paid, 'session_not_payable'],
    ['session.disputed', open, 'session_not_refundable'],
    ['session.dispute_closed', paid, 'session_not_refundable'],
    ['session.completed', 'cs_test_none', 'session_not_found'],
  ]
  for (const [type, id, code] of wrong) {
    t.match(
      await shell.run(['trigger', type, '--session', id], environment),
      { code: 1, stderr: new RegExp(`error  .*\\(${code}\\)\nfix    .*\nmore   .*#${code}`) },
      type,
    )
  }
})

t.test('with the public demo key, trigger fails before the first step', async (t) => {
  const { code, stdout, stderr } = await shell.run(['trigger', 'session.completed'], {
    ...environment,
    SERVICEPAY_SECRET_KEY: 'sk_test_public_demo',
  })
  t.match([code, stdout, stderr], [1, '', /webhooks_not_available/])
})

t.test('trigger gives the reference and metadata to the session or link that it creates', async (t) => {
  const words = ['--reference', 'order-1', '--metadata', 'a=1=2', '--metadata', 'b=', '--json']
  const given = { reference: 'order-1', metadata: { a: '1=2', b: '' } }
  for (const type of ['session.expired', 'payment_link.paid']) {
    const { code, stdout } = await shell.run(['trigger', type, ...words], environment)
    t.match([code, parsed(stdout)], [0, { type, data: { reference: 'order-1' } }])
    const { id } = (JSON.parse(stdout) as { data: { id: string } }).data
    const place = type === 'payment_link.paid' ? 'payment_links' : 'checkout/sessions'
    t.match(bodyOf(await service.call('GET', `/v1/${place}/${id}`)), given)
  }
})

t.test('logs tail prints the requests, earlier ones first, and only the failed ones if asked', async (t) => {
  const { error } = (await service.call('POST', '/v1/checkout/sessions', { amount: -1, currency: 'GBP' })).body
  const tail = shell.start(['logs', 'tail'], environment)
  const failing = shell.start(['logs', 'tail', '--failed'], environment)
  await failing.line(/400 {2}POST/)
  await tail.line(/400 {2}POST \/v1\/checkout\/sessions {2}parameter_invalid \(amount\) {2}req_\w+ {2}\d+ ms$/)
  await service.call('GET', '/v1/checkout/sessions/cs_test_none')
  await tail.line(/404 {2}GET .*session_not_found/)
  const created = await createSession(service)
  await tail.line(/200 {2}POST \/v1\/checkout\/sessions {2}req_\w+ {2}\d+ ms$/)
  await service.call('GET', '/v1/checkout/sessions/cs_test_last')
  await failing.line(/cs_test_last/)
  await service.call('POST', '/v1/test_helpers/faults', { calls: ['latency'], every: 1, latency_ms: 1 })
  await service.call('GET', '/v1/checkout/sessions?limit=7')
  await service.call('DELETE', '/v1/test_helpers/faults')
  await tail.line(/limit=7 {2}\(fault on demand: latency\) {2}req_/)
  failing.kill('SIGINT')
  tail.kill('SIGINT')
  t.equal((await tail.ended).code, 0)
  t.notMatch((await failing.ended).stdout, / 200 /)
  t.notOk(tail.lines().some((line) => line.includes(created.client_secret)))
  t.equal(tail.lines().filter((line) => line.includes('cs_test_none')).length > 0, true)
  for (const line of [`  message  ${error?.message ?? ''}`, `  fix      ${error?.fix ?? ''}`])
    t.ok(tail.lines().includes(line), line)
  const requests = tail.lines().filter((line) => line.includes('  req_'))
  t.equal(new Set(requests).size, requests.length, 'each request once')
})

t.test('a secret that was passed as an id is named in the log, and not shown', async (t) => {
  const { client_secret: secret = '' } = bodyOf<{ client_secret?: string }>(
    await service.call('POST', '/v1/checkout/sessions', { amount: 100, currency: 'GBP' }),
  )
  await service.call('GET', `/v1/checkout/sessions/${secret}`)
  const tail = shell.start(['logs', 'tail'], environment)
  await tail.line(/_secret_….*a secret was passed as an id/)
  tail.kill('SIGINT')
  t.notMatch((await tail.ended).stdout, secret)
})

t.test('fixtures makes the calls of a file, and later steps use what earlier ones made', async (t) => {
  const file = join(shell.state, 'story.json')
  const refund = {
    call: 'refundCheckoutSession',
    id: '{{session.id}}',
    body: { amount: 100, reason: 'round {{round}}' },
  }
  const steps = [
    { call: 'createCheckoutSession', body: { amount: 900, currency: 'GBP', reference: 'story' }, as: 'session' },
    { call: 'testPaySession', id: '{{session.id}}' },
    { repeat: 2, steps: [refund] },
    { call: 'listRefunds', query: { session: '{{session.id}}' }, as: 'refund' },
    { call: 'retrieveRefund', id: '{{refund.id}}' },
  ]
  writeFileSync(file, JSON.stringify({ steps }))
  const { code, stdout } = await shell.run(['fixtures', file, '--json'], environment)
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string })
  t.match([code, lines.length], [0, 6])
  t.match(bodyOf(await service.call('GET', `/v1/checkout/sessions/${lines[0]?.id}`)), { amount_refunded: 200 })
  t.match(bodyOf(await service.call('GET', `/v1/refunds/${lines[5]?.id}`)), { reason: 'round 2' })
  writeFileSync(file, JSON.stringify([{ call: 'testPaySession', id: '{{nothing.id}}' }]))
  t.match(await shell.run(['fixtures', file], environment), { code: 2, stderr: /nothing is called \{\{nothing/ })
})

t.test('doctor says what is wrong with the key and the webhook address, and what to do', async (t) => {
  const wrongKey = { ...environment, SERVICEPAY_SECRET_KEY: 'sk_test_wrong' }
  t.match(await shell.run(['doctor'], wrongKey), { code: 1, stdout: /✓ address[^]*✗ key[^]*fix/ })
  for (const [reply, code, said] of [
    [{ status: 200 }, 1, /✗ webhook[^]*accepts what anyone may send[^]*Verify/],
    [{ status: 404 }, 1, /Check the path/],
    [{ status: 400 }, 0, /✓ webhook .*answers 400/],
  ] as const) {
    const receiver = await startReceiver({ reply })
    t.teardown(() => receiver.stop())
    await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
    t.match(await shell.run(['doctor'], environment), { code, stdout: said }, String(reply.status))
  }
  await service.call('DELETE', '/v1/webhook_endpoint')
  t.match(await shell.run(['doctor'], environment), { code: 0, stdout: /servicepay listen/ })
  t.match(await shell.run(['doctor', '--base-url', 'http://127.0.0.1:1'], environment), {
    code: 1,
    stdout: /✗ address[^]*does not answer: bad port/,
  })
})

t.test('events resend sends an event to the webhook address again', async (t) => {
  const paid = await payBySession(service)
  const id = bodyOf<{ data: { id: string; data: { id: string } }[] }>(
    await service.call('GET', '/v1/events?limit=100'),
  ).data.find(({ data }) => data.id === paid)?.id as string
  t.match(await shell.run(['events', 'resend', id], environment), {
    code: 0,
    stdout: /test mode has no webhook address/,
  })
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  t.match(await shell.run(['events', 'resend', id], environment), { code: 0, stdout: id, stderr: '' })
  t.match((await receiver.next()).headers['service-event-id'], id)
  t.match(parsed((await shell.run(['events', 'resend', id, '--json'], environment)).stdout), { id, resent: 1 })
  t.match(await shell.run(['events', 'resend', 'evt_none'], environment), { code: 1, stderr: /no event with this id/ })
})
