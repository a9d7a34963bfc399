import t from 'tap'
import { bytesWritten, isCrowded, testStorageWait } from '../../server/domain/sandbox/test-storage.ts'

const gigabyte = 1_000_000_000
const limit = 20 * gigabyte
const now = new Date('2026-11-22T23:00:00Z')
const wait = (use: Partial<Parameters<typeof testStorageWait>[1]>): number | null =>
  testStorageWait(limit, { total: 0, held: 0, today: 0, ...use }, now, 'account')

t.test('a load test of 300 sessions a second for ten minutes stays within the limit of a day', async (t) => {
  t.equal(wait({ today: 300 * 600 * bytesWritten(400) }), null)
})

t.test('an account that wrote its part of the day waits until midnight UTC', async (t) => {
  t.equal(wait({ today: 2 * gigabyte - 1 }), null)
  t.equal(wait({ today: 2 * gigabyte }), 3_600)
})

t.test('one account may hold a quarter, and less when test mode is crowded', async (t) => {
  const today = 10_000_000
  t.equal(wait({ held: 5 * gigabyte - 1, today }), null)
  t.equal(wait({ held: 5 * gigabyte, today }), 3_600)
  t.equal(wait({ held: 3 * gigabyte, today, total: 10 * gigabyte }), null)
  t.equal(wait({ held: 3 * gigabyte, today, total: 15 * gigabyte }), 3_600)
  t.equal(wait({ held: 1 * gigabyte, today, total: 15 * gigabyte }), null, 'a smaller account goes on')
})

t.test('ten thousand accounts cannot fill the disk, and light accounts go on for longest', async (t) => {
  t.equal(wait({ held: 100_000_000, today: 1_000_000, total: 24 * gigabyte }), null)
  t.equal(wait({ held: 2_000_000, today: 2_000_000, total: 20 * gigabyte }), 3_600)
  t.equal(wait({ total: 25 * gigabyte }), 3_600, 'beyond a quarter over the limit, test mode writes nothing')
})

t.test('test mode is crowded from half of its limit', async (t) => {
  t.same([isCrowded(limit, 10 * gigabyte - 1), isCrowded(limit, 10 * gigabyte)], [false, true])
})
