import {
  actionsByKind,
  auditKinds,
  isAuditAction,
  isAuditKind,
  type AuditAction,
} from '../../domain/accounts/audit-actions.ts'
import { listAuditAuthors, noPerson, type AuditAuthor, type AuditFilter } from '../../store/accounts/audit-log.ts'
import { readDays } from '../shell/day-range.ts'
import type { Field, MemberVisit } from '../shell/page.ts'
import { actionWords, kindWords } from './audit-words.ts'

/** The names of the filters in the address. */
const names = ['person', 'action', 'from', 'to'] as const
export type AuditFilterName = (typeof names)[number]

/** The filter that the address asks for. */
export interface AskedAudit {
  /** The values as typed. Empty: not given. */
  readonly values: Readonly<Record<AuditFilterName, string>>
  /** One sentence for each value that is wrong. */
  readonly errors: Readonly<Partial<Record<AuditFilterName, string>>>
  /** Null: a value is wrong. */
  readonly filter: AuditFilter | null
}

/** Each kind of action, with its actions below it. */
export const actionOptions: readonly (readonly [string, string])[] = auditKinds.flatMap((kind) => [
  [kind, kindWords[kind]] as const,
  ...actionsByKind[kind].map((action) => [action, `\u2003${actionWords[action]}`] as const),
])

/** More people than an account has. A page with more names would be too long. */
const maxAuthors = 200

/** The people who have entries, and everybody else as one choice. */
export async function authorOptions({ context, scope }: MemberVisit): Promise<readonly (readonly [string, string])[]> {
  const people = await listAuditAuthors(scope, context.db, maxAuthors)
  return [
    ...people.map(({ person_id, actor }: AuditAuthor) => [person_id, actor] as const),
    [noPerson, 'Without a sign-in: operator, secret keys'],
  ]
}

export function auditFilterFields(
  authors: readonly (readonly [string, string])[],
): Readonly<Record<AuditFilterName, Field>> {
  return {
    person: { label: 'Person', type: 'select', options: [['', 'Anyone'], ...authors] },
    action: { label: 'Action', type: 'select', options: [['', 'Any'], ...actionOptions] },
    from: { label: 'From day', type: 'date', max: 10 },
    to: { label: 'To day', type: 'date', max: 10 },
  }
}

/** Reads the filters. Days are whole days in the account's time zone. */
export function readAuditFilter({ query, merchant }: MemberVisit): AskedAudit {
  const values = Object.fromEntries(names.map((name) => [name, (query[name] ?? '').trim()])) as Record<
    AuditFilterName,
    string
  >
  const days = readDays(values, merchant.time_zone)
  const isAuthor = values.person === '' || values.person === noPerson || /^per_[0-9a-z]{1,60}$/.test(values.person)
  const actions = actionsNamed(values.action)
  const errors: AskedAudit['errors'] = {
    ...(!isAuthor && { person: 'There is no such person. Choose one from the list.' }),
    ...(actions === undefined && { action: 'There is no such action. Choose one from the list.' }),
    ...days.errors,
  }
  if (actions === undefined || Object.keys(errors).length > 0) return { values, errors, filter: null }
  const author = values.person === '' ? null : values.person
  return { values, errors, filter: { author, actions, createdFrom: days.from, createdBefore: days.before } }
}

/** The actions of a kind, or the one action. Null: all. Undefined: there is no such kind or action. */
function actionsNamed(name: string): readonly AuditAction[] | null | undefined {
  if (name === '') return null
  if (isAuditKind(name)) return actionsByKind[name]
  return isAuditAction(name) ? [name] : undefined
}
