import { createHmac } from 'node:crypto'
import type { Scope } from '../../domain/scope.ts'
import { isSecretMail, type MailKind } from '../../engines/mail/mail-content.ts'
import type { CountedClient } from '../card-testing/counted-client.ts'
import { addMail, forgetMailCounts, removeMail } from '../../store/mail/counts.ts'
import { isSimulated, type FlowContext } from '../context.ts'

const hourMs = 3600_000
const dayMs = 24 * hourMs

/** Mails about real money. */
const perAccountHour = 1_000
const perRecipientHour = 20
/** Mails about simulated money: any number of sandbox accounts can name the same recipient. */
const simulatedPerRecipientDay = 20
/** Mails for signing in, such as a link for a new password. */
const signInPerRecipientHour = 10
/** Mails to an address that its owner has not confirmed. Strangers ask for them, and anyone can open an account. */
const confirmationsPerRecipientDay = 10
const confirmationsPerSenderDay = 30
const confirmationsPerNetworkDay = 100

/** The share of `MAIL_LIMIT_PER_HOUR` that mails about simulated money get, and the share of mails for signing in. */
const otherShare = 0.1

/** The mails of an account, of a recipient or of all, and how many there may be in a time slot. */
interface MailLimit {
  readonly subject: string
  readonly slot: Date
  readonly slotMs: number
  readonly limit: number
}

const confirmationKinds: ReadonlySet<string> = new Set<MailKind>(['sign_up', 'email_change', 'invitation'])

/** A mail to count. */
export interface CountedMail {
  readonly kind: string
  readonly recipient: string
  /** The stranger who asked for the mail. */
  readonly sender?: CountedClient
}

/** A mail that counts already. `giveBack`: it was not sent after all. */
interface Taken {
  readonly kind: 'taken'
  giveBack(): Promise<void>
}

/**
 * Counts a mail before it is sent, so that mails at the same moment cannot exceed a limit together. `until`: when a
 * mail may be sent that is over a limit now.
 */
export async function takeMail(
  context: FlowContext,
  scope: Scope | null,
  mail: CountedMail,
): Promise<Taken | { readonly kind: 'wait'; readonly until: Date }> {
  const limits = limitsOf(context, scope, mail)
  const counts = await addMail(context.db, limits)
  const giveBack = (): Promise<void> => removeMail(context.db, limits)
  const over = limits.filter(({ subject, limit }) => (counts.get(subject) ?? 0) > limit)
  if (over.length === 0) return { kind: 'taken', giveBack }
  await giveBack()
  return { kind: 'wait', until: new Date(Math.max(...over.map(({ slot, slotMs }) => slot.getTime() + slotMs))) }
}

/** Deletes a batch of counts of past days. True: there may be more. */
export function forgetOldMailCounts(context: FlowContext): Promise<boolean> {
  return forgetMailCounts(context.db, slotOf(context.realClock.now(), dayMs))
}

/** Null as scope: the mail belongs to no account. */
function limitsOf(context: FlowContext, scope: Scope | null, { kind, recipient, sender }: CountedMail): MailLimit[] {
  const now = context.realClock.now()
  const perHour = context.settings.mailLimitPerHour
  const limit = (subject: string, most: number, slotMs = hourMs): MailLimit => ({
    subject,
    limit: Math.max(1, Math.floor(most)),
    slot: slotOf(now, slotMs),
    slotMs,
  })
  const to = subjectOf(context, recipient)
  const confirmationLimits = (): MailLimit[] => {
    const limits = [limit(`confirm ${to}`, confirmationsPerRecipientDay, dayMs)]
    if (scope) limits.push(limit(`confirm by ${scope.merchantId}`, confirmationsPerSenderDay, dayMs))
    if (!sender) return limits
    const address = limit(`confirm by ${subjectOf(context, sender.address)}`, confirmationsPerSenderDay, dayMs)
    return [
      ...limits,
      address,
      limit(`confirm near ${subjectOf(context, sender.network)}`, confirmationsPerNetworkDay, dayMs),
    ]
  }
  if (scope === null || isSecretMail(kind))
    return [
      limit('all sign-in', perHour * otherShare),
      limit(`sign-in ${to}`, signInPerRecipientHour),
      ...(confirmationKinds.has(kind) ? confirmationLimits() : []),
    ]
  if (isSimulated(context, scope.livemode))
    return [limit('all simulated', perHour * otherShare), limit(`simulated ${to}`, simulatedPerRecipientDay, dayMs)]
  return [
    limit('all', perHour),
    limit(`account ${scope.merchantId}`, perAccountHour),
    limit(`recipient ${to}`, perRecipientHour),
  ]
}

function subjectOf(context: FlowContext, name: string): string {
  return createHmac('sha256', context.keyring.current.forms)
    .update(`mail ${name.toLowerCase()}`)
    .digest('hex')
    .slice(0, 32)
}

function slotOf(now: Date, slotMs: number): Date {
  return new Date(Math.floor(now.getTime() / slotMs) * slotMs)
}
