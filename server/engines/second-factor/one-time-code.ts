import { Secret, TOTP } from 'otpauth'

/** How many steps of 30 seconds the phone's clock may be off, in either direction. */
const tolerance = 1

/** Bytes of a secret: as many as the HMAC of a code has (RFC 4226, section 4). */
const secretBytes = 20

/** A new secret of an authenticator app, in base 32. */
export function newAppSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The address that an authenticator app reads from a QR code. `service`: shown beside the email address. */
export function appAddress(secret: string, { email, service }: { email: string; service: string }): string {
  return new TOTP({ issuer: service, label: email, secret }).toString()
}

/** The time step to which a code of six digits belongs. Null: it is no code of about this time. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = /^\d{6}$/.test(code)
    ? new TOTP({ secret }).validate({ token: code, timestamp, window: tolerance })
    : null
  return delta === null ? null : Math.floor(timestamp / 30_000) + delta
}
