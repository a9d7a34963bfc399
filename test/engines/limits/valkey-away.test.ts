import t from 'tap'
import { startService } from '../../support/service.ts'
import { sharedService } from '../../support/shared-service.ts'

t.test('without Valkey the service starts, counts its limits alone and says so once', async (t) => {
  const environment = {
    REDIS_URL: 'redis://:not-for-the-log@127.0.0.1:1',
    RATE_LIMIT_PER_SECOND: '2',
    SIGNUP_LIMIT_PER_HOUR: '1',
  }
  const service = await startService({ environment })
  t.teardown(() => service.stop())
  const ready = await service.call('GET', '/readyz')
  t.match(ready, { status: 200, body: { status: 'ready', limits: 'alone' } })
  const signUp = () => service.call('POST', '/v1/sandbox/signup', { email: 'merchant@example.com' })
  t.same([(await signUp()).status, (await signUp()).status], [200, 429])
  const about = service.logLines.filter((line) => line.includes('Valkey'))
  t.equal(about.length, 1)
  t.match(about[0], /Valkey is unavailable/)
  t.notOk(service.logLines.some((line) => line.includes('not-for-the-log')))
})

t.test('without REDIS_URL /readyz says nothing about limits', async (t) => {
  const service = await sharedService()
  t.teardown(() => service.stop())
  t.strictSame((await service.call('GET', '/readyz')).body, { status: 'ready' })
})
