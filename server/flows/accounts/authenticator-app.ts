import { newAppSecret, stepOfCode } from '../../engines/second-factor/one-time-code.ts'
import { open, seal } from '../../domain/crypto/keyring.ts'
import { secondFactorMail } from '../../engines/mail/sign-in-mails.ts'
import { confirmApp, deleteApp, findApp, prepareApp } from '../../store/accounts/authenticator-apps.ts'
import { noteSecondFactor } from '../../store/accounts/logins.ts'
import { findMember, lockPerson, type Member } from '../../store/accounts/people.ts'
import { inTransaction } from '../../store/sql/database.ts'
import type { FlowContext } from '../context.ts'
import { changeWaitSeconds, forgiveChanges, type TooMany, type Visitor } from './limit-sign-in.ts'
import { afterAdding, afterRemoval, appPurpose, noteFactor, type AddedFactor } from './second-factors.ts'

/** How long a new secret can be confirmed. */
const setUpMs = 3600_000

/** Makes a secret for the person's authenticator app. It counts once a code of the app confirms it. */
export async function startApp(context: FlowContext, { id: personId }: Member): Promise<void> {
  const sealed = seal(context.keyring, appPurpose(personId), newAppSecret())
  await prepareApp(context.db, { personId, sealed }, context.clock.now())
}

/** The secret that the person is setting up. Null: there is none, or it is too old. */
export async function secretToSetUp(context: FlowContext, { id: personId }: Member): Promise<string | null> {
  return (await nextSecret(context, personId))?.secret ?? null
}

async function nextSecret(
  context: FlowContext,
  personId: string,
): Promise<{ readonly sealed: string; readonly secret: string } | null> {
  const app = await findApp(context.db, personId)
  const now = context.clock.now().getTime()
  if (!app || app.sealed_next === null || now - (app.next_at?.getTime() ?? 0) > setUpMs) return null
  const secret = open(context.keyring, appPurpose(personId), app.sealed_next)
  return secret === null ? null : { sealed: app.sealed_next, secret }
}

/** Confirms the secret that the person has set up with a code of the app. It replaces the one that counted before. */
export async function finishApp(
  context: FlowContext,
  visitor: Visitor,
  { id: personId, merchant_id: merchantId }: Member,
  { code, loginId }: { code: string; loginId: string },
): Promise<AddedFactor | { readonly kind: 'wrong' | 'gone' } | TooMany> {
  const wait = await changeWaitSeconds(context, loginId)
  if (wait !== null) return { kind: 'too_many', retryAfterSeconds: wait }
  const next = await nextSecret(context, personId)
  if (!next) return { kind: 'gone' }
  const step = stepOfCode(next.secret, code.replace(/\s/g, ''), context.clock.now())
  if (step === null) return { kind: 'wrong' }
  await forgiveChanges(context, loginId)
  return inTransaction(context.db, async (transaction) => {
    await lockPerson(transaction, personId)
    const member = await findMember(transaction, personId, merchantId)
    const now = context.clock.now()
    if (!member || !(await confirmApp(transaction, { personId, sealed: next.sealed, step }, now)))
      return { kind: 'gone' }
    await noteSecondFactor(transaction, loginId, now)
    const mail = secondFactorMail({ what: 'An authenticator app', is: 'added', by: visitor.address, at: now })
    const detail = { kind: 'app' }
    await noteFactor(context, transaction, { visitor, member, action: 'second_factor.added', detail, mail })
    return afterAdding(context, transaction, { member, loginId })
  })
}

/** False: the person has no authenticator app. */
export function removeApp(context: FlowContext, visitor: Visitor, member: Member): Promise<boolean> {
  return inTransaction(context.db, async (transaction) => {
    await lockPerson(transaction, member.id)
    if (!(await deleteApp(transaction, member.id))) return false
    const now = context.clock.now()
    const mail = secondFactorMail({ what: 'Your authenticator app', is: 'removed', by: visitor.address, at: now })
    const detail = { kind: 'app' }
    await noteFactor(context, transaction, { visitor, member, action: 'second_factor.removed', detail, mail })
    await afterRemoval(transaction, member)
    return true
  })
}
