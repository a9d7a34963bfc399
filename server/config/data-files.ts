import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keyBytes } from '../domain/crypto/keyring.ts'
import { EmbeddedPostgresError } from '../engines/embedded-postgres/embedded-postgres-error.ts'

// The files beside the embedded database. Only their owner can read them.

const ownerOnly = 0o600

/** The master key of the embedded database, which the first start generates. No secret can be read without it. */
export async function readOrCreateMasterKey(dataDir: string): Promise<Buffer> {
  return masterKeyFrom(dataDir, await readOrWrite(dataDir, 'master-key', () => randomBytes(keyBytes).toString('hex')))
}

/** The generated master key of the embedded database. Null when the service was started with `MASTER_KEY` instead. */
export async function readMasterKey(dataDir: string): Promise<Buffer | null> {
  const text = await read(masterKeyFile(dataDir))
  return text === null ? null : masterKeyFrom(dataDir, text)
}

function masterKeyFrom(dataDir: string, text: string): Buffer {
  const key = Buffer.from(text, 'hex')
  if (key.length !== keyBytes)
    throw new EmbeddedPostgresError(
      `${masterKeyFile(dataDir)} is damaged: restore it from a backup, or set MASTER_KEY to the key`,
    )
  return key
}

/** The developer's test key, or null when no start has created it yet. */
export async function readDeveloperKey(dataDir: string): Promise<string | null> {
  return read(join(dataDir, 'developer-key'))
}

/** Keeps the developer's test key, in place of an older one. */
export async function writeDeveloperKey(dataDir: string, secretKey: string): Promise<void> {
  await write(dataDir, 'developer-key', secretKey)
}

/** The server that the database was moved to, as `host:port/database`. Null when it was not moved. */
export async function readMovedTo(dataDir: string): Promise<string | null> {
  return read(movedToFile(dataDir))
}

/** Marks the database as moved. If both copies ran, each would send the webhooks and refunds of the other again. */
export async function markMoved(dataDir: string, to: string): Promise<void> {
  await write(dataDir, 'moved-to', to)
}

export async function unmarkMoved(dataDir: string): Promise<void> {
  await rm(movedToFile(dataDir), { force: true })
}

export function movedToFile(dataDir: string): string {
  return join(dataDir, 'moved-to')
}

export function masterKeyFile(dataDir: string): string {
  return join(dataDir, 'master-key')
}

/** The content of a file. Writes the file first when it does not exist. */
async function readOrWrite(dataDir: string, name: string, make: () => string): Promise<string> {
  return (await read(join(dataDir, name))) ?? write(dataDir, name, make())
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

/**
 * The files that a backup of the data directory needs beside the database. A restored database gets a new password of
 * its superuser, so that a backup opens no running one.
 */
export async function dataFilesOf(
  dataDir: string,
  { masterKey }: { readonly masterKey: boolean },
): Promise<{ name: string; path: string }[]> {
  const names = [...(masterKey ? ['master-key'] : []), 'developer-key']
  const found: { name: string; path: string }[] = []
  for (const name of names) {
    const path = join(dataDir, name)
    if ((await read(path)) !== null) found.push({ name, path })
  }
  return found
}
