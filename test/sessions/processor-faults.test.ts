import t from 'tap'
import { startService, type TestService } from '../support/service.ts'
import { payThroughFaults, refundThroughFaults } from './pay-through-faults.ts'
import { faultPairs } from './processor-faults.ts'

// See spec/promises.md#unknown-outcomes-resolve. test/long/processor-faults.test.ts tries every pair.

// Its own service, because the ledgers are those of all accounts.
let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

const twice = faultPairs.filter(([first, second]) => first === second)

t.test('a payment whose first two calls have the same fault ends as paid, failed or returned', async (t) => {
  await payThroughFaults(t, service, twice, 'approved')
})

t.test('a refund whose first two calls have the same fault succeeds once', async (t) => {
  await refundThroughFaults(t, service, twice, 'the check')
})
