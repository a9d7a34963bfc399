import { createHash } from 'node:crypto'
import { ServicePayError, type ServicePay } from '../../index.ts'
import { CommandError } from '../command-errors.ts'
import type { StateFolder } from '../state-folder.ts'

/** The last event of one account that was forwarded to one address. */
export interface Position {
  readonly baseUrl: string
  readonly livemode: boolean
  /** Identifies the account without revealing its key. */
  readonly account: string
  readonly forwardTo: string
  /** The id of the last event that the listener finished, or null before the first one. */
  readonly cursor: string | null
  readonly savedAt: string
}

/** The file in which a position is saved. */
export interface PositionFile {
  readonly name: string
  readonly lockName: string
  /** The account and the address that the position is for. */
  readonly subject: Pick<Position, 'baseUrl' | 'livemode' | 'account' | 'forwardTo'>
}

const fileNamePattern = /^listen-[0-9a-f]{16}\.json$/

export function positionFile(client: ServicePay, key: string, forwardTo: string): PositionFile {
  const { baseUrl, livemode } = client
  const subject = { baseUrl, livemode, account: digest(baseUrl, key), forwardTo }
  const name = `listen-${digest(subject.account, forwardTo)}`
  return { name: `${name}.json`, lockName: `${name}.lock`, subject }
}

export function savePosition(folder: StateFolder, { name, subject }: PositionFile, cursor: string | null): void {
  const position: Position = { ...subject, cursor, savedAt: new Date().toISOString() }
  folder.write(name, `${JSON.stringify(position)}\n`)
}

/**
 * The position at which the listener stopped, or undefined at the first start. A new key of the same account continues
 * from the position of the old key.
 */
export async function findPosition(
  folder: StateFolder,
  file: PositionFile,
  client: ServicePay,
): Promise<Position | undefined> {
  const own = readPosition(folder, file.name)
  if (own) return own
  const { baseUrl, livemode, forwardTo } = file.subject
  const others = allPositions(folder)
    .map(({ position }) => position)
    .filter(
      (position) => position.baseUrl === baseUrl && position.livemode === livemode && position.forwardTo === forwardTo,
    )
  for (const position of others.sort((a, b) => b.savedAt.localeCompare(a.savedAt)))
    if (position.cursor && (await canRead(client, position.cursor))) return position
  return undefined
}

export function allPositions(folder: StateFolder): { position: Position; lockName: string }[] {
  return folder
    .names()
    .filter((name) => fileNamePattern.test(name))
    .flatMap((name) => {
      const position = readPosition(folder, name)
      return position ? [{ position, lockName: name.replace(/json$/, 'lock') }] : []
    })
}

/** A key can read only events of its own account, so reading the event proves that both keys have one account. */
async function canRead(client: ServicePay, eventId: string): Promise<boolean> {
  try {
    await client.events.retrieve(eventId)
    return true
  } catch (error) {
    if (error instanceof ServicePayError && error.status === 404) return false
    throw error
  }
}

function readPosition(folder: StateFolder, name: string): Position | undefined {
  const text = folder.read(name)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Position
  } catch {
    throw new CommandError(
      1,
      'state_damaged',
      `${folder.pathOf(name)} is damaged.`,
      'Delete that file. The listener then starts with the events from now on, or as --since says.',
    )
  }
}

function digest(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
}
