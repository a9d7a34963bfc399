import type { MerchantRecord, SessionRecord } from '../records.ts'

/**
 * The address that the customer goes to after paying: the session's `success_url`, otherwise the mode's setting, with
 * `session_id` and `reference` added to its query. Null when both are missing.
 */
export function thankYouUrl(session: SessionRecord, merchant: MerchantRecord): string | null {
  const base = session.success_url ?? (session.livemode ? merchant.thank_you_url_live : merchant.thank_you_url_test)
  if (base === null) return null
  const url = new URL(base)
  url.searchParams.set('session_id', session.id)
  if (session.reference !== null) url.searchParams.set('reference', session.reference)
  return url.href
}
