import type { AuditAction } from '../domain/audit-actions.ts'
import type { Caller } from '../domain/caller.ts'
import { newId } from '../domain/ids.ts'
import type { Database } from '../store/database.ts'
import { insertAudit } from '../store/audit-log.ts'
import type { FlowContext } from './context.ts'

/** An entry of the audit log, without its time and its caller. */
export interface Audited {
  readonly merchantId: string
  /** Null: the action concerns the whole account. */
  readonly livemode: boolean | null
  readonly action: AuditAction
  /** Ids and new values. Never a secret. */
  readonly detail?: Record<string, unknown>
}

/** Adds an entry to the audit log in the transaction of the action, so that the log and the data always agree. */
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
