import t from 'tap'
import { createAccount } from '../../../server/flows/accounts/create-account.ts'
import { listDeliveries } from '../../../server/store/webhooks/delivery-log.ts'
import { expiredSession } from '../../webhooks/events/read-events.ts'
import { sql } from '../../support/sql.ts'
import { checkDelivery } from '../../support/contract-hook.ts'
import { startReceiver, type ReceivedDelivery, type Receiver } from '../../support/receiver.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { tableIn } from '../sessions/history.ts'
import { formIn, signIn, signInElsewhere, type Member } from '../shell/support.ts'

// The delivery log, as a developer uses it after an outage of their receiver.

let service: TestService
let owner: Member
let receiver: Receiver
t.before(async () => {
  service = await sharedService()
  owner = await signIn(service)
  receiver = await startReceiver()
  await owner.done('/dashboard/test/webhooks', 'set', { url: receiver.url })
})
t.teardown(async () => {
  await service.stop()
  await receiver.stop()
})

const log = '/dashboard/test/deliveries'
const idsIn = (html: string): string[] => [...html.matchAll(/\/deliveries\/(del_\w+)"/g)].map(([, id = '']) => id)

/** Waits until `count` deliveries are in this state. */
async function untilThereAre(status: string, count: number): Promise<void> {
  const rows = () =>
    sql(service, `select id from deliveries where status = ? and (status <> 'pending' or failed_attempts > 0)`, [
      status,
    ])
  await until(async () => (await rows()).length === count, `${String(count)} deliveries are ${status}`)
}

/** Postpones the next attempts. They are due within half a minute, and a slow machine may take as long for a test. */
async function putOff(): Promise<void> {
  await sql(
    service,
    `update deliveries set next_attempt_at = next_attempt_at + interval '1 hour' where status = 'pending'`,
  )
}

async function deliveryOf(sessionId: string): Promise<string> {
  const rows = await sql<{ id: string }>(
    service,
    'select d.id from deliveries d join events e on e.id = d.event_id where e.session_id = ? order by d.id',
    [sessionId],
  )
  return rows[0]?.id ?? ''
}

/** Waits until `count` deliveries have failed twice. */
async function retried(count: number): Promise<void> {
  await until(
    async () =>
      (await sql(service, `select id from deliveries where status = 'pending' and failed_attempts = 2`)).length ===
      count,
  )
}

const nextOf = (id: string): Promise<ReceivedDelivery> => receiver.next(({ rawBody }) => rawBody.includes(id))

t.test('a failed delivery shows the request, the reply and the next try', async (t) => {
  receiver.respondWith({ status: 500, body: 'out of <order>' })
  const session = await expiredSession(service)
  const received = await nextOf(session)
  checkDelivery(received)
  await untilThereAre('pending', 1)
  await putOff()
  const path = `${log}/${await deliveryOf(session)}`
  const page = await owner.get(path)
  t.match(page.text, /Delivery of session\.expired State Failing Next try \d+ Nov|Failing Next try/)
  t.match(page.text, 'Result The receiver answered 500.')
  t.match(
    page.text,
    `Service-Signature: ${String(received.headers['service-signature'])}`,
    'the headers as the receiver got them',
  )
  t.match(page.text, 'out of <order>')
  t.match(page.text, `"id": "${session}"`, 'the body')
  const event = String(received.headers['service-event-id'])
  t.match((await owner.get(`/dashboard/test/events/${event}`)).text, /Event session\.expired .*Failing 1 /)

  receiver.respondWith(200)
  const resent = await owner.submit(path, 'resend')
  t.match(resent.location, /\/deliveries\/del_\w+\?done=/)
  t.notOk(resent.location?.startsWith(path), 'the page of the new delivery')
  t.match((await owner.get(resent.location ?? '')).text, 'This is its new delivery.')
  const again = await nextOf(session)
  t.equal(again.rawBody, received.rawBody)
  await untilThereAre('delivered', 1)
  t.equal(idsIn((await owner.get(`/dashboard/test/events/${event}`)).html).length, 2)
  t.match(await sql(service, `select actor, detail from audit_log where action = 'event.resent'`), [
    { actor: owner.email, detail: { event } },
  ])
})

t.test('the log names each payment by its reference and amount', async (t) => {
  const table = async (): Promise<string[][]> =>
    tableIn((await owner.get(log)).html, 'Deliveries, newest first').map((row) => row.slice(0, 3))
  const mine = [service.merchantId]
  const [event] = await sql<{ session_id: string }>(
    service,
    'select session_id from events where merchant_id = ?',
    mine,
  )
  const session = event?.session_id ?? ''
  const head = ['Event', 'Payment', 'Amount']
  const rows = (payment: string, amount: string): string[][] => [
    head,
    ...[1, 2].map(() => ['session.expired', payment, amount]),
  ]
  t.same(await table(), rows(session, '£1.00'))
  await sql(service, `update checkout_sessions set reference = 'order-77' where id = ?`, [session])
  t.same(await table(), rows('order-77', '£1.00'))
  await sql(service, 'update events set session_id = null where merchant_id = ?', mine)
  t.same(await table(), rows('', ''), 'an event without a payment')
  await sql(service, 'update events set session_id = ? where merchant_id = ?', [session, ...mine])
})

t.test('the log can be narrowed by state, event and day', async (t) => {
  const rows = async (query: string): Promise<number> => idsIn((await owner.get(`${log}?${query}`)).html).length
  t.same(
    [
      await rows(''),
      await rows('state=failing'),
      await rows('state=delivered'),
      await rows('state=abandoned'),
      await rows('state=waiting'),
    ],
    [2, 1, 1, 0, 0],
  )
  t.same(
    [
      await rows('type=session.expired'),
      await rows('type=session.completed'),
      await rows('state=failing&type=session.expired'),
    ],
    [2, 0, 1],
  )
  const today = service.clock.now().toISOString().slice(0, 10)
  t.same(
    [await rows(`from=${today}&to=${today}`), await rows('to=2020-01-01'), await rows('from=2090-01-01')],
    [2, 0, 0],
  )
  const nonsense: readonly (readonly [string, RegExp])[] = [
    ['state=broken', /There is no such state/],
    ['type=session.exploded', /There is no such event/],
    ['from=yesterday', /There is no such day/],
    ['from=2026-11-22&to=2026-11-20', /before the first day/],
  ]
  for (const [query, reason] of nonsense) {
    const page = await owner.get(`${log}?${query}`)
    t.match([page.status, page.text], [200, reason], query)
    t.match(page.text, 'Correct the filters to see the list.')
  }
  t.match((await owner.get('/dashboard/test/events?type=x')).text, 'There is no such event.')
  t.match((await owner.get('/dashboard/test/events')).text, 'session.expired')
})

t.test('after an outage, a merchant resends each event that failed since then once', async (t) => {
  receiver.respondWith(503)
  const before = await expiredSession(service)
  await nextOf(before)
  await untilThereAre('pending', 2)
  service.clock.advance(3700)
  // Both deliveries that failed so far are now due and fail once more, so that neither is under way when the others
  // fail.
  await retried(2)
  await owner.get(log)
  const since = new Date(service.clock.now().getTime() - 60_000).toISOString().slice(0, 16)
  const failing: string[] = []
  for (let count = 0; count < 3; count++) failing.push(await expiredSession(service))
  for (const id of failing) await nextOf(id)
  await untilThereAre('pending', 5)
  await putOff()
  for (const page of ['/dashboard/test/payments', '/dashboard/live/settings', log])
    t.match((await owner.get(page)).text, 'Your webhook address in test mode is failing.', page)
  const list = (await owner.get(`${log}?state=failing`)).html
  for (const id of failing) t.match(list, `/dashboard/test/payments/${id}"`, 'the list names the payment')
  t.match(list, 'The receiver answered 503.', 'and the reason')
  t.ok(list.indexOf('Resend all that failed') < list.indexOf('Filter'), 'the form to resend is at the top')
  const isOfFailing = ({ rawBody }: ReceivedDelivery): boolean => failing.some((id) => rawBody.includes(id))
  const tried = receiver.deliveries.filter(isOfFailing).length
  const [givenUp = ''] = failing
  await sql(service, `update deliveries set status = 'abandoned', next_attempt_at = null where id = ?`, [
    await deliveryOf(givenUp),
  ])
  const undelivered = await owner.get(`${log}?state=undelivered`)
  t.match(undelivered.html, `/dashboard/test/payments/${givenUp}"`, 'the linked list has what was given up')
  await owner.submit('/dashboard/test/webhooks', 'ping')

  // The receiver hangs, so that the resent events are still under way when the merchant asks once more.
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  receiver.respondWith(async () => {
    await released
    return 200
  })
  const form = formIn((await owner.get(log)).html, 'resend-since')
  const sent = await Promise.all([1, 2].map(() => owner.post(form?.action ?? '', { ...form?.fields, since })))
  t.equal(sent[0]?.location, sent[1]?.location, 'the same form sent twice resends once')
  t.match((await owner.get(sent[0]?.location ?? '')).text, '3 events are being resent.')
  t.match(
    (await owner.done(log, 'resend-since', { since })).text,
    'Nothing to resend: every delivery since then has arrived or is on its way.',
  )
  release()
  for (const id of failing) checkDelivery(await nextOf(id))
  await untilThereAre('delivered', 4)
  t.match((await owner.done(log, 'resend-since', { since })).text, 'Nothing to resend')
  const over = await owner.get(log)
  t.notMatch(over.text, 'is failing', 'the outage is over')
  for (const page of ['/dashboard/test/payments', '/dashboard/live/settings', log])
    t.match((await owner.get(page)).text, 'Events in test mode have not arrived at your webhook address.', page)
  t.match((await owner.get('/dashboard/test/home')).text, 'Events have not been delivered')
  const [first] = await sql<{ at: Date }>(
    service,
    `select d.created_at as at from deliveries d join events e on e.id = d.event_id where e.session_id = ?`,
    [before],
  )
  t.equal(
    formIn(over.html, 'resend-since')?.fields['since'],
    first?.at.toISOString().slice(0, 16),
    'the form begins with the oldest event that did not arrive',
  )
  t.equal(receiver.deliveries.filter(isOfFailing).length, tried + 3, 'each arrived once more')
  t.equal(
    (
      await sql(
        service,
        `select 1 from deliveries d join events e on e.id = d.event_id where e.session_id = ? and d.status = 'pending'`,
        [before],
      )
    ).length,
    1,
    'an event that failed before that time still waits',
  )
  t.match(await sql(service, `select detail from audit_log where action = 'events.resent'`), [
    { detail: { events: 3 } },
  ])
  await owner.done(log, 'resend-since', { since: '2026-01-01T10:00' })
  await nextOf(before)
  await untilThereAre('delivered', 5)
  for (const page of ['/dashboard/test/payments', '/dashboard/test/home', log])
    t.notMatch((await owner.get(page)).text, /have not (arrived|been delivered)/, page)
})

t.test('a wrong time resends nothing', async (t) => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['', /Fill in this field/],
    ['last week', /at most 20|Write a day and a time/],
    ['2026-02-30T10:00', /Write a day and a time/],
    ['2090-01-01T10:00', /in the future/],
  ]
  for (const [since, reason] of wrong) {
    const sent = await owner.submit(log, 'resend-since', { since })
    t.match([sent.status, sent.text], [422, reason], since)
  }
  const other = await signInElsewhere(service)
  t.match((await other.done(log, 'resend-since', { since: '2026-01-01T10:00' })).text, 'Nothing to resend')
  const [id = ''] = idsIn((await owner.get(log)).html)
  for (const path of [`${log}/${id}`, `/dashboard/live/deliveries/${id}`, `${log}/del_x`])
    t.equal((await other.get(path)).status, 404)
  t.equal((await owner.get(`/dashboard/live/deliveries/${id}`)).status, 404)
})

t.test('the pages of the log list each delivery once, newest first', async (t) => {
  receiver.respondWith(200)
  for (let count = 0; count < 52; count++) await expiredSession(service)
  const first = await owner.get(log)
  const [, next = ''] = /href="([^"]+)" rel="next"/.exec(first.html) ?? []
  const second = await owner.get(next.replaceAll('&#38;', '&'))
  const all = await sql<{ id: string }>(service, 'select id from deliveries order by id desc')
  t.same(
    [...idsIn(first.html), ...idsIn(second.html)],
    all.map(({ id }) => id),
  )
})

t.test('a page of the log reads few more rows than it shows', async (t) => {
  const { merchantId } = await createAccount(service.app.context, { email: 'many@example.com', businessName: null })
  const [shown, count] = [51, 3_000]
  await sql(
    service,
    `insert into events (merchant_id, livemode, id, type, body, created_at)
     select ?, false, 'evt_' || lpad(n::text, 30, '0'), 'session.completed', '{}', now()
     from generate_series(1, ?::int) n`,
    [merchantId, count],
  )
  await sql(
    service,
    `insert into deliveries (merchant_id, livemode, id, event_id, status, created_at)
     select merchant_id, livemode, 'del' || substr(id, 4), id, 'delivered', created_at
     from events where merchant_id = ?`,
    [merchantId],
  )
  await sql(service, 'analyze events, deliveries')
  const { db } = service.app.context
  for (const type of [null, 'session.completed', 'session.expired']) {
    const asked: { sql: string; bindings: readonly unknown[] }[] = []
    const note = (query: (typeof asked)[number]): void => void asked.push(query)
    db.on('query', note)
    const page = { state: null, type, from: null, before: null, after: null, limit: shown }
    const found = await listDeliveries({ merchantId, livemode: false }, db, page)
    db.removeListener('query', note)
    const [query] = asked.filter((one) => one.sql.includes('deliveries'))
    const [row] = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      service,
      `explain (analyze, format json) ${String(query?.sql).replace(/\$\d+/g, '?')}`,
      query?.bindings ?? [],
    )
    t.equal(found.length, type === 'session.expired' ? 0 : shown, String(type))
    const read = rowsReadBy(row?.['QUERY PLAN'][0]?.Plan)
    t.ok(read <= 2 * shown, `${String(type)}: ${String(read)} rows`)
  }
})

interface Plan {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** How many rows the parts of a plan read that read tables. */
function rowsReadBy(plan: Plan | undefined): number {
  if (!plan) return NaN
  if (plan.Plans) return plan.Plans.reduce((sum, part) => sum + rowsReadBy(part), 0)
  return (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
}
