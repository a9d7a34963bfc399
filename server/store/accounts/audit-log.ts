import type { AuditAction } from '../../domain/accounts/audit-actions.ts'
import type { AuditRecord } from '../../domain/accounts/account-records.ts'
import type { Scope } from '../../domain/scope.ts'
import { parameters, valuesOf } from '../sql/columns.ts'
import { run, type Database } from '../sql/database.ts'
import { idsOfPart, type IdRange } from '../sql/id-range.ts'
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

/** As an author: the operator, secret keys and visitors who were not signed in. */
export const noPerson = 'none'

/** Null matches everything. */
export interface AuditFilter extends Pick<IdRange, 'createdFrom' | 'createdBefore'> {
  readonly actions: readonly AuditAction[] | null
  /** The id of a person, or `noPerson`. */
  readonly author: string | null
}

/** Entries of one mode and of the whole account, newest first. `olderThan` is the last id of the previous page. */
export function listAudit(
  scope: Scope,
  db: Database,
  filter: AuditFilter,
  { olderThan, limit }: { olderThan: string | null; limit: number },
): Promise<AuditRecord[]> {
  const { actions, author } = filter
  const values: unknown[] = [scope.merchantId, scope.livemode, ...idsOfPart('aud', { ...filter, olderThan }), limit]
  const placeOf = (value: unknown): string => `$${String(values.push(value))}`
  const person = author === null || author === noPerson ? null : placeOf(author)
  const newest = (action: string | null): string => `
    select ${auditColumns} from audit_log
    where merchant_id = $1 and (livemode is null or livemode = $2) and ${rangeOf(author, person, action)}
    limit $5`
  // An index has the entries of each action in order. So this reads a page of each action, and not all entries between.
  const text =
    actions === null
      ? newest(null)
      : `select entry.* from unnest(${placeOf(actions)}::text[]) as chosen (name)
           cross join lateral (${newest('chosen.name')}) entry
         order by entry.id desc limit $5`
  const whose = person === null ? (author ?? 'any') : 'one'
  const name = `list audit entries by ${whose} person and ${actions === null ? 'any action' : 'actions'}`
  return run(db, { name, text }, values)
}

/**
 * The condition and the order, which only the right index has. A prepared statement has one plan for all people. With
 * `person_id = $6`, it could read the entries of everyone for a person who has few.
 */
function rangeOf(author: string | null, person: string | null, action: string | null): string {
  if (author === noPerson) {
    const ofAction = action === null ? '' : `and action = ${action}`
    return `person_id is null ${ofAction} and id >= $3 and id < $4 order by person_id desc, id desc`
  }
  if (person === null) {
    const ofAction = action === null ? '' : `action = ${action} and`
    return `${ofAction} id >= $3 and id < $4 order by id desc`
  }
  const [key, given, order] =
    action === null
      ? ['person_id, id', person, 'person_id desc, id desc']
      : ['person_id, action, id', `${person}, ${action}`, 'person_id desc, action desc, id desc']
  return `(${key}) >= (${given}, $3) and (${key}) < (${given}, $4) order by ${order}`
}

/** A person who has entries in the log, under the name of the last one. */
export interface AuditAuthor {
  readonly person_id: string
  readonly actor: string
}

/** Each step jumps to the next person in the index, however many entries a person has. */
const authors = {
  name: 'list authors of audit entries',
  text: `
    with recursive author as (
      (select person_id, actor from audit_log where merchant_id = $1 and person_id is not null
        order by person_id desc, id desc limit 1)
      union all
      select next.person_id, next.actor from author cross join lateral (
        select person_id, actor from audit_log where merchant_id = $1 and person_id < author.person_id
        order by person_id desc, id desc limit 1
      ) next
    )
    select person_id, actor from author limit $2`,
}

/** At most `limit` people of the account, also removed ones, by name. */
export async function listAuditAuthors(
  { merchantId }: Scope,
  db: Database,
  limit: number,
): Promise<readonly AuditAuthor[]> {
  const found = await run<AuditAuthor>(db, authors, [merchantId, limit])
  return found.sort((one, other) => (one.actor < other.actor ? -1 : 1))
}
