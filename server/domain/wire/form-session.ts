import type { components } from '../../../generated/types.ts'
import { containDirection } from '../../../spec/lib/direction.ts'
import type { CardBrand } from '../sessions/card-rules.ts'
import { failureMessage } from '../sessions/failure-codes.ts'
import type { Visitor } from '../sessions/visitor.ts'
import { attemptTokenOf } from '../sessions/attempt-token.ts'
import type { Keyring } from '../crypto/keyring.ts'
import type { AttemptRecord, SessionRecord } from '../sessions/session-records.ts'
import type { MerchantRecord } from '../accounts/account-records.ts'
import { attemptsLeft } from '../sessions/session-state.ts'
import { cancelUrl } from '../sessions/cancel-url.ts'
import { thankYouUrl } from '../sessions/thank-you-url.ts'

export interface ReturnedMoney {
  readonly kind: components['schemas']['ReturnedMoneyKind']
  readonly amount: number
  readonly settled_at: Date
}

/** The data from which the form's view of a session is made. */
export interface FormView {
  /** What has gone back to the customer's card, oldest first. */
  readonly returned: readonly ReturnedMoney[]
  readonly session: SessionRecord
  readonly merchant: MerchantRecord
  /** The attempt that the visitor has paid with, or the visitor's last one. */
  readonly own: AttemptRecord | null
  readonly now: Date
  readonly acceptedBrands: readonly CardBrand[]
  readonly keyring: Keyring
}

/** The path of our page with the bank's confirmation. A token follows it. */
export const challengePagePath = '/v1/form/challenge/'

/**
 * A session in a reply to the form: only what this visitor may read
 * (spec/decisions/sessions.md#visitors-of-a-checkout).
 */
export function formSession(view: FormView): components['schemas']['FormSession'] {
  const { session, merchant, own, now } = view
  return {
    id: session.id,
    object: 'form_session',
    status: session.status,
    livemode: session.livemode,
    amount: session.amount,
    currency: session.currency,
    description: shown(session.description),
    merchant_name: shown(merchant.business_name),
    reference: shown(session.reference),
    support_email: merchant.contact_email,
    terms_url: merchant.terms_url,
    privacy_url: merchant.privacy_url,
    needs: { email: session.customer.email === undefined, billing_address: session.billing_address === null },
    accepted_brands: [...view.acceptedBrands],
    attempts_left: own && attemptsLeft(session.declined_cards, session.attempts),
    ...failureOf(view),
    last_attempt: own && progressOf(own, view),
    expires_at: session.expires_at.toISOString(),
    server_time: now.toISOString(),
    cancel_url: cancelUrl(session, merchant),
    redirect_url: session.paid_at && (!session.shared || hasPaid(view)) ? thankYouUrl(session, merchant) : null,
    receipt: receiptOf(view),
  }
}

/** The form puts these texts between its own. */
function shown(text: string | null): string | null {
  return text && containDirection(text)
}

function hasPaid({ own }: FormView): boolean {
  return own?.status === 'approved'
}

/** Why the visitor's own attempt failed, while the visitor may try again or must know why not, and what was charged. */
function failureOf({
  session: { status },
  own,
}: FormView): Pick<components['schemas']['FormSession'], 'failure_code' | 'failure_message'> {
  if (own?.status !== 'failed' || own.failure_code === null || !['open', 'failed', 'expired'].includes(status))
    return { failure_code: null, failure_message: null }
  const { failure_code, abandoned, left_at_bank } = own
  const cancelled = abandoned ? 'confirmed' : left_at_bank ? 'unconfirmed' : null
  return { failure_code, failure_message: failureMessage({ code: failure_code, cancelled }) }
}

/**
 * The visitors of a one-off link share one session and its client secret, so only the visitor who paid sees the receipt
 * (spec/decisions/sessions.md#who-sees-a-receipt).
 */
function receiptOf(view: FormView): components['schemas']['FormReceipt'] | null {
  const { session, returned } = view
  const isPaid = session.paid_at !== null && (!session.shared || hasPaid(view))
  if (!isPaid && returned.length === 0) return null
  const { paid_at, card_brand, card_last4, amount_refunded } = isPaid ? session : notPaid
  return {
    paid_at: paid_at?.toISOString() ?? null,
    card_brand,
    card_last4,
    amount_refunded,
    returned: returned.map(({ kind, amount, settled_at }) => ({
      kind,
      amount,
      returned_at: settled_at.toISOString(),
    })),
  }
}

/** The bank took the money too late, and it went back. */
const notPaid = { paid_at: null, card_brand: null, card_last4: null, amount_refunded: 0 }

export function cardAttempt(
  attempt: AttemptRecord,
  view: FormView,
  visitor: Visitor,
): components['schemas']['CardAttempt'] {
  const { session } = view
  const success_url = !session.shared || hasPaid(view) ? session.success_url : null
  return {
    object: 'card_attempt',
    ...progressOf(attempt, view),
    visitor_token: visitor.token,
    session: { ...formSession(view), attempts: session.attempts, success_url },
  }
}

function progressOf(attempt: AttemptRecord, { session, keyring }: FormView): components['schemas']['LastAttempt'] {
  const { id, challenge_url, challenge, abandoned, left_at_bank } = attempt
  const scope = { merchantId: session.merchant_id, livemode: session.livemode }
  const base = { id, status: wireStatus(attempt), abandoned, left_at_bank }
  if (challenge_url === null) return { ...base, challenge_url, challenge_page: null, challenge_kind: null }
  // The number makes a further challenge of the same attempt a new address.
  const step = challenge && challenge.step > 1 ? `?step=${challenge.step}` : ''
  const page = challengePagePath + attemptTokenOf(keyring, scope, id) + step
  return {
    ...base,
    // Only our page can post a form to the bank.
    challenge_url: challenge && challenge.kind !== 'page' ? page : challenge_url,
    challenge_page: page,
    challenge_kind: challenge?.kind === 'fingerprint' ? 'fingerprint' : 'confirmation',
  }
}

/** For the customer, an approved attempt whose money goes back has failed. */
function wireStatus(attempt: AttemptRecord): components['schemas']['CardAttemptStatus'] {
  return attempt.status === 'returned' ? 'failed' : attempt.status
}
