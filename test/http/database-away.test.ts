import t from 'tap'
import { createSession, paidSession, submitCard } from '../support/pay.ts'
import { setDatabase } from '../support/set-database.ts'
import { startService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { rowCounts } from './accounts.ts'
import { everyCall } from './every-call.ts'
import { expectError } from './expect-error.ts'

/** A call without a database must fail within this time rather than wait. */
const answerWithinMs = 5_000

function authorization(service: TestService, id: string, clientSecret: string): Record<string, string> {
  const isOfForm = id.startsWith('retrieveForm') || id.startsWith('retrieveCard') || id.includes('CardAttempt')
  return { Authorization: `Bearer ${isOfForm ? clientSecret : service.secretKey}` }
}

t.test('without a database every call answers a 500 of the contract’s shape, and later works again', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  const paid = await paidSession(service)
  // Each call below takes a minute.
  const open = await createSession(service, { expires_in: 86_400 })
  const before = await rowCounts(service)
  await setDatabase(service, 'away')
  const calls = everyCall({ session: paid.id })
  const began = Date.now()
  for (const { id, method, path, body } of calls) {
    const keyed = method === 'POST' ? { 'Idempotency-Key': `away ${id}` } : {}
    // The encryption key and secret keys in memory must not answer instead of the database.
    service.clock.advance(61)
    const answer = await service.call(method, path, body, {
      ...authorization(service, id, open.client_secret),
      ...keyed,
    })
    expectError(t, answer, 500, 'internal_error', null, id)
    t.notMatch(answer.text, /postgres|database|connect|pg_|ECONN/i, 'the reply does not reveal the fault')
  }
  t.ok(Date.now() - began < answerWithinMs * calls.length)
  t.equal((await service.call('GET', '/healthz')).status, 200)
  t.equal((await service.call('GET', '/readyz')).status, 503)

  await setDatabase(service, 'there')
  t.equal((await service.call('GET', '/readyz')).status, 200)
  t.same(await rowCounts(service), before, 'no call was half done')
  const again = await service.call(
    'POST',
    '/v1/checkout/sessions',
    { amount: 100, currency: 'GBP' },
    { 'Idempotency-Key': 'away createCheckoutSession' },
  )
  t.equal(again.status, 200, 'the same key works')
  t.equal(again.headers.get('idempotent-replayed'), null)
  const refund = await service.call('POST', `/v1/checkout/sessions/${paid.id}/refunds`, undefined, {
    'Idempotency-Key': 'away refundCheckoutSession',
  })
  t.match(refund.body, { status: 'succeeded', amount: 2500 })
  t.match((await submitCard(service, open)).body, { status: 'approved' })
})

t.test('a card sent while the database is away is not charged, and may be sent again', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  const session = await createSession(service)
  const { encryptedCard } = await import('../support/pay.ts')
  const headers = { Authorization: `Bearer ${session.client_secret}` }
  const body = { encrypted_card: await encryptedCard(service, session.id) }
  await setDatabase(service, 'away')
  expectError(t, await service.call('POST', '/v1/form/attempts', body, headers), 500, 'internal_error', null)
  t.same(
    service.logLines.filter((line) => line.includes(body.encrypted_card)),
    [],
  )
  await setDatabase(service, 'there')
  t.match((await service.call('POST', '/v1/form/attempts', body, headers)).body, {
    status: 'approved',
    session: { attempts: 1 },
  })
  t.equal((await service.app.sandbox.ledger()).length, 1)
})
