import { createHash } from 'node:crypto'
import { ServicePayError, type ServicePay } from '../index.ts'
import { CommandError } from './command-errors.ts'
import type { StateFolder } from './state-folder.ts'

/** How far one account's events have been forwarded to one address. */
export interface Place {
  readonly baseUrl: string
  readonly livemode: boolean
  /** Tells accounts apart; says nothing of the key. */
  readonly account: string
  readonly forwardTo: string
  /** Id of the last event that is done with; null: there was none yet. */
  readonly cursor: string | null
  readonly savedAt: string
}

/** The file of a place, and what the place is for. */
export interface PlaceFile {
  readonly name: string
  readonly lockName: string
  readonly what: Pick<Place, 'baseUrl' | 'livemode' | 'account' | 'forwardTo'>
}

const pattern = /^listen-[0-9a-f]{16}\.json$/

export function placeFile(client: ServicePay, key: string, forwardTo: string): PlaceFile {
  const { baseUrl, livemode } = client
  const what = { baseUrl, livemode, account: digest(baseUrl, key), forwardTo }
  const name = `listen-${digest(what.account, forwardTo)}`
  return { name: `${name}.json`, lockName: `${name}.lock`, what }
}

export function savePlace(folder: StateFolder, { name, what }: PlaceFile, cursor: string | null): void {
  const place: Place = { ...what, cursor, savedAt: new Date().toISOString() }
  folder.write(name, `${JSON.stringify(place)}\n`)
}

/** Where the listener stood last; undefined at the first start. With a new key of the same account it goes on from the old one's. */
export async function findPlace(folder: StateFolder, file: PlaceFile, client: ServicePay): Promise<Place | undefined> {
  const own = readPlace(folder, file.name)
  if (own) return own
  const { baseUrl, livemode, forwardTo } = file.what
  const others = allPlaces(folder)
    .map(({ place }) => place)
    .filter((place) => place.baseUrl === baseUrl && place.livemode === livemode && place.forwardTo === forwardTo)
  for (const place of others.sort((a, b) => b.savedAt.localeCompare(a.savedAt)))
    if (place.cursor && (await canRead(client, place.cursor))) return place
  return undefined
}

export function allPlaces(folder: StateFolder): { place: Place; lockName: string }[] {
  return folder
    .names()
    .filter((name) => pattern.test(name))
    .flatMap((name) => {
      const place = readPlace(folder, name)
      return place ? [{ place, lockName: name.replace(/json$/, 'lock') }] : []
    })
}

/** Nobody can guess the id of another account's event, so whoever can read it is of the account. */
async function canRead(client: ServicePay, eventId: string): Promise<boolean> {
  try {
    await client.events.retrieve(eventId)
    return true
  } catch (error) {
    if (error instanceof ServicePayError && error.status === 404) return false
    throw error
  }
}

function readPlace(folder: StateFolder, name: string): Place | undefined {
  const text = folder.read(name)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Place
  } catch {
    throw new CommandError(
      1,
      'state_damaged',
      `${folder.pathOf(name)} is damaged.`,
      'Delete that file: the listener then starts at the present, or where --since says.',
    )
  }
}

function digest(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
}
