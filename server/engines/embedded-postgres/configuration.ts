import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/*
 * PostgreSQL runs commands that its configuration names, such as `archive_command`, and loads libraries. So the files
 * of a cluster from elsewhere are never used: these replace them. Each start adds the settings of `settings.ts`.
 */

const serverConfiguration = `# Written by the service.
max_connections = 100
dynamic_shared_memory_type = posix
log_timezone = 'UTC'
timezone = 'UTC'
datestyle = 'iso, mdy'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.english'
`

/** The same access as initdb gives: a password for everybody, and connections from this machine only. */
const access = ['all', 'replication']
  .flatMap((database) => [
    `local ${database} all scram-sha-256`,
    `host ${database} all 127.0.0.1/32 scram-sha-256`,
    `host ${database} all ::1/128 scram-sha-256`,
  ])
  .join('\n')

const files: Readonly<Record<string, string>> = {
  'postgresql.conf': serverConfiguration,
  'postgresql.auto.conf': '# Written by the service.\n',
  'pg_hba.conf': `# Written by the service.\n${access}\n`,
  'pg_ident.conf': '# Written by the service.\n',
}

/** Writes the configuration of a cluster that has none. */
export async function writeConfiguration(clusterDir: string): Promise<void> {
  for (const [name, text] of Object.entries(files))
    await writeFile(join(clusterDir, name), text, { mode: 0o600, flag: 'wx' })
}
