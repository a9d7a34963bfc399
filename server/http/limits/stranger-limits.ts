import { FairLimit } from './fair-limit.ts'
import type { Limit, NewLimit } from '../../domain/queues/rate-limit.ts'

// Limits for calls of strangers that create something. All follow from `rate`, which is `RATE_LIMIT_PER_SECOND` and 100
// by default.

const hour = 3_600

/** The public demo key: by default 50 requests at once and 5 a second from one address, within 100 a second in all. */
export function demoKeyLimit(newLimit: NewLimit, rate: number): FairLimit {
  const each = { capacity: Math.ceil(rate / 2), perSeconds: 10 }
  return new FairLimit(newLimit, 'demo key', { shared: { capacity: rate, perSeconds: 1 }, each })
}

/**
 * Opening a payment link: by default 200 at once and 1,200 an hour from one address, which an office behind one address
 * can share, and 10,000 at once and 50 a second for one link, which fits the first minutes of a concert sale. When a
 * link's rate is used up, addresses without a checkout wait. An address that has one may open the link three more
 * times.
 */
export function linkOpensLimit(newLimit: NewLimit, rate: number): FairLimit {
  return new FairLimit(newLimit, 'link opens', {
    shared: { capacity: rate * 100, perSeconds: 200 },
    each: { capacity: rate * 2, perSeconds: hour / 6 },
    comebacks: 3,
  })
}

const daySeconds = 86_400
const kilobytesOfGigabyte = 1_000_000

/** What one address may write a day with the public demo key: a two-thousandth of all test storage, so 10 MB. */
export function demoKilobytesLimit(newLimit: NewLimit, gigabytes: number): Limit {
  return newLimit('demo kilobytes', { capacity: gigabytes * (kilobytesOfGigabyte / 2_000), perSeconds: daySeconds })
}

/** What one address may write a day with all other test keys: a fifth of all test storage. */
export function testKilobytesLimit(newLimit: NewLimit, gigabytes: number): Limit {
  return newLimit('test kilobytes', { capacity: gigabytes * (kilobytesOfGigabyte / 5), perSeconds: daySeconds })
}
