import t from 'tap'
import { payThroughFaults, refundThroughFaults } from '../sessions/pay-through-faults.ts'
import { faultNames, faultPairs } from '../sessions/processor-faults.ts'
import { startService, type TestService } from '../support/service.ts'

// Every fault of the first call to the bank with every fault of the second:
// spec/promises.md#unknown-outcomes-resolve.

let service: TestService

t.before(async () => {
  service = await startService({ environment: { RATE_LIMIT_PER_SECOND: '100000' } })
})
t.teardown(() => service.stop())

const size = `${faultNames.length} × ${faultNames.length} faults`

for (const card of ['approved', 'declined', 'background_check', 'challenge'] as const) {
  t.test(`a payment with the card ${card} ends as paid, failed or returned after each pair of faults`, async (t) => {
    const outcomes = await payThroughFaults(t, service, faultPairs, card)
    t.comment(`figure: ${size}, payments with the card ${card}: ${JSON.stringify(outcomes)}`)
  })
}

for (const follows of ['the check', 'the retry'] as const) {
  t.test(`a refund succeeds once after each pair of faults, when ${follows} follows`, async (t) => {
    const outcomes = await refundThroughFaults(t, service, faultPairs, follows)
    t.comment(`figure: ${size}, refunds with ${follows}: ${JSON.stringify(outcomes)}`)
  })
}
