import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { migrations } from '../../server/store/schema/migrations/migrations.ts'
import type { Migration } from '../../server/store/schema/migrations/steps.ts'
import { root } from './source-files.ts'

// Migrations run while the processes of this release and of the one before serve requests. So they add, and they hold
// no lock while they read rows.

/** The last migration of the first schema. No process runs while these make their tables. */
const lastOfFirst = '020-sandbox'

const later = migrations.filter(({ name }) => name > lastOfFirst)

/** Without these, the statement would read or rewrite rows, or wait for others, while it holds its lock. */
const plainColumn =
  /\b(?:references|unique|primary key|check|generated|random|now|nextval|gen_random_uuid|clock_timestamp)\b/

/** What is wrong with the statements of a migration. */
function problemsOf({ steps, minimumRelease }: Migration): string[] {
  const made = new Set<string>()
  const problems: string[] = []
  for (const step of steps) {
    if (step.kind !== 'transaction') continue
    for (const raw of step.statements) {
      const statement = raw.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()
      const problem = problemOf(statement, made, minimumRelease !== undefined)
      if (problem !== null) problems.push(`${problem}: ${statement.slice(0, 70)}`)
    }
  }
  return problems
}

function problemOf(statement: string, made: Set<string>, isContract: boolean): string | null {
  const [, table] = /^create table (\w+)/.exec(statement) ?? []
  if (table !== undefined) {
    made.add(table)
    return null
  }
  const [, indexed] = /^create (?:unique )?index \w+ on (\w+)/.exec(statement) ?? []
  if (indexed !== undefined) return made.has(indexed) ? null : 'use indexConcurrently for an existing table'
  if (/^create (?:or replace )?(?:function|trigger) /.test(statement)) return null
  // `distributedLike`, for a table that this migration has made.
  const [, distributed] = /^do \$\$ .*select create_distributed_table\('(\w+)'/.exec(statement) ?? []
  if (distributed !== undefined) return made.has(distributed) ? null : 'distribute only new tables'
  // The settings and rights of functions concern no row.
  if (
    /^do \$\$ declare [^;]*; begin foreach [^;]*(?:execute format\('(?:alter|revoke execute on) function [^;]*; )+end loop; end \$\$;?$/.test(
      statement,
    )
  )
    return null
  const [, altered = '', change = ''] = /^alter table (\w+) ([^]*?);?$/.exec(statement) ?? []
  if (altered === '') return 'only new tables, columns, defaults, functions and triggers'
  if (made.has(altered)) return null
  // With an expression in parentheses left out, a comma is between two changes.
  const isTwo = /,/.test(change.replace(/\((?:[^()]|\([^()]*\))*\)/g, ''))
  if (isTwo && /constraint/.test(change)) return 'Citus changes a constraint only in a statement of its own'
  if (/^add constraint \w+ check .* not valid$/.test(change)) return null
  if (/^add column /.test(change)) {
    if (plainColumn.test(change)) return 'add a plain column, and its rule with constraintInTwoSteps'
    if (/ not null/.test(change) && !/ default /.test(change)) return 'old processes insert rows without this column'
    return null
  }
  if (/^alter column \w+ (?:set|drop) default/.test(change)) return null
  // Settings for autovacuum and for the room on new pages.
  if (/^set \([^)]*\)$/.test(change)) return null
  // A later release removes what no running process uses any longer.
  if (/^(?:drop constraint|drop column|alter column \w+ drop not null)/.test(change))
    return isContract || !change.startsWith('drop column') ? null : 'set minimumRelease'
  return 'this rewrites or reads the table, or breaks running processes'
}

t.test('each later migration can run while two releases serve requests', async (t) => {
  t.ok(migrations.some(({ name }) => name === lastOfFirst))
  t.same(
    later.flatMap((migration) => problemsOf(migration).map((problem) => `${migration.name}: ${problem}`)),
    [],
  )
})

t.test('a migration that blocks or breaks running processes is found', async (t) => {
  const found = (...statements: string[]): number =>
    problemsOf({ name: '999-wrong', steps: [{ kind: 'transaction', statements }] }).length
  for (const wrong of [
    'create index a on events (type);',
    'alter table events add column a text not null;',
    'alter table events drop constraint a, add constraint a check (type > 0) not valid;',
    'alter table events add column a text references merchants;',
    'alter table events add column a timestamptz default clock_timestamp();',
    'alter table events alter column type type varchar;',
    'alter table events alter column type set not null;',
    'alter table events add constraint a check (type is not null);',
    'alter table events rename column type to kind;',
    'alter table events drop column type;',
    'update events set type = null;',
    'drop table events;',
  ])
    t.equal(found(wrong), 1, wrong)
  t.equal(found('create table a (id text);', 'create index b on a (id);'), 0)
  t.equal(found('alter table events set (fillfactor = 90);'), 0)
})

t.test('each promise and decision that the data model cites has its heading', async (t) => {
  const folder = `${root}/server/store/schema/migrations`
  const cited = readdirSync(folder).flatMap((name) =>
    [...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/spec\/(\w+\.md)#([\w-]+)/g)].map(
      ([, page = '', anchor = '']) => ({
        page,
        anchor,
      }),
    ),
  )
  t.ok(cited.length > 20, 'citations are found')
  const missing = cited.filter(({ page, anchor }) => {
    const headings = [...readFileSync(`${root}/spec/${page}`, 'utf8').matchAll(/^#+ (.+)$/gm)]
    return !headings.some(
      ([, text = '']) =>
        text
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-') === anchor,
    )
  })
  t.same(missing, [])
})
