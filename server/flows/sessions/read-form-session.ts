import type { FormView } from '../../domain/wire/form-session.ts'
import type { AttemptRecord, SessionRecord } from '../../domain/sessions/session-records.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import type { Scope } from '../../domain/scope.ts'
import type { SessionAttempt } from '../../domain/sessions/session-attempt.ts'
import { findAttempt, loadAttemptOfVisitor } from '../../store/sessions/card-attempts.ts'
import { isOf, type Submitter, type Visitor } from '../../domain/sessions/visitor.ts'
import { loadSession } from '../../store/sessions/checkout-sessions.ts'
import { loadMerchant } from '../../store/accounts/merchants.ts'
import { returnedMoneyOf } from '../../store/sessions/returned-money.ts'
import { checkAttempt } from './check-attempt.ts'
import type { FlowContext } from '../context.ts'
import { expireSession, isOverdue } from './expire-session.ts'

/**
 * The session as the form shows it to a visitor, or null when there is none. Expires an overdue session first. No
 * visitor sees an attempt of another one (spec/decisions/sessions.md#visitors-of-a-checkout).
 */
export async function readFormSession(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  visitor: Pick<Visitor, 'hash'> | null,
): Promise<FormView | null> {
  const [found, merchant] = await Promise.all([
    loadSession(scope, context.db, sessionId),
    loadMerchant(scope, context.db),
  ])
  // After the session: once that is paid, the payer must find the own attempt approved. The first read of a form, which
  // its customer waits for, needs no third statement.
  const own = found?.attempts && visitor ? await loadAttemptOfVisitor(scope, context.db, sessionId, visitor.hash) : null
  const now = context.clock.now()
  const session = found && isOverdue(found, now) ? await expireSession(context, scope, sessionId) : found
  if (!session || !merchant) return null
  const ofAttempt = session.shared ? (own?.id ?? null) : null
  const returned = mayHaveReturnedMoney(session, own)
    ? await returnedMoneyOf(scope, context.db, sessionId, ofAttempt)
    : []
  return { session, merchant, own, returned, now, ...(await contextOf(context, scope)) }
}

async function contextOf(context: FlowContext, scope: Scope): Promise<Pick<FormView, 'acceptedBrands' | 'keyring'>> {
  const processor = await context.processorFor(scope)
  return { acceptedBrands: processor?.acceptedBrands ?? [], keyring: context.keyring }
}

/**
 * Saves the query for most sessions. Automatic returns belong to an attempt beside the one that paid, or to one that
 * the bank approved too late.
 */
function mayHaveReturnedMoney(
  { status, shared, paid_at, amount_refunded, attempts }: SessionRecord,
  own: AttemptRecord | null,
): boolean {
  if (shared && own?.status !== 'returned' && own?.status !== 'approved') return false
  if (status === 'open' || status === 'processing') return false
  return amount_refunded > 0 || attempts > (paid_at ? 1 : 0)
}

/** An open session that was just read or made, as its form shows it at first. Reads less than `readFormSession`. */
export async function formViewOf(context: FlowContext, scope: Scope, session: SessionRecord): Promise<FormView | null> {
  const merchant = await loadMerchant(scope, context.db)
  return merchant && viewWithoutReturns(context, scope, { session, merchant, own: null })
}

/** A session from which no money has gone back. */
async function viewWithoutReturns(
  context: FlowContext,
  scope: Scope,
  of: Pick<FormView, 'session' | 'merchant' | 'own'>,
): Promise<FormView> {
  return { ...of, returned: [], now: context.clock.now(), ...(await contextOf(context, scope)) }
}

interface ReadAttempt {
  readonly attempt: AttemptRecord
  readonly view: FormView
}

/** An attempt of this visitor and its session. Asks the bank first when a check is due. */
export async function readAttempt(
  context: FlowContext,
  scope: Scope,
  submitter: Submitter,
  attemptId: string,
): Promise<ReadAttempt | null> {
  const read = await readWithSession(context, scope, submitter, attemptId)
  const checkAt = read?.attempt.next_check_at
  if (!checkAt || checkAt > context.clock.now()) return read
  await checkAttempt(context, scope, attemptId)
  return readWithSession(context, scope, submitter, attemptId)
}

/** An attempt that has just been settled, as the form shows it. Usually reads nothing. */
export async function viewSettledAttempt(
  context: FlowContext,
  scope: Scope,
  { session, attempt }: SessionAttempt,
  merchant: MerchantRecord,
  visitor: Visitor,
): Promise<ReadAttempt | null> {
  if (mayHaveReturnedMoney(session, attempt) || isOverdue(session, context.clock.now()))
    return readAttempt(context, scope, { sessionId: session.id, visitor }, attempt.id)
  return { attempt, view: await viewWithoutReturns(context, scope, { session, merchant, own: attempt }) }
}

async function readWithSession(
  context: FlowContext,
  scope: Scope,
  submitter: Submitter,
  attemptId: string,
): Promise<ReadAttempt | null> {
  const view = await readFormSession(context, scope, submitter.sessionId, submitter.visitor)
  if (!view) return null
  const attempt = view.own?.id === attemptId ? view.own : await findAttempt(scope, context.db, attemptId)
  return attempt && isOf(attempt, submitter) ? { attempt, view } : null
}
