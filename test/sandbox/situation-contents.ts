/** What reads show of a situation after it was set up. */
export interface Content {
  /** The objects that the reply names. */
  readonly objects: Readonly<Record<string, object>>
  /** Events by type, and deliveries by status. */
  readonly counts?: Readonly<Record<string, number>>
  /** Payments by currency. */
  readonly currencies?: Readonly<Record<string, number>>
  /** How long the story takes in the time of the account, at least and at most. */
  readonly seconds: readonly [number, number]
  /** Only in full runs. */
  readonly isLong?: true
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const exactly = (seconds: number): Content['seconds'] => [seconds, seconds]

/** By name. */
export const situationContents: Readonly<Record<string, Content>> = {
  paid: {
    objects: { session: { status: 'paid', amount: 4900, currency: 'GBP', attempts: 1, reference: 'order-1001' } },
    counts: { 'session.completed': 1 },
    seconds: exactly(0),
  },
  'checkout-open': { objects: { session: { status: 'open', attempts: 0 } }, seconds: exactly(0) },
  'checkout-expired': {
    objects: { session: { status: 'expired', attempts: 0 } },
    counts: { 'session.expired': 1 },
    seconds: exactly(31 * minute),
  },
  'declined-then-paid': { objects: { session: { status: 'paid', attempts: 2 } }, seconds: exactly(2 * minute) },
  'five-declines': {
    objects: { session: { status: 'failed', attempts: 5, paid_at: null } },
    counts: { 'session.failed': 1 },
    seconds: exactly(10 * minute),
  },
  'challenge-passed': {
    objects: { session: { status: 'paid', payment: { three_d_secure: 'challenge' } } },
    seconds: exactly(0),
  },
  'challenge-abandoned': {
    objects: { session: { status: 'open', attempts: 1 } },
    seconds: exactly(0),
  },
  'outcome-unknown': { objects: { session: { status: 'processing', attempts: 1 } }, seconds: exactly(5 * minute) },
  'late-approval': {
    objects: { session: { status: 'failed', paid_at: null } },
    counts: { 'session.failed': 1 },
    seconds: exactly(40 * minute),
  },
  'second-approval': {
    objects: { session: { status: 'paid', amount_refunded: 0 } },
    counts: { 'session.completed': 1, 'session.duplicate_refunded': 1 },
    seconds: exactly(3 * minute),
  },
  refunded: {
    objects: {
      session: { status: 'refunded', amount_refunded: 8900 },
      refund: { status: 'succeeded', amount: 8900 },
    },
    seconds: exactly(4 * day),
  },
  'partial-refunds': {
    objects: {
      session: { status: 'paid', amount: 9000, amount_refunded: 6000 },
      firstRefund: { status: 'succeeded', amount: 3000 },
      secondRefund: { status: 'succeeded', amount: 3000 },
    },
    counts: { 'session.refunded': 2 },
    seconds: exactly(8 * day),
  },
  'refund-failed-late': {
    objects: { session: { status: 'paid', amount_refunded: 0 }, refund: { status: 'failed', amount: 5500 } },
    counts: { 'session.refunded': 1, 'session.refund_failed': 1 },
    seconds: exactly(7 * day),
  },
  'refund-refused': {
    objects: { session: { status: 'paid', amount_refunded: 0 }, refund: { status: 'failed', amount: 5500 } },
    counts: { 'session.refund_failed': 1 },
    seconds: exactly(2 * day),
  },
  'dispute-new': {
    objects: { session: { status: 'disputed' }, dispute: { status: 'open', closed_at: null } },
    seconds: exactly(6 * day),
  },
  'dispute-third-week': {
    objects: { session: { status: 'disputed' }, dispute: { status: 'open', amount: 24900 } },
    counts: { 'session.disputed': 1 },
    seconds: exactly(17 * day),
  },
  'dispute-won': {
    objects: { session: { status: 'paid' }, dispute: { status: 'won' } },
    counts: { 'session.dispute_closed': 1 },
    seconds: exactly(24 * day),
  },
  'dispute-lost': {
    objects: { session: { status: 'disputed' }, dispute: { status: 'lost' } },
    counts: { 'session.dispute_lost': 1 },
    seconds: exactly(24 * day),
  },
  'dispute-after-refund': {
    objects: {
      session: { status: 'disputed', amount_refunded: 5000 },
      refund: { status: 'succeeded', amount: 5000 },
      dispute: { status: 'open', amount: 5000 },
    },
    seconds: exactly(7 * day),
  },
  'link-waiting': { objects: { link: { status: 'active', payments_count: 0 } }, seconds: exactly(3 * day) },
  'link-paid-twice': {
    objects: { link: { status: 'paid', payments_count: 1, amount_collected: 42000 }, session: { status: 'paid' } },
    counts: { 'payment_link.paid': 1, 'payment_link.duplicate_payment': 1 },
    seconds: exactly(hour),
  },
  'link-disputed': {
    objects: { link: { status: 'paid' }, session: { status: 'disputed' }, dispute: { status: 'open' } },
    seconds: exactly(9 * day),
  },
  'link-collection': {
    objects: { link: { status: 'active', kind: 'reusable', payments_count: 8, amount_collected: 12000 } },
    seconds: exactly(30 * hour),
  },
  'endpoint-down-since-tuesday': {
    objects: { session: { status: 'paid' }, endpoint: { url: 'https://webhooks.shop.invalid/servicepay' } },
    counts: { 'session.completed': 6, 'delivery abandoned': 4, 'delivery pending': 2 },
    seconds: [3 * day, 10 * day],
  },
  'signing-secret-rolled': {
    objects: { endpoint: { object: 'webhook_endpoint' } },
    seconds: exactly(day),
  },
  'month-of-a-small-shop': {
    objects: { session: { status: 'paid' }, refund: { status: 'succeeded' }, dispute: { status: 'won' } },
    counts: { 'session.completed': 400, 'session.refunded': 8, 'session.disputed': 4, 'session.dispute_closed': 1 },
    currencies: { CHF: 56, EUR: 176, GBP: 56, JPY: 56, USD: 56 },
    seconds: [27 * day, 29 * day],
    isLong: true,
  },
}
