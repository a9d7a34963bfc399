import type { DisputeReason } from '../../domain/disputes/dispute-state.ts'

/** The networks' reason codes, by Adyen's name of the network. A row counts for codes that begin with it. */
const reasons: Readonly<Record<string, readonly (readonly [string, DisputeReason])[]>> = {
  visa: [
    ['10', 'fraudulent'],
    ['12.6', 'duplicate'],
    ['13.1', 'product_not_received'],
    ['13.3', 'product_unacceptable'],
    ['13.4', 'product_unacceptable'],
    ['13.5', 'product_unacceptable'],
    ['13.6', 'credit_not_processed'],
    ['13.7', 'credit_not_processed'],
    ['13.8', 'credit_not_processed'],
  ],
  mc: [
    ['4837', 'fraudulent'],
    ['4840', 'fraudulent'],
    ['4849', 'fraudulent'],
    ['4863', 'fraudulent'],
    ['4870', 'fraudulent'],
    ['4871', 'fraudulent'],
    ['4834', 'duplicate'],
    ['4853', 'product_unacceptable'],
    ['4855', 'product_not_received'],
    ['4860', 'credit_not_processed'],
  ],
  amex: [
    ['F', 'fraudulent'],
    ['C08', 'product_not_received'],
    ['C31', 'product_unacceptable'],
    ['C32', 'product_unacceptable'],
    ['C02', 'credit_not_processed'],
    ['C04', 'credit_not_processed'],
    ['C05', 'credit_not_processed'],
    ['C14', 'duplicate'],
    ['P08', 'duplicate'],
  ],
}

/** Null: the notification has no reason code. */
export function reasonOfDispute(scheme: string, code: string): DisputeReason | null {
  const trimmed = code.trim()
  if (trimmed === '') return null
  const rows = reasons[scheme.trim().toLowerCase()] ?? []
  return rows.find(([prefix]) => trimmed.startsWith(prefix))?.[1] ?? 'general'
}
