import { oneLine } from '../../domain/text/one-line.ts'
import type { MailContent } from './mail-content.ts'
import { linkTo, moment, ownMail } from './own-mail.ts'

/** Where a request for a mail came from, and when. */
export interface Asking {
  readonly address: string
  readonly at: Date
}

/** Says where the request came from, because the recipient may not have made it. */
function askedFrom({ address, at }: Asking): string {
  return `The request came from the IP address ${oneLine(address)} on ${moment(at, 'UTC')}.`
}

/** The mail with the link that opens an account. */
export function signUpMail(link: string, asked: Asking): MailContent {
  return ownMail('sign_up', 'Confirm your email address', [
    'Somebody asked for an account with this email address.',
    askedFrom(asked),
    'If it was you, continue here within a day:',
    linkTo('Confirm the address', link),
    'If it was not you, do nothing. Without this link, other people cannot open an account with your address.',
  ])
}

/**
 * The mail with the link that claims the account of a key. The key may be a stranger's, who would keep access to the
 * account, so the mail must not look like the confirmation of an address.
 */
export function claimMail(of: {
  readonly link: string
  readonly asked: Asking
  readonly account: string
  readonly name: string | null
  readonly openedAt: Date
}): MailContent {
  const name = of.name === null ? 'has no name' : `calls itself “${withoutLinks(of.name)}”`
  return ownMail('sign_up', 'Somebody wants you to take over an existing account', [
    'Somebody who has the secret key of an existing account asked that you become its owner.',
    `The account ${of.account} was opened on ${moment(of.openedAt, 'UTC')} and ${name}.`,
    askedFrom(of.asked),
    'Continue only if you asked for this yourself. The key, and everything that was set up with it, keeps ' +
      'working until you end it: the first page shows what there is. The link works for a day:',
    linkTo('See the account', of.link),
    'If it was not you, do nothing. Without this link, the account cannot be connected with your address.',
  ])
}

/** A text from a stranger, changed so that mail programs find no address in it to turn into a link. */
function withoutLinks(text: string): string {
  return oneLine(text).replace(/(?<=\S)[.:/@](?=\S)/g, ' $& ')
}

/** The mail to a person who already signs in with the address. */
export function takenAddressMail(dashboard: string, asked: Asking): MailContent {
  return ownMail('sign_up', 'You already have an account', [
    'Somebody asked for an account with this email address, but you already have one.',
    askedFrom(asked),
    'If it was you, sign in, or choose a new password if you have forgotten yours.',
    linkTo('Sign in', `${dashboard}/sign-in`),
    linkTo('Choose a new password', `${dashboard}/forgot`),
    'If it was not you, do nothing. Your account has not changed.',
  ])
}

/** The mail with the link by which a person joins an account. */
export function invitationMail(of: {
  readonly link: string
  readonly by: string
  readonly account: string
  readonly role: string
  readonly service: string
}): MailContent {
  return ownMail('invitation', 'You are invited to an account for card payments', [
    `${of.by} invites you to the account ${withoutLinks(of.account)} at ${of.service}, with the role “${of.role}”.`,
    'Continue here within a week:',
    linkTo('See the invitation', of.link),
    'If you do not know this person, do nothing.',
  ])
}

const emailChangeSubject = 'Confirm your new email address'

/** The mail with the link that makes an address the one that the person signs in with. */
export function emailChangeMail(link: string, asked: Asking): MailContent {
  return ownMail('email_change', emailChangeSubject, [
    'Somebody wants to sign in with this email address from now on.',
    askedFrom(asked),
    'If it was you, confirm it here within a day:',
    linkTo('Confirm the new address', link),
    'If it was not you, do nothing. The address changes only through this link.',
  ])
}

/** The mail to an address with which somebody already signs in. Senders must not learn that from its subject. */
export function emailTakenMail(asked: Asking): MailContent {
  return ownMail('email_change', emailChangeSubject, [
    'Somebody wants to use this email address for their sign-in, but you already sign in with it.',
    askedFrom(asked),
    'If it was you, use another address: each address belongs to one sign-in.',
    'If it was not you, do nothing. Your sign-in has not changed.',
  ])
}

/** The note to the current address when somebody asks for another one. */
export function emailChangeNote(dashboard: string): MailContent {
  return ownMail('email_changed', 'Your email address may change', [
    'Somebody who knows your password asked to sign in to your account with another email address.',
    'If it was you, follow the link in the email to the new address.',
    'If it was not you, choose a new password now. That also ends the request.',
    linkTo('Choose a new password', `${dashboard}/forgot`),
  ])
}

/** The note to the former address. */
export function emailChangedMail(email: string): MailContent {
  return ownMail('email_changed', 'Your email address has changed', [
    `From now on, you sign in to your account with ${email}, and emails about it go there.`,
    'If it was not you, contact the operator of the service immediately.',
  ])
}

/** The note that a person's second factors have changed. */
export function secondFactorMail(of: {
  readonly what: string
  readonly is: 'added' | 'removed'
  readonly by: string
  readonly at: Date
}): MailContent {
  return ownMail('second_factor', `A second factor was ${of.is}`, [
    `${oneLine(of.what)} was ${of.is} ${of.is === 'added' ? 'to' : 'from'} your sign-in.`,
    askedFrom({ address: of.by, at: of.at }),
    'If it was not you, choose a new password now and contact an owner of your account.',
  ])
}

/** The note that somebody has used a recovery code. */
export function recoveryCodeMail(of: {
  readonly left: number
  readonly asked: Asking
  readonly dashboard: string
}): MailContent {
  return ownMail('second_factor', 'A recovery code was used', [
    `Somebody used one of your recovery codes in place of your second factor. ${of.left} are left.`,
    askedFrom(of.asked),
    'If it was not you, choose a new password and make new recovery codes now.',
    linkTo('See your sign-in', `${of.dashboard}/test/settings/sign-in`),
  ])
}

/** The note that the operator has removed a person's second factors. */
export function secondFactorsResetMail(dashboard: string): MailContent {
  return ownMail('second_factor', 'Your second factors were removed', [
    'The operator of the service has removed your authenticator app, your passkeys and your recovery codes.',
    'If you asked for it, sign in with your password and add a second factor again.',
    linkTo('Sign in', `${dashboard}/sign-in`),
    'If you did not ask for it, choose a new password now and contact an owner of your account.',
  ])
}

/** The mail with the link for a new password. `service`: the address at which the person signs in. */
export function passwordResetMail(link: string, asked: Asking, service: string): MailContent {
  return ownMail('password_reset', 'Choose a new password', [
    `Somebody asked for a new password for your sign-in at ${service}.`,
    askedFrom(asked),
    'Choose a new password here within an hour:',
    linkTo('Choose a new password', link),
    'If it was not you, do nothing. Your password does not change.',
  ])
}
