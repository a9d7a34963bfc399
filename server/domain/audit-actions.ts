/** Everything that the audit log records, as `noun.verb`. Stored under these names, so none of them may change. */
export const auditActions = [
  'account.changed',
  'account.claimed',
  'account.created',
  'card_attempts.exported',
  'deliveries.exported',
  'dispute.closed',
  'dispute.opened',
  'disputes.exported',
  'email.change_asked',
  'email.changed',
  'event.resent',
  'events.resent',
  'first_sign_in_link.created',
  'key.created',
  'key.renamed',
  'key.revoked',
  'key.rolled',
  'ledger.exported',
  'live_details.saved',
  'login.created',
  'login.ended',
  'logins.ended',
  'password.changed',
  'password.reset',
  'password_reset_link.created',
  'payment.expired',
  'payment_link.created',
  'payment_link.deactivated',
  'payment_link.expired',
  'payments.exported',
  'refund.created',
  'refunds.exported',
  'signing_secret.prepared',
  'signing_secret.roll_cancelled',
  'signing_secret.rolled',
  'webhook.pinged',
  'webhook_address.removed',
  'webhook_address.set',
] as const

export type AuditAction = (typeof auditActions)[number]

export function isAuditAction(name: string): name is AuditAction {
  return auditActions.some((action) => action === name)
}
