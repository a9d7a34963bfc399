import t from 'tap'
import { nextAttemptAt, retryPausesMs } from '../../server/webhooks/retry-schedule.ts'

const failedAt = new Date('2026-11-21T23:59:59.123Z')

t.test('each retry follows the previous failure after the specified pause', (t) => {
  const expected = [
    '2026-11-22T00:00:29.123Z',
    '2026-11-22T00:01:59.123Z',
    '2026-11-22T00:09:59.123Z',
    '2026-11-22T00:59:59.123Z',
    '2026-11-22T05:59:59.123Z',
    '2026-11-22T23:59:59.123Z',
  ]
  for (const [index, next] of expected.entries()) {
    t.equal(nextAttemptAt(index + 1, failedAt)?.toISOString(), next, `after failed attempt ${index + 1}`)
  }
  t.end()
})

t.test('the delivery is abandoned after the first attempt and six retries', (t) => {
  t.equal(retryPausesMs.length, 6)
  t.equal(nextAttemptAt(7, failedAt), null)
  t.equal(nextAttemptAt(8, failedAt), null)
  t.end()
})

t.test('pauses are elapsed time, also when the clocks change', (t) => {
  const beforeTheChange = new Date('2026-10-25T00:30:00Z')
  t.equal(nextAttemptAt(4, beforeTheChange)?.getTime(), beforeTheChange.getTime() + 3_600_000)
  t.end()
})

t.test('a retry without a failed attempt is a bug', (t) => {
  for (const count of [0, -1, 1.5, Number.NaN]) t.throws(() => nextAttemptAt(count, failedAt), /^Bug:/)
  t.end()
})
