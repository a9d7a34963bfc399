import type { AuditAction } from '../../domain/accounts/audit-actions.ts'
import { idBodyLength } from '../../domain/ids.ts'
import type { AuditRecord } from '../../domain/accounts/account-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { parameters, valuesOf } from '../sql/columns.ts'
import { run, type Database } from '../sql/database.ts'
import { auditColumns } from '../sql/table-columns.ts'
import type { Write } from '../sql/writes.ts'

const columns = [
  'merchant_id',
  'id',
  'livemode',
  'person_id',
  'actor',
  'action',
  'detail',
  'address',
  'at',
] as const satisfies readonly (keyof AuditRecord)[]

const insert = {
  name: 'insert audit entry',
  text: `insert into audit_log (${columns.join(', ')}) values (${parameters(columns, 1)})`,
}

/** Appends an entry. The database refuses to change or delete one. */
export function insertingAudit(entry: AuditRecord): Write {
  return { statement: insert, values: valuesOf(columns, entry) }
}

const list = {
  name: 'list audit entries',
  text: `
    select ${auditColumns} from audit_log
    where merchant_id = $1 and (livemode is null or livemode = $2) and id < $3
    order by id desc limit $4`,
}
const listOfAction = {
  name: 'list audit entries by action',
  text: `
    select ${auditColumns} from audit_log
    where merchant_id = $1 and (livemode is null or livemode = $2) and id < $3 and action = $5
    order by id desc limit $4`,
}

/** Sorts after every id, in every collation. */
const afterNewest = `aud_${'z'.repeat(idBodyLength)}`

/** Entries of one mode and of the whole account, newest first. `after` is the last id of the previous page. */
export function listAudit(
  scope: Scope,
  db: Database,
  page: { action: AuditAction | null; after: string | null; limit: number },
): Promise<AuditRecord[]> {
  const { action, after, limit } = page
  const values = [scope.merchantId, scope.livemode, after ?? afterNewest, limit]
  return action === null ? run(db, list, values) : run(db, listOfAction, [...values, action])
}
