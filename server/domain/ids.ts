import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeCharacters = 10
const sequenceCharacters = 2
const randomCharacters = 18

/** Characters after the prefix: 50 bits of time, 10 of sequence, 90 random, in base 32. */
export const idBodyLength = timeCharacters + sequenceCharacters + randomCharacters

/** Prefixes by kind of object (Specification, Resources; decisions, "Ids"). */
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

// Enough for 400 ids a fill: asking the system for random bytes is the dearest part of an id.
const pool = new Uint8Array(randomCharacters * 400)
let poolUsed = pool.length
let lastMillisecond = 0
let sequence = 0

/**
 * A new id: unique, not to be guessed (90 random bits), and in order of time, so that indexes stay local and the primary
 * key alone lists newest first. Ids made by one process within one millisecond keep their order too.
 */
export function newId(prefix: IdPrefix, now: Date): string {
  const millisecond = now.getTime()
  sequence = millisecond === lastMillisecond ? (sequence + 1) & 0x3ff : 0
  lastMillisecond = millisecond
  return `${prefix}_${base32(millisecond, timeCharacters)}${base32(sequence, sequenceCharacters)}${randomText()}`
}

/** Sorts before every id of this kind from `at` on, and behind every earlier one: so a time can be asked for by the primary key. */
export function firstIdFrom(prefix: IdPrefix, at: Date): string {
  return `${prefix}_${base32(Math.max(0, at.getTime()), timeCharacters)}`
}

/** When an id was made. */
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
