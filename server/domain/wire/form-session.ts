import type { components } from '../../../generated/types.ts'
import type { AttemptRecord, MerchantRecord, SessionRecord } from '../records.ts'
import { attemptsLeft } from '../session-state.ts'
import { thankYouUrl } from '../thank-you-url.ts'

/** What the form is shown of a session. */
export interface FormView {
  readonly session: SessionRecord
  readonly merchant: MerchantRecord
  readonly lastAttempt: AttemptRecord | null
  readonly now: Date
}

/** A session as the form sees it: nothing that the customer may not read. */
export function formSession({ session, merchant, lastAttempt, now }: FormView): components['schemas']['FormSession'] {
  return {
    id: session.id,
    object: 'form_session',
    status: session.status,
    livemode: session.livemode,
    amount: session.amount,
    currency: session.currency,
    description: session.description,
    merchant_name: merchant.business_name,
    needs: { email: session.customer.email === undefined, billing_address: session.billing_address === null },
    attempts_left: attemptsLeft(session.declined_cards, session.attempts),
    failure_code: session.failure_code,
    failure_message: session.failure_message,
    last_attempt: lastAttempt && {
      id: lastAttempt.id,
      status: wireStatus(lastAttempt),
      challenge_url: lastAttempt.challenge_url,
    },
    expires_at: session.expires_at.toISOString(),
    server_time: now.toISOString(),
    cancel_url: session.cancel_url,
    redirect_url: session.paid_at ? thankYouUrl(session, merchant) : null,
  }
}

export function cardAttempt(attempt: AttemptRecord, view: FormView): components['schemas']['CardAttempt'] {
  const { session } = view
  return {
    id: attempt.id,
    object: 'card_attempt',
    status: wireStatus(attempt),
    challenge_url: attempt.challenge_url,
    session: { ...formSession(view), attempts: session.attempts, success_url: session.success_url },
  }
}

/** To the customer an approval that could not be kept has failed: the money goes back. */
function wireStatus(attempt: AttemptRecord): components['schemas']['CardAttemptStatus'] {
  return attempt.status === 'returned' ? 'failed' : attempt.status
}
