import { open, seal, type Keyring } from '../crypto/keyring.ts'

/** How long the link in the mail works. */
const validForMs = 24 * 3600_000
const purpose = 'sign-up link'

/** What the holder of the link may do: open an account with this address, or claim this one. */
export interface SignUpInvitation {
  readonly email: string
  /** Null: a new account. */
  readonly merchantId: string | null
  /** Whether the key that asked for it was a live key. */
  readonly hasLiveKey: boolean
}

/** The token of the link. The database does not keep it, so strangers who ask for links add no rows. */
export function newSignUpToken(keyring: Keyring, invitation: SignUpInvitation, now: Date): string {
  const { email, merchantId, hasLiveKey } = invitation
  return seal(keyring, purpose, JSON.stringify([email, merchantId, now.getTime() + validForMs, hasLiveKey]))
}

/** Null: the token is forged or too old. */
export function openSignUpToken(keyring: Keyring, token: string, now: Date): SignUpInvitation | null {
  const text = open(keyring, purpose, token)
  if (text === null) return null
  const [email, merchantId, until, hasLiveKey] = JSON.parse(text) as [string, string | null, number, boolean]
  return now.getTime() < until ? { email, merchantId, hasLiveKey } : null
}
