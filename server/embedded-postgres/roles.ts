import { createHmac } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'

/** The role and the database of the service: not a superuser, so that a flaw in a query is not a flaw in the machine. */
export const serviceRole = 'servicepay'
export const serviceDatabase = 'servicepay'
export const adminRole = 'postgres'

/** One kept secret serves both roles; knowing the service's password does not give the superuser's. */
export function servicePassword(adminPassword: string): string {
  return createHmac('sha256', adminPassword).update(serviceRole).digest('hex')
}

/** The address of `database` for the superuser, on this machine. */
export function adminUrlOf(port: number, adminPassword: string, database: string): string {
  return urlOf(adminRole, adminPassword, port, database)
}

/** The address for the role `servicepay`. */
export function serviceUrlOf(port: number, adminPassword: string, database: string): string {
  return urlOf(serviceRole, servicePassword(adminPassword), port, database)
}

// sslmode is named because PGSSLMODE in the environment would otherwise ask this server for what it has not.
function urlOf(role: string, password: string, port: number, database: string): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/** Makes the role and its database where they are missing. `adminUrl` names the maintenance database. */
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

/** Makes the role where it is missing; an existing one is left as it is. */
export async function ensureServiceRole(client: Client, adminPassword: string): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [serviceRole])
  if (found.rowCount !== 0) return
  const password = escapeLiteral(servicePassword(adminPassword))
  await client.query(
    `create role ${escapeIdentifier(serviceRole)} login nosuperuser nocreatedb nocreaterole noreplication password ${password}`,
  )
}
