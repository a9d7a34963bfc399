import { timingSafeEqual } from 'node:crypto'
import type { DataKey, Keyring } from './keyring.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** 26 characters of base 32 hold 130 bits of the HMAC. */
export const macLength = 26

/** An HMAC for a part of an id or address: lower-case base 32. */
export function macOf(key: DataKey, subject: string): string {
  const digest = key.macs.digest(subject)
  let text = ''
  for (let index = 0; index < macLength; index++) text += alphabet.charAt(bitsAt(digest, index * 5))
  return text
}

/** Compares in constant time. `given` has `macLength` characters. */
export function isMac(key: DataKey, subject: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(macOf(key, subject)), Buffer.from(given))
}

/** The version of a key, as one character. */
export function versionOf({ version }: DataKey): string {
  return alphabet.charAt(version)
}

export function keyOfVersion(keyring: Keyring, character: string): DataKey | undefined {
  return keyring.versions.get(alphabet.indexOf(character))
}

/** Five bits of `bytes`, starting at bit `offset`. Each character is a byte. */
function bitsAt(bytes: string, offset: number): number {
  const at = offset >> 3
  const word = (bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1)
  return (word >> (11 - (offset & 7))) & 31
}
