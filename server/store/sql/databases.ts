import type { ConnectionKind } from '../../engines/postgres/limits.ts'
import type { Patience } from '../../engines/postgres/patience.ts'
import type { PoolSizes } from '../../engines/postgres/pool-sizes.ts'
import { openDatabase, type Database } from './database.ts'
import { TableStatistics } from './table-statistics.ts'

/** One pool for each kind of work, so that no kind waits for the connections of another. */
export interface Databases {
  readonly db: Database
  readonly readingDb: Database
  readonly workingDb: Database
  readonly checkingDb: Database
}

export function openDatabases(
  url: string,
  sizes: PoolSizes,
  options: { namesStatements: boolean; patience: Patience },
): Databases {
  const statistics = new TableStatistics()
  const open = (kind: ConnectionKind, connections: number, noteStatement = () => {}): Database =>
    openDatabase(url, { kind, connections: Math.max(1, connections), ...options, noteStatement })
  const workingDb = open('working', sizes.working)
  return {
    db: open('serving', sizes.requests, () => statistics.note(workingDb)),
    readingDb: open('reading', sizes.reading),
    workingDb,
    checkingDb: open('checking', sizes.checking),
  }
}

export async function closeDatabases(databases: Databases): Promise<void> {
  await Promise.all(Object.values(databases).map((database: Database) => database.destroy()))
}
