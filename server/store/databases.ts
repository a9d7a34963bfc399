import type { ConnectionKind } from '../postgres/limits.ts'
import type { Patience } from '../postgres/patience.ts'
import type { PoolSizes } from '../postgres/pool-sizes.ts'
import { openDatabase } from './database.ts'
import type { Database } from './database.ts'

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
  const open = (kind: ConnectionKind, connections: number): Database =>
    openDatabase(url, { kind, connections: Math.max(1, connections), ...options })
  return {
    db: open('serving', sizes.requests),
    readingDb: open('reading', sizes.reading),
    workingDb: open('working', sizes.working),
    checkingDb: open('checking', sizes.checking),
  }
}

export async function closeDatabases(databases: Databases): Promise<void> {
  await Promise.all(Object.values(databases).map((database: Database) => database.destroy()))
}
