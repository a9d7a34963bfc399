import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { api } from '../../start/operator.ts'
import { until } from '../../support/until.ts'
import { openSite, ServiceProcess } from './processes.ts'
import { skipWithoutValkey, ValkeyServer } from './valkey.ts'

// Calls that wait for events, in places that processes share through Valkey:
// spec/decisions/webhooks.md#polls-that-wait.

t.test('an account has five waiting calls in all processes together', skipWithoutValkey, async (t) => {
  const [site, valkey] = await Promise.all([openSite(t), ValkeyServer.start(t)])
  const start = (): Promise<ServiceProcess> => ServiceProcess.start(t, site, { ROLE: 'api', REDIS_URL: valkey.url })
  const [first, second] = [await start(), await start()]
  const signup = await api(first.baseUrl, '', 'POST', '/v1/sandbox/signup', { email: 'merchant@example.com' })
  const key = String(signup.body['secret_key'])
  const poll = async ({ baseUrl }: ServiceProcess, seconds: number): Promise<number> =>
    (await api(baseUrl, key, 'GET', `/v1/events?type=session.completed&wait=${seconds}`)).status

  // A call that only tries would itself take a slot.
  const isFull = async (): Promise<boolean> => {
    const names = ((await valkey.command('KEYS', '*')) as string[]).filter((name) => !name.endsWith('probe'))
    const values = await Promise.all(names.map((name) => valkey.command('GET', name)))
    return values.some((value) => /^(\S+ \d+ \d+;){5}$/.test(String(value)))
  }

  const ended: number[] = []
  const waiting = [first, first, first, second, second].map(async (at) => ended.push(await poll(at, 20)))
  await until(isFull, 'the slots are taken')
  t.equal(await poll(second, 1), 429)
  t.same(ended, [], 'the calls before it still wait')
  await sleep(6_000)
  t.equal(await poll(second, 3), 200, 'a newer call takes the slot of the oldest')
  await until(() => ended.length > 0, 'the oldest call ends')
  await Promise.all(waiting)
  t.same(ended, [200, 200, 200, 200, 200])

  const cut = Array.from({ length: 5 }, () => poll(first, 4).catch(() => null))
  await until(isFull, 'the slots are taken again')
  await first.kill()
  await Promise.all(cut)
  await until(async () => (await poll(second, 1)) === 200, 'a killed process leaves its slots')
  t.equal(await second.stop(), 0)
})
