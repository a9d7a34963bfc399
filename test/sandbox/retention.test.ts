import t, { type Test } from 'tap'
import { signIn } from '../dashboard/shell/support.ts'
import { inFullRuns } from '../support/combinations.ts'
import { publicDemoMerchantId } from '../../server/flows/accounts/create-account.ts'
import {
  forgetDeliveryBodies,
  forgetOldTestSessions,
  forgetPublicDemo,
} from '../../server/flows/sandbox/forget-test-data.ts'
import type { FlowContext } from '../../server/flows/context.ts'
import { keepPartitions } from '../../server/flows/keep-partitions.ts'
import { countTestStorage } from '../../server/flows/sandbox/count-test-storage.ts'
import { numberNewEvents } from '../../server/flows/webhooks/number-new-events.ts'
import { anotherAccount, liveKey, publicDemo, type TestAccount } from '../accounts/accounts.ts'
import { expectError } from '../http/expect-error.ts'
import { startReceiver } from '../support/receiver.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { startService, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'
import { expectEqualLedgers } from '../sessions/ledgers.ts'

const daySeconds = 86_400

/** Mostly without a worker: it would run its own housekeeping beside what the test runs. */
async function start(t: Test, role = 'api'): Promise<TestService> {
  const service = await startService({
    environment: { LIVE_PROCESSOR: 'sandbox', RATE_LIMIT_PER_SECOND: '100000', ROLE: role },
  })
  t.teardown(() => service.stop())
  return service
}

/** Runs housekeeping until nothing is left, and returns the number of runs. */
async function repeat(service: TestService, forget: (context: FlowContext) => Promise<boolean>): Promise<number> {
  let runs = 1
  while (await forget(service.app.context)) runs++
  return runs
}

async function idsIn(service: TestService, table: string): Promise<string[]> {
  return (await sql<{ id: string }>(service, `select id from ${table} order by id`)).map(({ id }) => id)
}

t.test('unpaid test sessions go after 30 days with their events, and nothing else', async (t) => {
  const service = await start(t)
  const live = await liveKey(service, { liveAccess: true })
  const create = async (account: Pick<TestAccount, 'call'>): Promise<string> =>
    (await createSession({ ...service, ...account })).id
  const [expired, failed] = [await createSession(service), await createSession(service)]
  for (let card = 0; card < 5; card++)
    await service.call('POST', `/v1/test_helpers/checkout/sessions/${failed.id}/pay`, { card: 'declined' })
  const paid = await paidSession(service)
  await service.call('POST', `/v1/checkout/sessions/${paid.id}/refunds`, { amount: 1 })
  const liveUnpaid = await create(live)
  service.clock.advance(2 * daySeconds)
  await service.keepHouse()
  const young = await create(service)
  service.clock.advance(28.5 * daySeconds)
  await service.keepHouse()
  t.same(await idsIn(service, 'checkout_sessions'), [liveUnpaid, paid.id, young].sort())
  for (const { id } of [expired, failed])
    expectError(t, await service.call('GET', `/v1/checkout/sessions/${id}`), 404, 'session_not_found', null)
  t.same(
    await sql(service, 'select type from events where session_id = any(?) order by type', [[expired.id, failed.id]]),
    [],
  )
  t.match(await sql(service, 'select type from events where session_id = ?', [liveUnpaid]), [
    { type: 'session.expired' },
  ])
  t.equal((await service.call('GET', `/v1/checkout/sessions/${paid.id}`)).status, 200)
  t.equal((await sql(service, 'select id from card_attempts')).length, 1, 'the attempts of deleted sessions are gone')
  t.equal((await sql(service, 'select reference from sandbox_bank.purchases')).length, 1, 'at the bank too')
  await expectEqualLedgers(t, service)
  // The numbers do not count the paid checkouts that are left as if they were all.
  const owner = await signIn(service)
  const figures = async (range: string): Promise<string> =>
    (await owner.get(`/dashboard/test/numbers?range=${range}&step=day`)).text.replace(/\s+/g, ' ')
  const before = await figures('90d')
  t.notOk(/\d% \(/.test(before), 'no success rate')
  t.ok(before.includes('All 1 — 1 £25.00 £0.01 £24.99'), 'the money is still there')
  t.ok(/Unpaid test payments from before [^.]{10,25} have been deleted, so there is no success rate/.test(before))
  t.match(before, 'No success rate: no checkout of this time', 'in place of an empty chart')
  t.ok(before.includes('The failed attempts of this period are no longer known'))
  t.match((await owner.get('/dashboard/test/export')).text, 'Unpaid test payments from before')
  await paidSession(service)
  const since = await figures('7d')
  t.ok(since.includes('100% (1 of 1)'))
  t.ok(since.includes('No card attempt in GBP failed in this period.'))
  t.notOk(since.includes('have been deleted'))
})

t.test('a follower whose last event was deleted continues with the events that are left', async (t) => {
  const service = await start(t)
  const expire = async (): Promise<string> => {
    const { id } = await createSession(service)
    await service.call('POST', `/v1/checkout/sessions/${id}/expire`)
    const [event] = await sql<{ id: string }>(service, 'select id from events where session_id = ?', [id])
    return event?.id ?? ''
  }
  const follow = async (cursor: string): Promise<string[]> => {
    const answer = await service.call('GET', `/v1/events?ending_before=${cursor}`)
    return (answer.body as unknown as { data: { id: string }[] }).data.map(({ id }) => id)
  }
  const [first, second] = [await expire(), await expire()]
  service.clock.advance(31 * daySeconds)
  const left = [await expire(), await expire()]
  await repeat(service, forgetOldTestSessions)
  t.same(await idsIn(service, 'events'), left)
  t.same(await follow(first), left)
  t.same(await follow(second), left)
  t.same(await follow(left[0] ?? ''), left.slice(1))
  const never = `${left[0]?.slice(0, -1)}${left[0]?.endsWith('0') ? '1' : '0'}`
  const unknown = await service.call('GET', `/v1/events?ending_before=${never}`)
  expectError(t, unknown, 400, 'parameter_invalid', 'ending_before')
})

t.test('2,000 old sessions are deleted in batches, and creates go on between them', inFullRuns, async (t) => {
  const service = await start(t)
  const { id } = await createSession(service)
  await sql(
    service,
    `insert into checkout_sessions (merchant_id, livemode, id, status, amount, currency, customer, expires_at,
       created_at, metadata)
     select merchant_id, false, id || n, 'expired', amount, currency, customer, expires_at,
       created_at - interval '31 days', metadata
     from checkout_sessions, generate_series(1, 2000) n where id = ?`,
    [id],
  )
  const count = async (): Promise<number> => (await idsIn(service, 'checkout_sessions')).length
  for (let left = 2_000, made = 1; left > 0; left -= 200) {
    t.equal(await forgetOldTestSessions(service.app.context), true)
    await createSession(service)
    made++
    if (left % 400 === 0) t.equal(await count(), left - 200 + made)
  }
  t.equal(await forgetOldTestSessions(service.app.context), false)
  t.equal(await count(), 11)
})

t.test('two workers that delete the same sessions do not disturb each other', inFullRuns, async (t) => {
  const service = await start(t)
  for (let session = 0; session < 5; session++) await createSession(service)
  service.clock.advance(31 * daySeconds)
  const { context } = service.app
  await service.keepHouse()
  await Promise.all([forgetOldTestSessions(context), forgetOldTestSessions(context), forgetOldTestSessions(context)])
  t.same(await idsIn(service, 'checkout_sessions'), [])
})

t.test('housekeeping that fails for one account goes on with the others', async (t) => {
  const service = await start(t)
  const other = await anotherAccount(service)
  const good = { ...service, call: other.call }
  const session = (await createSession(service)).id
  const expire = (id: string) => `/v1/test_helpers/checkout/sessions/${id}/expire`
  await service.call('POST', expire(session))
  await good.call('POST', expire((await createSession(good)).id))
  const tables = ['checkout_sessions', 'events', 'test_storage']
  service.clock.advance(31 * daySeconds)
  await sql(service, `update events set sequence = null`)
  await sql(
    service,
    `insert into test_storage (merchant_id, bytes, day, day_bytes, counted_at)
      select merchant_id, 7, '2026-01-01', 7, '2026-01-01' from merchants where not public_demo
      on conflict (merchant_id) do update set bytes = 7, counted_at = '2026-01-01'`,
  )
  await sql(
    service,
    `create function poison() returns trigger language plpgsql as $$ begin
      if (case when tg_op = 'DELETE' then old.merchant_id else new.merchant_id end) <> '${service.merchantId}'
        or (tg_table_name = 'test_storage' and (to_jsonb(new) ->> 'bytes') = '7') then
        return case when tg_op = 'DELETE' then old else new end;
      end if;
      raise exception using errcode = '22003', message = 'poisoned';
    end $$`,
  )
  for (const table of tables)
    await sql(
      service,
      `create trigger poison before insert or update or delete on ${table} for each row execute function poison()`,
    )
  const numbered = () =>
    sql<{ own: boolean }>(service, 'select distinct merchant_id = ? as own from events where sequence is not null', [
      service.merchantId,
    ])
  await repeat(service, numberNewEvents)
  t.same(await numbered(), [{ own: false }])
  await repeat(service, countTestStorage)
  const counts = await sql<{ own: boolean }>(
    service,
    `select merchant_id = ? as own from test_storage where bytes = 7 and counted_at > '2026-01-02'`,
    [service.merchantId],
  )
  t.same(counts, [{ own: true }], 'a count that fails does not come first again')
  await repeat(service, forgetOldTestSessions)
  t.same(await idsIn(service, 'checkout_sessions'), [session])
})

t.test('sessions that cannot be deleted keep neither the others of their account nor those of others', async (t) => {
  const service = await start(t)
  const other = await anotherAccount(service)
  const poisoned = await createSession(service, { reference: 'poisoned' })
  const good = [await createSession(service), await createSession({ ...service, ...other })]
  await sql(
    service,
    `insert into checkout_sessions (merchant_id, livemode, id, status, amount, currency, customer, expires_at,
       created_at, metadata, reference)
     select merchant_id, false, id || n, 'expired', amount, currency, customer, expires_at,
       created_at - interval '1 day', metadata, reference
     from checkout_sessions, generate_series(1, 201) n where id = ?`,
    [poisoned.id],
  )
  await sql(service, `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
  await sql(
    service,
    `create trigger refuse before delete on checkout_sessions for each row
     when (old.reference = 'poisoned') execute function refuse()`,
  )
  await sql(service, `update checkout_sessions set status = 'expired'`)
  service.clock.advance(32 * daySeconds)
  t.equal(await repeat(service, forgetOldTestSessions), 2)
  const left = await idsIn(service, 'checkout_sessions')
  t.equal(left.length, 202)
  t.notOk(good.some(({ id }) => left.includes(id)))
  const lines = service.logLines.filter((line) => line.includes('forget_test_sessions'))
  t.equal(lines.length, 202, 'the log names each of them')
})

t.test('the events of an account that has very many keep no other from being numbered', async (t) => {
  const service = await start(t)
  const other = await anotherAccount(service)
  const [first, last] = [service.merchantId, other.merchantId].sort()
  await sql(
    service,
    `insert into events (merchant_id, livemode, id, type, body, created_at)
     select merchant_id, false, 'evt_' || n, 'session.expired', '{}', now()
     from unnest(?::text[], ?::integer[]) as wanted (merchant_id, count), generate_series(1, count) n`,
    [
      [first, last],
      [20_001, 1],
    ],
  )
  t.equal(await numberNewEvents(service.app.context), true)
  t.match(
    await sql(
      service,
      `select merchant_id, count(sequence)::integer as numbered from events
       where id like 'evt\\_%' group by 1 order by 1`,
    ),
    [
      { merchant_id: first, numbered: 500 },
      { merchant_id: last, numbered: 1 },
    ],
  )
})

t.test('a session whose money is still on its way stays', async (t) => {
  const service = await start(t)
  const session = await createSession(service)
  await service.call('POST', `/v1/test_helpers/checkout/sessions/${session.id}/pay`, { card: 'declined' })
  service.clock.advance(31 * daySeconds)
  await sql(service, `update checkout_sessions set status = 'expired'`)
  await sql(service, 'update card_attempts set next_check_at = ?', [new Date(Date.now() + 86_400_000_000)])
  t.equal(await repeat(service, forgetOldTestSessions), 1)
  t.same(await idsIn(service, 'checkout_sessions'), [session.id])
})

t.test('attempts of deliveries go after 30 days with their partition, and deliveries stay', async (t) => {
  const service = await start(t, 'all')
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  const attempts = (): Promise<object[]> =>
    sql(service, 'select tableoid::regclass::text as partition, * from delivery_attempts order by delivery_id')
  const pay = async (): Promise<void> => {
    const before = (await attempts()).length
    await paidSession(service)
    await until(async () => (await attempts()).length > before, 'the attempt is recorded')
  }
  await pay()
  t.match(await attempts(), [{ partition: 'delivery_attempts_first', status: 200, response_excerpt: String }])
  service.clock.advance(29 * daySeconds)
  await repeat(service, forgetDeliveryBodies)
  await keepPartitions(service.app.context)
  t.match(await attempts(), [{ response_excerpt: String, request_headers: { 'Content-Type': String } }])
  service.clock.advance(2 * daySeconds)
  // The first partition may hold rows of many years, so bodies go before it.
  await repeat(service, forgetDeliveryBodies)
  t.match(await attempts(), [{ status: 200, response_excerpt: null, request_headers: {}, url: receiver.url }])
  await pay()
  t.match(await attempts(), [{}, { partition: /^delivery_attempts_\d{8}$/, response_excerpt: String }])
  service.clock.advance(15 * daySeconds)
  await keepPartitions(service.app.context)
  t.match(await attempts(), [{ partition: /^delivery_attempts_\d{8}$/ }])
  service.clock.advance(25 * daySeconds)
  await Promise.all([keepPartitions(service.app.context), keepPartitions(service.app.context)])
  t.same(await attempts(), [])
  t.match(await sql(service, 'select status from deliveries'), [{ status: 'delivered' }, { status: 'delivered' }])
  t.same(
    service.logLines.filter((line) => line.includes('"level":"error"')),
    [],
  )
})

t.test('attempts are recorded when no worker made their partition in time', async (t) => {
  const service = await start(t)
  const partitionOf = async (): Promise<unknown> => {
    await service.call('GET', '/v1/checkout/sessions/cs_test_unknown')
    const found = 'select tableoid::regclass::text as partition from api_request_log order by id desc limit 1'
    let rows: unknown[] = []
    await until(async () => (rows = await sql(service, found)).length === 1, 'the request is in the log')
    return rows[0]
  }
  service.clock.advance(100 * daySeconds)
  t.match(await partitionOf(), { partition: 'api_request_log_default' })
  await keepPartitions(service.app.context)
  service.clock.advance(20 * daySeconds)
  await keepPartitions(service.app.context)
  t.same(await sql(service, 'select id from api_request_log'), [], 'the worker deletes old rows of that partition too')
  t.match(await partitionOf(), { partition: /^api_request_log_\d{8}$/ })
})

t.test('the public demo account keeps sessions for three days, paid or not', async (t) => {
  const service = await start(t)
  const demo = publicDemo(service)
  const paid = await createSession({ ...service, ...demo })
  await createSession({ ...service, ...demo })
  await demo.call('POST', `/v1/test_helpers/checkout/sessions/${paid.id}/pay`)
  await demo.call('POST', `/v1/checkout/sessions/${paid.id}/refunds`, { amount: 1 })
  await demo.call('POST', `/v1/test_helpers/checkout/sessions/${paid.id}/dispute`)
  const own = await paidSession(service)
  service.clock.advance(2 * daySeconds)
  await service.keepHouse()
  t.equal((await idsIn(service, 'checkout_sessions')).length, 3)
  const young = await createSession({ ...service, ...demo })
  service.clock.advance(1.5 * daySeconds)
  await repeat(service, forgetPublicDemo)
  t.same(await idsIn(service, 'checkout_sessions'), [own.id, young.id].sort())
  await expectEqualLedgers(t, service)
  t.equal((await sql(service, 'select from merchants where merchant_id = ?', [publicDemoMerchantId])).length, 1)
})
