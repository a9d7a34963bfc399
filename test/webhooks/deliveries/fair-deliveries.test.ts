import t from 'tap'
import { inTransaction } from '../../../server/store/sql/database.ts'
import { deliveriesDue } from '../../../server/store/webhooks/due-deliveries.ts'
import { noteDue } from '../../../server/store/work/due-notes.ts'
import { anotherAccount, type TestAccount } from '../../accounts/accounts.ts'
import { startReceiver, type ReceivedDelivery } from '../../support/receiver.ts'
import { sharedService } from '../../support/shared-service.ts'
import type { TestService } from '../../support/service.ts'
import { sql } from '../../support/sql.ts'

// Accounts whose receivers hang cannot delay another account: spec/decisions/webhooks.md#slow-receivers.

const silentAccounts = 20
const deliveriesEach = 100
const healthyDeliveries = 20

t.test('twenty hanging receivers do not delay another account, and each gets attempts', async (t) => {
  const service = await sharedService()
  const hanging = await startReceiver({ reply: 'hang' })
  const healthy = await startReceiver()
  t.teardown(async () => {
    // Before the service, which waits for the running attempts when it stops.
    await Promise.all([hanging.stop(), healthy.stop()])
    await service.stop()
  })
  for (let number = 0; number < silentAccounts; number++) {
    const account = await receiverOf(service, `${hanging.url}/${number}`)
    await addDue(service, account.merchantId, deliveriesEach)
  }
  await hanging.next()

  // Two receivers: one that the service knows already, and one that is new.
  for (const account of [await receiverOf(service, healthy.url), await receiverOf(service, healthy.url)]) {
    for (const round of [1, 2]) {
      await addDue(service, account.merchantId, healthyDeliveries)
      for (let arrived = 0; arrived < healthyDeliveries; arrived++) await healthy.next()
      t.pass(`round ${round}: every delivery has arrived`)
    }
  }
  const ended = await sql<{ count: number }>(
    service,
    `select count(*)::int from delivery_attempts
     where merchant_id in (select merchant_id from webhook_endpoints where url like ?)`,
    [`${hanging.url}/%`],
  )
  t.equal(ended[0]?.count, 0, 'no attempt at a hanging receiver has ended meanwhile')
  while (new Set(hanging.deliveries.map(pathOf)).size < silentAccounts) await hanging.next()
  t.ok(hanging.deliveries.length < 200, `they got ${hanging.deliveries.length} attempts, a few each`)
})

t.test('a worker reads a few of the due deliveries of a receiver, however many there are', async (t) => {
  // Without a worker, which would deliver them.
  const service = await sharedService({ environment: { ROLE: 'api' } })
  t.teardown(() => service.stop())
  const { merchantId } = await receiverOf(service, 'https://shop.example/webhooks')
  await addDue(service, merchantId, 2_000)
  await inTransaction(service.app.context.db, async (transaction) => {
    const range = { limit: 10, skip: 5 }
    const read = await deliveriesDue({ merchantId, livemode: false }, transaction, service.clock.now(), range)
    t.match(read, { url: 'https://shop.example/webhooks', due: { length: 10 } })
    const { rows } = await transaction.raw<{ rows: { fetched: number }[] }>(`
      select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as fetched from pg_stat_xact_user_tables
      where relname = 'deliveries'`)
    t.ok((rows[0]?.fetched ?? Infinity) <= 20, `it read ${rows[0]?.fetched} rows`)
  })
})

function pathOf({ path }: ReceivedDelivery): string {
  return path
}

async function receiverOf(service: TestService, url: string): Promise<TestAccount> {
  const account = await anotherAccount(service)
  const { status, text } = await account.call('POST', '/v1/webhook_endpoints', { url })
  if (status !== 200) throw new Error(text)
  return account
}

let added = 0

/** Adds due deliveries, as if the account had been busy. */
async function addDue(service: TestService, merchantId: string, count: number): Promise<void> {
  const at = service.clock.now()
  await sql(
    service,
    `with made as (
       insert into events (merchant_id, livemode, id, type, body, created_at)
       select ?, false, 'evt_' || lpad(n::text, 30, '0'), 'test.ping', '{}', ?
       from generate_series(?::int, ?::int) n returning *)
     insert into deliveries (merchant_id, livemode, id, event_id, status, next_attempt_at, created_at)
     select merchant_id, livemode, replace(id, 'evt_', 'del_'), id, 'pending', created_at, created_at from made`,
    [merchantId, at, added + 1, added + count],
  )
  added += count
  noteDue(service.app.context.db, 'deliver_events', service.clock.now())
}
