import t from 'tap'
import { callOf } from '../../server/domain/refusals.ts'
import { SituationRun, type Perform, type SituationCaller } from '../../server/flows/sandbox/situation-run.ts'
import type { Step } from '../../server/flows/sandbox/situation-steps.ts'
import { secondsOf } from '../../spec/lib/steps.ts'
import { allSituations } from '../../server/flows/sandbox/situations.ts'
import type { FlowContext } from '../../server/flows/context.ts'
import { addKey, anotherAccount, caller, liveKey, publicDemo, type TestAccount } from '../accounts/accounts.ts'
import { keyKinds } from '../../server/domain/accounts/key-access.ts'
import { expectError } from '../http/expect-error.ts'
import { sharedService } from '../support/shared-service.ts'
import type { TestService } from '../support/service.ts'
import { inFullRuns } from '../support/combinations.ts'
import { sql } from '../support/sql.ts'
import { checkSituation } from './situation-schema.ts'
import { situationContents, type Content } from './situation-contents.ts'

const path = '/v1/test_helpers/situations'

let service: TestService
t.before(async () => {
  service = await sharedService({
    environment: { LIVE_PROCESSOR: 'sandbox', PUBLIC_DEMO_KEY: 'sk_test_public_demo' },
  })
})
t.after(async () => {
  await sql(service, 'delete from webhook_endpoints')
  await service.stop()
})

interface Result {
  readonly status: string
  readonly ids: Readonly<Record<string, string>>
  readonly now: string
  readonly problem: object | null
}

const kinds: readonly (readonly [prefix: string, path: string])[] = [
  ['cs_', 'checkout/sessions/'],
  ['re_', 'refunds/'],
  ['dp_', 'disputes/'],
  ['pl_', 'payment_links/'],
]

/** The object behind an id, or the webhook address. */
async function read(account: TestAccount, id: string): Promise<{ readonly created_at?: string }> {
  const kind = kinds.find(([prefix]) => id.startsWith(prefix))
  const answer = await account.call('GET', kind ? `/v1/${kind[1]}${id}` : '/v1/webhook_endpoint')
  return answer.body as { created_at?: string }
}

async function countsOf({ merchantId }: TestAccount): Promise<Content['counts']> {
  const rows = await sql<{ name: string; number: number }>(
    service,
    `select type as name, count(*)::integer as number from events where merchant_id = ? group by type
     union all select concat('delivery ', status), count(*)::integer from deliveries where merchant_id = ? group by 1`,
    [merchantId, merchantId],
  )
  return Object.fromEntries(rows.map(({ name, number }) => [name, number]))
}

t.test('every situation has a test of its content', (t) => {
  t.same(
    allSituations().map(({ name }) => name),
    Object.keys(situationContents).sort(),
  )
  t.ok(allSituations().length >= 20)
  t.end()
})

for (const [name, { objects, counts, currencies, seconds, isLong }] of Object.entries(situationContents))
  t.test(name, isLong ? inFullRuns : {}, async (t) => {
    const account = await anotherAccount(service)
    const begun = service.clock.now().getTime()
    const { status, body } = await account.call('POST', `${path}/${name}`)
    const result = body as unknown as Result
    t.match([status, result], [200, { status: 'complete', problem: null, situation: name, livemode: false }])
    t.same(Object.keys(result.ids).sort(), Object.keys(objects).sort(), 'it shows these objects')
    for (const [object, content] of Object.entries(objects)) {
      const found = await read(account, result.ids[object] ?? '')
      t.match(found, content, object)
      const at = Date.parse(found.created_at ?? result.now)
      t.ok(at >= begun && at <= Date.parse(result.now), `${object} was created within the story`)
    }
    const took = (Date.parse(result.now) - begun) / 1000
    const [least, most] = seconds
    t.ok(took >= least && took < most + 60, `the story takes ${took} seconds`)
    if (counts) t.match(await countsOf(account), counts)
    if (currencies) {
      const paid = await sql<{ currency: string; number: number }>(
        service,
        `select currency, count(*)::integer as number from checkout_sessions
         where merchant_id = ? and paid_at is not null group by currency order by currency`,
        [account.merchantId],
      )
      t.same(Object.fromEntries(paid.map(({ currency, number }) => [currency, number])), currencies)
    }
  })

t.test('the list names every situation with its description and its days', async (t) => {
  const { status, body } = await service.call('GET', path)
  t.equal(status, 200)
  const { data } = body as unknown as { data: { name: string; days: number }[] }
  t.same(
    data.map(({ name }) => name),
    allSituations().map(({ name }) => name),
  )
  t.match(
    data.find(({ name }) => name === 'dispute-third-week'),
    { object: 'test_situation', title: 'A dispute in its third week', days: 17 },
  )
})

t.test('a wrong name, a live key, the demo key and a restricted key are refused, and nothing is made', async (t) => {
  const near = await service.call('POST', `${path}/dispute-third-weak`)
  expectError(t, near, 404, 'not_found', 'name')
  t.match(near.body, { error: { fix: `Did you mean \`dispute-third-week\`? ${callOf('testListSituations')} lists` } })
  const far = await service.call('POST', `${path}/${'x'.repeat(60)}`)
  expectError(t, far, 404, 'not_found', 'name')
  expectError(t, await service.call('POST', `${path}/${'x'.repeat(65)}`), 400, 'parameter_invalid', 'name')
  const live = await liveKey(service, { liveAccess: true })
  const demo = publicDemo(service)
  const limited = caller(
    service,
    service.merchantId,
    await addKey(service, {
      livemode: false,
      access: { permissions: [...keyKinds.no_refunds.permissions], networks: null },
    }),
  )
  for (const [method, address] of [
    ['POST', `${path}/paid`],
    ['GET', path],
  ] as const) {
    expectError(t, await live.call(method, address), 404, 'not_found', null)
    expectError(t, await demo.call(method, address), 403, 'webhooks_not_available', null)
  }
  expectError(t, await limited.call('POST', `${path}/paid`), 403, 'webhooks_not_available', null)
  t.equal((await limited.call('GET', path)).status, 200)
  t.same(await sql(service, 'select id from checkout_sessions where merchant_id = ?', [service.merchantId]), [])
})

t.test('what cannot end well is refused before the first step', async (t) => {
  const shop = await anotherAccount(service)
  await shop.call('POST', '/v1/webhook_endpoints', { url: 'https://shop.invalid/webhooks' })
  expectError(t, await shop.call('POST', `${path}/endpoint-down-since-tuesday`), 400, 'parameter_invalid', 'name')
  t.match(await read(shop, 'we_'), { url: 'https://shop.invalid/webhooks' }, 'the address of the shop stays')
  const ahead = await anotherAccount(service)
  await ahead.call('POST', '/v1/test_helpers/clock', { advance: 360 * 86_400 })
  const refused = await ahead.call('POST', `${path}/dispute-won`)
  expectError(t, refused, 400, 'parameter_invalid', 'name')
  t.match(refused.body, { error: { message: 'takes 24 days' } })
  t.equal((await ahead.call('POST', `${path}/paid`)).status, 200, 'a situation without a story still works')
  const made = 'select count(*)::integer as n from checkout_sessions where merchant_id = any(?)'
  t.same(await sql(service, made, [[shop.merchantId, ahead.merchantId]]), [{ n: 1 }])
})

t.test('an account sets up one situation at a time, and a few more wait', async (t) => {
  const account = await anotherAccount(service)
  const answers = await Promise.all([1, 2, 3, 4].map(() => account.call('POST', `${path}/paid`)))
  t.same(answers.map(({ status }) => status).sort(), [200, 200, 429, 429])
})

t.test('a step that fails ends the situation, which says what the account has', async (t) => {
  const context = {
    testClocks: { reread: () => Promise.resolve(null) },
    realClock: service.clock,
    isStopping: () => false,
  } as unknown as FlowContext
  const calls: string[] = []
  const perform: Perform = ({ operation, path: of, body }) => {
    calls.push(JSON.stringify([operation, of, body]))
    return Promise.resolve(
      operation === 'refundCheckoutSession'
        ? { kind: 'failure', code: 'session_not_refundable', detail: {} }
        : { kind: 'success', body: { id: `cs_test_${calls.length}`, amount: 5 } },
    )
  }
  const run = new SituationRun(context, perform, {} as SituationCaller)
  const steps: Step[] = [
    { call: 'createCheckoutSession', body: { amount: 1 }, as: 'session' },
    {
      repeat: 2,
      with: { card: ['declined', 'approved'] },
      steps: [{ call: 'testPaySession', id: '{{session.id}}', body: { card: '{{card}}' } }],
    },
    {
      call: 'refundCheckoutSession',
      id: '{{session.id}}',
      body: { amount: '{{session.amount}}', metadata: { text: 'for {{session.id}}' } },
      as: 'refund',
    },
    { call: 'testPaySession', id: '{{session.id}}' },
  ]
  t.match(await run.do(steps), { step: 'refundCheckoutSession', code: 'session_not_refundable', message: /not paid/ })
  t.same(run.idsOf(['session', 'refund']), { session: 'cs_test_1' })
  t.same(calls, [
    '["createCheckoutSession",{},{"amount":1}]',
    '["testPaySession",{"id":"cs_test_1"},{"card":"declined"}]',
    '["testPaySession",{"id":"cs_test_1"},{"card":"approved"}]',
    '["refundCheckoutSession",{"id":"cs_test_1"},{"amount":5,"metadata":{"text":"for cs_test_1"}}]',
  ])
})

t.test('every file fits the schema, which refuses mistakes', (t) => {
  const files = allSituations().map(({ name: _name, days: _days, ...file }) => file)
  for (const file of files) t.doesNotThrow(() => checkSituation(file), file.title)
  const [good] = files
  const steps = good?.steps
  for (const wrong of [
    {},
    { ...good, steps: [] },
    { ...good, colour: 'red' },
    { ...good, steps: [{ call: 'testReset' }] },
    { ...good, steps: [{ call: 'testSetUpSituation', id: 'paid' }] },
    { ...good, steps: [{ call: 'testPaySession', card: 'approved' }] },
    { ...good, steps: [{ wait: 'a while' }] },
    { ...good, steps: [{ wait: '' }] },
    { ...good, steps: [{ repeat: 1000, steps }] },
    { ...good, steps: [{ repeat: 2, together: true, steps: [{ wait: '1 day' }] }] },
  ])
    t.throws(() => checkSituation(wrong), JSON.stringify(wrong).slice(0, 80))
  t.end()
})

t.test('a wait ends after its time, or at nine on its day', (t) => {
  const at = new Date('2026-11-26T10:00:00Z')
  const end = (wait: string, from = at): string =>
    new Date(from.getTime() + secondsOf({ wait }, from) * 1000).toISOString()
  t.equal(end('2 days 3 hours 4 minutes'), '2026-11-28T13:04:00.000Z')
  t.equal(end('1 hour'), '2026-11-26T11:00:00.000Z')
  t.equal(end('until Tuesday'), '2026-12-01T09:00:00.000Z')
  t.equal(end('until Thursday'), '2026-12-03T09:00:00.000Z', 'it is past nine on Thursday')
  t.equal(end('until Thursday', new Date('2026-11-26T08:00:00Z')), '2026-11-26T09:00:00.000Z')
  t.end()
})
