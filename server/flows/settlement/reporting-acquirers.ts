import type { Acquirer } from '../../processors/acquirer.ts'
import type { SettlementReports } from '../../processors/settlement.ts'
import type { FlowContext } from '../context.ts'

/** An acquirer whose settlement reports the service can read. */
export type ReportingAcquirer = Acquirer & { readonly settlementReports: SettlementReports }

export function reportingAcquirers({ acquirers }: FlowContext): readonly ReportingAcquirer[] {
  return [...acquirers.values()].filter(hasReports)
}

function hasReports(acquirer: Acquirer): acquirer is ReportingAcquirer {
  return acquirer.settlementReports !== null
}

/** The acquirer of that name. Without a name: the only one. */
export function findReportingAcquirer(context: FlowContext, name: string | null): ReportingAcquirer | null {
  const found = reportingAcquirers(context)
  if (name === null) return found.length === 1 ? (found[0] ?? null) : null
  return found.find((acquirer) => acquirer.name === name) ?? null
}

/** The name of the credential under which the acquirer's reports name an account. Null: it has none. */
export function accountFieldOf({ fields }: Acquirer): string | null {
  return Object.entries(fields).find(([, { isAccountName }]) => isAccountName)?.[0] ?? null
}
