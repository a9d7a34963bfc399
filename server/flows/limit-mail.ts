import { createHmac } from 'node:crypto'
import type { Scope } from '../domain/scope.ts'
import { isSecretMail } from '../mail/mail-texts.ts'
import { addMail, forgetMailCounts, readMailCounts } from '../store/mail-counts.ts'
import type { FlowContext } from './context.ts'
import { isSimulated } from './context.ts'

const hourMs = 3600_000
const dayMs = 24 * hourMs

/** Mails about real money. */
const perAccountHour = 1_000
const perRecipientHour = 20
/** Mails about simulated money: any number of sandbox accounts can name the same recipient. */
const simulatedPerRecipientDay = 20
/** Mails for signing in, such as a link for a new password. */
const signInPerRecipientHour = 10

/** The share of `MAIL_LIMIT_PER_HOUR` that mails about simulated money get, and the share of mails for signing in. */
const otherShare = 0.1

/** The mails of an account, of a recipient or of all, and how many there may be in a time slot. */
interface MailLimit {
  readonly subject: string
  readonly slot: Date
  readonly slotMs: number
  readonly limit: number
}

/** A mail to count. */
export interface CountedMail {
  readonly kind: string
  readonly recipient: string
}

/** When a mail may be sent that is over a limit now. Null: it may be sent now. */
export async function mailWaitsUntil(
  context: FlowContext,
  scope: Scope | null,
  mail: CountedMail,
): Promise<Date | null> {
  const limits = limitsOf(context, scope, mail)
  const counts = await readMailCounts(context.db, limits)
  const over = limits.filter(({ subject, limit }) => (counts.get(subject) ?? 0) >= limit)
  return over.length === 0 ? null : new Date(Math.max(...over.map(({ slot, slotMs }) => slot.getTime() + slotMs)))
}

/** Counts a mail that was sent. */
export async function countMail(context: FlowContext, scope: Scope | null, mail: CountedMail): Promise<void> {
  await addMail(context.db, limitsOf(context, scope, mail))
}

/** Deletes a batch of counts of past days. True: there may be more. */
export function forgetOldMailCounts(context: FlowContext): Promise<boolean> {
  return forgetMailCounts(context.db, slotOf(context.clock.now(), dayMs))
}

/** Null as scope: the mail belongs to no account. */
function limitsOf(context: FlowContext, scope: Scope | null, { kind, recipient }: CountedMail): MailLimit[] {
  const now = context.clock.now()
  const perHour = context.settings.mailLimitPerHour
  const limit = (subject: string, most: number, slotMs = hourMs): MailLimit => ({
    subject,
    limit: Math.max(1, Math.floor(most)),
    slot: slotOf(now, slotMs),
    slotMs,
  })
  const to = subjectOfRecipient(context, recipient)
  if (scope === null || isSecretMail(kind))
    return [limit('all sign-in', perHour * otherShare), limit(`sign-in ${to}`, signInPerRecipientHour)]
  if (isSimulated(context, scope.livemode))
    return [limit('all simulated', perHour * otherShare), limit(`simulated ${to}`, simulatedPerRecipientDay, dayMs)]
  return [
    limit('all', perHour),
    limit(`account ${scope.merchantId}`, perAccountHour),
    limit(`recipient ${to}`, perRecipientHour),
  ]
}

function subjectOfRecipient(context: FlowContext, recipient: string): string {
  return createHmac('sha256', context.keyring.current.forms)
    .update(`mail ${recipient.toLowerCase()}`)
    .digest('hex')
    .slice(0, 32)
}

function slotOf(now: Date, slotMs: number): Date {
  return new Date(Math.floor(now.getTime() / slotMs) * slotMs)
}
