import { operations, type OperationId, type Permission } from '../../../generated/operations.ts'

/** What a secret key may do, from where. Null: no restriction. */
export interface KeyAccess {
  /** What it may do. The contract says which permission each call needs (`x-permission`). */
  readonly permissions: readonly string[] | null
  /** The addresses and CIDRs from which it may be used. */
  readonly networks: readonly string[] | null
}

export const fullAccess: KeyAccess = { permissions: null, networks: null }

const all = [
  ...new Set(Object.values(operations).flatMap(({ permission }) => permission ?? [])),
] satisfies readonly Permission[]

/** The kinds of key that an account can create, by name. */
export const keyKinds = {
  full: { label: 'Everything', permissions: null },
  // A reset ends other keys, and a situation refunds, so both take a key that may do everything.
  no_refunds: {
    label: 'Everything but refunds',
    permissions: all.filter((each) => !['refunds.write', 'test_reset', 'test_situations'].includes(each)),
  },
  read_only: { label: 'Read only', permissions: all.filter((each) => each.endsWith('.read')) },
  links_only: { label: 'Payment links only', permissions: ['links.read', 'links.write'] },
} as const satisfies Readonly<Record<string, { label: string; permissions: readonly Permission[] | null }>>

export type KeyKind = keyof typeof keyKinds

/** What a key may do, in words: the name of its kind, or its permissions if a later release changed the kinds. */
export function accessLabel({ permissions }: Pick<KeyAccess, 'permissions'>): string {
  const named = Object.values(keyKinds).find((kind) => sameSet(kind.permissions, permissions))
  return named?.label ?? (permissions ?? []).join(', ')
}

function sameSet(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other
  return one.length === other.length && one.every((each) => other.includes(each))
}

/** The permission that the key lacks for the call, or null. */
export function lackingPermission({ permissions }: Pick<KeyAccess, 'permissions'>, id: OperationId): Permission | null {
  const { permission } = operations[id]
  return permission === null || permissions === null || permissions.includes(permission) ? null : permission
}
