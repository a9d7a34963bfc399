import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keyBytes } from './domain/keyring.ts'

// The few files beside the embedded database. Each is readable by its owner alone.

const ownerOnly = 0o600

/** The master key of the embedded database: made at the first start. Losing it loses what it protects. */
export async function masterKeyIn(dataDir: string): Promise<Buffer> {
  return masterKeyFrom(dataDir, await keep(dataDir, 'master-key', () => randomBytes(keyBytes).toString('hex')))
}

/** The master key of the embedded database as the server keeps it, or null: it was started with one of its own. */
export async function keptMasterKeyIn(dataDir: string): Promise<Buffer | null> {
  const text = await read(masterKeyFile(dataDir))
  return text === null ? null : masterKeyFrom(dataDir, text)
}

function masterKeyFrom(dataDir: string, text: string): Buffer {
  const key = Buffer.from(text, 'hex')
  if (key.length !== keyBytes) throw new Error(`${masterKeyFile(dataDir)} is damaged: restore it from a backup`)
  return key
}

/** The developer's test key, or null when none was made yet. */
export async function developerKeyIn(dataDir: string): Promise<string | null> {
  return read(join(dataDir, 'developer-key'))
}

/** Takes the place of a key that was revoked. */
export async function keepDeveloperKey(dataDir: string, secretKey: string): Promise<void> {
  await write(dataDir, 'developer-key', secretKey)
}

/** Where the database was moved to, as `host:port/database`, or null: it is in use here. */
export async function movedToIn(dataDir: string): Promise<string | null> {
  return read(movedFile(dataDir))
}

/** Says that the database lives elsewhere now: started here as well, each of the two would deliver and give back what the other does. */
export async function markMoved(dataDir: string, to: string): Promise<void> {
  await write(dataDir, 'moved-to', to)
}

export async function unmarkMoved(dataDir: string): Promise<void> {
  await rm(movedFile(dataDir), { force: true })
}

export function movedFile(dataDir: string): string {
  return join(dataDir, 'moved-to')
}

export function masterKeyFile(dataDir: string): string {
  return join(dataDir, 'master-key')
}

/** The content of a file, written first when it is not there. */
async function keep(dataDir: string, name: string, make: () => string): Promise<string> {
  const kept = await read(join(dataDir, name))
  return kept ?? write(dataDir, name, make())
}

async function write(dataDir: string, name: string, text: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, name)
  const file = await open(path, 'w', ownerOnly)
  try {
    await file.writeFile(`${text}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(path, ownerOnly)
  return text
}

async function read(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim() || null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
