import { run, type Database } from './database.ts'

/** A process looks each time after so many statements. */
const statementsBetweenLooks = 500

/** A smaller table costs little, whatever the plan. */
const smallestBytes = 64 * 1024

const find = {
  name: 'tables without statistics',
  text: `
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and reltuples < 0 and pg_relation_size(oid) >= $1
      and relowner = (select relowner from pg_class where oid = to_regclass('schema_migrations'))`,
}

const analyze = { name: 'analyze table', text: 'select analyze_table($1)' }

/** Lets the planner know how many rows a table has. Only its owner may do that, so a function of the owner does it. */
export async function analyzeTable(db: Database, name: string): Promise<void> {
  await run(db, analyze, [name])
}

/**
 * Analyzes tables that have grown since they were made or restored. Until then PostgreSQL takes them for empty, and
 * prefers an index of the account to the primary key. Autovacuum would do it up to a minute later, and prepared
 * statements would keep their plans until then.
 */
export class TableStatistics {
  #statements = 0

  /** Counts a statement of the process. `db` serves the look, if it is time for one. */
  note(db: Database): void {
    this.#statements += 1
    if (this.#statements % statementsBetweenLooks !== 0) return
    void analyzeNewTables(db).catch(() => {
      // Autovacuum analyzes the table later.
    })
  }
}

async function analyzeNewTables(db: Database): Promise<void> {
  const tables = await run<{ name: string }>(db, find, [smallestBytes])
  for (const { name } of tables) await analyzeTable(db, name)
}
