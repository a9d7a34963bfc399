import { formatAmount } from '../../../form/amount.ts'
import { isAuditAction, type AuditAction, type AuditKind } from '../../domain/accounts/audit-actions.ts'
import { isCurrency } from '../../domain/money/amounts.ts'

/** The words for each kind of action. */
export const kindWords: Readonly<Record<AuditKind, string>> = {
  sign_ins: 'Sign-ins and passwords',
  people: 'People',
  keys: 'Secret keys',
  refunds: 'Payments and refunds',
  links: 'Payment links',
  webhooks: 'Webhooks and events',
  settings: 'Settings',
  acquirer: 'Acquirer',
  exports: 'Exports',
}

/** The words for each action of the audit log. */
export const actionWords: Readonly<Record<AuditAction, string>> = {
  'account.changed': 'Changed the account’s settings',
  'account.claimed': 'Claimed the account',
  'account.created': 'Created the account',
  'audit_log.exported': 'Exported the audit log',
  'card_attempts.exported': 'Exported card attempts',
  'deliveries.exported': 'Exported webhook deliveries',
  'dispute.closed': 'Closed a test dispute',
  'dispute.opened': 'Opened a test dispute',
  'disputes.exported': 'Exported disputes',
  'email.change_asked': 'Asked to change the email address',
  'email.changed': 'Changed the email address',
  'event.resent': 'Sent an event again',
  'events.resent': 'Sent failed events again',
  'first_sign_in_link.created': 'Created the link for the first sign-in',
  'invitation.withdrawn': 'Withdrew an invitation',
  'key.created': 'Created a secret key',
  'key.renamed': 'Renamed a secret key',
  'key.revoked': 'Revoked a secret key',
  'key.rolled': 'Rolled a secret key',
  'ledger.exported': 'Exported the ledger',
  'live_details.saved': 'Saved the live details',
  'login.created': 'Signed in',
  'login.ended': 'Ended a sign-in',
  'login.refused': 'Tried to sign in with a wrong password',
  'logins.ended': 'Ended sign-ins',
  'note.removed': 'Removed a note on a payment',
  'notification.applied_again': 'Applied a notification from the processor again',
  'password.changed': 'Changed the password',
  'password.refused': 'Typed a wrong password',
  'password.reset': 'Set a new password through a link',
  'password_reset_link.created': 'Created a password reset link',
  'person.invited': 'Invited a person',
  'person.joined': 'Joined the account',
  'person.removed': 'Removed a person',
  'person.role_changed': 'Changed the role of a person',
  'payment.expired': 'Ended an open checkout',
  'payment_link.created': 'Created a payment link',
  'payment_link.deactivated': 'Deactivated a payment link',
  'payment_link.expired': 'Ended an expired payment link',
  'payments.exported': 'Exported payments',
  'processor.checked': 'Checked the connection to the acquirer',
  'processor.connected': 'Connected an acquirer',
  'processor.credentials_changed': 'Changed the credentials of an acquirer',
  'processor.disconnected': 'Disconnected an acquirer',
  'refund.created': 'Refunded a payment',
  'refunds.exported': 'Exported refunds',
  'second_factor.added': 'Added a second factor',
  'second_factor.recovery_code_used': 'Used a recovery code',
  'second_factor.recovery_codes_made': 'Created recovery codes',
  'second_factor.refused': 'Gave a wrong second factor',
  'second_factor.removed': 'Removed a second factor',
  'second_factor.reset': 'Removed all second factors of a person',
  'settlement_differences.exported': 'Exported differences of settlement reports',
  'settlement_report.imported': 'Imported a settlement report',
  'signing_secret.prepared': 'Created the next signing secret',
  'signing_secret.roll_cancelled': 'Cancelled the roll of the signing secret',
  'signing_secret.rolled': 'Started signing with the next signing secret',
  'test_mode.reset': 'Emptied test mode',
  'webhook.pinged': 'Sent a test.ping',
  'webhook_address.removed': 'Removed the webhook address',
  'webhook_address.set': 'Set the webhook address',
}

/** An action that only a newer version of the service knows is shown by its name. */
export function actionText(action: string): string {
  return isAuditAction(action) ? actionWords[action] : inWords(action)
}

/** `works_until` → `Works until`, `liveKey` → `Live key`. */
function inWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The details of an entry as pairs of name and text. Amounts are written in their currency. */
export function detailTexts(detail: Readonly<Record<string, unknown>>): [string, string][] {
  const currency = typeof detail['currency'] === 'string' && isCurrency(detail['currency']) ? detail['currency'] : null
  return Object.entries(detail).flatMap(([name, value]): [string, string][] => {
    if (name === 'currency' && currency !== null && typeof detail['amount'] === 'number') return []
    if (name === 'amount' && typeof value === 'number' && currency !== null)
      return [['Amount', formatAmount(value, currency, 'en-GB')]]
    return [[inWords(name), valueText(value)]]
  })
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `${inWords(name).toLowerCase()} ${valueText(inner)}`)
      .join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
