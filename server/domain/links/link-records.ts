import type { PaymentLinkStatus } from './payment-link-state.ts'
import type { ScopedRecord } from '../scope.ts'

export type PaymentLinkKind = 'single' | 'reusable'

export interface PaymentLinkRecord extends ScopedRecord {
  id: string
  code: string
  kind: PaymentLinkKind
  status: PaymentLinkStatus
  amount: number
  currency: string
  description: string
  reference: string | null
  customer: { email?: string; name?: string }
  success_url: string | null
  expires_at: Date | null
  paid_session_id: string | null
  metadata: Record<string, string>
  payments_count: number
  amount_collected: number
  created_at: Date
}
