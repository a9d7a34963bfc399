import { inTerminal } from './engines/terminal/terminal.ts'
import type { Log } from './flows/context.ts'
import { missingMigrations, type MigrationProgress } from './store/schema/migrate.ts'
import type { Step } from './store/schema/migrations/steps.ts'
import { describe } from './store/schema/migration-steps.ts'
import type { Database } from './store/sql/database.ts'

const tell = (text: string): void => void process.stdout.write(`  ${text}\n`)

/** Reports each step of the migrations: in words at a terminal, otherwise as lines of the log. */
export function reportSteps(log: Log): MigrationProgress {
  return {
    waits: () => {
      if (inTerminal) tell('Another program is migrating this database. Waiting until it has finished')
      else log.info({}, 'another program is migrating this database')
    },
    created: (migrations) => {
      if (!inTerminal) log.info({ migrations }, 'created the tables of a new database')
    },
    begins: ({ name, steps }, step) => {
      const what = steps[step] ? describe(steps[step]) : ''
      if (inTerminal) tell(`${name}, step ${step + 1} of ${steps.length}: ${shortened(what)} …`)
      else log.info({ migration: name, step: step + 1, of: steps.length, statement: what }, 'a migration begins')
    },
    gaveWay: ({ name }) => {
      if (inTerminal) tell('  Another program holds a lock. Trying again after a pause')
      else log.info({ migration: name }, 'a migration gave way to another program')
    },
    done: ({ name }, { step, locks, ms, gaveWay }) => {
      if (inTerminal) tell(`  ${lockText(locks)} for ${Math.round(ms)} ms${gaveText(gaveWay)}`)
      else log.info({ migration: name, statement: step, locks, ms: Math.round(ms), gaveWay }, 'a migration step ended')
    },
  }
}

/** What the next `npm run migrate` would do. */
export async function printPlan(db: Database): Promise<void> {
  const missing = await missingMigrations(db)
  if (missing.length === 0) return tell('All migrations have been run')
  for (const { migration, firstStep } of missing) {
    tell(migration.name)
    for (const step of migration.steps.slice(firstStep)) tell(`  ${kindText[step.kind]}: ${describe(step)}`)
    if (migration.minimumRelease !== undefined)
      tell(`  Releases before ${migration.minimumRelease} stop working: stop their processes first`)
  }
  tell(`${missing.length} migrations have not been run. Nothing was changed`)
}

const kindText: Readonly<Record<Step['kind'], string>> = {
  fill: 'Copies rows in short statements, while others write',
  transaction: 'One transaction that gives way to other programs',
  index: 'Blocks no writes',
  constraint: 'Blocks writes only while it adds the rule',
  'first partition': 'One transaction that gives way to other programs',
  partition: 'Blocks others only while it renames the table',
}

const longest = 100

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

function lockText(locks: readonly { readonly table: string; readonly mode: string }[]): string {
  if (locks.length === 0) return 'no lock on an existing table,'
  return locks.map(({ table, mode }) => `${mode} on ${table}`).join(', ')
}

function gaveText(times: number): string {
  if (times === 0) return ''
  return times === 1 ? ', after giving way once' : `, after giving way ${times} times`
}
