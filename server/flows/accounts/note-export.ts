import type { Caller } from '../../domain/accounts/caller.ts'
import type { Scope } from '../../domain/scope.ts'
import { inTransaction } from '../../store/sql/database.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'

/** What the dashboard exports as a file. */
export const exportedNouns = [
  'payments',
  'refunds',
  'disputes',
  'ledger',
  'card_attempts',
  'deliveries',
  'settlement_differences',
  'audit_log',
] as const
export type ExportedNoun = (typeof exportedNouns)[number]

/** Adds an export of customer data to the audit log. `filters`: the filters of the export. */
export async function noteExport(
  context: FlowContext,
  caller: Caller,
  scope: Scope,
  { noun, filters }: { noun: ExportedNoun; filters: Readonly<Record<string, string>> },
): Promise<void> {
  await inTransaction(context.db, (transaction) =>
    audit(context, transaction, caller, { ...scope, action: `${noun}.exported`, detail: filters }),
  )
}
