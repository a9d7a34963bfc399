import type { AuditAction } from './audit-actions.ts'
import type { CallFault, TestFaults } from '../sandbox/test-faults.ts'
import type { ScopedRecord } from '../scope.ts'

export interface MerchantRecord {
  merchant_id: string
  business_name: string | null
  email: string
  live_access: boolean
  /** The account of the public demo key, which has a cap on amounts and neither webhooks nor lists. */
  public_demo: boolean
  currencies: string[]
  thank_you_url_test: string | null
  thank_you_url_live: string | null
  /** Where customers of test mode go back to if a session has no `cancel_url`. */
  cancel_url_test: string | null
  created_at: Date
  /** IANA name of the time zone in which the dashboard shows times and counts days. */
  time_zone: string
  /** Whether customers get a receipt by mail. */
  receipts: boolean
  /** Address for customers' questions, or null when the account gave none. */
  contact_email: string | null
  /** Pages that payment pages link to, or null. */
  terms_url: string | null
  privacy_url: string | null
  /** When the operator withdrew live access; null while it is not withdrawn. */
  live_access_ended_at: Date | null
  /** Since when deliveries and live access wait for the review of a claim; null when nothing waits. */
  held_since: Date | null
  /** The faults that it causes in test mode, or null. They may have passed their end. */
  test_faults: TestFaults | null
  /** From when on every person of the account needs a second factor. Null: none needs one. */
  second_factor_from: Date | null
}

export interface PersonRecord {
  id: string
  email: string
  password_hash: string | null
  created_at: Date
  /** When the person first proved to read mail at the address, or null. */
  email_confirmed_at: Date | null
  /** When the person decided about the keys that are older than this proof, or null. */
  earlier_keys_reviewed_at: Date | null
}

/** A sign-in to the dashboard. */
export interface LoginRecord {
  id: string
  person_id: string
  merchant_id: string
  created_at: Date
  last_seen_at: Date
  address: string | null
  user_agent: string | null
  revoked_at: Date | null
  /** The second factor is missing, so the sign-in opens no page yet. */
  is_pending: boolean
  /** When the person last proved a second factor in this sign-in. Null: not yet. */
  second_factor_at: Date | null
}

export interface AuditRecord {
  merchant_id: string
  id: string
  /** Null when the entry concerns the whole account. */
  livemode: boolean | null
  person_id: string | null
  actor: string
  action: AuditAction
  detail: Record<string, unknown>
  address: string | null
  at: Date
}

/** A line about an API request: without its body, and without numbers in its path that could belong to a card. */
export interface ApiRequestRecord extends ScopedRecord {
  id: string
  at: Date
  method: string
  path: string
  status: number
  /** Null: the request succeeded. */
  code: string | null
  param: string | null
  request_id: string
  duration_ms: number
  /** Null: nothing went wrong on purpose. */
  fault: CallFault | null
}

/** A request that is kept for a day. */
export interface RecordedRequest extends ApiRequestRecord {
  /** Null: a browser sent it with a client secret. */
  secret_key_id: string | null
  idempotency_key: string | null
  idempotent_replayed: boolean
  session_id: string | null
  /** JSON, redacted. Null: not kept. */
  request_body: string | null
  reply_body: string | null
}
