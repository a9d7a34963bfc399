import { timingSafeEqual } from 'node:crypto'
import { base32Alphabet, Base32Writer } from './base32.ts'
import type { DataKey, Keyring } from './keyring.ts'

/** 26 characters of base 32 hold 130 bits of the HMAC. */
export const macLength = 26

const writer = new Base32Writer(macLength)

/** An HMAC for a part of an id or address: lower-case base 32. */
export function macOf(key: DataKey, subject: string): string {
  const digest = key.macs.digest(subject)
  for (let index = 0; index < macLength; index++) writer.append(bitsFrom(digest, index * 5))
  return writer.take()
}

/** Compares in constant time. `given` has `macLength` characters. */
export function isMac(key: DataKey, subject: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(macOf(key, subject)), Buffer.from(given))
}

/** The version of a key, as one character. */
export function versionOf({ version }: DataKey): string {
  return base32Alphabet.charAt(version)
}

export function keyOfVersion(keyring: Keyring, character: string): DataKey | undefined {
  return keyring.versions.get(base32Alphabet.indexOf(character))
}

/** The lowest five bits are those of `bytes` from bit `offset`. Each character is a byte. */
function bitsFrom(bytes: string, offset: number): number {
  const at = offset >> 3
  const word = (bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1)
  return word >> (11 - (offset & 7))
}
