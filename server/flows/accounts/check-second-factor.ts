import { stepOfCode } from '../../engines/second-factor/one-time-code.ts'
import { hashRecoveryCode } from '../../domain/accounts/recovery-code.ts'
import { open } from '../../domain/crypto/keyring.ts'
import { recoveryCodeMail } from '../../engines/mail/sign-in-mails.ts'
import { findApp, useCode } from '../../store/accounts/authenticator-apps.ts'
import { noteSecondFactor } from '../../store/accounts/logins.ts'
import type { Member } from '../../store/accounts/people.ts'
import { countRecoveryCodes, useRecoveryCode } from '../../store/accounts/recovery-codes.ts'
import { inTransaction } from '../../store/sql/database.ts'
import type { FlowContext } from '../context.ts'
import { forgiveSecondFactors, secondFactorWaitSeconds, type TooMany, type Visitor } from './limit-sign-in.ts'
import { checkPasskey, type SignedForm } from './passkeys.ts'
import { appPurpose, noteFactor } from './second-factors.ts'

/** What a person gives beside the password: a code, or what the browser's passkey has signed. Empty: not given. */
export interface GivenFactor extends SignedForm {
  /** Of the authenticator app, or a recovery code. */
  readonly code: string
}

/**
 * Whether a person gives the right second factor. Guesses are limited and leave a line in the audit log. Each code
 * counts once.
 */
export async function checkSecondFactor(
  context: FlowContext,
  visitor: Visitor,
  member: Member,
  given: GivenFactor,
): Promise<{ readonly kind: 'right' | 'wrong' } | TooMany> {
  const wait = await secondFactorWaitSeconds(context, visitor, member.id)
  if (wait !== null) return { kind: 'too_many', retryAfterSeconds: wait }
  const isRight =
    given.passkey === ''
      ? (await isCodeOfApp(context, member, given.code)) || (await isRecoveryCode(context, visitor, member, given.code))
      : (await checkPasskey(context, { passkey: given.passkey, formToken: given.formToken })) === member.id
  if (isRight) {
    await forgiveSecondFactors(context, visitor, member.id)
    return { kind: 'right' }
  }
  await noteFactor(context, context.db, { visitor, member, action: 'second_factor.refused' })
  return { kind: 'wrong' }
}

/** Takes the second factor of a person who is signed in already. It stays fresh for a while. */
export async function proveAgain(
  context: FlowContext,
  visitor: Visitor,
  { member, loginId }: { member: Member; loginId: string },
  given: GivenFactor,
): Promise<{ readonly kind: 'right' | 'wrong' } | TooMany> {
  const checked = await checkSecondFactor(context, visitor, member, given)
  if (checked.kind === 'right') await noteSecondFactor(context.db, loginId, context.clock.now())
  return checked
}

async function isCodeOfApp(context: FlowContext, { id: personId }: Member, code: string): Promise<boolean> {
  const digits = code.replace(/\s/g, '')
  const sealed = (await findApp(context.db, personId))?.sealed_secret ?? null
  const secret = sealed === null ? null : open(context.keyring, appPurpose(personId), sealed)
  const step = secret === null ? null : stepOfCode(secret, digits, context.clock.now())
  return sealed !== null && step !== null && useCode(context.db, { personId, sealed, step })
}

async function isRecoveryCode(context: FlowContext, visitor: Visitor, member: Member, typed: string): Promise<boolean> {
  const hash = hashRecoveryCode(typed)
  if (hash === null) return false
  const { id: personId } = member
  return inTransaction(context.db, async (transaction) => {
    if (!(await useRecoveryCode(transaction, { personId, hash }, context.clock.now()))) return false
    const left = await countRecoveryCodes(transaction, personId)
    const asked = { address: visitor.address, at: context.clock.now() }
    const mail = recoveryCodeMail({ left, asked, dashboard: `${context.settings.baseUrl}/dashboard` })
    await noteFactor(context, transaction, { visitor, member, action: 'second_factor.recovery_code_used', mail })
    return true
  })
}
