import t from 'tap'
import type { Scope } from '../../../server/domain/scope.ts'
import { noteDue } from '../../../server/store/work/due-notes.ts'
import { addReceiver } from '../../support/add-receiver.ts'
import { inBatches } from '../../support/in-batches.ts'
import { startReceiver } from '../../support/receiver.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'

// The first attempts of new receivers: spec/decisions/webhooks.md#slow-receivers.

/** As many as one host can have at the same time. */
const slotsOfAHost = 125

t.test('a new receiver on a host where others hang', async (t) => {
  const service = await sharedService()
  const receiver = await startReceiver({ reply: ({ path }) => (path.startsWith('/hang') ? 'hang' : 200) })
  const origin = new URL(receiver.url).origin
  t.teardown(async () => {
    // Before the service, which waits for the running attempts when it stops.
    await receiver.stop()
    await service.stop()
  })
  const add = (path: string, livemode = false): Promise<Scope> => addReceiver(service, `${origin}${path}`, livemode)
  const arrived = (path: string): boolean => receiver.deliveries.some((delivery) => delivery.path === path)
  const ended = async (): Promise<number> => {
    const hanging = await sql(service, `select from delivery_attempts where url like ?`, [`${origin}/hang%`])
    return hanging.length
  }
  // All addresses exist before the first attempt, because the hanging ones end 15 seconds after it.
  const [hanging, waiting, another, live] = await Promise.all([
    inBatches([...Array(slotsOfAHost).keys()], (number) => add(`/hang/${number}`)),
    add('/waiting'),
    add('/another'),
    add('/live', true),
  ])

  await t.test('gets its first attempt at once while a slot of the host is free', async (t) => {
    await addDue(service, hanging.slice(0, -1))
    while (receiver.deliveries.length < slotsOfAHost - 1) await receiver.next()
    await addDue(service, [another])
    await receiver.next(({ path }) => path === '/another')
    t.equal(await ended(), 0, 'no hanging attempt has ended meanwhile')
  })

  await t.test('in test mode takes no slot from one in live mode', async (t) => {
    await addDue(service, hanging.slice(-1))
    await receiver.next(({ path }) => path === `/hang/${slotsOfAHost - 1}`)
    await addDue(service, [waiting])
    await addDue(service, [live])
    await receiver.next(({ path }) => path === '/live')
    t.notOk(arrived('/waiting'), 'in test mode the next new receiver on this host waits')
    t.equal(await ended(), 0, 'no hanging attempt has ended meanwhile')
  })
})

/** Adds one due delivery for each receiver. */
async function addDue(service: TestService, scopes: readonly Scope[]): Promise<void> {
  const at = service.clock.now()
  await sql(
    service,
    `with made as (
       insert into events (merchant_id, livemode, id, type, body, created_at)
       select merchant_id, livemode, 'evt_' || repeat('0', 30), 'test.ping', '{}', ?
       from webhook_endpoints where merchant_id = any(?) returning *)
     insert into deliveries (merchant_id, livemode, id, event_id, status, next_attempt_at, created_at)
     select merchant_id, livemode, replace(id, 'evt_', 'del_'), id, 'pending', created_at, created_at from made`,
    [at, scopes.map(({ merchantId }) => merchantId)],
  )
  noteDue(service.app.context.db, 'deliver_events', service.clock.now())
}
