import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** What a browser's passkey must have signed: a text that counts once, for the service at an address. */
export interface Signing {
  /** ASCII. */
  readonly text: string
  readonly baseUrl: string
}

export interface PublicPasskey {
  /** The id that the authenticator gave it, in base64url. */
  readonly id: string
  readonly publicKey: Uint8Array
  /** How often the authenticator signed, if it counts. */
  readonly counter: number
}

/** The host to which passkeys belong. Null: browsers make none for an IP address. */
export function passkeyHost(baseUrl: string): string | null {
  const { hostname } = new URL(baseUrl)
  return /^[\d.]+$|^\[/.test(hostname) ? null : hostname
}

/** The id of the passkey that a browser's answer is from. Null: it is no such answer. */
export function idInAnswer(answer: string): string | null {
  return parsed<AuthenticationResponseJSON>(answer)?.id ?? null
}

/** The passkey that a browser has made. Null: the answer is not for this service or this text. */
export async function verifyNewPasskey(answer: string, signing: Signing): Promise<PublicPasskey | null> {
  const response = parsed<RegistrationResponseJSON>(answer)
  if (!response) return null
  // Only a process in which somebody uses a passkey loads the library.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const made = await verifyRegistrationResponse({ response, ...expected(signing) }).catch(() => null)
  return made?.verified === true ? made.registrationInfo.credential : null
}

/** The passkey's new count of signatures. Null: it did not sign this text for this service, or a copy of it did. */
export async function verifySignature(
  answer: string,
  { id, publicKey, counter }: PublicPasskey,
  signing: Signing,
): Promise<number | null> {
  const response = parsed<AuthenticationResponseJSON>(answer)
  if (!response) return null
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const credential = { id, publicKey: new Uint8Array(publicKey), counter }
  const used = await verifyAuthenticationResponse({ response, credential, ...expected(signing) }).catch(() => null)
  return used?.verified === true ? used.authenticationInfo.newCounter : null
}

/** The device must check who uses it, so that a passkey alone is two factors. */
function expected({ text, baseUrl }: Signing) {
  const { origin, hostname } = new URL(baseUrl)
  return {
    expectedChallenge: Buffer.from(text).toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  }
}

/** The library checks everything but the id. */
function parsed<Answer extends { readonly id: string }>(text: string): Answer | null {
  try {
    const answer = JSON.parse(text) as Answer | null
    return typeof answer?.id === 'string' && answer.id !== '' ? answer : null
  } catch {
    return null
  }
}
