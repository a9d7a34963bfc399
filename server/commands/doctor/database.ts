import type { Keyring } from '../../domain/crypto/keyring.ts'
import { outageOf } from '../../domain/outage.ts'
import { listWrappedKeys } from '../../store/keys/keyring.ts'
import type { Database } from '../../store/sql/database.ts'
import { problemOf } from '../../store/schema/readiness.ts'
import { readArrangement } from '../../store/schema/running-rights.ts'
import { problemOfServer, readServerTime, type ServerFacts } from '../../store/sql/server-facts.ts'
import { failed, ok, reasonOf, skipped, warning, type Finding } from './finding.ts'

/** Each request asks the database several times, so its distance counts. */
const nearMs = 5

/** Whether the database answers, is near, accepts writes and has the tables of this release. */
export async function examineReach(db: Database, migrateOnStart: boolean): Promise<Finding> {
  try {
    const problem = await problemOf(db)
    if (problem === 'tables') {
      const says = 'It answers, but its tables are not up to date.'
      return migrateOnStart
        ? warning(says, 'Start the service, which brings them up to date, or run `npm run migrate`.')
        : failed(says, 'Run `npm run migrate` with the variables of the service.')
    }
    if (problem === 'release')
      return failed('The tables need a later release of this program.', 'Install that release and start it.')
    if (problem === 'read_only')
      return failed(
        'The database accepts no writes: it is a standby, or read-only.',
        'Point DATABASE_URL to the primary.',
      )
    // The fastest answer tells the distance; the others also tell how busy both sides are.
    let fastest = Infinity
    for (let round = 0; round < 5; round += 1) fastest = Math.min(fastest, (await readServerTime(db)).tookMs)
    const took = `${fastest.toFixed(1)} ms`
    return fastest <= nearMs
      ? ok(`It answers in ${took}, accepts writes, and its tables are up to date.`)
      : warning(`It takes ${took} to answer.`, 'Run the service in the same data centre as its database.')
  } catch (error) {
    return ofDatabaseError(error)
  }
}

/** What an error of the database means. */
export function ofDatabaseError(error: unknown): Finding {
  const outage = outageOf(error)
  return failed(
    outage?.reason ?? `The database does not work: ${reasonOf(error)}.`,
    'Fix that, and check host, port, user and database in DATABASE_URL. The log of PostgreSQL says more.',
  )
}

/** Whether the master key opens the secrets of the database. `keyring`: what it opened. */
export async function judgeKeys(db: Database, keyring: Keyring | null): Promise<Finding> {
  if (keyring) return ok('It decrypts the secrets in the database.')
  const wrapped = await listWrappedKeys(db).catch(() => [])
  if (wrapped.length === 0) return skipped('The database has no secrets yet.')
  return failed(
    'MASTER_KEY does not decrypt the secrets in this database.',
    'Set the key that encrypted them; restore it from your copy if it is lost.',
  )
}

export function judgeVersion(facts: ServerFacts): Finding {
  const problem = problemOfServer(facts)
  return problem ? failed(`${problem.says}.`, `${problem.fix}.`) : ok(`PostgreSQL ${facts.version}, with UTF-8.`)
}

/** Whether the role of the service could change the ledger and the audit log. */
export async function judgeRoles(db: Database): Promise<Finding> {
  const found = await readArrangement(db)
  if (found.kind === 'one role')
    return warning(
      `The role ${found.role} owns the tables and runs the service, so whoever has its password can change the ledger.`,
      'Let another role run the service; see /docs/running#two-roles.',
    )
  if (found.excess.length > 0)
    return failed(
      `The role ${found.role} has rights that the service does not need: ${found.excess.join(', ')}.`,
      'Run `npm run migrate` with MIGRATE_DATABASE_URL, and take away what the role inherits from other roles.',
    )
  return ok(`The role ${found.role} owns no table, and cannot change the ledger or disable its triggers.`)
}

/** `isNear`: the connection does not leave this machine. */
export function judgeSettings(facts: ServerFacts, isNear: boolean): Finding {
  const off = ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'] as const
  const found = off.filter((name) => facts[name] === 'off')
  if (found.length > 0)
    return failed(
      `PostgreSQL runs with ${found.map((name) => `${name} = off`).join(' and ')}, so ` +
        (found.length === 1 && found[0] === 'autovacuum'
          ? 'the database grows and gets slow.'
          : 'a crash of its machine can lose payments that the service has acknowledged.'),
      `Set ${found.map((name) => `${name} = on`).join(' and ')} for the server, the database and the role.`,
    )
  if (!facts.is_encrypted && !isNear)
    return warning(
      'The connection to the database is not encrypted.',
      'Add `sslmode=verify-full` to DATABASE_URL; see /docs/running#tls-to-the-database.',
    )
  if (facts.is_superuser)
    return warning(
      'The role of the service is a superuser, so it could change the ledger.',
      'Create a role that owns the database and is not a superuser, and use it in DATABASE_URL.',
    )
  if (facts.data_checksums === 'off')
    return warning(
      'PostgreSQL keeps no checksums of its pages, so it does not notice a disk that damages them.',
      'Stop PostgreSQL, run `pg_checksums --enable` on its data directory, and start it.',
    )
  return ok('Commits are durable, and the role and its connection are safe.')
}
