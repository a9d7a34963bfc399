import type { Keyring } from './keyring.ts'
import { open, seal } from './keyring.ts'

/** How long the link in the mail works. */
const validForMs = 24 * 3600_000
const purpose = 'sign-up link'

/** What the holder of the link may do: open an account with this address, or claim this one. */
export interface SignUpInvitation {
  readonly email: string
  /** Null: a new account. */
  readonly merchantId: string | null
}

/** The token of the link. The database does not keep it, so strangers who ask for links add no rows. */
export function newSignUpToken(keyring: Keyring, { email, merchantId }: SignUpInvitation, now: Date): string {
  return seal(keyring, purpose, JSON.stringify([email, merchantId, now.getTime() + validForMs]))
}

/** Null: the token is forged or too old. */
export function openSignUpToken(keyring: Keyring, token: string, now: Date): SignUpInvitation | null {
  const text = open(keyring, purpose, token)
  if (text === null) return null
  const [email, merchantId, until] = JSON.parse(text) as [string, string | null, number]
  return now.getTime() < until ? { email, merchantId } : null
}
