import t from 'tap'
import { insertingAudit } from '../../server/store/accounts/audit-log.ts'
import { attemptUnchanged, lastAttemptOf, savingAttempt } from '../../server/store/sessions/card-attempts.ts'
import { writeTogether } from '../../server/store/change.ts'
import { findSession, savingSession, sessionUnchanged } from '../../server/store/sessions/checkout-sessions.ts'
import { poolLimits, run } from '../../server/store/sql/database.ts'
import { formOfAll } from '../../server/store/sql/shared-text.ts'
import { textForWrites, valuesOfSet } from '../../server/store/sql/shared-writes.ts'
import { inTransactionInTurn } from '../../server/store/sql/transaction-turns.ts'
import { execute, type Write } from '../../server/store/sql/writes.ts'
import { paidSession } from '../support/pay.ts'
import { sharedService } from '../support/shared-service.ts'
import type { TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'

let service: TestService

t.before(async () => {
  service = await sharedService()
})
t.teardown(() => service.stop())

function parts() {
  return { context: service.app.context, scope: { merchantId: service.merchantId, livemode: false } }
}

t.test('writes together happen all or not at all', async (t) => {
  const { context, scope } = parts()
  const { id } = await paidSession(service)
  const session = await findSession(scope, context.db, id)
  const attempt = await lastAttemptOf(scope, context.db, id)
  if (!session || !attempt) throw new Error('The session is paid')
  const conditions = [sessionUnchanged(session), attemptUnchanged(attempt)]
  const write = (resting: typeof conditions, ...more: readonly Write[]) => {
    const first = savingSession(scope, { ...session, failure_message: 'first' })
    const second = savingAttempt(scope, { ...attempt, refusal_text: 'second' })
    return writeTogether(scope, context.db, 'test', { writes: [first, second, ...more], conditions: resting })
  }
  const stored = async () => [
    (await findSession(scope, context.db, id))?.failure_message,
    (await lastAttemptOf(scope, context.db, id))?.refusal_text,
  ]
  const at = service.clock.now()
  const caller = { person_id: null, actor: 'x', address: null }
  const entry = { merchant_id: scope.merchantId, id: 'aud_x', livemode: null, detail: {}, at, ...caller }
  t.equal(await write([sessionUnchanged(session), attemptUnchanged({ ...attempt, checks: attempt.checks + 1 })]), false)
  t.equal(await write([sessionUnchanged(session)]), false, 'an update whose row no condition locks')
  t.equal(await write(conditions, savingSession(scope, session)), false, 'a row twice')
  t.equal(await write(conditions, insertingAudit({ ...entry, action: 'refund.created' })), false, 'not for sharing')
  t.same(await stored(), [null, null])
  t.equal(await write(conditions), true)
  t.same(await stored(), ['first', 'second'])
  const gone = execute(context.db, savingSession(scope, { ...session, id: 'cs_test_unknown' }))
  await t.rejects(gone, { name: 'ConditionFailed', condition: 'the row of checkout_sessions exists' })
})

t.test('a statement that began before another change of a row writes nothing of its set', async (t) => {
  const { context, scope } = parts()
  const made = await Promise.all([paidSession(service), paidSession(service)])
  const rows = await Promise.all(
    made.map(async ({ id }) => {
      const session = await findSession(scope, context.db, id)
      if (!session) throw new Error('The session is paid')
      return session
    }),
  )
  const [changed, other] = rows
  if (!changed || !other) throw new Error('There are two sessions')
  const set = (session: typeof changed) => ({
    writes: [savingSession(scope, { ...session, failure_message: 'written' })],
    conditions: [sessionUnchanged(session)],
  })
  // The statement waits for this lock after its snapshot, and before it locks its rows.
  const holder = await context.db.transaction()
  await holder.raw('select pg_advisory_xact_lock(29)')
  const form = formOfAll({ name: 'stale', ...textForWrites(set(changed)) })
  const text = form.statement.text.replace(
    'where n between',
    'where pg_advisory_xact_lock(29) is not null and n between',
  )
  const values = form.parameters(
    [set(changed), set(other)].map((one) => ({ scope, values: valuesOfSet(one) })),
    0,
  )
  const written = run<{ n: number }>(context.db, { name: 'stale', text }, values)
  const waiting = `
    select from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and objid = 29 and not granted`
  const isWaiting = async () => (await sql(service, waiting)).length > 0
  await until(isWaiting, 'the statement waits for the lock')
  await sql(service, 'update checkout_sessions set failure_message = ? where id = ?', ['changed', changed.id])
  await holder.rollback()
  t.same(await written, [{ n: 2 }])
  t.match(await findSession(scope, context.db, changed.id), { failure_message: 'changed' })
  t.match(await findSession(scope, context.db, other.id), { failure_message: 'written' })
})

t.test('transactions of one account that wait leave connections to the others', async (t) => {
  const { context, scope } = parts()
  const { connections } = poolLimits(context.db)
  const held = Promise.withResolvers<undefined>()
  let running = 0
  let most = 0
  const waiting = Array.from({ length: connections }, () =>
    inTransactionInTurn(scope, context.db, async () => {
      running += 1
      most = Math.max(most, running)
      await held.promise
      running -= 1
    }),
  )
  await until(() => running === Math.ceil(connections / 5), 'as many run as may')
  const other = { ...scope, livemode: true }
  t.equal(await inTransactionInTurn(other, context.db, async () => 'done'), 'done')
  held.resolve(undefined)
  await Promise.all(waiting)
  t.equal(most, Math.ceil(connections / 5))
})
