import { createHash } from 'node:crypto'
import { newSecretToken } from '../crypto/secret-token.ts'
import type { AttemptRecord } from './session-records.ts'

/** A browser at a checkout, which proves by a secret of its own which card attempts it has submitted. */
export interface Visitor {
  readonly token: string
  /** What the database keeps of the token. The token has at least 128 random bits, so an unsalted hash is enough. */
  readonly hash: string
}

/** The visitor of a header. The contract's rules refuse a token of another form before any use. Null: no header. */
export function visitorOf(header: string | string[] | undefined): Visitor | null {
  return typeof header === 'string' ? visitorWith(header) : null
}

export function newVisitor(): Visitor {
  return visitorWith(newSecretToken().token)
}

function visitorWith(token: string): Visitor {
  return { token, hash: createHash('sha256').update(token).digest('base64url') }
}

/** A visitor of this session. Null: the call names none. */
export interface Submitter {
  readonly sessionId: string
  readonly visitor: Visitor | null
}

/** Whether this visitor has submitted the attempt. */
export function isOf({ session_id, visitor }: AttemptRecord, submitter: Submitter): boolean {
  return session_id === submitter.sessionId && visitor !== null && visitor === submitter.visitor?.hash
}
