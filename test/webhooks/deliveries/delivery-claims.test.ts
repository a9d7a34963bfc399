import { Client } from 'pg'
import t from 'tap'
import { attemptDelivery } from '../../../server/flows/webhooks/attempt-delivery.ts'
import { watchStatements } from '../../sessions/watch-statements.ts'
import { paidSession } from '../../support/pay.ts'
import { startReceiver } from '../../support/receiver.ts'
import { sharedService } from '../../support/shared-service.ts'
import { sql } from '../../support/sql.ts'

// Without a worker, so that the deliveries wait for this test.
const service = await sharedService({ environment: { ROLE: 'api' } })
t.teardown(() => service.stop())
const { context } = service.app
const scope = { merchantId: service.merchantId, livemode: false }

interface Due {
  readonly id: string
  readonly dueAt: Date
}

t.test('a claim does not wait for the disk, and everything else in its connection does', async (t) => {
  const receiver = await startReceiver()
  t.teardown(() => receiver.stop())
  await service.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  await paidSession(service)
  await paidSession(service)
  const due = await sql<Due>(service, `select id, next_attempt_at as "dueAt" from deliveries order by id`)
  const [first, second] = due
  if (!first || !second) throw new Error('Bug: two payments have two deliveries')
  const { texts } = watchStatements(context.db)
  t.match(await attemptDelivery(context, { ...first, scope }), { kind: 'delivered' })
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  t.teardown(() => client.end())
  const setting = async (): Promise<unknown> => (await client.query('show synchronous_commit')).rows
  const claim = [
    {
      n: 1,
      scope_merchant: scope.merchantId,
      scope_livemode: scope.livemode,
      id: second.id,
      due_at: second.dueAt,
      leased_until: second.dueAt,
    },
  ]
  await client.query('set synchronous_commit to on')
  await client.query('begin')
  const claimed = await client.query(texts.get('claim deliveries') ?? '', [JSON.stringify(claim), 1, '1000'])
  t.match(claimed.rows, [{ id: second.id, url: receiver.url }])
  t.same(await setting(), [{ synchronous_commit: 'off' }])
  await client.query('commit')
  t.same(await setting(), [{ synchronous_commit: 'on' }])
})
