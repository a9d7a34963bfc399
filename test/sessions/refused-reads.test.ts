import { Client } from 'pg'
import t from 'tap'
import { operations, type OperationId } from '../../generated/operations.ts'
import { liveKey, publicDemo } from '../accounts/accounts.ts'
import { expectError } from '../http/expect-error.ts'
import { StillClock } from '../http/still-clock.ts'
import { testPostgres } from '../support/database/postgres.ts'
import { startService } from '../support/service.ts'

/** The additional reads of spec/decisions/requests.md#additional-paths, and operation `resendEvent`. */
const reads = [
  'searchCheckoutSessions',
  'listRefunds',
  'retrieveRefund',
  'listDisputes',
  'retrieveDispute',
  'listEvents',
  'retrieveEvent',
  'resendEvent',
  'listApiRequests',
  'retrieveApiRequest',
  'listEventResends',
] as const satisfies OperationId[]

const calls = reads.map((id) => ({ id, method: operations[id].method, path: operations[id].path.replace('{id}', 'x') }))

/** Which of these the public demo key may call: see spec/decisions/sandbox.md#public-demo-key. */
const forPublicDemo: OperationId[] = ['retrieveRefund']

t.test('a missing or wrong key, missing live access and the demo key are refused before anything else', async (t) => {
  const service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
  t.teardown(() => service.stop())
  const live = await liveKey(service, { liveAccess: false })
  for (const { id, method, path } of calls) {
    for (const Authorization of ['', 'Bearer sk_test_unknown', `Basic ${service.secretKey}`]) {
      expectError(
        t,
        await service.call(method, `${path}?nonsense=1`, undefined, { Authorization }),
        401,
        'invalid_api_key',
        null,
        id,
      )
    }
    expectError(t, await live.call(method, `${path}?nonsense=1`), 403, 'live_mode_not_enabled', null, id)
    if (forPublicDemo.includes(id))
      expectError(t, await publicDemo(service).call(method, path), 404, 'not_found', null, id)
    else
      expectError(
        t,
        await publicDemo(service).call(method, `${path}?nonsense=1`),
        403,
        'webhooks_not_available',
        null,
        id,
      )
    expectError(t, await service.call(method, `${path}?nonsense=1`), 400, 'parameter_invalid', 'nonsense', id)
  }
})

t.test('a caller above the rate limit gets Retry-After', async (t) => {
  const clock = new StillClock()
  const service = await startService({ clock, environment: { RATE_LIMIT_PER_SECOND: '1' } })
  t.teardown(() => service.stop())
  t.equal((await service.call('GET', '/v1/events')).status, 200)
  for (const { id, method, path } of calls) {
    const answer = await service.call(method, `${path}?nonsense=1`)
    expectError(t, answer, 429, 'rate_limited', null, id)
    t.equal(answer.headers.get('retry-after'), '1')
  }
  clock.advance(1)
  t.equal((await service.call('GET', '/v1/events')).status, 200)
})

t.test('without a database each call answers 503, and works again when the database is back', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  const allow = async (there: boolean): Promise<void> => {
    const admin = new Client({ connectionString: (await testPostgres()).adminUrl })
    await admin.connect()
    const name = new URL(service.databaseUrl).pathname.slice(1)
    await admin.query(`alter database ${name} allow_connections ${there}`)
    if (!there)
      await admin.query('select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = $1', [name])
    await admin.end()
  }
  t.equal((await service.call('GET', '/v1/events')).status, 200)
  await allow(false)
  for (const { id, method, path } of calls) {
    const answer = await service.call(method, path)
    expectError(t, answer, 503, 'internal_error', null, id)
    t.notMatch(answer.text, /postgres|database|connect|ECONN/i)
  }
  await allow(true)
  t.equal((await service.call('GET', '/v1/events')).status, 200)
})
