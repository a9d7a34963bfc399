import type { components } from '../../../generated/types.ts'
import type { Validated } from '../../domain/wire/validated.ts'
import { ownKeyAdvice, type SignUp } from '../../domain/accounts/sign-up.ts'
import { publicDemoCap } from '../../domain/accounts/public-demo.ts'
import { fail, type Failure, type FailureDetail } from '../../domain/failure.ts'
import { newId, sessionIdPrefix } from '../../domain/ids.ts'
import { currencyExponent } from '../../domain/money/amounts.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import type { SessionRecord } from '../../domain/sessions/session-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { findEarlierRequest, type Replay } from '../../idempotency/earlier-request.ts'
import type { RequestKey } from '../../idempotency/request-key.ts'
import { findSession } from '../../store/sessions/checkout-sessions.ts'
import { insertSessionTogether, insertSessionWithKey, type NewSession } from '../../store/sessions/new-sessions.ts'
import type { FlowContext } from '../context.ts'
import { expireSession, isOverdue } from './expire-session.ts'
import { unchargeable } from './unchargeable.ts'

type CreateParams = Validated<components['schemas']['CheckoutSessionCreateParams']>
/** Validation has filled in the default of `expires_in`. */
type Params = CreateParams & Required<Pick<CreateParams, 'expires_in'>>
type Code =
  | 'parameter_invalid'
  | 'amount_too_large'
  | 'currency_not_enabled'
  | 'account_configuration'
  | 'idempotency_conflict'
  | 'request_in_progress'

export type CreateSessionResult =
  { kind: 'session'; session: SessionRecord; replayed: boolean } | Replay | Failure<Code>

/** Creates a checkout session, once for each idempotency key (operation `createCheckoutSession`). */
export async function createSession(
  context: FlowContext,
  merchant: MerchantRecord,
  scope: Scope,
  params: Params,
  requestKey: RequestKey | null,
): Promise<CreateSessionResult> {
  const refusal = await refusalOf(context, merchant, scope, params)
  if (refusal) return requestKey ? ((await replayedSession(context, scope, requestKey)) ?? refusal) : refusal
  const session = newSession(scope, params, context.clock.now())
  if (!requestKey)
    return { kind: 'session', session: await insertSessionTogether(scope, context.db, session), replayed: false }
  const result = await insertSessionWithKey(scope, context.db, {
    session,
    requestKey,
  })
  if (result.kind === 'made') return { kind: 'session', session: result.session, replayed: false }
  if (result.kind === 'key_in_use') return fail('request_in_progress')
  // Null when the key's 24 hours ended in the meantime. The retry then finds the key unused.
  return (await replayedSession(context, scope, requestKey)) ?? fail('request_in_progress')
}

/**
 * Rules that depend on the account. They apply after the idempotency key, so that a replay never fails because the
 * account changed.
 */
async function refusalOf(
  context: FlowContext,
  merchant: MerchantRecord,
  scope: Scope,
  params: Params,
): Promise<Failure<Code> | null> {
  const currency = params.currency.toUpperCase()
  if (!merchant.currencies.includes(currency))
    return fail('currency_not_enabled', { param: 'currency', fix: currencyFix(merchant) })
  if (merchant.public_demo && params.amount > publicDemoCap * 10 ** currencyExponent(currency)) {
    return fail('amount_too_large', overDemoCap(currency, context.settings.signUp))
  }
  const processor = await context.processorFor(scope)
  if (!processor) return fail('account_configuration')
  const problem = unchargeable(processor, { amount: params.amount, currency })
  return problem && fail(problem.param === 'currency' ? 'currency_not_enabled' : 'parameter_invalid', problem)
}

/** The advice for a currency that the account does not process. The public demo account has no dashboard. */
export function currencyFix({ currencies, public_demo }: Pick<MerchantRecord, 'currencies' | 'public_demo'>): string {
  const some = currencies.slice(0, shownCurrencies).join(', ')
  const enabled = currencies.length > shownCurrencies ? `${some}, …` : some
  return `Use an enabled currency (${enabled})${public_demo ? '' : ', or enable this one in the dashboard'}.`
}

const shownCurrencies = 10

function overDemoCap(currency: string, signUp: SignUp): FailureDetail {
  const most = publicDemoCap * 10 ** currencyExponent(currency)
  return {
    param: 'amount',
    message: `The public demo key takes at most ${publicDemoCap} ${currency}, which is ${most} in the smallest unit.`,
    fix: `Send at most ${most}, or use a key of your own. ${ownKeyAdvice(signUp)}`,
  }
}

const deletedSession = {
  message: 'The session of this Idempotency-Key was deleted, because it was an unpaid test session.',
  fix: 'Use a new random key.',
}

/** A replay returns the session in its current state, not in its first state. */
async function replayedSession(
  context: FlowContext,
  scope: Scope,
  requestKey: RequestKey,
): Promise<CreateSessionResult | null> {
  const earlier = await findEarlierRequest(context, scope, requestKey)
  if (earlier?.kind !== 'unfinished') return earlier
  const session = await findSession(scope, context.db, earlier.objectId)
  if (!session) return fail('idempotency_conflict', deletedSession)
  const current = isOverdue(session, context.clock.now()) ? await expireSession(context, scope, session.id) : session
  return { kind: 'session', session: current ?? session, replayed: true }
}

function newSession(scope: Scope, params: Params, now: Date): NewSession {
  return {
    id: newId(sessionIdPrefix(scope.livemode), now),
    amount: params.amount,
    currency: params.currency.toUpperCase(),
    reference: params.reference ?? null,
    description: params.description ?? null,
    customer: params.customer ?? {},
    billing_address: upperCountry(params.billing_address),
    shipping_address: upperCountry(params.shipping_address),
    success_url: params.success_url ?? null,
    cancel_url: params.cancel_url ?? null,
    expires_at: new Date(now.getTime() + params.expires_in * 1000),
    created_at: now,
    metadata: params.metadata ?? {},
    shared: false,
  }
}

/** Requests may spell the country code in either case; replies use upper case. */
export function upperCountry(
  address: components['schemas']['Address'] | null | undefined,
): components['schemas']['Address'] | null {
  if (!address) return null
  return address.country === undefined ? address : { ...address, country: address.country.toUpperCase() }
}
