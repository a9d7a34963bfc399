import t from 'tap'
import {
  isLinkEndAllowed,
  linkCheckoutMs,
  paymentLinkStatuses,
  paymentLinkTransition,
  paymentLinkTransitions,
  paymentLinkTriggers,
} from '../../server/domain/links/payment-link-state.ts'

// Written by hand and independently of the code, so that a mistake in the code shows.
const expected: readonly (readonly [string, string, string])[] = [
  ['active', 'paid_off', 'paid'],
  ['active', 'time_passed', 'expired'],
  ['active', 'deactivated', 'deactivated'],
  // The payment was at the bank when the link ended.
  ['expired', 'paid_off', 'paid'],
  ['deactivated', 'paid_off', 'paid'],
]

t.test('a link has exactly the specified transitions', async (t) => {
  for (const [from, trigger, to] of expected) {
    const row = paymentLinkTransitions.find((candidate) => candidate.from === from && candidate.trigger === trigger)
    t.same(row, { from, trigger, to }, `${from} + ${trigger} → ${to}`)
  }
  t.equal(paymentLinkTransitions.length, expected.length)
  const known = new Set(expected.map(([from, trigger]) => `${from} ${trigger}`))
  for (const from of paymentLinkStatuses) {
    for (const trigger of paymentLinkTriggers)
      t.equal(paymentLinkTransition(from, trigger) !== null, known.has(`${from} ${trigger}`), `${from} + ${trigger}`)
  }
})

t.test('a paid link never changes its status', async (t) => {
  for (const trigger of paymentLinkTriggers) t.equal(paymentLinkTransition('paid', trigger), null, trigger)
})

t.test('a link may end 10 minutes to 1 year ahead', async (t) => {
  const cases = [
    ['2026-11-21T10:00:00.000Z', '2026-11-21T10:10:00.000Z', true],
    ['2026-11-21T10:00:00.000Z', '2026-11-21T10:09:59.999Z', false],
    ['2026-11-21T10:00:00.000Z', '2026-11-21T09:00:00.000Z', false],
    ['2026-11-21T10:00:00.000Z', '2027-11-21T10:00:00.000Z', true],
    ['2026-11-21T10:00:00.000Z', '2027-11-21T10:00:00.001Z', false],
    // Across 29 February 2028 a year has 366 days.
    ['2027-11-21T10:00:00.000Z', '2028-11-21T10:00:00.000Z', true],
    ['2027-11-21T10:00:00.000Z', '2028-11-21T10:00:00.001Z', false],
    ['2028-02-29T10:00:00.000Z', '2029-03-01T10:00:00.000Z', true],
    ['2028-02-29T10:00:00.000Z', '2029-03-01T10:00:00.001Z', false],
  ] as const
  for (const [now, end, allowed] of cases)
    t.equal(isLinkEndAllowed(new Date(end), new Date(now)), allowed, `${now} to ${end}`)
  t.equal(linkCheckoutMs, 1800 * 1000)
})
