import { accessSync, constants } from 'node:fs'
import { isHost } from '../../spec/lib/web-address.ts'
import { readAddress } from '../domain/address-with-password.ts'
import { optional, optionalWholeNumber, secret, type Report, type Variable } from '../domain/variable.ts'

/** How a process reaches its database. */
export interface DatabaseSettings {
  /** Null: the embedded database under `dataDir`. */
  readonly databaseUrl: string | null
  /** The same database past a pooler. Null: `databaseUrl` leads to PostgreSQL itself, or nothing else does. */
  readonly databaseDirectUrl: string | null
  /** The same database for the role that owns its tables. Null: the role of the other addresses owns them. */
  readonly migrateDatabaseUrl: string | null
  /** The connections that this process may hold. Null: the usual number of its role. */
  readonly databaseConnections: number | null
}

/** The smallest number gives each kind of work a connection of its own. */
const connections = { min: 16, max: 1_000 }

export const databaseVariables = {
  databaseUrl: databaseAddress(
    'DATABASE_URL',
    'A PostgreSQL server, version 15 or later. Without it, the service starts the embedded database. ' +
      'See [TLS](/docs/running#tls-to-the-database) and [PgBouncer](/docs/running#pgbouncer).',
  ),
  databaseDirectUrl: databaseAddress(
    'DATABASE_DIRECT_URL',
    'The same database without PgBouncer in between: for migrations, commands, the job queue and `LISTEN`. ' +
      'See [PgBouncer](/docs/running#pgbouncer).',
    '`DATABASE_URL`',
  ),
  migrateDatabaseUrl: databaseAddress(
    'MIGRATE_DATABASE_URL',
    'The same database, past PgBouncer, for the role that owns the tables: `npm run migrate` uses it, and gives the ' +
      'role of `DATABASE_URL` its rights. See [Two roles](/docs/running#two-roles).',
    'none: the role of `DATABASE_URL` owns the tables',
  ),
  databaseConnections: optionalWholeNumber('DATABASE_CONNECTIONS', {
    ...connections,
    defaultText: '40 with `ROLE=all`, 25 with `api` and `cards`, 20 with `worker`',
    description:
      'The most connections to the database that this process holds: see [the rule](/docs/running#connections).',
  }),
}

type ReadVariable = <Value>(variable: Variable<Value>) => Value

export function readDatabase(read: ReadVariable): DatabaseSettings {
  return {
    databaseUrl: read(databaseVariables.databaseUrl),
    databaseDirectUrl: read(databaseVariables.databaseDirectUrl),
    migrateDatabaseUrl: read(databaseVariables.migrateDatabaseUrl),
    databaseConnections: read(databaseVariables.databaseConnections),
  }
}

/** What is wrong with the settings together. */
export function problemsOfDatabase(settings: DatabaseSettings): string[] {
  const { databaseUrl, databaseDirectUrl, migrateDatabaseUrl } = settings
  if (databaseUrl !== null) return []
  return [
    ...(databaseDirectUrl === null
      ? []
      : ['DATABASE_URL is missing: DATABASE_DIRECT_URL only bypasses a pooler in front of the same database']),
    ...(migrateDatabaseUrl === null
      ? []
      : ['DATABASE_URL is missing: MIGRATE_DATABASE_URL is only for the owner of the tables, who migrates']),
  ]
}

/** What the operator should know about the addresses. */
export function warningsOfDatabase(settings: DatabaseSettings): string[] {
  const addresses = {
    DATABASE_URL: settings.databaseUrl,
    DATABASE_DIRECT_URL: settings.databaseDirectUrl,
    MIGRATE_DATABASE_URL: settings.migrateDatabaseUrl,
  }
  return Object.entries(addresses).flatMap(([name, url]) =>
    url !== null && isUnverified(url)
      ? [
          `${name} encrypts the connection but does not check who the server is. ` +
            'Use sslmode=verify-full, with sslrootcert if the authority is your own',
        ]
      : [],
  )
}

function isUnverified(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { searchParams } = new URL(url)
  const mode = searchParams.get('sslmode') ?? ''
  return mode === 'no-verify' || mode === 'prefer' || (mode === 'require' && !searchParams.has('sslrootcert'))
}

const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
const files = ['sslrootcert', 'sslcert', 'sslkey']

function databaseAddress(name: string, description: string, defaultText?: string): Variable<string | null> {
  const described = { description, ...(defaultText !== undefined && { defaultText }) }
  const variable = optional(name, described, (given, report) => {
    const read = readAddress(given)
    const problem = read.kind === 'problem' ? read.problem : problemOfAddress(read)
    if (problem !== null) report(`${name} ${problem}`)
    return read.kind === 'problem' || problem !== null ? given : withTls(name, read.text, report)
  })
  return secret(variable)
}

function problemOfAddress({ text, hosts }: { text: string; hosts: string }): string | null {
  if (hosts.includes(',')) return 'must name one host. For several servers, use HAProxy, which finds the primary'
  const isUsable = URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol)
  if (!isUsable) return 'must be a URL that begins with postgres:// or postgresql://'
  const { hostname } = new URL(text)
  // Without a host, PostgreSQL's programs use a socket on this machine, and `%2F` begins the path of one.
  return hostname === '' || /^%2f/i.test(hostname) || isHost(hostname) ? null : 'must name a host after //'
}

/** Gives the parameters of TLS the meaning that they have for PostgreSQL's own programs. */
function withTls(name: string, text: string, report: Report): string {
  const { searchParams } = new URL(text)
  const mode = searchParams.get('sslmode')
  for (const file of files) {
    const path = searchParams.get(file)
    if (path !== null && !isReadable(path)) report(`${name}: the file of ${file} does not exist or is not readable`)
  }
  if (mode === null) {
    if (files.some((file) => searchParams.has(file))) report(`${name}: sslmode is missing, for example verify-full`)
    return text
  }
  if (!modes.includes(mode)) report(`${name}: sslmode must be one of: ${modes.slice(0, -1).join(', ')}`)
  if (mode === 'verify-ca' && !searchParams.has('sslrootcert'))
    report(`${name}: sslmode=verify-ca needs sslrootcert, the file with the certificate of your authority`)
  const isPlain = mode === 'disable' || mode === 'no-verify'
  return isPlain || searchParams.has('uselibpqcompat') ? text : `${text}&uselibpqcompat=true`
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}
