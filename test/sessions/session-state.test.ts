import t from 'tap'
import { failureCodes } from '../../server/domain/sessions/failure-codes.ts'
import {
  attemptsLeft,
  failedAttemptTrigger,
  refundTrigger,
  sessionStatuses,
  sessionTransition,
  sessionTransitions,
  sessionTriggers,
} from '../../server/domain/sessions/session-state.ts'

// Written by hand and independently of the code, so that a mistake in the code shows.
const expected: readonly (readonly [string, string, string, string | null])[] = [
  ['open', 'card_submitted', 'processing', null],
  ['open', 'time_passed', 'expired', 'session.expired'],
  ['open', 'closed', 'expired', 'session.expired'],
  ['processing', 'approved', 'paid', 'session.completed'],
  ['processing', 'attempt_failed', 'open', null],
  ['processing', 'last_attempt_failed', 'failed', 'session.failed'],
  ['processing', 'bank_check_unfinished', 'failed', 'session.failed'],
  ['processing', 'attempt_failed_after_end', 'expired', 'session.expired'],
  ['processing', 'approved_after_link_was_paid', 'expired', null],
  ['paid', 'partly_refunded', 'paid', 'session.refunded'],
  ['paid', 'wholly_refunded', 'refunded', 'session.refunded'],
  ['paid', 'refund_failed', 'paid', 'session.refund_failed'],
  ['paid', 'refund_reversed', 'paid', 'session.refund_failed'],
  ['refunded', 'refund_reversed', 'paid', 'session.refund_failed'],
  ['refunded', 'wholly_refunded', 'refunded', 'session.refunded'],
  ['refunded', 'refund_failed', 'refunded', 'session.refund_failed'],
  ['disputed', 'refund_reversed', 'disputed', 'session.refund_failed'],
  ['paid', 'chargeback_opened', 'disputed', 'session.disputed'],
  ['paid', 'duplicate_returned', 'paid', 'session.duplicate_refunded'],
  ['refunded', 'duplicate_returned', 'refunded', 'session.duplicate_refunded'],
  ['disputed', 'duplicate_returned', 'disputed', 'session.duplicate_refunded'],
  ['disputed', 'partly_refunded', 'disputed', 'session.refunded'],
  ['disputed', 'wholly_refunded', 'disputed', 'session.refunded'],
  ['disputed', 'refund_failed', 'disputed', 'session.refund_failed'],
  ['disputed', 'chargeback_won', 'paid', 'session.dispute_closed'],
  ['disputed', 'chargeback_won_after_refund', 'refunded', 'session.dispute_closed'],
  ['disputed', 'chargeback_lost', 'disputed', 'session.dispute_lost'],
]

t.test('a session has exactly the specified transitions', async (t) => {
  for (const [from, trigger, to, event] of expected) {
    const row = sessionTransitions.find((candidate) => candidate.from === from && candidate.trigger === trigger)
    t.same(row, { from, trigger, to, event }, `${from} + ${trigger} → ${to}${event === null ? '' : `, ${event}`}`)
  }
  t.equal(sessionTransitions.length, expected.length, 'there is no other transition')
})

t.test('every other combination of status and trigger is impossible', async (t) => {
  const known = new Set(expected.map(([from, trigger]) => `${from} ${trigger}`))
  let impossible = 0
  for (const from of sessionStatuses) {
    for (const trigger of sessionTriggers) {
      const row = sessionTransition(from, trigger)
      if (known.has(`${from} ${trigger}`)) t.not(row, null)
      else if (row === null) impossible += 1
      else t.fail(`${from} + ${trigger} happens: ${row.to}`)
    }
  }
  t.equal(impossible, 7 * 18 - expected.length)
})

t.test('a failed or expired session never changes its status', async (t) => {
  for (const trigger of sessionTriggers) {
    t.equal(sessionTransition('failed', trigger), null)
    t.equal(sessionTransition('expired', trigger), null)
  }
})

const refusals = ['card_declined', 'invalid_card', 'expired_card', 'risk_declined', 'authentication_failed'] as const
const faults = ['processing_error', 'processor_unavailable', 'account_configuration'] as const

t.test('the fifth declined card is the last, whatever its failure code', async (t) => {
  t.same([...refusals, ...faults].sort(), [...failureCodes].sort(), 'every code is one or the other')
  for (const code of refusals) {
    t.equal(
      failedAttemptTrigger({ code, cancelled: null }, { declinedCards: 0, attempts: 1, ended: false }),
      'attempt_failed',
      code,
    )
    t.equal(
      failedAttemptTrigger({ code, cancelled: null }, { declinedCards: 3, attempts: 4, ended: false }),
      'attempt_failed',
      `${code}, fourth card`,
    )
    t.equal(
      failedAttemptTrigger({ code, cancelled: null }, { declinedCards: 4, attempts: 5, ended: false }),
      'last_attempt_failed',
      `${code}, fifth card`,
    )
  }
})

t.test('a failure that is not a refusal does not count as a declined card', async (t) => {
  for (const code of faults) {
    t.equal(
      failedAttemptTrigger({ code, cancelled: null }, { declinedCards: 4, attempts: 5, ended: false }),
      'attempt_failed',
      code,
    )
    t.equal(
      failedAttemptTrigger({ code, cancelled: null }, { declinedCards: 4, attempts: 19, ended: false }),
      'attempt_failed',
      `${code}, 19 attempts`,
    )
  }
})

t.test('the twentieth failed attempt is the last, whatever its code', async (t) => {
  for (const code of failureCodes) {
    t.equal(
      failedAttemptTrigger({ code, cancelled: null }, { declinedCards: 0, attempts: 19, ended: false }),
      'attempt_failed',
      code,
    )
    t.equal(
      failedAttemptTrigger({ code, cancelled: null }, { declinedCards: 0, attempts: 20, ended: false }),
      'last_attempt_failed',
      code,
    )
  }
})

t.test('a failed attempt expires a session whose time is over, unless it was the last', async (t) => {
  t.equal(
    failedAttemptTrigger({ code: 'card_declined', cancelled: null }, { declinedCards: 0, attempts: 1, ended: true }),
    'attempt_failed_after_end',
  )
  t.equal(
    failedAttemptTrigger({ code: 'processing_error', cancelled: null }, { declinedCards: 0, attempts: 1, ended: true }),
    'attempt_failed_after_end',
  )
  t.equal(
    failedAttemptTrigger({ code: 'card_declined', cancelled: null }, { declinedCards: 4, attempts: 5, ended: true }),
    'last_attempt_failed',
  )
})

t.test('attempts_left is the number of cards that may still be tried', async (t) => {
  const cases = [
    [0, 0, 5],
    [1, 1, 4],
    [4, 4, 1],
    [5, 5, 0],
    [0, 3, 5],
    [0, 15, 5],
    [0, 16, 4],
    [2, 19, 1],
    [0, 20, 0],
    [5, 25, 0],
  ] as const
  for (const [declined, attempts, left] of cases)
    t.equal(attemptsLeft(declined, attempts), left, `${declined} declined of ${attempts}`)
})

t.test('a refund is whole when nothing is left of the amount', async (t) => {
  t.equal(refundTrigger(2500, 1), 'partly_refunded')
  t.equal(refundTrigger(2500, 2499), 'partly_refunded')
  t.equal(refundTrigger(2500, 2500), 'wholly_refunded')
  t.equal(refundTrigger(1, 1), 'wholly_refunded')
})
