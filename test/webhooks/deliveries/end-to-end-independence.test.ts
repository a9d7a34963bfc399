import t from 'tap'
import { bodyOf, expiredSession } from '../events/read-events.ts'
import { anotherAccount } from '../../accounts/accounts.ts'
import { sql } from '../../support/sql.ts'
import { checkDelivery } from '../../support/contract-hook.ts'
import { createSession } from '../../support/pay.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startService } from '../../support/service.ts'

/** More than the parallel attempts that one receiver may have. */
const eventsEach = 80

/** Concurrent calls. */
const width = 10

t.test('a hanging and a failing receiver do not delay others', async (t) => {
  // The worker starts later: an attempt hangs for 15 seconds, and little work should fall into that time.
  const service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000', ROLE: 'api' } })
  const [hanging, failing, healthy] = [
    await startReceiver({ reply: 'hang' }),
    await startReceiver({ reply: ['cut', 500] }),
    await startReceiver(),
  ]
  t.teardown(() => service.stop())
  const accounts = await Promise.all(
    [hanging, failing, healthy].map(async (receiver) => {
      const account = await anotherAccount(service)
      bodyOf(await account.call('POST', '/v1/webhook_endpoints', { url: receiver.url }))
      return account
    }),
  )
  const [ofHanging, , ofHealthy] = accounts
  if (!ofHanging || !ofHealthy) throw new Error('Bug: there are three accounts')

  // The slow receivers first, so that their deliveries are due first.
  for (let count = 0; count < eventsEach; count++)
    await Promise.all(accounts.slice(0, 2).map((account) => expiredSession(account)))
  const open = await Promise.all(
    Array.from({ length: eventsEach }, () => createSession({ ...service, call: ofHealthy.call })),
  )
  const { databaseUrl, masterKey, clock } = service
  const worker = await startService({ databaseUrl, masterKey, clock, environment: { ROLE: 'worker' } })
  t.teardown(async () => {
    // Before the worker, which waits for the running attempts when it stops.
    await Promise.all([hanging.stop(), failing.stop(), healthy.stop()])
    await worker.stop()
  })
  await hanging.next()
  const sessions = new Set(open.map(({ id }) => id))
  for (let made = 0; made < eventsEach; made += width) {
    for (const answer of await Promise.all(
      open.slice(made, made + width).map(({ id }) => ofHealthy.call('POST', `/v1/checkout/sessions/${id}/expire`)),
    ))
      bodyOf(answer)
  }
  while (sessions.size > 0) {
    const delivery = await healthy.next()
    checkDelivery(delivery)
    sessions.delete((JSON.parse(delivery.rawBody) as { data: { id: string } }).data.id)
  }
  t.equal(healthy.deliveries.length, eventsEach, 'every event of the healthy account has arrived once')

  const ended = await sql<{ count: string }>(
    service,
    'select count(*) as count from delivery_attempts where merchant_id = ?',
    [ofHanging.merchantId],
  )
  t.equal(Number(ended[0]?.count), 0, 'no attempt at the hanging receiver has ended yet')
  t.ok(
    hanging.deliveries.length > 0 && hanging.deliveries.length < eventsEach,
    'the hanging receiver has a limited number of parallel attempts',
  )
  t.ok(failing.deliveries.length > 0)
})
