import { createHmac } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'

/** Owns the database and its tables, and migrates. It is not a superuser. */
export const ownerRole = 'servicepay'
/** Runs the service. It owns nothing, so an SQL injection can neither change the ledger nor disable its triggers. */
export const runningRole = 'servicepay_run'
export const serviceDatabase = 'servicepay'
export const adminRole = 'postgres'

type ServiceRole = typeof ownerRole | typeof runningRole

/** Derives the password of a role from the superuser's, so that one stored secret is enough for all. */
export function passwordOf(role: ServiceRole, adminPassword: string): string {
  return createHmac('sha256', adminPassword).update(role).digest('hex')
}

/** The URL of `database` for the superuser. */
export function adminUrlOf(port: number, adminPassword: string, database: string): string {
  return urlOf(adminRole, adminPassword, port, database)
}

/** The URL of the service's database for one of its roles. */
export function serviceUrlOf(role: ServiceRole, port: number, adminPassword: string): string {
  return urlOf(role, passwordOf(role, adminPassword), port, serviceDatabase)
}

// The sslmode overrides PGSSLMODE in the environment, because this server has no TLS.
function urlOf(role: string, password: string, port: number, database: string): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/** Creates the roles and their database unless they exist. `adminUrl` names the maintenance database. */
export async function ensureServiceDatabase(adminUrl: string, adminPassword: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await ensureServiceRoles(client, adminPassword)
    const found = await client.query('select 1 from pg_database where datname = $1', [serviceDatabase])
    if (found.rowCount === 0) {
      await client.query(`create database ${escapeIdentifier(serviceDatabase)} owner ${escapeIdentifier(ownerRole)}`)
    }
  } finally {
    await client.end()
  }
}

/** Creates the two roles unless they exist. */
export async function ensureServiceRoles(client: Client, adminPassword: string): Promise<void> {
  for (const role of [ownerRole, runningRole] as const) {
    const found = await client.query('select 1 from pg_roles where rolname = $1', [role])
    if (found.rowCount !== 0) continue
    const password = escapeLiteral(passwordOf(role, adminPassword))
    await client.query(
      `create role ${escapeIdentifier(role)}
         login nosuperuser nocreatedb nocreaterole noreplication password ${password}`,
    )
  }
}
