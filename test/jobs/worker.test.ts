import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { query } from '../engines/embedded-postgres/helpers.ts'
import { StillClock } from '../http/still-clock.ts'
import { isFull } from '../support/combinations.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { testPostgres } from '../support/database/postgres.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type TestService } from '../support/service.ts'
import { ready, startProgram } from '../start/operator.ts'
import { until } from '../support/until.ts'

/** How often the worker loses its connections. The moments differ. */
const losses = isFull ? 40 : 10

async function setEndpoint(service: TestService, url: string): Promise<void> {
  const { status } = await service.call('POST', '/v1/webhook_endpoints', { url })
  if (status !== 200) throw new Error('No endpoint')
}

async function jobs(service: TestService): Promise<number> {
  const { rows } = await service.app.context.db.raw<{ rows: { jobs: number }[] }>(
    'select count(*)::int as jobs from graphile_worker.jobs where locked_at is null',
  )
  return rows[0]?.jobs ?? 0
}

t.test('the worker does what is due by itself', async (t) => {
  const service = await startService()
  const receiver = await startReceiver()
  t.teardown(async () => {
    await receiver.stop()
    await service.stop()
  })
  await setEndpoint(service, receiver.url)
  for (const round of ['first', 'second']) {
    const session = await createSession(service, { expires_in: 300 })
    service.clock.advance(301)
    const delivery = await receiver.next()
    t.match(
      JSON.parse(delivery.rawBody),
      { type: 'session.expired', data: { id: session.id, status: 'expired' } },
      `round ${round}: without a request`,
    )
  }
  await until(async () => (await jobs(service)) === 0, 'no job is left in the queue')

  await t.test('the work continues when a killed worker still holds its job', async (t) => {
    await service.app.context.db.raw(
      `select graphile_worker.add_job('expire_sessions', job_key := 'expire_sessions', run_at := 'tomorrow')`,
    )
    const { rowCount } = await service.app.context.db.raw<{ rowCount: number }>(
      `update graphile_worker._private_jobs set locked_by = 'a worker that was killed', locked_at = now(),
          run_at = now()
        where key = 'expire_sessions'`,
    )
    t.equal(rowCount, 1)
    const session = await createSession(service, { expires_in: 300 })
    service.clock.advance(301)
    const delivery = await receiver.next((candidate) => candidate.rawBody.includes(session.id))
    t.match(JSON.parse(delivery.rawBody), { type: 'session.expired' })
  })
})

t.test('a delivery that a killed worker had started is due again and delivered', async (t) => {
  const service = await startService({ environment: { ROLE: 'api' } })
  const receiver = await startReceiver({ reply: ['hang', 200] })
  t.teardown(() => service.stop())
  t.teardown(() => receiver.stop())
  await setEndpoint(service, receiver.url)
  const worker = startProgram(t, {
    DATABASE_URL: service.databaseUrl,
    MASTER_KEY: service.masterKey.toString('hex'),
    ROLE: 'worker',
    WEBHOOK_ALLOW: '127.0.0.1',
  })
  await ready(worker)
  await paidSession(service)
  const first = await receiver.next()
  // The clock of the next worker does not move, so that the claim of the first cannot expire however slowly this one
  // starts.
  const clock = new StillClock()
  const gone = once(worker.child, 'exit')
  worker.child.kill('SIGKILL')
  await gone

  const { databaseUrl, masterKey } = service
  const next = await startService({ databaseUrl, masterKey, clock, environment: { ROLE: 'worker' } })
  t.teardown(() => next.stop())
  await next.sweep()
  await sleep(300)
  t.equal(receiver.deliveries.length, 1, 'no other worker attempts it while the claim lasts')
  clock.advance(25)
  const second = await receiver.next()
  t.equal(second.headers['service-event-id'], first.headers['service-event-id'])
  t.equal(second.rawBody, first.rawBody)
  await until(async () => {
    const { rows } = await service.app.context.db.raw<{ rows: { status: string }[] }>('select status from deliveries')
    return rows[0]?.status === 'delivered'
  }, 'delivered')
})

t.test('a worker survives the loss of its database connections at any moment', async (t) => {
  const service = await startService()
  t.teardown(() => service.stop())
  const { adminUrl } = await testPostgres()
  const { pathname } = new URL(service.databaseUrl)
  for (let round = 0; round < losses; round += 1) {
    await query(
      adminUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${pathname.slice(1)}'`,
    )
    await sleep(20 + round * 12)
  }
  // Some connections may still be closing, and a call on one of them fails.
  let id = ''
  await until(
    async () =>
      (id = await createSession(service, { expires_in: 300 }).then(
        (made) => made.id,
        () => '',
      )) !== '',
    'the service answers again',
  )
  service.clock.advance(301)
  await until(async () => {
    const { rows } = await service.app.context.db.raw<{ rows: { status: string }[] }>(
      'select status from checkout_sessions where id = ?',
      [id],
    )
    return rows[0]?.status === 'expired'
  }, 'the work continues')
})
