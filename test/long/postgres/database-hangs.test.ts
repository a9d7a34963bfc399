import t, { type Test } from 'tap'
import { signIn } from '../../dashboard/shell/support.ts'
import { everyCall } from '../../http/every-call.ts'
import { DatabaseProxy } from '../../support/database/database-proxy.ts'
import { createSession, paidSession, submitCard } from '../../support/pay.ts'
import { cloneDatabase, testPostgres } from '../../support/database/postgres.ts'
import { startService, type TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { prepareTemplate, templateName } from '../../support/database/template.ts'

// A database that accepts statements and does not answer: spec/decisions/database.md#database-away.

/** The limit of 5 s for a reply, and some time for a busy machine. */
const answerWithinMs = 6_500

async function startBehindProxy(t: Test): Promise<{ service: TestService; proxy: DatabaseProxy }> {
  const { adminUrl } = await testPostgres()
  await prepareTemplate(adminUrl)
  const clone = await cloneDatabase(adminUrl, templateName)
  t.teardown(() => clone.drop())
  const { proxy, url } = await DatabaseProxy.start(clone.url)
  t.teardown(() => proxy.close())
  const service = await startService({ databaseUrl: url })
  t.teardown(() => service.stop())
  return { service, proxy }
}

async function timed<Result>(work: Promise<Result>): Promise<{ result: Result; ms: number }> {
  const began = performance.now()
  return { result: await work, ms: performance.now() - began }
}

t.test('while the database hangs every call and page ends in time, and later works again', async (t) => {
  const { service, proxy } = await startBehindProxy(t)
  const paid = await paidSession(service)
  const open = await createSession(service, { expires_in: 86_400 })
  const member = await signIn(service)
  // What the service remembers must not answer instead of the database.
  service.clock.advance(61)
  proxy.become('stopped')
  const calls = everyCall({ session: paid.id }).map(async ({ id, method, path, body }) => {
    const isOfForm = /^retrieveForm|^retrieveCardNetworks$|CardAttempt/.test(id)
    const key: Record<string, string> = method === 'POST' ? { 'Idempotency-Key': `hangs ${id}` } : {}
    const headers = {
      ...key,
      'Visitor-Token': 'a'.repeat(32),
      Authorization: `Bearer ${isOfForm ? open.client_secret : service.secretKey}`,
    }
    const { result, ms } = await timed(service.call(method, path, body, headers))
    return { id, status: result.status, isLate: ms > answerWithinMs }
  })
  const pages = ['/dashboard/test/payments', '/dashboard/test/numbers', '/dashboard/test/events'].map(async (path) => {
    const { result, ms } = await timed(member.get(path))
    return { id: path, status: result.status, isLate: ms > answerWithinMs }
  })
  const ready = timed(service.call('GET', '/readyz'))
  for (const { id, status, isLate } of await Promise.all([...calls, ...pages])) {
    t.equal(status, 503, id)
    t.notOk(isLate, `${id} ends in time`)
  }
  t.match((await ready).result.body, {
    status: 'not ready',
    part: 'database',
    message: 'The database does not answer.',
  })
  t.equal((await ready).result.status, 503)
  t.ok((await ready).ms < 3_500, 'the health check has a limit of 2 s')
  proxy.become('open')
  t.equal((await service.call('GET', '/readyz')).status, 200)
  const create = { amount: 100, currency: 'GBP' }
  const headers = { 'Idempotency-Key': 'hangs createCheckoutSession' }
  const first = await service.call('POST', '/v1/checkout/sessions', create, headers)
  t.equal(first.status, 200, 'the same key works')
  t.equal((await service.call('POST', '/v1/checkout/sessions', create, headers)).body['id'], first.body['id'])
  t.match((await submitCard(service, open)).body, { status: 'approved' })
})

t.test('a request waits for slow statements no longer than 3.5 s in all, and its key works later', async (t) => {
  const { service, proxy } = await startBehindProxy(t)
  const paid = await paidSession(service)
  const refund = () =>
    service.call('POST', `/v1/checkout/sessions/${paid.id}/refunds`, { amount: 100 }, { 'Idempotency-Key': 'slow' })
  proxy.delay(900)
  const { result, ms } = await timed(refund())
  t.equal(result.status, 503)
  t.ok(ms < answerWithinMs)
  proxy.delay(0)
  service.clock.advance(61)
  t.equal((await refund()).status, 200)
  t.match(await sql(service, 'select count(*)::int as refunds from refunds'), [{ refunds: 1 }])
  t.equal((await service.app.sandbox.ledger()).filter(({ kind }) => kind === 'refund').length, 1)
})

t.test('an approval that the database did not record in time is found by the check', async (t) => {
  const { service, proxy } = await startBehindProxy(t)
  const session = await createSession(service)
  const { sandbox } = service.app
  const { purchase } = sandbox
  sandbox.purchase = async (order) => {
    const outcome = await purchase.call(sandbox, order)
    proxy.become('cut')
    return outcome
  }
  const { result, ms } = await timed(submitCard(service, session))
  t.equal(result.status, 503)
  t.ok(ms < answerWithinMs, 'the reply does not wait for the bank’s 8 s')
  sandbox.purchase = purchase
  proxy.become('open')
  t.equal((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body['status'], 'processing')
  service.clock.advance(46)
  await service.keepHouse()
  t.equal((await service.call('GET', `/v1/checkout/sessions/${session.id}`)).body['status'], 'paid')
  t.equal((await sandbox.ledger()).length, 1)
})
