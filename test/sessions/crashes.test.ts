import t from 'tap'
import { testCard, type Scenario } from '../../server/processors/sandbox/scenarios.ts'
import type { FlowContext } from '../../server/flows/context.ts'
import { refundSession } from '../../server/flows/refunds/refund-session.ts'
import { payWithCard } from '../../server/flows/sessions/submit-card.ts'
import { processorWith } from '../support/processor-with.ts'
import { sql } from '../support/sql.ts'
import { expectError } from '../http/expect-error.ts'
import { createSession, paidSession, submitCard, type CreatedSession } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'
import { eventsOf, expectEqualLedgers } from './ledgers.ts'

// These tests simulate a process that dies: the bank's answer never reaches the flow. The process dies either before or
// after the bank has done its work.

let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

type Death = 'before the call' | 'after the effect'

/** A context whose process dies during its next call to the bank. */
function dying(death: Death): FlowContext {
  const { context, sandbox } = service.app
  const dies = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (death === 'after the effect') await call()
    throw new Error('the process has died')
  }
  const processor = processorWith(sandbox, {
    purchase: (order) => dies(() => sandbox.purchase(order)),
    refund: (order) => dies(() => sandbox.refund(order)),
    lookup: (earlier) => dies(() => sandbox.lookup(earlier)),
    lookupRefund: (earlier) => dies(() => sandbox.lookupRefund(earlier)),
  })
  return { ...context, processorFor: async () => processor, track: () => {} }
}

function scope() {
  return { merchantId: service.merchantId, livemode: false }
}

async function payAndDie(session: CreatedSession, death: Death, scenario: Scenario = 'approved'): Promise<void> {
  const payment = {
    card: testCard(scenario, service.clock.now()),
    nonce: crypto.randomUUID(),
    params: {},
    client: null,
    admission: null,
  }
  await payWithCard(dying(death), scope(), session.id, payment).then(
    () => Promise.reject(new Error('the process did not die')),
    () => {},
  )
}

async function read(session: CreatedSession): Promise<Record<string, unknown>> {
  return (await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body
}

t.test('the customer can retry a payment whose process died before its call to the bank', async (t) => {
  const session = await createSession(service)
  await payAndDie(session, 'before the call')
  t.match(await read(session), { status: 'processing', attempts: 1 })
  expectError(t, await submitCard(service, session), 409, 'payment_in_progress', null)
  await service.sweep()
  t.match(await read(session), { status: 'processing' }, 'the call may still be running')
  service.clock.advance(46)
  await service.sweep()
  t.match(await read(session), { status: 'open', attempts: 1, failure_code: 'processing_error' })
  t.match((await submitCard(service, session)).body, { status: 'approved', session: { attempts: 2 } })
  await expectEqualLedgers(t, service)
})

t.test('a payment whose process died after the approval becomes paid, by the sweep or by a read', async (t) => {
  for (const ask of [() => service.sweep(), undefined]) {
    const session = await createSession(service)
    await payAndDie(session, 'after the effect')
    t.match(await read(session), { status: 'processing' })
    service.clock.advance(46)
    await ask?.()
    t.match(await read(session), {
      status: 'paid',
      attempts: 1,
      payment: { card_brand: 'visa', card_last4: '0085', authorization_code: /\w/ },
    })
    t.same(await eventsOf(service, session.id), ['session.completed'])
  }
  const declined = await createSession(service)
  await payAndDie(declined, 'after the effect', 'declined')
  service.clock.advance(46)
  t.match(await read(declined), { status: 'open', failure_code: 'card_declined' })
  await expectEqualLedgers(t, service)
})

t.test('a late call of a process that was presumed dead takes no money', async (t) => {
  const session = await createSession(service)
  await payAndDie(session, 'before the call')
  service.clock.advance(46)
  await service.sweep()
  const [attempt] = await sql<{ processor_reference: string }>(
    service,
    'select processor_reference from card_attempts where session_id = ?',
    [session.id],
  )
  const order = {
    reference: attempt?.processor_reference ?? '',
    amount: 2500,
    currency: 'GBP',
    card: testCard('approved', service.clock.now()),
    network: null,
    description: null,
    customer: { email: null, name: null, phone: null, billingAddress: null, country: null, browser: null },
    merchantReference: null,
    returnUrl: 'https://pay.example/back',
  }
  t.same(await service.app.sandbox.purchase(order), { kind: 'declined', failureCode: 'processing_error' })
  await expectEqualLedgers(t, service)
})

t.test(
  'the sweep, or the same key after its lease, finishes a refund whose process died, and does so once',
  async (t) => {
    for (const death of ['before the call', 'after the effect'] as const) {
      for (const finisher of ['the sweep', 'the same key'] as const) {
        const about = `died ${death}, finished by ${finisher}`
        const session = await paidSession(service)
        const path = `/v1/checkout/sessions/${session.id}/refunds`
        const headers = { 'Idempotency-Key': about }
        await dieInRefund(session, about, death)
        expectError(
          t,
          await service.call('POST', path, { amount: 700 }, headers),
          409,
          'request_in_progress',
          null,
          about,
        )
        expectError(
          t,
          await service.call('POST', path, { amount: 1801 }),
          400,
          'refund_exceeds_amount',
          'amount',
          about,
        )
        service.clock.advance(61)
        if (finisher === 'the sweep') await service.sweep()
        const answers = await Promise.all(
          Array.from({ length: 5 }, () => service.call('POST', path, { amount: 700 }, headers)),
        )
        const made = answers.filter(({ status }) => status === 200)
        t.ok(made.length >= 1, about)
        for (const answer of made) t.match(answer.body, { status: 'succeeded', amount: 700 })
        t.match(await read(session), { amount_refunded: 700, status: 'paid' })
        t.equal((await sql(service, 'select id from refunds where session_id = ?', [session.id])).length, 1)
        t.same(await eventsOf(service, session.id), ['session.completed', 'session.refunded'])
      }
    }
    await expectEqualLedgers(t, service)
  },
)

/**
 * Sends a refund with a key from a process that dies during its call to the bank. This leaves a pending refund and a
 * leased key.
 */
async function dieInRefund(session: CreatedSession, key: string, death: Death): Promise<void> {
  const { createHash } = await import('node:crypto')
  const fingerprint = createHash('sha256')
    .update(`post /v1/checkout/sessions/${session.id}/refunds\n{"amount":700}`)
    .digest()
  await refundSession(dying(death), scope(), session.id, { amount: 700 }, { key, fingerprint }).then(
    () => Promise.reject(new Error('the process did not die')),
    () => {},
  )
}

t.test('after a lost reply, the same key returns the session that the first create made', async (t) => {
  const headers = { 'Idempotency-Key': 'lost reply' }
  const abort = new AbortController()
  const body = JSON.stringify({ amount: 100, currency: 'GBP' })
  const lost = fetch(`${service.baseUrl}/v1/checkout/sessions`, {
    method: 'POST',
    body,
    signal: abort.signal,
    headers: { ...headers, Authorization: `Bearer ${service.secretKey}` },
  })
  abort.abort()
  await lost.catch(() => {})
  const answers = await Promise.all([1, 2, 3].map(() => service.call('POST', '/v1/checkout/sessions', body, headers)))
  t.equal(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body['id'])).size, 1)
})
