import t from 'tap'
import { anotherAccount, liveKey } from '../accounts/accounts.ts'
import { expectError } from '../http/expect-error.ts'
import { createSession, paidSession } from '../support/pay.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, type Answer, type TestService } from '../support/service.ts'
import { sql } from '../support/sql.ts'

const path = '/v1/test_helpers/clock'
const ladderSeconds = 30 + 120 + 600 + 3600 + 6 * 3600 + 24 * 3600

let service: TestService

t.before(async () => {
  service = await startService({ environment: { WEBHOOK_ALLOW: '127.0.0.1', LIVE_PROCESSOR: 'sandbox' } })
})
t.after(() => service.stop())

type Account = Pick<TestService, 'call'>

const advance = (account: Account, seconds: number): Promise<Answer> => account.call('POST', path, { advance: seconds })

t.test('the whole ladder of retries runs within one call, each attempt at its time', async (t) => {
  const account = await anotherAccount(service)
  const receiver = await startReceiver({ reply: 500 })
  t.teardown(() => receiver.stop())
  const set = await account.call('POST', '/v1/webhook_endpoints', { url: receiver.url })
  t.equal(set.status, 200, set.text)
  const session = await createSession({ ...account, clock: service.clock })
  await account.call('POST', `/v1/test_helpers/checkout/sessions/${session.id}/expire`)

  await receiver.next()

  const began = performance.now()
  const moved = await advance(account, ladderSeconds)
  console.error('moved', moved.text, service.logLines.filter((l) => !l.includes('info')).slice(-5))
  const took = performance.now() - began
  t.comment(took)
  t.equal(moved.status, 200, moved.text)
  t.match(moved.body, { object: 'test_clock', status: 'ready', advancing_to: null })
  t.equal(receiver.deliveries.length, 7)
  console.log(moved.text, receiver.deliveries.map((d) => d.headers['service-signature']))
})
