import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { expectError } from '../../http/expect-error.ts'
import { countUses } from '../../support/count-uses.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { sql } from '../../support/sql.ts'
import { expiredSession, payBySession, readEvents } from './read-events.ts'

t.test('polls that wait cost no query', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  await expiredSession(service)
  const [cursor] = (await readEvents(service)).data
  const { db, readingDb, polls } = service.app.context
  const query = { wait: 25, ending_before: cursor?.id ?? '' }
  const waiting = [query, query, query, { ...query, type: 'session.expired' }].map((each) => readEvents(service, each))
  await until(() => polls.waiting() === 4)
  const uses = [countUses(db), countUses(readingDb)]
  const count = (): number => uses.reduce((sum, use) => sum + use(), 0)
  // The first looks end when no older transaction of the whole server, with its other tests, is unfinished.
  await until(async () => {
    const before = count()
    await pause(600)
    return count() === before
  }, 'no query while the polls wait')
  t.equal(polls.waiting(), 4)
  const id = await expiredSession(service)
  for (const page of await Promise.all(waiting)) t.match(page, { has_more: false, data: [{ data: { id } }] })
})

t.test('an account holds five polls in each mode, and a poll whose client leaves makes room', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  const { polls } = service.app.context
  const leave = new AbortController()
  const headers = { Authorization: `Bearer ${service.secretKey}` }
  const left = fetch(`${service.baseUrl}/v1/events?wait=25`, { headers, signal: leave.signal }).catch(() => 'left')
  const others = [1, 2, 3, 4].map(() => readEvents(service, { wait: 25 }))
  await until(() => polls.waiting() === 5)
  const uses = countUses(service.app.context.readingDb)
  const refusals = await Promise.all(Array.from({ length: 20 }, () => service.call('GET', '/v1/events?wait=25')))
  for (const refused of refusals) {
    expectError(t, refused, 429, 'rate_limited')
    t.ok(Number(refused.headers.get('retry-after')) <= 5, 'soon a newer poll may take the place of the oldest')
  }
  // The first looks of the polls that wait may still be running.
  t.ok(uses() < refusals.length / 2, 'a refusal costs no query')
  t.equal((await service.call('GET', '/v1/events')).status, 200, 'a call that does not wait needs no place')
  leave.abort()
  t.equal(await left, 'left')
  await until(() => polls.waiting() === 4)
  const next = readEvents(service, { wait: 25 })
  await until(() => polls.waiting() === 5)
  const id = await payBySession(service)
  for (const page of await Promise.all([...others, next])) t.match(page.data, [{ data: { id } }])
})

t.test('the processes of a service wake the polls of each other, also after a lost connection', async (t) => {
  const service = await startService()
  const other = await startService({
    databaseUrl: service.databaseUrl,
    masterKey: service.masterKey,
    environment: { ROLE: 'api' },
  })
  t.teardown(async () => {
    await other.stop()
    await service.stop()
  })
  const { polls } = other.app.context
  const poll = (cursor: string | undefined) =>
    other
      .call('GET', `/v1/events?wait=25${cursor === undefined ? '' : `&ending_before=${cursor}`}`, undefined, {
        Authorization: `Bearer ${service.secretKey}`,
      })
      .then(({ body }) => body as unknown as { data: { id: string; data: { id: string } }[] })

  const first = poll(undefined)
  await until(() => polls.wakes() === 1, 'the process has begun to listen')
  const id = await expiredSession(service)
  await until(() => polls.wakes() === 2, 'the process has heard of the event')
  const page = await first
  t.match(page.data, [{ data: { id } }])

  const second = poll(page.data[0]?.id)
  await until(() => polls.waiting() === 1)
  await sql(
    service,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'servicepay listener' and datname = current_database()`,
  )
  await until(() => polls.wakes() === 3, 'the process listens again, and looks for what it may have missed')
  const next = await expiredSession(service)
  await until(() => polls.wakes() === 4, 'the process has heard of the event')
  t.match((await second).data, [{ data: { id: next } }])
})
