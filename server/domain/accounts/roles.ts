/** What a person may do in an account, by the name that pages and forms use. */
export const duties = {
  see: 'See payments, links, refunds, disputes and figures',
  own: 'Change the own address, password and sign-ins',
  refund: 'Refund payments, and act on them',
  links: 'Create and deactivate payment links',
  exports: 'Export files, and compare settlement reports',
  develop: 'Keys, webhooks, events and requests',
  settings: 'Settings of the account and its checkout',
  live: 'Live access and the acquirer',
  audit: 'Audit log and sent mail',
  people: 'Invite, change and remove people',
  sign_in_rules: 'Require a second factor of everyone',
} as const

export type Duty = keyof typeof duties

/** The roles, the most powerful first. */
export const roles = {
  owner: { label: 'Owner', duties: Object.keys(duties) as Duty[] },
  administrator: {
    label: 'Administrator',
    duties: (Object.keys(duties) as Duty[]).filter((duty) => duty !== 'sign_in_rules'),
  },
  developer: { label: 'Developer', duties: ['see', 'own', 'develop'] },
  finance: { label: 'Finance', duties: ['see', 'own', 'refund', 'links', 'exports'] },
  support: { label: 'Support', duties: ['see', 'own', 'refund'] },
  viewer: { label: 'Viewer', duties: ['see', 'own'] },
} as const satisfies Readonly<Record<string, { label: string; duties: readonly Duty[] }>>

export type Role = keyof typeof roles

export const allRoles = Object.keys(roles) as Role[]
export const allDuties = Object.keys(duties) as Duty[]

export function hasDuty(role: Role, duty: Duty): boolean {
  const held: readonly Duty[] = roles[role].duties
  return held.includes(duty)
}

/** The roles that have a duty, as a sentence names them. */
export function rolesWith(duty: Duty): string {
  const held = allRoles.filter((role) => hasDuty(role, duty))
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(held.map((role) => roles[role].label))
}

/**
 * The roles that a person of this role may give and take away. Only an owner makes an owner, and only an owner changes
 * or removes one, so that an administrator cannot take the account over.
 */
export function rolesGivenBy(role: Role): readonly Role[] {
  if (role === 'owner') return allRoles
  return hasDuty(role, 'people') ? allRoles.filter((each) => each !== 'owner') : []
}

/**
 * The largest refund of a person in support, in major units of the payment's currency. Each person can have another
 * limit.
 */
export const usualRefundLimit = 100

/** Whether the person acts on news of the account, such as a dispute or a webhook address that fails. */
export function getsAccountMail(role: Role): boolean {
  return hasDuty(role, 'exports') || hasDuty(role, 'develop')
}

/** Roles whose refunds have a limit. */
export function hasRefundLimit(role: Role): boolean {
  return role === 'support'
}
