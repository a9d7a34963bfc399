import t from 'tap'
import { bodyOf, expiredSession } from '../events/read-events.ts'
import { anotherAccount } from '../../accounts/accounts.ts'
import { sql } from '../../support/sql.ts'
import { startReceiver } from '../../support/receiver.ts'
import { sharedService } from '../../support/shared-service.ts'

// The limit is 15 s. Both times are far enough from it for a busy machine.
const inTimeMs = 11_000
const tooLateMs = 25_000

t.test('a reply within 15 seconds counts, and a later one does not', async (t) => {
  const service = await sharedService()
  const receivers = await Promise.all(
    [inTimeMs, tooLateMs].map((delayMs) => startReceiver({ reply: { status: 200, delayMs } })),
  )
  t.teardown(async () => {
    await Promise.all(receivers.map((receiver) => receiver.stop()))
    await service.stop()
  })
  const attempts = await Promise.all(
    receivers.map(async (receiver) => {
      const account = await anotherAccount(service)
      bodyOf(await account.call('POST', '/v1/webhook_endpoints', { url: receiver.url }))
      await expiredSession(account)
      for (;;) {
        const [row] = await sql(
          service,
          'select status, error, duration_ms from delivery_attempts where merchant_id = ?',
          [account.merchantId],
        )
        if (row) return row
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }),
  )
  t.match(attempts[0], { status: 200, error: null })
  t.match(attempts[1], { status: null, error: /\w/ })
  t.ok(Number(attempts[1]?.['duration_ms']) >= 15_000 - 5, 'the attempt lasted until the limit')
})
