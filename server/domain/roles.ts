/** What a person is in an account. */
export type Role = 'owner' | 'viewer'

/** What a change is about. */
export type ChangeArea = 'account' | 'payments' | 'links' | 'developers' | 'disputes' | 'live'

/** Whether a person with this role may change this. Everybody may look, and everybody may change what is their own: their password and sign-ins. */
export function mayChange(role: Role, area: ChangeArea | 'own'): boolean {
  return role === 'owner' || area === 'own'
}
