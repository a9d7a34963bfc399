import { setTimeout as pause } from 'node:timers/promises'
import { newSignUpToken, openSignUpToken, type SignUpInvitation } from '../../domain/accounts/sign-up-token.ts'
import { newId } from '../../domain/ids.ts'
import { loggable } from '../../domain/text/loggable-error.ts'
import type { MailContent } from '../../engines/mail/mail-content.ts'
import { messageOf } from '../../engines/mail/mail-message.ts'
import { claimMail, signUpMail, takenAddressMail, type Asking } from '../../engines/mail/sign-in-mails.ts'
import { findMerchant } from '../../store/accounts/merchants.ts'
import { findMemberByEmail, membersOf } from '../../store/accounts/people.ts'
import type { FlowContext } from '../context.ts'
import { takeMail } from '../mail/limit-mail.ts'
import { visitorWaitSeconds, type TooMany, type Visitor } from './limit-sign-in.ts'
import { addressProblem, keyToClaim, type FieldProblem, type NotOpen } from './open-account.ts'

/** How often the service tries to send the mail, and the pause after a failure. The visitor can ask again. */
const tries = 3
const pauseMs = 2_000

type Asked = { readonly kind: 'asked' } | TooMany | FieldProblem

/**
 * Mails a link that opens an account. The answer and its timing are the same if somebody signs in with the address
 * already; that person gets a mail without a link.
 */
export async function askForAccount(context: FlowContext, visitor: Visitor, email: string): Promise<Asked | NotOpen> {
  if (context.settings.signUp !== 'open') return { kind: 'not_open' }
  const refusal = addressProblem(email) ?? (await tooMany(context, visitor))
  if (refusal) return refusal
  context.track(mailInvitation(context, visitor, { email, merchantId: null, hasLiveKey: false }))
  return { kind: 'asked' }
}

/** The same for a link that claims the account of a key. */
export async function askToClaim(
  context: FlowContext,
  visitor: Visitor,
  { email, secretKey }: { email: string; secretKey: string },
): Promise<Asked> {
  const refusal = addressProblem(email) ?? (await tooMany(context, visitor))
  if (refusal) return refusal
  const key = await keyToClaim(context, secretKey)
  if (key.kind === 'invalid') return key
  context.track(mailInvitation(context, visitor, { email, merchantId: key.merchantId, hasLiveKey: key.hasLiveKey }))
  return { kind: 'asked' }
}

async function tooMany(context: FlowContext, visitor: Visitor): Promise<TooMany | null> {
  const wait = await visitorWaitSeconds(context, visitor, 'open_account')
  return wait === null ? null : { kind: 'too_many', retryAfterSeconds: wait }
}

/** Runs after the answer, so that the response time does not reveal whether the person exists. */
async function mailInvitation(context: FlowContext, visitor: Visitor, invitation: SignUpInvitation): Promise<void> {
  const { email } = invitation
  const now = context.clock.now()
  const dashboard = `${context.settings.baseUrl}/dashboard`
  const mail = (await findMemberByEmail(context.db, email))
    ? takenAddressMail(dashboard, { address: visitor.address, at: now })
    : await invitationMail(context, invitation, {
        link: `${dashboard}/confirm/${newSignUpToken(context.keyring, invitation, now)}`,
        asked: { address: visitor.address, at: now },
      })
  if ((await takeMail(context, null, { kind: mail.kind, recipient: email, sender: visitor.client })).kind === 'wait')
    return context.log.warn({ kind: mail.kind }, 'an email was not sent, because there were too many')
  const sent = { ...messageOf(mail), id: newId('mail', now), recipient: email, replyTo: null, at: now }
  for (let attempt = 1; attempt <= tries; attempt++) {
    const result = await context.mailSender?.send(sent).catch((error: unknown) => {
      context.log.error({ error: loggable(error) }, 'could not send an email')
      return null
    })
    if (result?.kind === 'sent') return
    if (result) context.log.warn({ kind: mail.kind, problem: result.problem }, 'email not sent')
    if (attempt < tries && !context.isStopping()) await pause(pauseMs)
  }
}

/** The mail about a new account, or about the account of a key, which may belong to a stranger. */
async function invitationMail(
  context: FlowContext,
  { merchantId }: SignUpInvitation,
  { link, asked }: { link: string; asked: Asking },
): Promise<MailContent> {
  if (merchantId === null) return signUpMail(link, asked)
  const merchant = await findMerchant(context.db, merchantId)
  if (!merchant) throw new Error('Bug: the account of the key no longer exists')
  const { business_name: name, created_at: openedAt } = merchant
  return claimMail({ link, asked, account: merchantId, name, openedAt })
}

/**
 * What the link is good for, or null when it is too old, when the account or the address has a person by now, or when
 * the operator has closed the sign-up since.
 */
export async function readInvitation(context: FlowContext, token: string): Promise<SignUpInvitation | null> {
  const invitation = openSignUpToken(context.keyring, token, context.clock.now())
  if (!invitation) return null
  const { email, merchantId } = invitation
  if (merchantId === null && context.settings.signUp !== 'open') return null
  const isClaimed = merchantId !== null && (await membersOf(context.db, merchantId)).length > 0
  return isClaimed || (await findMemberByEmail(context.db, email)) ? null : invitation
}
