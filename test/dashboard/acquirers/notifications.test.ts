import pg from 'pg'
import t from 'tap'
import {
  claimNotification,
  clearNotificationContents,
  countNotifications,
  listNotifications,
} from '../../../server/store/acquirers/processor-notifications.ts'
import { newId } from '../../../server/domain/ids.ts'
import { findDue } from '../../../server/store/work/due.ts'
import type { Database } from '../../../server/store/sql/database.ts'
import { liveKey, type TestAccount } from '../../accounts/accounts.ts'
import { approvalOf, letBankNotify, notify, storedItems } from '../../acquirers/notifications/sender.ts'
import { inBatches } from '../../support/in-batches.ts'
import { createSession, submitCard } from '../../support/pay.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'
import { until } from '../../support/until.ts'
import { signIn, signInElsewhere, type Member } from '../shell/support.ts'

let service: TestService
let owner: Member
let live: TestAccount

t.before(async () => {
  service = await sharedService({ environment: { LIVE_PROCESSOR: 'sandbox' } })
  letBankNotify(service)
  owner = await signIn(service)
  live = await liveKey(service, { liveAccess: true })
})
t.teardown(() => service.stop())

const path = '/dashboard/live/notifications'

t.test('the list shows what the processor says, the payment and the state, and what was refused', async (t) => {
  t.match((await owner.get(path)).text, /The processor has sent no notification yet/)
  const callable = { call: live.call, clock: service.clock }
  const session = await createSession(callable)
  await submitCard(callable, session, 'background_check')
  const [attempt] = await sql<{ reference: string }>(
    service,
    'select processor_reference as reference from card_attempts where session_id = ?',
    [session.id],
  )
  const reference = attempt?.reference ?? ''
  await notify(service, [
    approvalOf(reference),
    approvalOf(reference, { id: 'wrong', amount: 99_00 }),
    { id: 'new', type: 'NEW<b>TYPE', fact: null },
  ])
  await notify(service, '[]', { signature: 'forged' })
  const { text, html } = await owner.get(path)
  t.match(text, /NEW<b>TYPE Nothing to do/)
  t.match(text, new RegExp(`AUTHORISATION Payment approved, £99.00 Does not match ${session.id}`))
  t.match(text, new RegExp(`AUTHORISATION Payment approved, £25.00 Applied ${session.id}`))
  t.match(html, `href="/dashboard/live/payments/${session.id}"`)
  t.match(text, /Refused .*The signature is wrong\. sandbox 2 bytes/)
  const narrowed = await owner.get(`${path}?state=mismatch`)
  t.match(narrowed.text, '£99.00')
  t.notMatch(narrowed.text, '£25.00')
  t.match((await owner.get(`${path}?state=failed`)).text, /No notification has this state/)
  t.match((await owner.get(`${path}?state=odd`)).text, /There is no such state/)
  const item = `merchant_id = '${service.merchantId}' and item_id = 'new'`
  const [broken] = await sql<{ id: string }>(
    service,
    `update processor_notifications set fact = '{"kind', content = '{"half' where ${item} returning id`,
  )
  t.match((await owner.get(path)).text, /NEW<b>TYPE Unreadable/, 'one that cannot be read hides no other')
  t.match((await owner.get(`${path}/${broken?.id ?? ''}`)).text, '{"half')
  await sql(service, `update processor_notifications set fact = null where ${item}`)
  t.match((await owner.get('/dashboard/test/notifications')).text, /Test mode uses the simulated bank/)
})

t.test('the page of a notification shows its content and what to do, and applies it again', async (t) => {
  const item = approvalOf('att_unknown')
  await notify(service, [item])
  const [stored] = await storedItems(service, [item.id])
  const itsPath = `${path}/${stored?.id ?? ''}`
  const waiting = await owner.get(itsPath)
  t.match(waiting.text, /matches no payment of this account so far.*State Waiting.*Failed tries 1.*eventCode/)
  t.notMatch(waiting.text, 'Apply it again')
  await sql(
    service,
    `update processor_notifications set state = 'unknown_reference', next_attempt_at = null,
       received_at = received_at - interval '8 days' where item_id = ?`,
    [item.id],
  )
  t.match((await owner.get(itsPath)).text, /State No such payment.*Apply it again/)
  t.match((await owner.done(itsPath, 'apply-again')).text, /matches no payment of this account, so it has changed/)
  t.match(await storedItems(service, [item.id]), [{ state: 'unknown_reference', attempts: 1 }])
  t.match(await sql(service, `select detail from audit_log where action = 'notification.applied_again'`), [
    { detail: { notification: stored?.id, type: 'AUTHORISATION' } },
  ])
  const other = await signInElsewhere(service)
  t.equal((await other.get(itsPath)).status, 404)
})

t.test('with very many notifications, every read and every search for due work uses an index', async (t) => {
  const { db } = service.app.context
  const firsts = [1, 5001, 10_001, 15_001]
  const insert = (first: number): Promise<unknown> =>
    sql(
      service,
      `insert into processor_notifications (merchant_id, livemode, id, processor, item_id, type, occurred_at,
       received_at, content, fact, state, next_attempt_at)
     select ?, true, 'ntf_' || lpad(n::text, 30, '0'), 'sandbox', 'many ' || n, 'AUTHORISATION', now(), now(), '{}',
       null,
       case n % 5000 when 0 then 'received' when 1 then 'failed' else 'applied' end,
       case n % 5000 when 0 then now() + interval '1 year' end
     from generate_series(?::integer, ?::integer) n`,
      [service.merchantId, first, first + 4999],
    )
  await inBatches(firsts, insert, 1)
  await sql(service, 'analyze processor_notifications')
  const scope = { merchantId: service.merchantId, livemode: true }
  const now = new Date(0)
  const plans = await plansOf(db, async () => {
    await listNotifications(scope, db, { state: null, after: null, limit: 51 })
    await listNotifications(scope, db, { state: 'failed', after: null, limit: 51 })
    await listNotifications(scope, db, { state: 'mismatch', after: 'ntf_00000000000000000000000000z', limit: 51 })
    await countNotifications(scope, db, ['received', 'failed'])
    await findDue(db, 'apply_notifications', now, { busy: [], limit: 50, perTurn: 1 })
    await claimNotification(scope, db, 'ntf_0', { now, leasedUntil: now })
    await clearNotificationContents(db, now)
  })
  t.equal(plans.length, 7)
  for (const { text, plan } of plans) t.notMatch(plan, /Seq Scan on processor_notifications/, `${text}\n${plan}`)
})

interface Asked {
  readonly text: string
  readonly values: unknown[]
}

/** The plans of the statements that `work` runs on the table. */
async function plansOf(db: Database, work: () => Promise<void>): Promise<{ text: string; plan: string }[]> {
  const client = db.client as { acquireConnection(): Promise<{ query(asked: Asked): unknown }> }
  const acquire = client.acquireConnection.bind(client)
  const asked: Asked[] = []
  client.acquireConnection = async () => {
    const connection = await acquire()
    const query = connection.query.bind(connection)
    const noteOnce = (statement: Asked): unknown => {
      Reflect.deleteProperty(connection, 'query')
      if (statement.text.includes('processor_notifications')) asked.push(statement)
      return query(statement)
    }
    return Object.assign(connection, { query: noteOnce })
  }
  await work()
  client.acquireConnection = acquire
  const own = new pg.Client({ connectionString: service.databaseUrl })
  await own.connect()
  const plans: { text: string; plan: string }[] = []
  for (const { text, values } of asked) {
    const { rows } = await own.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    plans.push({ text, plan: rows.map((row) => row['QUERY PLAN']).join('\n') })
  }
  await own.end()
  return plans
}

t.test('home and Live access say when notifications wait, fail or are refused, and what to do', async (t) => {
  await sql(service, 'delete from processor_notifications')
  await sql(service, 'delete from refused_notifications')
  const home = '/dashboard/live/home'
  t.match((await owner.get(home)).text, 'Nothing needs you')
  await notify(service, '[]', { signature: 'forged' })
  await until(async () => (await sql(service, 'select 1 from refused_notifications')).length > 0)
  t.match((await owner.get(home)).text, /Notifications are refused .*compare the key that signs notifications/)
  service.clock.advance(1)
  await notify(service, [{ id: 'plain', type: 'ANYTHING', fact: null }])
  t.notMatch((await owner.get(home)).text, 'Notifications are refused', 'a genuine one shows that the keys fit')
  await sql(
    service,
    `insert into processor_notifications (merchant_id, livemode, id, processor, item_id, type, occurred_at, received_at,
       fact, state, next_attempt_at)
     select ?, true, id, 'sandbox', id, 'X', at, at, '{}', state, case state when 'received' then at end
     from (values (?, 'received'), (?, 'failed')) items (id, state), (select ?::timestamptz as at) times`,
    [service.merchantId, newId('ntf', service.clock.now()), newId('ntf', service.clock.now()), service.clock.now()],
  )
  t.notMatch(
    (await owner.get(home)).text,
    'Notifications from the acquirer are waiting',
    'they may be applied any moment',
  )
  await sql(
    service,
    `update processor_notifications set received_at = received_at - interval '6 minutes',
    next_attempt_at = next_attempt_at + interval '1 hour' where state = 'received'`,
  )
  const { text } = await owner.get(home)
  t.match(text, /Notifications from the acquirer are waiting .*We keep trying/)
  t.match(text, /1 notification could not be applied .*apply it again/)
})
