import { createHash } from 'node:crypto'
import { open, seal, type Keyring } from '../crypto/keyring.ts'
import type { PersonRecord } from './account-records.ts'

/** How long the link in the mail works. */
const validForMs = 24 * 3600_000
const purpose = 'email change link'

/** What the holder of the link may do: sign in with this address from now on. */
export interface EmailChange {
  readonly personId: string
  readonly email: string
  /** Of the person when they asked. */
  readonly fingerprint: string
}

/** Another address or password of the person ends every link that they asked for before. */
export function fingerprintOf({ email, password_hash }: PersonRecord): string {
  return createHash('sha256')
    .update(`${email}\n${password_hash ?? ''}`)
    .digest('base64url')
    .slice(0, 16)
}

/** The token of the link. The database does not keep it. */
export function newEmailChangeToken(keyring: Keyring, person: PersonRecord, email: string, now: Date): string {
  return seal(keyring, purpose, JSON.stringify([person.id, email, fingerprintOf(person), now.getTime() + validForMs]))
}

/** Null: the token is forged or too old. */
export function openEmailChangeToken(keyring: Keyring, token: string, now: Date): EmailChange | null {
  const text = open(keyring, purpose, token)
  if (text === null) return null
  const [personId, email, fingerprint, until] = JSON.parse(text) as [string, string, string, number]
  return now.getTime() < until ? { personId, email, fingerprint } : null
}
