import type { AuditAction } from '../domain/accounts/audit-actions.ts'
import type { Caller } from '../domain/accounts/caller.ts'
import { newId } from '../domain/ids.ts'
import type { Database } from '../store/sql/database.ts'
import { insertingAudit } from '../store/accounts/audit-log.ts'
import { execute, type Write } from '../store/sql/writes.ts'
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
export function audit(context: FlowContext, transaction: Database, caller: Caller, audited: Audited): Promise<void> {
  return execute(transaction, auditing(context, caller, audited))
}

/** The same entry, for the writes of the action. */
export function auditing(
  context: FlowContext,
  caller: Caller,
  { merchantId, livemode, action, detail }: Audited,
): Write {
  const at = context.realClock.now()
  const { personId, actor, address } = caller
  return insertingAudit({
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
