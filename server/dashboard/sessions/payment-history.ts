import type { AttemptRecord, ReturnRecord } from '../../domain/sessions/session-records.ts'
import type { DisputeRecord } from '../../domain/disputes/dispute-records.ts'
import type { MovementRecord } from '../../domain/money/movement-records.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { CaptureRecord } from '../../domain/sessions/captures.ts'
import type { FlowContext } from '../../flows/context.ts'
import { listDisputes } from '../../store/disputes/disputes.ts'
import { listRefunds } from '../../store/refunds/refunds.ts'
import { listReturns } from '../../store/sessions/automatic-returns.ts'
import { capturesOf } from '../../store/sessions/captures.ts'
import { attemptsOf } from '../../store/sessions/card-attempts.ts'
import { movementsOf } from '../../store/sessions/money-movements.ts'
import { eventsOf, type PaymentEvent } from '../../store/webhooks/payment-events.ts'

/** The most records of each kind. Without a limit, a payment with very many refunds would make an endless page. */
const shownOfAKind = 100

/** The history of a payment. Each kind is newest first, but the ledger is oldest first. */
export interface PaymentHistory {
  readonly attempts: readonly AttemptRecord[]
  readonly captures: readonly CaptureRecord[]
  readonly refunds: readonly RefundRecord[]
  readonly disputes: readonly DisputeRecord[]
  readonly returns: readonly ReturnRecord[]
  readonly events: readonly PaymentEvent[]
  readonly movements: readonly MovementRecord[]
}

export async function readHistory({ db }: FlowContext, scope: Scope, sessionId: string): Promise<PaymentHistory> {
  const limit = shownOfAKind
  const [attempts, captures, refunds, disputes, returns, events, movements] = await Promise.all([
    attemptsOf(scope, db, sessionId, limit),
    capturesOf(scope, db, sessionId),
    listRefunds(scope, db, { sessionId, startingAfter: null, limit }),
    listDisputes(scope, db, { status: null, sessionId, olderThan: null, limit }),
    listReturns(scope, db, { waiting: false, sessionId, olderThan: null, limit }),
    eventsOf(scope, db, sessionId, limit),
    movementsOf(scope, db, sessionId),
  ])
  return { attempts, captures, refunds, disputes, returns, events, movements }
}

/** Whether the history may leave out older records. */
export function isCut({ attempts, refunds, disputes, returns, events }: PaymentHistory): boolean {
  return [attempts, refunds, disputes, returns, events].some(({ length }) => length >= shownOfAKind)
}
