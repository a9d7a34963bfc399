import t from 'tap'
import { LookPauses } from '../../server/jobs/look-pauses.ts'
import { openDatabase, afterEachUse } from '../../server/store/sql/database.ts'
import { EventNotices } from '../../server/store/webhooks/event-notices.ts'
import { findDueTasks } from '../../server/store/work/due.ts'
import { StillClock } from '../http/still-clock.ts'
import { createSession } from '../support/pay.ts'
import { cloneDatabase, testPostgres } from '../support/postgres.ts'
import { startService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { prepareTemplate, templateName } from '../support/template.ts'
import { until } from '../support/until.ts'

// When the worker looks: spec/decisions/work.md#looks-for-due-work.

/** Pauses with a clock that the test moves. `lookAfter` resolves to the length of a pause, in milliseconds. */
function pausesOfTest({ hears = true } = {}) {
  let now = 0
  let planned: { at: number; act: () => void } | null = null
  const pauses = new LookPauses({
    isHearing: () => hears,
    now: () => now,
    after: (ms, act) => {
      planned = { at: now + ms, act }
      return () => {
        planned = null
      }
    },
  })
  const lookAfter = async (firstInMs: number | null, usedAfterMs?: number): Promise<number> => {
    const from = now
    const next = pauses.next(firstInMs, new AbortController().signal)
    if (usedAfterMs !== undefined) {
      now += usedAfterMs
      pauses.noteUse()
    }
    now = Math.max(now, planned?.at ?? 0)
    planned?.act()
    await next
    return now - from
  }
  return { pauses, lookAfter, advance: (ms: number) => void (now += ms) }
}

t.test('the worker looks every second while the service is in use, and for three seconds after', async (t) => {
  const { lookAfter } = pausesOfTest()
  t.same([await lookAfter(Infinity, 10), await lookAfter(Infinity, 10)], [1_000, 1_000])
  const unused: number[] = []
  while (unused.length < 4) unused.push(await lookAfter(Infinity))
  t.same(unused, [1_000, 1_000, 1_000, 5_000])
})

t.test('an unused service wakes the worker when the first known work is due, or after five seconds', async (t) => {
  const { lookAfter, advance } = pausesOfTest()
  advance(3_000)
  t.equal(await lookAfter(2_345), 2_345)
  t.equal(await lookAfter(60_000), 5_000)
  t.equal(await lookAfter(-1), 1_000, 'work that is due already and that others do')
})

t.test('a use ends a long pause, and looks stay a second apart', async (t) => {
  const { lookAfter, advance } = pausesOfTest()
  advance(3_000)
  t.equal(await lookAfter(Infinity, 1_500), 1_500)
  advance(3_000)
  t.equal(await lookAfter(Infinity, 200), 1_000)
})

t.test('a worker that hears no other process, or whose look failed, looks every second', async (t) => {
  const deaf = pausesOfTest({ hears: false })
  deaf.advance(60_000)
  t.equal(await deaf.lookAfter(Infinity), 1_000)
  const failing = pausesOfTest()
  failing.advance(60_000)
  t.equal(await failing.lookAfter(null), 1_000)
})

t.test('looks are missing from the time at which the first one that fails was due', async (t) => {
  const { pauses, lookAfter, advance } = pausesOfTest()
  advance(3_000)
  await lookAfter(Infinity)
  t.equal(pauses.missingMs(), 0, 'not during a long pause')
  for (let failed = 1; failed <= 3; failed++) await lookAfter(null)
  t.equal(pauses.missingMs(), 3_000)
  advance(100)
  await lookAfter(Infinity)
  t.ok(pauses.missingMs() <= 0)
})

t.test('a look learns what is due, and when the next work is due', async (t) => {
  const clock = new StillClock()
  const service = await startService({ clock, environment: { ROLE: 'api' } })
  t.teardown(() => service.stop())
  const { db } = service.app.context
  t.same(await findDueTasks(db, clock.now()), { due: [], firstAt: null })
  await createSession(service, { expires_in: 300 })
  const expiresAt = new Date(clock.now().getTime() + 300_000)
  t.same(await findDueTasks(db, clock.now()), { due: [], firstAt: expiresAt })
  clock.advance(300)
  t.same(await findDueTasks(db, clock.now()), { due: ['expire_sessions'], firstAt: expiresAt })
  await sql(service, `update checkout_sessions set expire_after = ?::timestamptz + interval '1 hour' returning id`, [
    clock.now(),
  ])
  t.same(await findDueTasks(db, clock.now()), { due: [], firstAt: expiresAt }, 'postponed: the worker looks again soon')
})

t.test('processes hear of uses and deliveries of other processes, and not their own notices', async (t) => {
  const { adminUrl } = await testPostgres()
  await prepareTemplate(adminUrl)
  // Without a service, whose notices both would hear.
  const { url: databaseUrl, drop } = await cloneDatabase(adminUrl, templateName)
  const [db, otherDb] = [openDatabase(databaseUrl, { kind: 'serving' }), openDatabase(databaseUrl, { kind: 'serving' })]
  const log = { warn(): void {} }
  let [uses, own, deliveries] = [0, 0, 0]
  const hearing = new EventNotices({
    ...{ databaseUrl, db: otherDb, log },
    onEvents: () => {},
    onDeliveries: () => void (deliveries += 1),
    onUse: () => void (uses += 1),
  })
  const sending = new EventNotices({
    ...{ databaseUrl, db, log },
    onEvents: () => {},
    onDeliveries: () => t.fail('a process heard its own notice'),
    onUse: () => void (own += 1),
  })
  t.teardown(async () => {
    await Promise.all([hearing.close(), sending.close()])
    await Promise.all([db.destroy(), otherDb.destroy()])
    await drop()
  })
  let used = 0
  afterEachUse(db, () => {
    used += 1
    sending.announceUse()
  })
  hearing.hear()
  sending.hear()
  await until(async () => hearing.isHearing() && sending.isHearing(), 'both hear')
  const before = uses
  for (let times = 0; times < 5; times++) await db.raw('select 1')
  await until(async () => uses > before, 'the other process hears of the use')
  await until(async () => used >= 6, 'the notice has given its connection back')
  t.equal(own, 1, 'only the one for the beginning')
  t.ok(uses - before <= 2, 'five uses share notices')
  sending.announceDeliveries()
  await until(async () => deliveries === 1, 'the other process hears of the deliveries')
})
