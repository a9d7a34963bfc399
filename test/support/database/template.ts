import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { migrateAll } from '../../../server/app.ts'
import { systemClock } from '../../../server/domain/time/clock.ts'
import { runningRole } from '../../../server/engines/embedded-postgres/roles.ts'
import { createTemplate } from './postgres.ts'

const migrations = new URL('../../../server/store/schema/migrations/', import.meta.url)
const bankSchema = new URL('../../../server/processors/sandbox/schema.ts', import.meta.url)
const rights = new URL('../../../server/store/schema/running-rights.ts', import.meta.url)

const silent = { info() {}, warn() {}, error() {} }

/** The migrated database that test databases are cloned from. Its name changes with the migrations. */
export const templateName = `template_${hashOfSchema()}`

/** Makes the template once in this process. Another process may have made it already. */
export function prepareTemplate(adminUrl: string): Promise<void> {
  const known =
    prepared.get(adminUrl) ??
    createTemplate(adminUrl, templateName, (databaseUrl) =>
      migrateAll({ databaseUrl, runningRole, clock: systemClock, log: silent }),
    )
  prepared.set(adminUrl, known)
  return known
}

const prepared = new Map<string, Promise<void>>()

function hashOfSchema(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(new URL(name, migrations)))
  return hash.update(readFileSync(bankSchema)).update(readFileSync(rights)).digest('hex').slice(0, 12)
}
