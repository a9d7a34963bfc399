import t from 'tap'
import { migrateAll } from '../../../server/app.ts'
import { systemClock } from '../../../server/domain/time/clock.ts'
import { silentLog } from '../../../server/flow-context.ts'
import { move } from '../../commands/move/databases.ts'
import { createLink } from '../../links/link-calls.ts'
import { expectEqualLedgers } from '../../sessions/ledgers.ts'
import { paidSession } from '../../support/pay.ts'
import { startService } from '../../support/service.ts'
import { CitusCluster, skipWithoutCitus } from './citus-cluster.ts'
import { distributedTables, tablesByMerchant } from './citus-tables.ts'

t.test('a database moves from one server to a Citus cluster', skipWithoutCitus, async (t) => {
  const cluster = await CitusCluster.start(t, 2)
  const { databaseUrl } = cluster
  const before = await startService()
  t.teardown(() => before.stop())
  const session = await paidSession(before)
  const link = await createLink(before)
  const refunded = { amount: 100 }
  const path = `/v1/checkout/sessions/${session.id}/refunds`
  t.equal((await before.call('POST', path, refunded, { 'Idempotency-Key': 'refund' })).status, 200)

  const { figures } = await move(before.databaseUrl, databaseUrl, before.masterKey, {
    migrate: () => migrateAll({ databaseUrl, clock: systemClock, log: silentLog }),
  })
  t.match(
    figures.rows.find(({ table }) => table === 'checkout_sessions'),
    { rows: 1n },
  )
  t.same(await distributedTables(cluster.coordinator), await tablesByMerchant(cluster.coordinator))

  const after = await startService({ databaseUrl, masterKey: before.masterKey })
  t.teardown(() => after.stop())
  const call: typeof after.call = (method, path, body, headers) =>
    after.call(method, path, body, { Authorization: `Bearer ${before.secretKey}`, ...headers })
  t.match((await call('GET', `/v1/checkout/sessions/${session.id}`)).body, { status: 'paid', amount_refunded: 100 })
  t.match((await call('GET', `/v1/payment_links/${link.id}`)).body, { id: link.id, status: 'active' })
  t.equal(
    (await call('POST', path, refunded, { 'Idempotency-Key': 'refund' })).headers.get('idempotent-replayed'),
    'true',
  )
  await paidSession({ ...after, call })
  await expectEqualLedgers(t, after)
})
