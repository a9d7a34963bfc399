import { createHash, randomFillSync } from 'node:crypto'
import { base32Alphabet, Base32Writer } from './crypto/base32.ts'

const timeCharacters = 10
const sequenceCharacters = 2
const randomCharacters = 18

/** Base-32 characters after the prefix: 50 bits of time, 10 bits of sequence, 90 random bits. */
export const idBodyLength = timeCharacters + sequenceCharacters + randomCharacters

/** The prefix tells the kind of object (spec/decisions/requests.md#ids). */
export type IdPrefix =
  | 'cs_test'
  | 'cs_live'
  | 're'
  | 'pl'
  | 'evt'
  | 'we'
  | 'mer'
  | 'att'
  | 'del'
  | 'req'
  | 'key'
  | 'mov'
  | 'ret'
  | 'dp'
  | 'inv'
  | 'per'
  | 'lgn'
  | 'aud'
  | 'mail'
  | 'log'
  | 'rsn'
  | 'ntf'
  | 'nrf'
  | 'stm'
  | 'note'

// Asking the system for random bytes is the slowest part of making an id, so one call fetches them for 400 ids.
const pool = new Uint8Array(randomCharacters * 400)
let poolUsed = pool.length
let lastMillisecond = 0
let sequence = 0
const body = new Base32Writer(idBodyLength)

/**
 * A new id: unique, impossible to guess (90 random bits), and sortable by creation time, so that the primary key lists
 * newest first and inserts stay in one part of the index. Ids that one process makes in one millisecond keep their
 * order.
 */
export function newId(prefix: IdPrefix, now: Date): string {
  const millisecond = now.getTime()
  sequence = millisecond === lastMillisecond ? (sequence + 1) & 0x3ff : 0
  lastMillisecond = millisecond
  refillPool()
  if (seeded) fillFromSeed(seeded, prefix)
  body.appendNumber(millisecond, timeCharacters)
  body.appendNumber(sequence, sequenceCharacters)
  for (let index = 0; index < randomCharacters; index++) body.append(pool[poolUsed++] ?? 0)
  return `${prefix}_${body.take()}`
}

/** Null: ids are random. */
let seeded: { readonly seed: string; readonly made: Map<IdPrefix, number> } | null = null

/**
 * From now on the random characters of an id follow from the seed, the prefix and how many ids of the prefix came
 * before. Anybody who knows the seed can guess them, so this is for tests only. Null: ids are random again.
 */
export function seedIds(seed: string | null): void {
  seeded = seed === null ? null : { seed, made: new Map() }
}

function fillFromSeed({ seed, made }: { seed: string; made: Map<IdPrefix, number> }, prefix: IdPrefix): void {
  const count = (made.get(prefix) ?? 0) + 1
  made.set(prefix, count)
  pool.set(createHash('sha256').update(`${seed}\0${prefix}\0${count}`).digest().subarray(0, randomCharacters), poolUsed)
}

/** A lower bound for all ids of this kind made at `at` or later: a search by time can use the primary key. */
export function firstIdFrom(prefix: IdPrefix, at: Date): string {
  body.appendNumber(Math.max(0, at.getTime()), timeCharacters)
  return `${prefix}_${body.take()}`
}

/** The time at which an id was made. */
export function timeOfId(id: string): Date {
  let milliseconds = 0
  for (const character of id.slice(-idBodyLength).slice(0, timeCharacters))
    milliseconds = milliseconds * 32 + base32Alphabet.indexOf(character)
  return new Date(milliseconds)
}

export function sessionIdPrefix(livemode: boolean): 'cs_test' | 'cs_live' {
  return livemode ? 'cs_live' : 'cs_test'
}

/** Before an id is written, so that an error leaves no half of one behind. */
function refillPool(): void {
  if (poolUsed + randomCharacters <= pool.length) return
  randomFillSync(pool)
  poolUsed = 0
}
