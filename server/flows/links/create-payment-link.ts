import { randomBytes } from 'node:crypto'
import type { components } from '../../../generated/types.ts'
import type { Validated } from '../../domain/wire/validated.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { base32Alphabet } from '../../domain/crypto/base32.ts'
import { fail, type Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import { isLinkEndAllowed } from '../../domain/links/payment-link-state.ts'
import type { MerchantRecord } from '../../domain/accounts/account-records.ts'
import type { PaymentLinkRecord } from '../../domain/links/link-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { claimingKey } from '../../idempotency/claims.ts'
import { findEarlierRequest, type Replay } from '../../idempotency/earlier-request.ts'
import type { RequestKey } from '../../idempotency/request-key.ts'
import { isKeyTaken } from '../../store/idempotency-keys.ts'
import { findPaymentLink, insertPaymentLink, type NewPaymentLink } from '../../store/links/payment-links.ts'
import { inTransaction } from '../../store/sql/database.ts'
import { execute } from '../../store/sql/writes.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { currencyFix } from '../sessions/create-session.ts'
import { unchargeable } from '../sessions/unchargeable.ts'

type CreateParams = Validated<components['schemas']['PaymentLinkCreateParams']>
/** Validation has filled in the default of `kind`. */
export type PaymentLinkParams = CreateParams & Required<Pick<CreateParams, 'kind'>>
type Code = 'parameter_invalid' | 'account_configuration' | 'idempotency_conflict' | 'request_in_progress'

export type CreateLinkResult = { kind: 'link'; link: PaymentLinkRecord; replayed: boolean } | Replay | Failure<Code>

/**
 * Creates a payment link, once for each idempotency key. `by`: the dashboard user for the audit log, or null for an API
 * call.
 */
export async function createPaymentLink(
  context: FlowContext,
  merchant: MerchantRecord,
  scope: Scope,
  params: PaymentLinkParams,
  requestKey: RequestKey | null,
  by: Caller | null = null,
): Promise<CreateLinkResult> {
  const invalid = invalidParams(params)
  if (invalid) return invalid
  const earlier = requestKey && (await earlierLink(context, scope, requestKey))
  if (earlier) return earlier
  const refusal = await refusalOf(context, merchant, scope, params)
  if (refusal) return refusal
  const link = newLink(params, context.clock.now())
  const made = await inTransaction(context.db, async (transaction) => {
    if (requestKey) await execute(transaction, claimingKey(context, scope, requestKey, link.id))
    if (by)
      await audit(context, transaction, by, {
        ...scope,
        action: 'payment_link.created',
        detail: { link: link.id, amount: link.amount, currency: link.currency },
      })
    return insertPaymentLink(scope, transaction, link)
  }).catch((error: unknown) => {
    if (isKeyTaken(error)) return null
    throw error
  })
  if (made) return { kind: 'link', link: made, replayed: false }
  return (requestKey && (await earlierLink(context, scope, requestKey))) ?? fail('request_in_progress')
}

/**
 * The result of an earlier request with this key: its stored reply, or its link when the request ended before it could
 * store a reply.
 */
async function earlierLink(
  context: FlowContext,
  scope: Scope,
  requestKey: RequestKey,
): Promise<CreateLinkResult | null> {
  const earlier = await findEarlierRequest(context, scope, requestKey)
  if (earlier?.kind !== 'unfinished') return earlier
  if (earlier.leasedUntil && earlier.leasedUntil > context.clock.now()) return fail('request_in_progress')
  const link = await findPaymentLink(scope, context.db, earlier.objectId)
  if (!link) throw new Error('Bug: the idempotency key names a payment link that does not exist')
  return { kind: 'link', link, replayed: false }
}

/** Rules of the body that the schema cannot express (spec/decisions/links.md#link-metadata-and-customer). */
function invalidParams(params: PaymentLinkParams): Failure<'parameter_invalid'> | null {
  if (params.kind === 'reusable' && params.customer !== undefined) {
    return fail('parameter_invalid', {
      param: 'customer',
      message: 'customer is for one-off links only.',
      fix: 'Leave customer out, or create a link of kind single.',
    })
  }
  if (params.metadata && 'payment_link' in params.metadata) {
    return fail('parameter_invalid', {
      param: 'metadata.payment_link',
      message: 'The key payment_link is reserved.',
      fix: 'Choose another key.',
    })
  }
  return null
}

/** Rules that depend on the account and the clock. */
async function refusalOf(
  context: FlowContext,
  merchant: MerchantRecord,
  scope: Scope,
  params: PaymentLinkParams,
): Promise<Failure<Code> | null> {
  if (!merchant.currencies.includes(params.currency.toUpperCase())) {
    return fail('parameter_invalid', {
      param: 'currency',
      message: 'This currency is not enabled on the account.',
      fix: currencyFix(merchant),
    })
  }
  if (params.expires_at && !isLinkEndAllowed(new Date(params.expires_at), context.clock.now())) {
    return fail('parameter_invalid', {
      param: 'expires_at',
      message: 'expires_at must be between 10 minutes and 1 year from now.',
      fix: 'Correct expires_at and send the request again.',
    })
  }
  const processor = await context.processorFor(scope)
  if (!processor) return fail('account_configuration')
  const problem = unchargeable(processor, { amount: params.amount, currency: params.currency.toUpperCase() })
  return problem && fail('parameter_invalid', problem)
}

function newLink(params: PaymentLinkParams, now: Date): NewPaymentLink {
  return {
    id: newId('pl', now),
    code: newCode(),
    kind: params.kind,
    amount: params.amount,
    currency: params.currency.toUpperCase(),
    description: params.description,
    reference: params.reference ?? null,
    customer: params.customer ?? {},
    success_url: params.success_url ?? null,
    expires_at: params.expires_at ? new Date(params.expires_at) : null,
    metadata: params.metadata ?? {},
    created_at: now,
  }
}

/** 60 random bits: short enough to read out, too many to try. */
const codeLength = 12

function newCode(): string {
  return Array.from(randomBytes(codeLength), (byte) => base32Alphabet.charAt(byte & 31)).join('')
}
