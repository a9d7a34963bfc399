import { verifyPassword } from '../../domain/accounts/passwords.ts'
import type { Member } from '../../store/accounts/people.ts'
import { audit } from '../audit.ts'
import type { FlowContext } from '../context.ts'
import { changeWaitSeconds, forgiveChanges, type TooMany, type Visitor } from './limit-sign-in.ts'
import { inPasswordTurn, isTooMany } from './password-turns.ts'

export const wrongPassword = 'This is not your current password.'

/**
 * Whether a person who is signed in types their password. Guesses are limited, and each wrong one leaves a line in the
 * audit log: somebody else may sit at an open browser. `purpose`: what it is asked for, in words.
 */
export async function checkPassword(
  context: FlowContext,
  visitor: Visitor,
  member: Member,
  { password, loginId, purpose }: { password: string; loginId: string; purpose: string },
): Promise<{ readonly kind: 'right' | 'wrong' } | TooMany> {
  const wait = await changeWaitSeconds(context, loginId)
  if (wait !== null) return { kind: 'too_many', retryAfterSeconds: wait }
  const isRight = await inPasswordTurn('known', () =>
    verifyPassword(password, member.password_hash, context.settings.passwordCost),
  )
  if (isTooMany(isRight)) return isRight
  if (isRight) {
    await forgiveChanges(context, loginId)
    return { kind: 'right' }
  }
  const caller = { personId: member.id, actor: member.email, address: visitor.address }
  await audit(context, context.db, caller, {
    merchantId: member.merchant_id,
    livemode: null,
    action: 'password.refused',
    detail: { for: purpose },
  })
  return { kind: 'wrong' }
}
