import { createHash, randomBytes } from 'node:crypto'
import { base32Alphabet } from '../crypto/base32.ts'

/** 80 random bits are too many to try against the hash in a copy of the database. */
const characters = 16
const codes = 10

/** Codes for a person who has lost the phone, in groups of four characters. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () =>
    [...randomBytes(characters)]
      .map((byte) => base32Alphabet[byte & 31])
      .join('')
      .replace(/.{4}(?=.)/g, '$&-'),
  )
}

/** The hash of a code as a person types it: in any case, with or without separators. Null: this is no such code. */
export function hashRecoveryCode(typed: string): Buffer | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  const isCode = plain.length === characters && [...plain].every((character) => base32Alphabet.includes(character))
  return isCode ? createHash('sha256').update(plain).digest() : null
}
