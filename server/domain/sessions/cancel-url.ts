import type { MerchantRecord } from '../accounts/account-records.ts'
import type { SessionRecord } from './session-records.ts'

/**
 * Where a customer goes back to without paying: the session's `cancel_url`, otherwise in test mode the setting of the
 * account. A link has no shop to go back to.
 */
export function cancelUrl(session: SessionRecord, merchant: MerchantRecord): string | null {
  const isOfShop = !session.livemode && session.payment_link_id === null
  return session.cancel_url ?? (isOfShop ? merchant.cancel_url_test : null)
}
