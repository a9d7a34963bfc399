import type { AuditAction } from '../domain/audit-actions.ts'
import { idBodyLength } from '../domain/ids.ts'
import type { AuditRecord } from '../domain/records.ts'
import type { Scope } from '../domain/scope.ts'
import type { Database } from './database.ts'
import { run } from './database.ts'

const insert = {
  name: 'insert audit line',
  text: `
    insert into audit_log (merchant_id, id, livemode, person_id, actor, action, detail, address, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}

/** Appends a line. There is no way to change or delete one. */
export async function insertAudit(transaction: Database, line: AuditRecord): Promise<void> {
  const { merchant_id, id, livemode, person_id, actor, action, detail, address, at } = line
  await run(transaction, insert, [
    merchant_id,
    id,
    livemode,
    person_id,
    actor,
    action,
    JSON.stringify(detail),
    address,
    at,
  ])
}

const list = {
  name: 'list audit lines',
  text: `
    select * from audit_log
    where merchant_id = $1 and (livemode is null or livemode = $2) and id < $3
    order by id desc limit $4`,
}
const listOfAction = {
  name: 'list audit lines of action',
  text: `
    select * from audit_log
    where merchant_id = $1 and (livemode is null or livemode = $2) and id < $3 and action = $5
    order by id desc limit $4`,
}

/** Sorts behind every id, however the database sorts. */
const fromTheNewest = `aud_${'z'.repeat(idBodyLength)}`

/** Of one mode and of the account as a whole, newest first. `after`: the last id of the page before; null: the newest. */
export function listAudit(
  scope: Scope,
  db: Database,
  page: { action: AuditAction | null; after: string | null; limit: number },
): Promise<AuditRecord[]> {
  const { action, after, limit } = page
  const values = [scope.merchantId, scope.livemode, after ?? fromTheNewest, limit]
  return action === null ? run(db, list, values) : run(db, listOfAction, [...values, action])
}
