import { operations, type OperationId } from '../../generated/operations.ts'
import { fail, type Failure } from './failure.ts'
import type { PaymentLinkRecord } from './links/link-records.ts'
import type { RefundRecord } from './refunds/refund-records.ts'
import type { SessionRecord } from './sessions/session-records.ts'
import type { SessionStatus } from './sessions/session-state.ts'

// The texts of a refusal describe the state that the call found. One text for all states would be wrong advice in some
// of them, such as "Create a new checkout session" for a session that is already paid.

interface Texts {
  readonly message: string
  readonly fix: string
}

/** A call in the words of a text: its method and path. */
export function callOf(id: OperationId): string {
  const { method, path } = operations[id]
  return `\`${method} ${path}\``
}

type Session = Pick<SessionRecord, 'status' | 'amount' | 'amount_refunded' | 'amount_refund_pending'>

const neverChargeTwice = 'Do not create another session for the same order: the customer would pay twice.'
const createAnother = 'If the customer still wants to pay, create a new checkout session.'

/** Why a session takes no card. `open` is the status of a session whose time has just passed. */
const unpayable: Readonly<Record<SessionStatus, Texts>> = {
  open: { message: 'This checkout session has expired.', fix: createAnother },
  processing: { message: 'A payment of this session is with the bank.', fix: 'Wait for its result.' },
  paid: { message: 'This checkout session is already paid.', fix: neverChargeTwice },
  failed: { message: 'This checkout session has failed and accepts no more cards.', fix: createAnother },
  expired: { message: 'This checkout session has expired.', fix: createAnother },
  refunded: {
    message: 'This checkout session was paid, and the whole amount was refunded.',
    fix: 'Create a new checkout session only if the customer orders again.',
  },
  disputed: {
    message: "This checkout session was paid, and the cardholder's bank has opened a dispute.",
    fix: neverChargeTwice,
  },
}

export function notPayable({ status }: Pick<Session, 'status'>): Failure<'session_not_payable'> {
  return fail('session_not_payable', unpayable[status])
}

const nothingToClose = 'You do not need to do anything: the session accepts no more payments.'

/** Why a session cannot be expired. `open` is the status of a session whose time has just passed. */
const unclosable: Readonly<Record<Exclude<SessionStatus, 'processing'>, Texts>> = {
  open: { message: 'This session has already expired.', fix: nothingToClose },
  paid: {
    message: 'This session is paid, so it cannot expire.',
    fix: `To return the money, refund the session: ${callOf('refundCheckoutSession')}.`,
  },
  failed: { message: 'This session has already failed.', fix: nothingToClose },
  expired: { message: 'This session has already expired.', fix: nothingToClose },
  refunded: { message: 'This session was paid and refunded, so it cannot expire.', fix: nothingToClose },
  disputed: { message: 'This session was paid and is disputed, so it cannot expire.', fix: nothingToClose },
}

export function notExpirable({
  status,
}: Pick<Session, 'status'>): Failure<'session_not_payable' | 'payment_in_progress'> {
  if (status !== 'processing') return fail('session_not_payable', unclosable[status])
  return fail('payment_in_progress', {
    message: 'A payment of this session is with the bank, so the session cannot expire now.',
    fix: 'Wait for the result. If the session is then `open` again, expire it.',
  })
}

const nothingTaken = 'No money was taken, so there is nothing to return.'

const unrefundable: Readonly<Record<SessionStatus, Texts>> = {
  open: { message: 'This session is not paid yet.', fix: 'Refund it when its `status` is `paid`.' },
  processing: {
    message: 'A payment of this session is with the bank.',
    fix: 'Wait for the result. Refund the session when its `status` is `paid`.',
  },
  paid: {
    message: 'Pending refunds reserve everything that is left of this session.',
    fix: 'Wait for their results. If one fails, its amount can be refunded again.',
  },
  failed: { message: 'This session has failed.', fix: nothingTaken },
  expired: { message: 'This session has expired unpaid.', fix: nothingTaken },
  refunded: { message: 'The whole amount of this session is refunded.', fix: 'There is nothing left to refund.' },
  disputed: {
    message: "The cardholder's bank has taken this payment back in a dispute.",
    fix:
      'Do not return the money in another way: the cardholder would get it twice. ' +
      'If you win the dispute, the session is `paid` again and you can refund it.',
  },
}

export function notRefundable({ status }: Pick<Session, 'status'>): Failure<'session_not_refundable'> {
  return fail('session_not_refundable', unrefundable[status])
}

export function refundTooLarge(amount: number, session: Session): Failure<'refund_exceeds_amount'> {
  const { amount_refund_pending: pending } = session
  const left = session.amount - session.amount_refunded - pending
  const reserved = pending > 0 ? ` Pending refunds reserve ${pending}.` : ''
  return fail('refund_exceeds_amount', {
    param: 'amount',
    message: `The refund of ${amount} is larger than the ${left} left to refund.${reserved}`,
    fix: `Send at most ${left}, or leave \`amount\` out to refund everything that is left.`,
  })
}

/** Why no confirmation window can be completed. */
export function noChallenge({ status }: Pick<Session, 'status'>): Failure<'session_not_payable'> {
  const fixes: Partial<Record<SessionStatus, string>> = {
    open: `First pay it with the card \`challenge\`: ${callOf('testPaySession')}.`,
    processing: 'Wait for the result of the card attempt. Only the card `challenge` opens a window.',
  }
  return fail('session_not_payable', {
    message: `This session is \`${status}\` and has no open confirmation window.`,
    fix: fixes[status] ?? 'Create another session, and pay it with the card `challenge`.',
  })
}

const payFirst = `First pay it: ${callOf('testPaySession')}.`
const takeAnother = 'Create another session, and pay it.'

/** Why the simulated bank opens no dispute, or approves no second payment. */
export function notPaidForTest({ status }: Pick<Session, 'status'>): Failure<'session_not_refundable'> {
  const fixes: Partial<Record<SessionStatus, string>> = {
    open: payFirst,
    processing: 'Wait until its `status` is `paid`.',
    disputed: `Close its dispute first: ${callOf('testCloseDispute')}.`,
  }
  return fail('session_not_refundable', {
    message: `This call needs a session that is \`paid\`. This one is \`${status}\`.`,
    fix: fixes[status] ?? takeAnother,
  })
}

/** Why a paid session cannot be disputed. */
export const nothingToDispute = fail('session_not_refundable', {
  message: 'Refunds and earlier disputes have taken the whole payment of this session.',
  fix: takeAnother,
})

export function noOpenDispute({ status }: Pick<Session, 'status'>): Failure<'session_not_refundable'> {
  if (status === 'disputed')
    return fail('session_not_refundable', {
      message: 'The dispute of this session is closed: you lost it.',
      fix: 'A lost dispute stays lost. To try another outcome, create, pay and dispute another session.',
    })
  const fixes: Partial<Record<SessionStatus, string>> = {
    open: `${payFirst} Then open a dispute with \`dispute\`.`,
    paid: `First open one: ${callOf('testDisputeSession')}.`,
    processing: 'Wait until its `status` is `paid`. Then open a dispute.',
  }
  return fail('session_not_refundable', {
    message: `This session is \`${status}\` and has no open dispute.`,
    fix: fixes[status] ?? 'Create and pay another session. Then open a dispute.',
  })
}

export const anotherAttemptRuns = fail('session_not_refundable', {
  message: 'Another payment of this session is with the bank.',
  fix: 'Wait for its result, then call again.',
})

export function linkNotActive({ status }: Pick<PaymentLinkRecord, 'status'>): Failure<'session_not_payable'> {
  return fail('session_not_payable', {
    message: `This payment link is \`${status}\`, so it cannot expire.`,
    fix: 'Use a link with the status `active`.',
  })
}

export function linkNotPaid({ kind, status }: PaymentLinkRecord): Failure<'session_not_payable'> {
  if (kind === 'reusable')
    return fail('session_not_payable', {
      message: 'A reusable link may be paid many times, so it has no second payment to return.',
      fix: 'Use a one-off link (`kind` is `single`) that is paid.',
    })
  return fail('session_not_payable', {
    message: `This call needs a link that is \`paid\`. This one is \`${status}\`.`,
    fix: status === 'active' ? 'First open the link and pay it.' : 'Create another link, open it and pay it.',
  })
}

export function linkClosed({ status }: Pick<PaymentLinkRecord, 'status'>): Failure<'session_not_payable'> {
  if (status === 'paid')
    return fail('session_not_payable', {
      message: 'This payment link is already paid.',
      fix: 'You do not need to pay again. If you think that you have not paid, ask the merchant.',
    })
  return fail('session_not_payable', {
    message: 'This payment link can no longer take payment.',
    fix: 'Ask the merchant for a new link.',
  })
}

export function refundSettled({ status }: Pick<RefundRecord, 'status'>): Failure<'session_not_refundable'> {
  return fail('session_not_refundable', {
    message:
      status === 'pending'
        ? 'The bank does not know this pending refund yet.'
        : `This refund has already ${status === 'failed' ? 'failed' : 'succeeded'}.`,
    fix:
      status === 'pending'
        ? 'Wait until the service has reached the bank, then call again.'
        : 'Only a pending refund can be settled. To get one, pay with the card `refund_pending` and refund it. ' +
          'A refund that has succeeded fails with `reverse`.',
  })
}

export function refundNotSucceeded({ status }: Pick<RefundRecord, 'status'>): Failure<'session_not_refundable'> {
  return fail('session_not_refundable', {
    message: status === 'pending' ? 'This refund is still pending.' : 'This refund has already failed.',
    fix:
      status === 'pending'
        ? 'Only a refund that has succeeded can be reversed. Settle this one with `settle` first.'
        : 'Only a refund that has succeeded can be reversed. Make another refund.',
  })
}

/** An id that names no object of the key's account and mode. `what` is in words, such as `payment link`. */
export function noSuch(what: string): Failure<'not_found'> {
  return fail('not_found', {
    message: `This key has no ${what} with this id.`,
    fix: `Check the id, and check that the key belongs to the same account and mode as the ${what}.`,
  })
}
