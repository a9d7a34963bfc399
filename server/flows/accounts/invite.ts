import { operator } from '../../domain/accounts/caller.ts'
import { inTransaction } from '../../store/sql/database.ts'
import { findMemberByEmail } from '../../store/accounts/people.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { insertAccountWithoutKey } from './create-account.ts'
import { addressProblem, insertFirstSignInLink, makeFirstSignInLink } from './open-account.ts'

/** How long an invitation works. */
export const invitationDays = 7
const invitationMs = invitationDays * 86_400_000

export type Invited =
  | { readonly kind: 'invited'; readonly merchantId: string; readonly link: string }
  | { readonly kind: 'refused'; readonly code: InvitationRefusal; readonly message: string }

type InvitationRefusal = 'sign_up_closed' | 'email_invalid' | 'email_taken'

/**
 * Opens an account for somebody whom the operator knows, and makes the link by which that person enters it. The account
 * gets its first key when the link is used, so an unused invitation opens nothing.
 */
export async function invite(context: FlowContext, email: string): Promise<Invited> {
  if (context.settings.signUp === 'closed')
    return refused('sign_up_closed', 'SIGNUP is closed, so there are no new accounts. Set SIGNUP=invite to invite.')
  const problem = addressProblem(email)
  if (problem) return refused('email_invalid', problem.message)
  if (await findMemberByEmail(context.db, email))
    return refused('email_taken', 'Somebody already signs in with this email address.')
  return inTransaction(context.db, async (transaction) => {
    const merchantId = await insertAccountWithoutKey(context, transaction, { email, businessName: null })
    await audit(context, transaction, operator, { merchantId, livemode: null, action: 'account.created' })
    const making = { caller: operator, merchantId, validForMs: invitationMs }
    return { kind: 'invited', merchantId, link: await insertFirstSignInLink(context, transaction, making) }
  })
}

/** A new link into an account that has no person yet, as after an invitation that is too old. Null: it has a person. */
export function inviteAgain(context: FlowContext, merchantId: string): Promise<string | null> {
  return makeFirstSignInLink(context, operator, merchantId, invitationMs)
}

function refused(code: InvitationRefusal, message: string): Invited {
  return { kind: 'refused', code, message }
}
