/**
 * Everything that the audit log records, as `noun.verb`, by kind. Actions are stored under these names, so none of them
 * may change.
 */
export const actionsByKind = {
  sign_ins: [
    'login.created',
    'login.ended',
    'login.refused',
    'logins.ended',
    'password.changed',
    'password.refused',
    'password.reset',
    'password_reset_link.created',
    'first_sign_in_link.created',
    'second_factor.added',
    'second_factor.recovery_code_used',
    'second_factor.recovery_codes_made',
    'second_factor.refused',
    'second_factor.removed',
    'second_factor.reset',
    'email.change_asked',
    'email.changed',
  ],
  people: ['person.invited', 'person.joined', 'person.removed', 'person.role_changed', 'invitation.withdrawn'],
  keys: ['key.created', 'key.renamed', 'key.revoked', 'key.rolled'],
  refunds: ['refund.created', 'payment.expired', 'dispute.closed', 'dispute.opened', 'note.removed'],
  links: ['payment_link.created', 'payment_link.deactivated', 'payment_link.expired'],
  webhooks: [
    'webhook_address.removed',
    'webhook_address.set',
    'webhook.pinged',
    'signing_secret.prepared',
    'signing_secret.roll_cancelled',
    'signing_secret.rolled',
    'event.resent',
    'events.resent',
  ],
  settings: ['account.changed', 'account.claimed', 'account.created', 'live_details.saved', 'test_mode.reset'],
  acquirer: [
    'processor.checked',
    'processor.connected',
    'processor.credentials_changed',
    'processor.disconnected',
    'notification.applied_again',
    'settlement_report.imported',
  ],
  exports: [
    'audit_log.exported',
    'card_attempts.exported',
    'deliveries.exported',
    'disputes.exported',
    'ledger.exported',
    'payments.exported',
    'refunds.exported',
    'settlement_differences.exported',
  ],
} as const

/** A kind of action, by which members narrow the audit log. */
export type AuditKind = keyof typeof actionsByKind
export type AuditAction = (typeof actionsByKind)[AuditKind][number]

export const auditKinds = Object.keys(actionsByKind) as readonly AuditKind[]
export const auditActions: readonly AuditAction[] = Object.values(actionsByKind).flat()

export function isAuditAction(name: string): name is AuditAction {
  return auditActions.some((action) => action === name)
}

export function isAuditKind(name: string): name is AuditKind {
  return auditKinds.some((kind) => kind === name)
}
