import t from 'tap'
import { RateLimit } from '../../server/domain/queues/rate-limit.ts'
import { addKey, caller, rowCounts } from '../accounts/accounts.ts'
import { createSession } from '../support/pay.ts'
import { startService } from '../support/service.ts'
import { callsWith } from './every-call.ts'
import { expectError } from './expect-error.ts'
import { StillClock } from './still-clock.ts'

t.test('a bucket allows its capacity at once, and refills with time', async (t) => {
  const clock = new StillClock()
  const limit = new RateLimit(clock, { capacity: 3, perSeconds: 60 })
  const take = (key = 'a') => limit.take(key)
  t.same([take(), take(), take()], [null, null, null])
  t.equal(take(), 20, 'a token takes 20 s')
  t.equal(take('b'), null, 'another key has a separate bucket')
  clock.advance(19)
  t.equal(take(), 1)
  clock.advance(1)
  t.same([take(), take()], [null, 20])
  clock.advance(100_000)
  t.same([take(), take(), take(), take()], [null, null, null, 20], 'never more than the capacity')
  clock.advance(-1_000)
  t.type(take(), 'number', 'a clock that goes back adds no tokens')
})

t.test('the wait is in whole seconds, at least one', async (t) => {
  const limit = new RateLimit(new StillClock(), { capacity: 100, perSeconds: 1 })
  for (let call = 0; call < 100; call++) t.equal(limit.take('a'), null)
  t.equal(limit.take('a'), 1)
})

t.test('every operation sends Retry-After when its limit is reached', async (t) => {
  const clock = new StillClock()
  const service = await startService({ clock, environment: { RATE_LIMIT_PER_SECOND: '1', SIGNUP_LIMIT_PER_HOUR: '2' } })
  t.teardown(() => service.stop())
  await createSession(service)
  const before = await rowCounts(service)

  for (const { method, path, id } of callsWith('secret_key')) {
    const answer = await service.call(method, path, method === 'POST' ? '{' : undefined)
    expectError(t, answer, 429, 'rate_limited', null, `${id}, before the body is read`)
    t.equal(answer.headers.get('retry-after'), '1')
  }
  t.same(await rowCounts(service), before)
  clock.advance(1)
  t.equal((await service.call('GET', '/v1/checkout/sessions')).status, 200)
  t.equal((await service.call('GET', '/v1/checkout/sessions')).status, 429)
  const second = caller(service, service.merchantId, await addKey(service, { livemode: false }))
  t.equal(
    (await second.call('GET', '/v1/checkout/sessions')).status,
    200,
    'another key of the account has a separate bucket',
  )
  t.equal(
    (await second.call('GET', '/v1/checkout/sessions', undefined, { Authorization: 'Bearer sk_test_unknown' })).status,
    401,
    'a wrong key gets invalid_api_key',
  )

  t.equal((await service.call('GET', '/v1/form/encryption_key')).status, 200)
  const key = await service.call('GET', '/v1/form/encryption_key')
  expectError(t, key, 429, 'rate_limited', null)
  t.equal(key.headers.get('retry-after'), '1')

  const signUp = (email: string) => service.call('POST', '/v1/sandbox/signup', { email })
  t.equal((await signUp('a@example.com')).status, 200)
  expectError(t, await signUp('not an address'), 400, 'parameter_invalid', 'email')
  const third = await signUp('c@example.com')
  expectError(t, third, 429, 'rate_limited', null)
  t.equal(third.headers.get('retry-after'), '1800')
  clock.advance(1800)
  t.equal((await signUp('d@example.com')).status, 200)
})

t.test('a form may call twenty times in a second, whatever other forms do', async (t) => {
  const clock = new StillClock()
  const service = await startService({ clock })
  t.teardown(() => service.stop())
  const [session, other] = [await createSession(service), await createSession(service)]
  const headers = { Authorization: `Bearer ${session.client_secret}` }
  for (let call = 0; call < 20; call++)
    t.equal((await service.call('GET', '/v1/form/session', undefined, headers)).status, 200)
  for (const { method, path, body, id } of callsWith('client_secret')) {
    const answer = await service.call(method, path, body, headers)
    expectError(t, answer, 429, 'rate_limited', null, id)
    t.equal(answer.headers.get('retry-after'), '1')
  }
  t.equal(
    (await service.call('GET', '/v1/form/session', undefined, { Authorization: `Bearer ${other.client_secret}` }))
      .status,
    200,
  )
  clock.advance(1)
  t.equal((await service.call('GET', '/v1/form/session', undefined, headers)).status, 200)
})
