import { foreignInCluster, foreignInEmptyDatabase, foreignInServiceDatabase } from '../postgres/foreign-content.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { adminRole, ownerRole, runningRole, serviceDatabase } from './roles.ts'
import { runSingleUser, type StoppedCluster } from './single-user.ts'

const emptyDatabases = ['postgres', 'template1', 'template0']
const mostNamed = 20

/**
 * Describes what a cluster contains besides what this program makes, as far as PostgreSQL would run it. Nothing of it
 * runs here. The log of a backup is replayed first. Throws an `EmbeddedPostgresError` for files that PostgreSQL cannot
 * read.
 */
export async function findForeignThings(cluster: StoppedCluster, signal?: AbortSignal): Promise<string[]> {
  const databases = [serviceDatabase, ...emptyDatabases]
  const shared = foreignInCluster({ superuser: adminRole, roles: [ownerRole, runningRole], databases })
  const found = await ask(cluster, serviceDatabase, [shared, foreignInServiceDatabase(ownerRole)], signal)
  for (const database of emptyDatabases)
    found.push(
      ...(await ask(cluster, database, [foreignInEmptyDatabase()], signal)).map((it) => `${it} (in ${database})`),
    )
  return found
}

/** One sentence about foreign things, for the operator. */
export function listForeignThings(found: readonly string[]): string {
  const named = found.slice(0, mostNamed).join('; ')
  return found.length > mostNamed ? `${named}; and ${found.length - mostNamed} more` : named
}

/** PostgreSQL prints a value between quotation marks without escapes, so the query returns hexadecimal digits. */
async function ask(
  cluster: StoppedCluster,
  database: string,
  queries: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const statements = queries.map(
    (query) => `
      select encode(convert_to(coalesce(string_agg(left(what, 200), chr(10)), ''), 'UTF8'), 'hex') as found
      from (select what from (${query}) as everything limit 200) as found_first`,
  )
  const output = await runSingleUser(cluster, database, statements, signal)
  const answers = [...output.matchAll(/^\s*1: found = "([0-9a-f]*)"/gm)].map(([, hex = '']) => hex)
  if (answers.length !== queries.length)
    throw new EmbeddedPostgresError(`PostgreSQL does not list the contents of the database ${database}`)
  return answers.flatMap((hex) => Buffer.from(hex, 'hex').toString('utf8').split('\n').filter(Boolean).map(printable))
}

/** Names can contain everything, also what controls a terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '?')
}
