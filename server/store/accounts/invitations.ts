import type { Role } from '../../domain/accounts/roles.ts'
import { run, runForOne, type Database } from '../sql/database.ts'
import { clearOld, oldRowsOf } from '../work/retention.ts'

export interface InvitationRecord {
  readonly id: string
  readonly merchant_id: string
  readonly email: string
  readonly role: Role
  /** In major units of the payment's currency. Null: no limit. */
  readonly refund_limit: number | null
  /** Whether the service mailed the link to the address. */
  readonly is_mailed: boolean
  /** The email address of the person who invited. */
  readonly invited_by: string
  readonly created_at: Date
  readonly expires_at: Date
}

const columns = 'id, merchant_id, email, role, refund_limit, is_mailed, invited_by, created_at, expires_at'

const insert = {
  name: 'insert invitation',
  text: `insert into invitations (hash, ${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
}

export async function insertInvitation(
  transaction: Database,
  hash: Buffer,
  invitation: InvitationRecord,
): Promise<void> {
  await run(transaction, insert, [
    hash,
    invitation.id,
    invitation.merchant_id,
    invitation.email,
    invitation.role,
    invitation.refund_limit,
    invitation.is_mailed,
    invitation.invited_by,
    invitation.created_at,
    invitation.expires_at,
  ])
}

const isOpen = 'ended_at is null and expires_at > $2'

const ofAccount = {
  name: 'invitations of account',
  text: `select ${columns} from invitations where merchant_id = $1 and ${isOpen} order by created_at, id`,
}

/** The invitations that can still be accepted, oldest first. */
export function openInvitations(db: Database, merchantId: string, now: Date): Promise<InvitationRecord[]> {
  return run(db, ofAccount, [merchantId, now])
}

const find = { name: 'find invitation', text: `select ${columns} from invitations where hash = $1 and ${isOpen}` }

/** Null: it is unknown, accepted, withdrawn or expired. */
export function findInvitation(db: Database, hash: Buffer, now: Date): Promise<InvitationRecord | null> {
  return runForOne(db, find, [hash, now])
}

const accept = {
  name: 'accept invitation',
  text: `update invitations set ended_at = $2 where hash = $1 and ${isOpen} returning ${columns}`,
}

/** Ends an invitation and returns it. Only one of several callers gets it. */
export function acceptInvitation(transaction: Database, hash: Buffer, now: Date): Promise<InvitationRecord | null> {
  return runForOne(transaction, accept, [hash, now])
}

const withdraw = {
  name: 'withdraw invitation',
  text: `
    update invitations set ended_at = $2 where merchant_id = $1 and id = $3 and ended_at is null returning ${columns}`,
}

/** Null: the account has no such invitation, or it has ended. */
export function withdrawInvitation(
  transaction: Database,
  invitation: { readonly merchantId: string; readonly id: string },
  now: Date,
): Promise<InvitationRecord | null> {
  return runForOne(transaction, withdraw, [invitation.merchantId, now, invitation.id])
}

const forget = oldRowsOf('invitations', { key: 'hash', age: 'expires_at' })

/** Deletes a batch. True: there may be more. */
export function forgetInvitations(db: Database, before: Date): Promise<boolean> {
  return clearOld(db, forget, before)
}
