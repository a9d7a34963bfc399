import type { AuditAction } from '../domain/audit-actions.ts'
import type { Caller } from '../domain/caller.ts'
import { newId } from '../domain/ids.ts'
import type { Database } from '../store/database.ts'
import { insertAudit } from '../store/audit-log.ts'
import type { FlowContext } from './context.ts'

/** One line of the audit log, without who and when. */
export interface Audited {
  readonly merchantId: string
  /** Null: it concerns the account as a whole. */
  readonly livemode: boolean | null
  readonly action: AuditAction
  /** Never a secret. Ids, and what was set. */
  readonly detail?: Record<string, unknown>
}

/** Writes down who did what, in the transaction that does it: what is done is in the log, and what is not is not. */
export async function audit(
  context: FlowContext,
  transaction: Database,
  caller: Caller,
  { merchantId, livemode, action, detail }: Audited,
): Promise<void> {
  const at = context.clock.now()
  const { personId, actor, address } = caller
  await insertAudit(transaction, {
    merchant_id: merchantId,
    id: newId('aud', at),
    livemode,
    person_id: personId,
    actor,
    action,
    detail: detail ?? {},
    address,
    at,
  })
}
