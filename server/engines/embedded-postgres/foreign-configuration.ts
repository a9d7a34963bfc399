import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What initdb and `configuration.ts` set. None of it can run anything. */
const ownSettings = new Set([
  'max_connections',
  'shared_buffers',
  'autovacuum_worker_slots',
  'dynamic_shared_memory_type',
  'max_wal_size',
  'min_wal_size',
  'log_timezone',
  'timezone',
  'datestyle',
  'lc_messages',
  'lc_monetary',
  'lc_numeric',
  'lc_time',
  'default_text_search_config',
])

const settingsFiles = ['postgresql.conf', 'postgresql.auto.conf']

/** With these files PostgreSQL begins a recovery, whose settings name commands. */
const signalFiles = ['recovery.signal', 'standby.signal']

/**
 * What the configuration of a cluster contains that the service never writes. PostgreSQL runs commands that settings
 * name and loads libraries, so this comes before any start. Reads the files only.
 */
export async function findForeignConfiguration(clusterDir: string): Promise<string[]> {
  const found: string[] = []
  for (const name of signalFiles) if (await kindOf(join(clusterDir, name))) found.push(`the file ${name}`)
  for (const name of settingsFiles) {
    const kind = await kindOf(join(clusterDir, name))
    if (kind === 'other') found.push(`the file ${name}, which is not an ordinary file`)
    if (kind === 'file')
      for (const setting of settingsIn(await readFile(join(clusterDir, name), 'utf8')))
        if (!ownSettings.has(setting)) found.push(`${setting === '' ? 'a line' : `the setting ${setting}`} in ${name}`)
  }
  return found
}

/** The names of the settings in lower case, as PostgreSQL compares them. Empty: the line has no name. */
function settingsIn(text: string): string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim())
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => /^[\w.]+/.exec(line)?.[0].toLowerCase() ?? '')
}

async function kindOf(path: string): Promise<'file' | 'other' | null> {
  try {
    return (await lstat(path)).isFile() ? 'file' : 'other'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
