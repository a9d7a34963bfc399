import { secondFactorMail } from '../../engines/mail/sign-in-mails.ts'
import { idInAnswer, verifyNewPasskey, verifySignature } from '../../engines/second-factor/passkey.ts'
import { noteSecondFactor } from '../../store/accounts/logins.ts'
import { deletePasskey, findPasskey, insertPasskey, passkeysOf, usePasskey } from '../../store/accounts/passkeys.ts'
import { findMember, lockPerson, type Member } from '../../store/accounts/people.ts'
import { inTransaction } from '../../store/sql/database.ts'
import type { FlowContext } from '../context.ts'
import type { Visitor } from './limit-sign-in.ts'
import { afterAdding, afterRemoval, noteFactor, type AddedFactor } from './second-factors.ts'

/** What a browser's passkey signs: the token of the form that is sent, which counts once. */
export interface SignedForm {
  /** The browser's answer, as JSON. */
  readonly passkey: string
  readonly formToken: string
}

/** A person has at most this many passkeys. */
export const maxPasskeys = 20

/** The id of the person whose passkey signed the form. Null: no known passkey did. */
export async function checkPasskey(context: FlowContext, { passkey, formToken }: SignedForm): Promise<string | null> {
  const id = idInAnswer(passkey)
  const known = id === null ? null : await findPasskey(context.db, id)
  if (!known) return null
  const { public_key: publicKey, counter } = known
  const signing = { text: formToken, baseUrl: context.settings.baseUrl }
  const next = await verifySignature(passkey, { id: known.id, publicKey, counter }, signing)
  if (next === null) return null
  const used = { id: known.id, from: known.counter, to: next }
  return (await usePasskey(context.db, used, context.clock.now())) ? known.person_id : null
}

/** Adds a passkey that the browser has made. */
export async function addPasskey(
  context: FlowContext,
  visitor: Visitor,
  { id: personId, merchant_id: merchantId }: Member,
  { name, loginId, ...signed }: SignedForm & { readonly name: string; readonly loginId: string },
): Promise<AddedFactor | { readonly kind: 'wrong' | 'taken' | 'full' }> {
  const signing = { text: signed.formToken, baseUrl: context.settings.baseUrl }
  const credential = await verifyNewPasskey(signed.passkey, signing)
  if (!credential) return { kind: 'wrong' }
  return inTransaction(context.db, async (transaction) => {
    await lockPerson(transaction, personId)
    const member = await findMember(transaction, personId, merchantId)
    if (!member) return { kind: 'wrong' }
    if ((await passkeysOf(transaction, personId)).length >= maxPasskeys) return { kind: 'full' }
    const now = context.clock.now()
    const passkey = {
      id: credential.id,
      person_id: personId,
      name,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      created_at: now,
    }
    if (!(await insertPasskey(transaction, passkey))) return { kind: 'taken' }
    await noteSecondFactor(transaction, loginId, now)
    const mail = secondFactorMail({ what: `The passkey “${name}”`, is: 'added', by: visitor.address, at: now })
    const detail = { kind: 'passkey', name }
    await noteFactor(context, transaction, { visitor, member, action: 'second_factor.added', detail, mail })
    return afterAdding(context, transaction, { member, loginId })
  })
}

/** The name of the passkey. Null: the person has none with this id. */
export function removePasskey(
  context: FlowContext,
  visitor: Visitor,
  member: Member,
  id: string,
): Promise<string | null> {
  return inTransaction(context.db, async (transaction) => {
    await lockPerson(transaction, member.id)
    const name = await deletePasskey(transaction, { personId: member.id, id })
    if (name === null) return null
    const now = context.clock.now()
    const mail = secondFactorMail({ what: `The passkey “${name}”`, is: 'removed', by: visitor.address, at: now })
    const detail = { kind: 'passkey', name }
    await noteFactor(context, transaction, { visitor, member, action: 'second_factor.removed', detail, mail })
    await afterRemoval(transaction, member)
    return name
  })
}
