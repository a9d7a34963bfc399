import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeCharacters = 10
const sequenceCharacters = 2
const randomCharacters = 18

/** Base-32 characters after the prefix: 50 bits of time, 10 bits of sequence, 90 random bits. */
export const idBodyLength = timeCharacters + sequenceCharacters + randomCharacters

/** The prefix tells the kind of object (spec/decisions.md#ids). */
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
  | 'per'
  | 'lgn'
  | 'aud'
  | 'mail'
  | 'log'
  | 'rsn'
  | 'ntf'
  | 'nrf'
  | 'stm'

// Asking the system for random bytes is the slowest part of making an id, so one call fetches them for 400 ids.
const pool = new Uint8Array(randomCharacters * 400)
let poolUsed = pool.length
let lastMillisecond = 0
let sequence = 0

/**
 * A new id: unique, impossible to guess (90 random bits), and sortable by creation time, so that the primary key lists
 * newest first and inserts stay in one part of the index. Ids that one process makes in one millisecond keep their
 * order.
 */
export function newId(prefix: IdPrefix, now: Date): string {
  const millisecond = now.getTime()
  sequence = millisecond === lastMillisecond ? (sequence + 1) & 0x3ff : 0
  lastMillisecond = millisecond
  return `${prefix}_${base32(millisecond, timeCharacters)}${base32(sequence, sequenceCharacters)}${randomText()}`
}

/** A lower bound for all ids of this kind made at `at` or later: a search by time can use the primary key. */
export function firstIdFrom(prefix: IdPrefix, at: Date): string {
  return `${prefix}_${base32(Math.max(0, at.getTime()), timeCharacters)}`
}

/** The time at which an id was made. */
export function timeOfId(id: string): Date {
  let milliseconds = 0
  for (const character of id.slice(-idBodyLength).slice(0, timeCharacters))
    milliseconds = milliseconds * 32 + alphabet.indexOf(character)
  return new Date(milliseconds)
}

export function sessionIdPrefix(livemode: boolean): 'cs_test' | 'cs_live' {
  return livemode ? 'cs_live' : 'cs_test'
}

function base32(value: number, length: number): string {
  let text = ''
  let rest = value
  for (let index = 0; index < length; index++) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function randomText(): string {
  if (poolUsed + randomCharacters > pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  let text = ''
  for (let index = 0; index < randomCharacters; index++) text += alphabet.charAt((pool[poolUsed++] ?? 0) & 31)
  return text
}
