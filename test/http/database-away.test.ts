import t from 'tap'
import { signIn } from '../dashboard/shell/support.ts'
import { outageOf } from '../../server/domain/outage.ts'
import { createSession, paidSession, submitCard } from '../support/pay.ts'
import { setDatabase } from '../support/database/set-database.ts'
import { sql } from '../support/sql.ts'
import { startService, type TestService } from '../support/service.ts'
import { rowCounts } from '../accounts/accounts.ts'
import { everyCall } from './every-call.ts'
import { expectError } from './expect-error.ts'

function authorization(service: TestService, id: string, clientSecret: string): Record<string, string> {
  const isOfForm = id.startsWith('retrieveForm') || id.startsWith('retrieveCard') || id.includes('CardAttempt')
  if (!isOfForm) return { Authorization: `Bearer ${service.secretKey}` }
  // Without a visitor's token, nobody's attempt is looked for.
  return { Authorization: `Bearer ${clientSecret}`, 'Visitor-Token': 'a'.repeat(32) }
}

t.test('without a database every call answers 503 with Retry-After, and later works again', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  const paid = await paidSession(service)
  // Each call below takes a minute.
  const open = await createSession(service, { expires_in: 86_400 })
  const before = await rowCounts(service)
  await setDatabase(service, 'away')
  const calls = everyCall({ session: paid.id })
  for (const { id, method, path, body } of calls) {
    const keyed = method === 'POST' ? { 'Idempotency-Key': `away ${id}` } : {}
    // The encryption key and secret keys in memory must not answer instead of the database.
    service.clock.advance(61)
    const answer = await service.call(method, path, body, {
      ...authorization(service, id, open.client_secret),
      ...keyed,
    })
    expectError(t, answer, 503, 'internal_error', null, id)
    t.equal(answer.headers.get('retry-after'), '5')
    t.notMatch(answer.text, /postgres|database|connect|pg_|ECONN/i, 'the reply does not reveal the fault')
  }
  t.equal((await service.call('GET', '/healthz')).status, 200)
  const ready = await service.call('GET', '/readyz')
  t.equal(ready.status, 503)
  t.match(ready.body, { part: 'database', message: /^The database cannot be reached \(55000\)/ })
  const excluded = await service.call('GET', '/readyz?exclude=database')
  t.match(excluded, { status: 200, body: { status: 'not ready', part: 'database' } }, 'Kubernetes asks so')
  t.equal((await service.call('GET', '/readyz?exclude=worker')).status, 503)
  const lines = service.logLines.filter((line) => line.includes('"a request failed"'))
  t.equal(lines.length, calls.length)
  t.ok(
    lines.every((line) => /"reason":"The database cannot be reached/.test(line)),
    'the log names the reason',
  )

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
  const refused = await service.call('POST', '/v1/form/attempts', body, headers)
  expectError(t, refused, 503, 'internal_error', null)
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

t.test('a fault of ours is a 500 without Retry-After on every call', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  const paid = await paidSession(service)
  const open = await createSession(service, { expires_in: 86_400 })
  await sql(service, 'alter schema public rename to gone')
  for (const { id, method, path, body } of everyCall({ session: paid.id })) {
    service.clock.advance(61)
    const answer = await service.call(method, path, body, authorization(service, id, open.client_secret))
    expectError(t, answer, 500, 'internal_error', null, id)
    t.equal(answer.headers.get('retry-after'), null)
  }
})

t.test('without a database people get a page that says so', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  const session = await createSession(service)
  const member = await signIn(service)
  await setDatabase(service, 'away')
  const inGerman = await fetch(String(session.url), { headers: { 'accept-language': 'de', accept: 'text/html' } })
  t.equal(inGerman.status, 503)
  t.equal(inGerman.headers.get('retry-after'), '5')
  t.match(await inGerman.text(), /<html lang="de"[^]*<a href="">Erneut versuchen<\/a>/)
  t.equal((await fetch(`${service.baseUrl}/l/none`)).status, 503)
  const page = await member.get('/dashboard/test/payments')
  t.equal(page.status, 503)
  t.equal(page.headers.get('retry-after'), '5')
  t.match(page.text, /The service cannot be used at the moment/)
})

t.test('a lock or a statement that takes too long is an outage, and a wrong statement is not', async (t) => {
  for (const [code, part] of [
    ['53100', 'disk'],
    ['53200', 'database'],
    ['53300', 'database'],
    ['25006', 'database'],
    ['57P01', 'database'],
    ['57P03', 'database'],
    ['58030', 'disk'],
    ['57014', 'database'],
    ['55P03', 'database'],
    ['08006', 'database'],
  ] as const)
    t.match(outageOf(Object.assign(new Error('x'), { severity: 'ERROR', code })), { part, reason: /\.$/ }, code)
  for (const code of ['42P01', '23505', '22P02', '40P01', 'XX000'])
    t.equal(outageOf(Object.assign(new Error('x'), { severity: 'ERROR', code })), null, code)
  const lostNode = new Error('failure on connection marked as essential: worker-1:5432')
  t.match(outageOf(Object.assign(lostNode, { severity: 'ERROR', code: 'XX000' })), { part: 'database' })
  t.equal(outageOf(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })), null, 'another connection was refused')
  t.match(outageOf(Object.assign(new Error('x'), { code: 'too_many_calls' })), { part: 'database' })
})
