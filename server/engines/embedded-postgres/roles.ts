import { createHmac } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'

/** The service's role is not a superuser, so that an SQL injection cannot reach the operating system. */
export const serviceRole = 'servicepay'
export const serviceDatabase = 'servicepay'
export const adminRole = 'postgres'

/** Derives the service's password from the superuser's, so that one stored secret is enough for both roles. */
export function servicePassword(adminPassword: string): string {
  return createHmac('sha256', adminPassword).update(serviceRole).digest('hex')
}

/** The URL of `database` for the superuser. */
export function adminUrlOf(port: number, adminPassword: string, database: string): string {
  return urlOf(adminRole, adminPassword, port, database)
}

/** The URL of `database` for the role `servicepay`. */
export function serviceUrlOf(port: number, adminPassword: string, database: string): string {
  return urlOf(serviceRole, servicePassword(adminPassword), port, database)
}

// The sslmode overrides PGSSLMODE in the environment, because this server has no TLS.
function urlOf(role: string, password: string, port: number, database: string): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/** Creates the role and its database unless they exist. `adminUrl` names the maintenance database. */
export async function ensureServiceDatabase(adminUrl: string, adminPassword: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await ensureServiceRole(client, adminPassword)
    const found = await client.query('select 1 from pg_database where datname = $1', [serviceDatabase])
    if (found.rowCount === 0) {
      await client.query(`create database ${escapeIdentifier(serviceDatabase)} owner ${escapeIdentifier(serviceRole)}`)
    }
  } finally {
    await client.end()
  }
}

/** Creates the role unless it exists. */
export async function ensureServiceRole(client: Client, adminPassword: string): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [serviceRole])
  if (found.rowCount !== 0) return
  const password = escapeLiteral(servicePassword(adminPassword))
  await client.query(
    `create role ${escapeIdentifier(serviceRole)}
       login nosuperuser nocreatedb nocreaterole noreplication password ${password}`,
  )
}
