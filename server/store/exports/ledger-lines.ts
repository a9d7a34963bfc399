import type { LedgerLine } from '../../domain/money/ledger.ts'
import type { RefundRecord } from '../../domain/refunds/refund-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { run, type Database } from '../sql/database.ts'
import { idsOfPart } from '../sql/id-range.ts'
import type { ExportPart } from './export-rows.ts'
import { movementColumns, refundColumns } from '../sql/table-columns.ts'
import { listIn } from '../sql/columns.ts'

/** A part of the ledger, newest first. Its lines were created when they were booked. */
export type LedgerPart = Omit<ExportPart<never>, 'status'>

// The limit of the join makes the database look up each line. Otherwise it might read all returns of the account.
const lines = {
  name: 'ledger lines',
  text: `
    select ${listIn('line', movementColumns)}, back.found is not null as is_returned
    from money_movements line
    left join lateral (
      select true as found from automatic_returns
      where merchant_id = $1 and livemode = $2 and attempt_id = line.attempt_id
      limit 1
    ) back on true
    where line.merchant_id = $1 and line.livemode = $2 and line.id >= $3 and line.id < $4
    order by line.id desc limit $5`,
}

export function ledgerLines({ merchantId, livemode }: Scope, db: Database, part: LedgerPart): Promise<LedgerLine[]> {
  return run(db, lines, [merchantId, livemode, ...idsOfPart('mov', part), part.limit])
}

const references = {
  name: 'references of sessions',
  text: 'select id, reference from checkout_sessions where merchant_id = $1 and livemode = $2 and id = any($3::text[])',
}

/** The merchant's references of sessions, by their ids. */
export async function referencesOf(
  { merchantId, livemode }: Scope,
  db: Database,
  sessionIds: readonly string[],
): Promise<Map<string, string | null>> {
  const found = await run<{ id: string; reference: string | null }>(db, references, [merchantId, livemode, sessionIds])
  return new Map(found.map(({ id, reference }) => [id, reference]))
}

const refunds = {
  name: 'refunds by id',
  text: `
    select ${refundColumns} from refunds where merchant_id = $1 and livemode = $2 and id = any($3::text[])
    order by settled_at desc, id desc`,
}

export function refundsById(
  { merchantId, livemode }: Scope,
  db: Database,
  ids: readonly string[],
): Promise<RefundRecord[]> {
  return run(db, refunds, [merchantId, livemode, ids])
}
