/** The role of a person in an account. */
export type Role = 'owner' | 'viewer'

/** The part of an account that a change affects. */
export type ChangeArea = 'account' | 'payments' | 'links' | 'developers' | 'disputes' | 'live'

/**
 * Whether a role may change a part of the account. Both roles may read everything, and change their own password and
 * sign-ins (`own`).
 */
export function mayChange(role: Role, area: ChangeArea | 'own'): boolean {
  return role === 'owner' || area === 'own'
}
