import type { FormView } from '../domain/wire/form-session.ts'
import type { AttemptRecord, MerchantRecord, SessionRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import { approvedAttemptOf, findAttempt, loadLastAttempt } from '../store/card-attempts.ts'
import { loadSession } from '../store/checkout-sessions.ts'
import { loadMerchant } from '../store/merchants.ts'
import { returnedMoneyOf } from '../store/returned-money.ts'
import { checkAttempt } from './check-attempt.ts'
import type { FlowContext } from './context.ts'
import { expireSession, isOverdue } from './expire-session.ts'
import type { KnownAttempt } from './settle-attempt.ts'

/** The session as the form shows it, or null when there is none. Expires an overdue session first. */
export async function readFormSession(context: FlowContext, scope: Scope, sessionId: string): Promise<FormView | null> {
  const [found, merchant] = await Promise.all([
    loadSession(scope, context.db, sessionId),
    loadMerchant(scope, context.db),
  ])
  // The first read of a form, which its customer waits for, needs no third statement.
  const lastAttempt = found?.attempts ? await loadLastAttempt(scope, context.db, sessionId) : null
  const now = context.clock.now()
  const session = found && isOverdue(found, now) ? await expireSession(context, scope, sessionId) : found
  // A refunded second approval does not concern the customer, who has paid.
  const paying =
    session?.paid_at && lastAttempt?.status !== 'approved'
      ? await approvedAttemptOf(scope, context.db, sessionId)
      : null
  if (!session || !merchant) return null
  const returned = mayHaveReturnedMoney(session) ? await returnedMoneyOf(scope, context.db, sessionId) : []
  return { session, merchant, lastAttempt: paying ?? lastAttempt, returned, now, ...(await contextOf(context, scope)) }
}

async function contextOf(context: FlowContext, scope: Scope): Promise<Pick<FormView, 'acceptedBrands' | 'keyring'>> {
  const processor = await context.processorFor(scope)
  return { acceptedBrands: processor?.acceptedBrands ?? [], keyring: context.keyring }
}

/**
 * Saves the query for most sessions. Automatic returns belong to an attempt beside the one that paid, or to one that
 * the bank approved too late.
 */
function mayHaveReturnedMoney({ status, shared, paid_at, amount_refunded, attempts }: SessionRecord): boolean {
  if (shared || status === 'open' || status === 'processing') return false
  return amount_refunded > 0 || attempts > (paid_at ? 1 : 0)
}

/** An open session that was just read or made, as the form shows it. Reads less than `readFormSession`. */
export async function formViewOf(context: FlowContext, scope: Scope, session: SessionRecord): Promise<FormView | null> {
  const [merchant, lastAttempt] = await Promise.all([
    loadMerchant(scope, context.db),
    session.attempts === 0 ? null : loadLastAttempt(scope, context.db, session.id),
  ])
  return merchant && viewWithoutReturns(context, scope, { session, merchant, lastAttempt })
}

/** A session from which no money has gone back. */
async function viewWithoutReturns(
  context: FlowContext,
  scope: Scope,
  of: Pick<FormView, 'session' | 'merchant' | 'lastAttempt'>,
): Promise<FormView> {
  return { ...of, returned: [], now: context.clock.now(), ...(await contextOf(context, scope)) }
}

interface ReadAttempt {
  readonly attempt: AttemptRecord
  readonly view: FormView
}

/** An attempt and its session. Asks the bank first when a check is due. */
export async function readAttempt(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  attemptId: string,
): Promise<ReadAttempt | null> {
  const read = await readWithSession(context, scope, sessionId, attemptId)
  const checkAt = read?.attempt.next_check_at
  if (!checkAt || checkAt > context.clock.now()) return read
  await checkAttempt(context, scope, attemptId)
  return readWithSession(context, scope, sessionId, attemptId)
}

/** An attempt that has just been settled, as the form shows it. Usually reads nothing. */
export async function viewSettledAttempt(
  context: FlowContext,
  scope: Scope,
  { session, attempt }: KnownAttempt,
  merchant: MerchantRecord,
): Promise<ReadAttempt | null> {
  if (mayHaveReturnedMoney(session) || isOverdue(session, context.clock.now()))
    return readAttempt(context, scope, session.id, attempt.id)
  return { attempt, view: await viewWithoutReturns(context, scope, { session, merchant, lastAttempt: attempt }) }
}

async function readWithSession(
  context: FlowContext,
  scope: Scope,
  sessionId: string,
  attemptId: string,
): Promise<ReadAttempt | null> {
  const view = await readFormSession(context, scope, sessionId)
  if (!view) return null
  const { lastAttempt } = view
  const attempt = lastAttempt?.id === attemptId ? lastAttempt : await findAttempt(scope, context.db, attemptId)
  return attempt?.session_id === sessionId ? { attempt, view } : null
}
