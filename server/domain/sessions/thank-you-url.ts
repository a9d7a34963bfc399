import type { MerchantRecord } from '../accounts/account-records.ts'
import type { SessionRecord } from './session-records.ts'

/**
 * The address that the customer goes to after paying: the session's `success_url`, otherwise the mode's setting, with
 * `session_id` and `reference` added to its query. Null when both are missing.
 */
export function thankYouUrl(session: SessionRecord, merchant: MerchantRecord): string | null {
  const base = session.success_url ?? (session.livemode ? merchant.thank_you_url_live : merchant.thank_you_url_test)
  if (base === null) return null
  const added = { session_id: session.id, ...(session.reference !== null && { reference: session.reference }) }
  return withParameters(base, added)
}

/**
 * Adds parameters at the end of an address's query. Everything that the merchant wrote stays as it is, byte for byte,
 * because the merchant may have signed it. That includes a parameter of the same name
 * (spec/decisions/sessions.md#the-thank-you-address).
 */
function withParameters(address: string, added: Readonly<Record<string, string>>): string {
  const [, before = '', query, fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? []
  const present = new URLSearchParams(query)
  const missing = Object.entries(added).filter(([name]) => !present.has(name))
  const parameters = `${new URLSearchParams(missing)}`
  if (query === undefined) return `${before}?${parameters}${fragment}`
  const separator = parameters === '' || /[?&]$/.test(query) ? '' : '&'
  return before + query + separator + parameters + fragment
}
