import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import type { FlowContext } from '../../server/flows/context.ts'
import { closePaymentLink } from '../../server/flows/links/expire-payment-link.ts'
import { openLinkCheckout } from '../../server/flows/links/open-link-checkout.ts'
import { openDatabase } from '../../server/store/sql/database.ts'
import { expectError } from '../http/expect-error.ts'
import { sharedService } from '../support/shared-service.ts'
import type { TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'
import { until } from '../support/until.ts'
import { createLink, deactivate, openLink, type Link } from './link-calls.ts'

let service: TestService
/** The flows of the service on connections whose statements may wait for as long as a busy machine takes. */
let context: FlowContext

t.before(async () => {
  service = await sharedService()
  context = {
    ...service.app.context,
    db: openDatabase(service.databaseUrl, { kind: 'command', connections: 20 }),
  }
})
t.teardown(async () => {
  await context.db.destroy()
  await service.stop()
})

/** Locks the row of a link. Returns what ends the lock. */
async function lock(link: Link, strength: 'share' | 'no key update'): Promise<() => Promise<void>> {
  const transaction = await service.app.workContext.db.transaction()
  await transaction.raw(`select 1 from payment_links where id = ? for ${strength}`, [link.id])
  return async () => void (await transaction.rollback())
}

async function connectionsWaiting(): Promise<number> {
  const ofThisDatabase = `datname = current_database() and wait_event_type = 'Lock'`
  return (await sql(service, `select pid from pg_stat_activity where ${ofThisDatabase}`)).length
}

t.test('forty visitors who wait for the same link take two connections', async (t) => {
  const link = await createLink(service, { kind: 'reusable' })
  const unlock = await lock(link, 'no key update')
  const opening = Promise.all(Array.from({ length: 40 }, () => openLinkCheckout(context, link.code)))
  await until(async () => (await connectionsWaiting()) >= 2)
  for (let look = 0; look < 5; look++) {
    await pause(20)
    t.equal(await connectionsWaiting(), 2)
  }
  await unlock()
  const ids = (await opening).map((opened) => (opened.kind === 'checkout' ? opened.view.session.id : opened.code))
  t.equal(new Set(ids).size, 40)
  const made = await sql<{ id: string }>(service, 'select id from checkout_sessions where payment_link_id = ?', [
    link.id,
  ])
  t.same(made.map(({ id }) => id).sort(), ids.sort())
})

t.test('a change of a link comes before visitors who arrive after it, so that a crowd cannot put it off', async (t) => {
  const link = await createLink(service, { kind: 'reusable' })
  const scope = { merchantId: service.merchantId, livemode: false }
  const unlock = await lock(link, 'share')
  const closing = closePaymentLink(context, scope, link.id, 'deactivated')
  await until(async () => (await connectionsWaiting()) === 1)
  let isOpened = false
  const opening = openLinkCheckout(context, link.code).finally(() => {
    isOpened = true
  })
  await until(async () => isOpened || (await connectionsWaiting()) === 2)
  await unlock()
  t.match(await closing, { status: 'deactivated' })
  t.match(await opening, { kind: 'failure', code: 'session_not_payable' })
})

t.test('visitors who open three links at once each get the terms of their own link', async (t) => {
  const amounts = [100, 200, 300]
  const links = await Promise.all(amounts.map((amount) => createLink(service, { kind: 'reusable', amount })))
  const visits = Array.from({ length: 30 }, (_, visit) => links[visit % 3]).filter((link) => link !== undefined)
  const opened = await Promise.all(visits.map(({ code }) => openLinkCheckout(context, code)))
  for (const [visit, link] of visits.entries())
    t.match(opened[visit], { view: { session: { amount: link.amount, payment_link_id: link.id } } })
})

t.test('visitors of a closed link wait for no lock', async (t) => {
  for (const kind of ['single', 'reusable']) {
    const link = await createLink(service, { kind })
    await deactivate(service, link)
    const unlock = await lock(link, 'no key update')
    expectError(t, await openLink(service, link), 409, 'session_not_payable', null, kind)
    await unlock()
  }
})

t.test('a deleted link is not found, although the process knows its code', async (t) => {
  const link = await createLink(service, { kind: 'reusable' })
  t.equal((await fetch(link.url)).status, 200)
  await sql(service, 'delete from payment_links where id = ?', [link.id])
  t.equal((await openLink(service, link)).status, 404)
})
